// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/run_page.hpp"

#include "embedded/run_js.hpp"
#include "io/format/file_bytes.hpp"
#include "io/page/page_text.hpp"
#include "io/page/run_page_data.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

void require_match(const Recording* recording, const Model& model, const char* name) {
  require(recording != nullptr, name, "a recording", "none");
  require(recording->rows() > 0, name, "a recording with rows", "no row");
  require(recording->q.cols() == model.q_size(), name, "a recording of the model",
          static_cast<double>(recording->q.cols()));
}

}  // namespace

std::string run_page(const RunPage& page) {
  require(page.model != nullptr, "model", "a model", "none");
  require(page.still_frames >= 0, "still_frames", "at least 0", page.still_frames);
  require_match(page.recording, *page.model, "recording");
  if (page.other) require_match(page.other, *page.model, "other");
  return io::page({.title = page.recording->header.scene,
                   .data = run_page_data(page),
                   .script = embedded::run_js()});
}

Diagnostics write_run_page(const std::filesystem::path& path, const RunPage& page) {
  return write_bytes(path, run_page(page));
}

}  // namespace perpend::io
