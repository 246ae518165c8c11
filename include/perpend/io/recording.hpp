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

/// Values of one field of the step reports over the rows of a recording.
struct ReportSeries {
  std::string name;            ///< name in the file: `penetration`, `pivots`, ...
  std::string unit;            ///< "m/s"; "1" for counts and ratios
  std::vector<double> values;  ///< one per row
};

/// The bodies of a recording or snapshot, one entry per body of the model.
struct BodyTable {
  std::vector<std::string> names;
  std::vector<BodyKind> kind;
  std::vector<std::int32_t> dof, offset;       ///< number of columns in v, and the first of them
  std::vector<std::int32_t> q_size, q_offset;  ///< number of columns in q, and the first of them
};

/// A joint of a recorded model.
struct RecordedJoint {
  std::string name = {};
  JointKind kind = JointKind::pin;
  bool in_plane = true;
  int rows = 0, first_row = 0;                ///< columns of joint_impulse
  int coordinates = 0, first_coordinate = 0;  ///< columns of joint_coordinate
};

/// A run that was read from a file.
struct Recording {
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  RunHeader header;
  RecorderOptions recorder;
  BodyTable bodies;
  std::vector<RecordedJoint> joints;
  std::vector<std::string> coupler_names;
  /// One per coupler: 1 if it couples angles only, so that its impulse is in N m s; 0 if its
  /// impulse is in N s. Empty for files without this dataset.
  std::vector<std::int32_t> couples_angles;
  std::vector<double> time;        ///< s, one per row
  std::vector<std::int64_t> step;  ///< one per row
  Rows q;                          ///< rows × coordinates: m, rad
  Rows v;                          ///< rows × dof: m/s, rad/s
  Rows joint_impulse;              ///< rows × joint rows, couplers last: N s, N m s
  Rows joint_coordinate;           ///< rows × joint coordinates: m, rad
  /// Rows × joints: 1 where the joint has broken; empty where no joint can break.
  std::vector<std::int8_t> joint_broken;
  // The members of CoordinateForce, rows × joint coordinates, N or N m. A matrix is empty where the
  // model has no such force, and NaN where the recorder was not given the forces.
  Rows spring_force, motor_force, friction_force, limit_force;
  Rows channel_values;  ///< rows × numbers of recorder.channels, one channel after the other
  std::vector<ReportSeries> report;
  std::vector<ContactRecord> contacts;       ///< contacts of all rows, one row after the other
  std::vector<std::int64_t> contact_offset;  ///< rows + 1 indices into `contacts`
  /// Rows × joint coordinates, where the rows were collected during a run; empty where they were
  /// read from a file, which has the four matrices above instead.
  std::vector<CoordinateForce> coordinate_forces;
  std::string log;  ///< messages of the steps that were not ok

  std::size_t rows() const { return time.size(); }
  std::span<const ContactRecord> contacts_at(std::size_t row) const;
};

/// Returns the state of a row with time, step, positions, velocities and joints. Contact impulses
/// of the next step's warm start are not recorded, so a run can continue from a snapshot only.
State recorded_state(const Recording& recording, std::size_t row);

/// Returns the values of a report field, one per row. Throws InvalidArgument where there is no such
/// field.
std::span<const double> report_field(const Recording& recording, std::string_view name);
/// Deleted: the values of a temporary recording would dangle.
std::span<const double> report_field(const Recording&&, std::string_view) = delete;
/// True if the recording has the report field.
bool has_report_field(const Recording& recording, std::string_view name);
/// Returns the values of a report field that is summed over the steps of a row, divided by their
/// number; the last row may have fewer steps than the others, and a failed step counts. The value
/// of the first row, the start, is 0. Throws as report_field().
std::vector<double> report_means(const Recording& recording, std::string_view name);

/// Returns the values of a channel, rows × width. Throws InvalidArgument where there is no such
/// channel.
Recording::Rows channel(const Recording& recording, std::string_view name);

/// True if the file is marked as a recording, whatever else it contains.
bool is_recording(const std::filesystem::path& path);

/// Reads a recording, finished or not; a truncated one has the rows up to its last flush. Returns
/// the faults of a file that is no valid recording.
Result<Recording> read_recording(const std::filesystem::path& path);

}  // namespace perpend::io
