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

/// Returns the summary of a run: options, steps, worst certificate fields, energy, wall times, and
/// the methods that solved its islands. `step_times` is the text for the step times where each step
/// was timed; where it is empty, the text is made from the rows.
std::vector<SummaryRow> summarise(const Recording& recording, const std::string& step_times = {});

/// A value known from theory beside the computed one.
struct ExpectedRow {
  std::string name;       ///< quantity and time of the measurement
  double computed = 0.0;  ///< NaN where the run ended before that time
  double expected = 0.0;
  double tolerance = 0.0;
  std::string why = {};  ///< the formula or the reason
};

/// Contents of a page. Both recordings are of `model`.
struct RunPage {
  const Model* model = nullptr;
  const Recording* recording = nullptr;
  const Recording* other = nullptr;  ///< also drawn in the plot of penetration, or null
  std::string label = "this run";    ///< label of `recording` in that plot
  std::string other_label = "other run";
  std::string description = {};                ///< a sentence under the title
  std::vector<std::string> colors = {};        ///< per body, "#rrggbb" or empty
  std::vector<study::Visuals> visuals = {};    ///< per body; may be shorter
  std::optional<study::ViewFrame> view = {};   ///< empty: view_of() the rows
  std::vector<ExpectedRow> expectations = {};  ///< rows of the first table
  std::vector<std::string> joint_notes = {};   ///< per joint, such as the joints its rows depend on
  std::string step_times = {};                 ///< step times of `recording`, see summarise()
  std::vector<SummaryRow> notes = {};          ///< further rows of the table, such as files written
  int still_frames = 10;
  /// Approximate size of the page, bytes: frames are left out evenly until the animation fits.
  std::size_t max_bytes = 8'000'000;
};

/// Returns one self-contained HTML file with expected values, animation, plots and a table. Throws
/// InvalidArgument where model or recording is missing, the recording is not of the model, or it
/// has no row.
std::string run_page(const RunPage& page);

/// Writes run_page() to a file; returns the faults where it cannot be written, else nothing. Throws
/// as run_page().
[[nodiscard]] Diagnostics write_run_page(const std::filesystem::path& path, const RunPage& page);

}  // namespace perpend::io
