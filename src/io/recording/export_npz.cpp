// SPDX-License-Identifier: Apache-2.0
#include "io/format/npz.hpp"
#include "perpend/io/export.hpp"

namespace perpend::io {
namespace {

template <typename Values>
NamedArray vector_of(std::string name, const Values& values) {
  return {std::move(name),
          {static_cast<std::int64_t>(values.size())},
          std::vector<double>(values.begin(), values.end())};
}

NamedArray matrix_of(std::string name, const Recording::Rows& rows) {
  return {std::move(name), {rows.rows(), rows.cols()}, {rows.data(), rows.data() + rows.size()}};
}

std::vector<int> kinds_of(const Recording& recording) {
  std::vector<int> kinds;
  for (const BodyKind kind : recording.bodies.kind) kinds.push_back(static_cast<int>(kind));
  return kinds;
}

void add_joints(const Recording& recording, std::vector<NamedArray>& arrays) {
  std::vector<int> kinds, first_row, first_coordinate;
  for (const RecordedJoint& joint : recording.joints) {
    kinds.push_back(static_cast<int>(joint.kind));
    first_row.push_back(joint.first_row);
    first_coordinate.push_back(joint.first_coordinate);
  }
  arrays.push_back(vector_of("joints_kind", kinds));
  arrays.push_back(vector_of("joints_first_row", first_row));
  arrays.push_back(vector_of("joints_first_coordinate", first_coordinate));
  arrays.push_back(matrix_of("joints_impulse", recording.joint_impulse));
  arrays.push_back(matrix_of("joints_coordinate", recording.joint_coordinate));
  if (recording.joint_broken.empty()) return;
  NamedArray broken = vector_of("joints_broken", recording.joint_broken);
  broken.shape = {static_cast<std::int64_t>(recording.rows()),
                  static_cast<std::int64_t>(recording.joints.size())};
  arrays.push_back(std::move(broken));
}

// Adds the coordinate forces and channels that the recording has.
void add_extras(const Recording& recording, std::vector<NamedArray>& arrays) {
  const auto add = [&](const char* name, const Recording::Rows& rows) {
    if (rows.size() > 0) arrays.push_back(matrix_of(name, rows));
  };
  add("joints_spring_force", recording.spring_force);
  add("joints_motor_force", recording.motor_force);
  add("joints_friction_force", recording.friction_force);
  add("joints_limit_force", recording.limit_force);
  for (const Channel& each : recording.recorder.channels)
    arrays.push_back(matrix_of("channels_" + each.name, channel(recording, each.name)));
}

void add_contacts(const Recording& recording, std::vector<NamedArray>& arrays) {
  const auto count = static_cast<Eigen::Index>(recording.contacts.size());
  Recording::Rows a(count, 1), b(count, 1), point(count, 3), normal(count, 3), gap(count, 1),
      impulse(count, 3), slip(count, 3), status(count, 1);
  for (Eigen::Index i = 0; i < count; ++i) {
    const ContactRecord& contact = recording.contacts[i];
    a(i, 0) = contact.a.index;
    b(i, 0) = contact.b.index;
    point.row(i) = contact.point;
    normal.row(i) = contact.normal;
    gap(i, 0) = contact.gap;
    impulse.row(i) = contact.impulse;
    slip.row(i) = contact.slip;
    status(i, 0) = static_cast<double>(contact.status);
  }
  arrays.push_back(vector_of("contacts_offset", recording.contact_offset));
  arrays.push_back(vector_of("contacts_body_a", a.reshaped()));
  arrays.push_back(vector_of("contacts_body_b", b.reshaped()));
  arrays.push_back(matrix_of("contacts_point", point));
  arrays.push_back(matrix_of("contacts_normal", normal));
  arrays.push_back(vector_of("contacts_gap", gap.reshaped()));
  arrays.push_back(matrix_of("contacts_impulse", impulse));
  arrays.push_back(matrix_of("contacts_slip", slip));
  arrays.push_back(vector_of("contacts_status", status.reshaped()));
}

}  // namespace

Diagnostics export_npz(const Recording& recording, const std::filesystem::path& path) {
  std::vector<NamedArray> arrays;
  arrays.push_back(vector_of("time", recording.time));
  arrays.push_back(vector_of("step", recording.step));
  arrays.push_back(matrix_of("q", recording.q));
  arrays.push_back(matrix_of("v", recording.v));
  arrays.push_back(vector_of("bodies_dof", recording.bodies.dof));
  arrays.push_back(vector_of("bodies_offset", recording.bodies.offset));
  arrays.push_back(vector_of("bodies_kind", kinds_of(recording)));
  arrays.push_back(vector_of("bodies_q_size", recording.bodies.q_size));
  arrays.push_back(vector_of("bodies_q_offset", recording.bodies.q_offset));
  arrays.push_back({"dt", {}, {recording.header.options.dt}});
  for (const ReportSeries& series : recording.report)
    arrays.push_back(vector_of("report_" + series.name, series.values));
  add_joints(recording, arrays);
  add_extras(recording, arrays);
  add_contacts(recording, arrays);
  return write_npz(path, arrays);
}

}  // namespace perpend::io
