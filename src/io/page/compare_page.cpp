// SPDX-License-Identifier: Apache-2.0
#include "io/page/compare_page.hpp"

#include "embedded/compare_js.hpp"
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
                                 .script = embedded::compare_js()}));
}

}  // namespace perpend::io
