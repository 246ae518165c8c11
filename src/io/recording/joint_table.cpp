// SPDX-License-Identifier: Apache-2.0
#include "io/recording/joint_table.hpp"

#include <algorithm>

#include "model/joint_traits.hpp"

namespace perpend::io::hdf5 {
namespace {

using Integers = std::vector<std::int32_t>;

void write_integers(hid_t file, const char* name, const Integers& values) {
  const hsize_t shape[] = {values.size()};
  write_rows(file, name, memory_type<std::int32_t>(), values.data(), shape);
}

bool has(hid_t file, const char* name) {
  const std::string group = std::string(name).substr(0, std::string_view(name).find('/'));
  return H5Lexists(file, group.c_str(), H5P_DEFAULT) > 0 && H5Lexists(file, name, H5P_DEFAULT) > 0;
}

// Returns a list of names; empty if the file does not have it.
std::vector<std::string> names_if_any(hid_t file, const char* name) {
  return has(file, name) ? read_names(file, name) : std::vector<std::string>{};
}

std::vector<std::int8_t> read_broken(hid_t file, std::size_t rows, std::size_t joints) {
  if (!has(file, "joints/broken")) return {};
  const hsize_t shape[] = {rows, joints};
  require_rows(file, "joints/broken", shape);
  std::vector<std::int8_t> broken(rows * joints);
  read_rows(file, "joints/broken", memory_type<std::int8_t>(), broken.data(), shape);
  return broken;
}

JointKind kind_named(const std::string& name) {
  for (int kind = 0; kind < kJointKinds; ++kind)
    if (to_string(static_cast<JointKind>(kind)) == name) return static_cast<JointKind>(kind);
  throw Error("joints/kind", "has the unknown value `" + name + "`");
}

// Reads the joints and numbers rows and coordinates consecutively, so that each column belongs to
// exactly one joint.
void read_joint_list(hid_t file, Recording& recording) {
  const std::vector<std::string> names = names_if_any(file, "joints/name");
  if (names.empty()) return;
  const std::vector<std::string> kinds = read_names(file, "joints/kind");
  if (kinds.size() != names.size()) throw Error("joints/kind", "has not one entry per joint");
  const Integers in_plane = read_vector<std::int32_t>(file, "joints/in_plane", names.size());
  const Integers rows = read_vector<std::int32_t>(file, "joints/rows", names.size());
  int row = 0, coordinate = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    RecordedJoint joint{.name = names[i], .kind = kind_named(kinds[i])};
    joint.in_plane = in_plane[i] != 0;
    joint.rows = rows[i];
    if (rows[i] < 0 || rows[i] > JointType::kMaxRows)
      throw Error("joints[" + std::to_string(i) + "]", "is damaged");
    joint.first_row = row;
    joint.coordinates = coordinate_count(joint.kind, joint.in_plane);
    joint.first_coordinate = coordinate;
    row += joint.rows;
    coordinate += joint.coordinates;
    recording.joints.push_back(std::move(joint));
  }
}

Recording::Rows read_matrix(hid_t file, const char* name, std::size_t rows, int columns) {
  const hsize_t shape[] = {rows, static_cast<hsize_t>(columns)};
  if (columns > 0) require_rows(file, name, shape);
  Recording::Rows values(rows, columns);
  if (columns == 0) return values;
  read_rows(file, name, memory_type<double>(), values.data(), shape);
  return values;
}

}  // namespace

void write_joints(hid_t file, const Model& model) {
  if (model.joints.empty()) return;
  std::vector<std::string> names, kinds, couplers;
  Integers in_plane, rows, first_row, first_coordinate, angles;
  for (const Joint& joint : model.joints) {
    names.push_back(joint.name);
    kinds.emplace_back(to_string(joint.kind));
    in_plane.push_back(joint.in_plane);
    rows.push_back(joint.rows);
    first_row.push_back(joint.first_row);
    first_coordinate.push_back(joint.first_coordinate);
  }
  for (const Coupler& coupler : model.couplers) {
    couplers.push_back(coupler.name);
    angles.push_back(measures_angle(model.joints, coupler));
  }
  write_names(file, "joints/name", names);
  write_names(file, "joints/kind", kinds);
  write_integers(file, "joints/in_plane", in_plane);
  write_integers(file, "joints/rows", rows);
  write_integers(file, "joints/first_row", first_row);
  write_integers(file, "joints/first_coordinate", first_coordinate);
  if (couplers.empty()) return;
  write_names(file, "couplers/name", couplers);
  write_integers(file, "couplers/couples_angles", angles);
}

void read_joints(hid_t file, Recording& recording) {
  read_joint_list(file, recording);
  recording.coupler_names = names_if_any(file, "couplers/name");
  if (has(file, "couplers/couples_angles"))
    recording.couples_angles =
        read_vector<std::int32_t>(file, "couplers/couples_angles", recording.coupler_names.size());
  int rows = static_cast<int>(recording.coupler_names.size()), coordinates = 0;
  if (!recording.joints.empty()) {
    const RecordedJoint& last = recording.joints.back();
    rows += last.first_row + last.rows;
    coordinates = last.first_coordinate + last.coordinates;
  }
  recording.joint_impulse = read_matrix(file, "joints/impulse", recording.rows(), rows);
  recording.joint_coordinate =
      read_matrix(file, "joints/coordinate", recording.rows(), coordinates);
  recording.joint_broken = read_broken(file, recording.rows(), recording.joints.size());
}

JointColumns::JointColumns(hid_t file, const Model& model) {
  if (model.joint_rows > 0)
    impulse_.emplace(file,
                     ColumnDef{"joints/impulse", "N s, N m s",
                               "of the step, per row of the joints, then one per coupler"},
                     memory_type<double>(), model.joint_rows);
  if (model.joint_coordinates > 0)
    coordinate_.emplace(file,
                        ColumnDef{"joints/coordinate", "m, rad", "see joints/first_coordinate"},
                        memory_type<double>(), model.joint_coordinates);
  joints_ = model.joints.size();
  if (std::ranges::any_of(model.joints, &Joint::may_break))
    broken_.emplace(file, ColumnDef{"joints/broken", "1", "1 where the joint has broken"},
                    memory_type<std::int8_t>(), joints_);
}

void JointColumns::push(const State& state) {
  const auto numbers = [](const Eigen::VectorXd& values) {
    return std::span<const double>(values.data(), static_cast<std::size_t>(values.size()));
  };
  if (impulse_) impulse_->push(numbers(state.joint_impulses));
  if (coordinate_) coordinate_->push(numbers(state.coordinates));
  if (!broken_) return;
  std::vector<std::int8_t> broken = state.broken;
  broken.resize(joints_);  // empty if no joint is broken
  broken_->push(std::span<const std::int8_t>(broken));
}

std::size_t JointColumns::row_bytes() const {
  std::size_t bytes = 0;
  for (const std::optional<Column>* each : {&impulse_, &coordinate_, &broken_})
    if (*each) bytes += (*each)->row_bytes();
  return bytes;
}

void JointColumns::write() {
  for (std::optional<Column>* each : {&impulse_, &coordinate_, &broken_})
    if (*each) (*each)->write();
}

}  // namespace perpend::io::hdf5
