// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "perpend/io/recording.hpp"
#include "perpend/io/scene.hpp"

namespace perpend::io {

struct SummaryRow {
  std::string name;
  std::string value;  ///< with its unit
};

/// What a run came to: options, steps, worst certificate fields, energy, times, who answered.
/// `step_times`: words of whoever timed each step; empty: from the rows.
std::vector<SummaryRow> summarise(const Recording& recording, const std::string& step_times = {});

/// A value known from theory beside the computed one.
struct ExpectedRow {
  std::string name;       ///< what is measured, and when
  double computed = 0.0;  ///< not a number: the run ended before
  double expected = 0.0;
  double tolerance = 0.0;
  std::string why = {};  ///< the formula or the reason
};

/// What a page shows. Both recordings are of `model`.
struct RunPage {
  const Model* model = nullptr;
  const Recording* recording = nullptr;
  const Recording* other = nullptr;  ///< drawn into the plot of penetration where given
  std::string label = "this run";    ///< of `recording` in that plot
  std::string other_label = "other run";
  std::string description = {};                ///< a sentence under the title
  std::vector<std::string> colors = {};        ///< per body, "#rrggbb" or empty
  std::optional<study::ViewFrame> view = {};   ///< empty: view_of() the rows
  std::vector<ExpectedRow> expectations = {};  ///< the table that comes first
  std::vector<std::string> joint_notes = {};   ///< per joint, such as what its rows depend on
  std::string step_times = {};                 ///< see summarise(); of `recording`
  std::vector<SummaryRow> notes = {};          ///< further rows of the table, such as files written
  int still_frames = 10;
  /// About the size of the page: frames are left out evenly until the animation fits.
  std::size_t max_bytes = 8'000'000;
};

/// One HTML file that needs nothing else: expected values, animation, plots, table. Throws
/// InvalidArgument where model or recording is missing, they do not belong together, or the
/// recording has no row.
std::string run_page(const RunPage& page);

/// Writes it; empty, or why it cannot be written. Throws as run_page().
[[nodiscard]] Diagnostics write_run_page(const std::filesystem::path& path, const RunPage& page);

}  // namespace perpend::io
