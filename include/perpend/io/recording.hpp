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
#include "perpend/sim/drive.hpp"

namespace perpend::io {

/// One field of the step reports over the rows of a recording.
struct ReportSeries {
  std::string name;            ///< as in the file: `penetration`, `pivots`, ...
  std::string unit;            ///< "m/s"; "1" for counts and ratios
  std::vector<double> values;  ///< one per row
};

/// What recordings and states know of the bodies they are of, one entry per body of the model.
struct BodyTable {
  std::vector<std::string> names;
  std::vector<BodyKind> kind;
  std::vector<std::int32_t> dof, offset;       ///< columns of the body in v, and the first of them
  std::vector<std::int32_t> q_size, q_offset;  ///< in q, see BodyKind
};

/// A joint of a recorded model.
struct RecordedJoint {
  std::string name = {};
  JointKind kind = JointKind::pin;
  bool in_plane = true;
  int rows = 0, first_row = 0;                ///< columns of joint_impulse
  int coordinates = 0, first_coordinate = 0;  ///< columns of joint_coordinate
};

/// A run read back from a file.
struct Recording {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  RunHeader header;
  RecorderOptions recorder;
  BodyTable bodies;
  std::vector<RecordedJoint> joints;
  std::vector<std::string> coupler_names;
  /// One per coupler: 1 where it couples angles only, so that its impulse is N m s, else 0, N s;
  /// empty in files that do not tell.
  std::vector<std::int32_t> couples_angles;
  std::vector<double> time;        ///< s, one per row
  std::vector<std::int64_t> step;  ///< one per row
  Rows q;                          ///< rows × coordinates: m, rad
  Rows v;                          ///< rows × dof: m/s, rad/s
  Rows joint_impulse;              ///< rows × joint rows, couplers last: N s, N m s
  Rows joint_coordinate;           ///< rows × joint coordinates: m, rad
  /// Rows × joints: 1 where the joint has broken; empty where none can break.
  std::vector<std::int8_t> joint_broken;
  // Rows × joint coordinates, N or N m, of CoordinateForce; empty where the model has nothing of
  // the kind, NaN where the recorder was not told.
  Rows spring_force, motor_force, friction_force, limit_force;
  Rows channel_values;  ///< rows × numbers of recorder.channels, one channel after the other
  std::vector<ReportSeries> report;
  std::vector<ContactRecord> contacts;       ///< of all rows, one after the other
  std::vector<std::int64_t> contact_offset;  ///< rows + 1 entries into `contacts`
  /// Rows × joint coordinates, of rows taken down while they were computed; empty where read from
  /// a file, which has a matrix for each kind.
  std::vector<CoordinateForce> coordinate_forces;
  std::string log;  ///< messages of the steps that were not ok

  std::size_t rows() const { return time.size(); }
  std::span<const ContactRecord> contacts_at(std::size_t row) const;
};

/// Time, step, positions, velocities and joints of a row. Contact memory is not recorded: a run
/// continues from a snapshot only.
State recorded_state(const Recording& recording, std::size_t row);

/// The values of a report field; throws InvalidArgument where there is no such field.
std::span<const double> report_field(const Recording& recording, std::string_view name);
/// The values of a temporary would be gone.
std::span<const double> report_field(const Recording&&, std::string_view) = delete;
bool has_report_field(const Recording& recording, std::string_view name);
/// The values of a report field that sums up the steps of a row, over their number: the last row
/// may have fewer than the others, and one that failed counts. That of the first row, the start,
/// is 0.
std::vector<double> report_means(const Recording& recording, std::string_view name);

/// Rows × width of a channel; throws InvalidArgument where there is no such channel.
Recording::Rows channel(const Recording& recording, std::string_view name);

/// Whether the file says that it is a recording, whatever else it holds.
bool is_recording(const std::filesystem::path& path);

/// Reads a recording, finished or not; one that was cut off has the rows of its last flush.
Result<Recording> read_recording(const std::filesystem::path& path);

}  // namespace perpend::io
