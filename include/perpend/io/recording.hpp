// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/io/recorder.hpp"

namespace perpend::io {

/// One field of the step reports over the rows of a recording.
struct ReportSeries {
  std::string name;            ///< as in the file: `penetration`, `pivots`, ...
  std::string unit;            ///< "m/s"; "1" for counts and ratios
  std::vector<double> values;  ///< one per row
};

/// A run read back from a file.
struct Recording {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  RunHeader header;
  RecorderOptions recorder;
  std::vector<std::string> body_names;
  std::vector<int> body_dof;       ///< 3, or 2 for particles
  std::vector<int> body_offset;    ///< first column of the body in q and v
  std::vector<double> time;        ///< s, one per row
  std::vector<std::int64_t> step;  ///< one per row
  Rows q;                          ///< rows × dof: m, rad
  Rows v;                          ///< rows × dof: m/s, rad/s
  std::vector<ReportSeries> report;
  std::vector<ContactRecord> contacts;       ///< of all rows, one after the other
  std::vector<std::int64_t> contact_offset;  ///< rows + 1 entries into `contacts`
  std::string log;                           ///< messages of the steps that were not ok

  std::size_t rows() const { return time.size(); }
  std::span<const ContactRecord> contacts_at(std::size_t row) const;
};

/// Time, step, positions and velocities of a row. Contact memory and joint impulses are not
/// recorded: a run continues from a snapshot only.
State recorded_state(const Recording& recording, std::size_t row);

/// The values of a report field; throws InvalidArgument where there is no such field.
std::span<const double> report_field(const Recording& recording, std::string_view name);

/// Reads a recording, finished or not; one that was cut off has the rows of its last flush.
Result<Recording> read_recording(const std::filesystem::path& path);

}  // namespace perpend::io
