// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/run_page.hpp"

#include "embedded/run_js.hpp"
#include "io/format/file_bytes.hpp"
#include "io/page/page_text.hpp"
#include "io/page/run_page_data.hpp"
#include "io/recording/body_table.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

void require_match(const Recording* recording, const Model& model, const char* name) {
  require(recording != nullptr, name, "a recording", "none");
  require(recording->rows() > 0, name, "a recording with rows", "no row");
  const Diagnostics faults = mismatches(recording->bodies, recorded_state(*recording, 0), model);
  if (!faults.empty())
    throw InvalidArgument(name, "a recording of the model",
                          "one whose " + faults[0].element + ' ' + faults[0].message);
  const auto is_known = [&](BodyId body) {
    return body == kWorld || (body.index >= 0 && body.index < std::ssize(model.bodies));
  };
  for (const ContactRecord& contact : recording->contacts)
    require(is_known(contact.a) && is_known(contact.b), name, "a recording of the model",
            "one with contacts of other bodies");
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
