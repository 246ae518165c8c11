// SPDX-License-Identifier: Apache-2.0
#include "io/page/compare_page.hpp"

#include "embedded/chart_js.hpp"
#include "embedded/compare_css.hpp"
#include "embedded/compare_html.hpp"
#include "embedded/compare_js.hpp"
#include "embedded/compare_plots_js.hpp"
#include "embedded/run_css.hpp"
#include "io/format/file_bytes.hpp"
#include "io/page/compare_page_data.hpp"
#include "io/page/page_text.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {

Diagnostics write_compare_page(const std::filesystem::path& path, const study::Scene& scene,
                               const study::Comparison& comparison) {
  require(!comparison.runs.empty(), "comparison", "one with runs", "none");
  return write_bytes(path, page({.title = scene.name + " · laws compared",
                                 .data = compare_page_data(scene, comparison),
                                 .scripts = {embedded::chart_js(), embedded::compare_plots_js(),
                                             embedded::compare_js()},
                                 .styles = {embedded::run_css(), embedded::compare_css()},
                                 .body = embedded::compare_html()}));
}

}  // namespace perpend::io
