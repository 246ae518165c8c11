// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <iterator>
#include <span>

#include "io/format/file_bytes.hpp"
#include "model/joint_traits.hpp"
#include "perpend/io/export.hpp"

namespace perpend::io {
namespace {

using Text = fmt::memory_buffer;

template <typename... Args>
void append(Text& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

// Returns a field of RFC 4180: quoted if it holds a separator, with quotes doubled.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

struct ColumnName {
  std::string name, unit;
};

std::string cells(const Eigen::Vector3d& v) {
  return fmt::format("{},{},{}", v.x(), v.y(), v.z());
}

std::vector<ColumnName> numbered(char letter, int count) {
  std::vector<ColumnName> names;
  for (int i = 0; i < count; ++i) names.push_back({fmt::format("{}{}", letter, i), "1"});
  return names;
}

std::vector<ColumnName> position_names(BodyKind kind, int count) {
  switch (kind) {
    case BodyKind::custom:
      return numbered('q', count);
    case BodyKind::spatial:
    case BodyKind::spatial_fixed:
    case BodyKind::spatial_kinematic:
      return {{"x", "m"},  {"y", "m"},  {"z", "m"}, {"qw", "1"},
              {"qx", "1"}, {"qy", "1"}, {"qz", "1"}};
    case BodyKind::spatial_particle:
      return {{"x", "m"}, {"y", "m"}, {"z", "m"}};
    case BodyKind::particle:
      return {{"x", "m"}, {"y", "m"}};
    default:
      return {{"x", "m"}, {"y", "m"}, {"angle", "rad"}};
  }
}

std::vector<ColumnName> velocity_names(BodyKind kind, int count) {
  switch (kind) {
    case BodyKind::custom:
      return numbered('v', count);
    case BodyKind::spatial:
    case BodyKind::spatial_fixed:
    case BodyKind::spatial_kinematic:
      return {{"vx", "m/s"},   {"vy", "m/s"},   {"vz", "m/s"},
              {"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}};
    case BodyKind::spatial_particle:
      return {{"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}};
    case BodyKind::particle:
      return {{"vx", "m/s"}, {"vy", "m/s"}};
    default:
      return {{"vx", "m/s"}, {"vy", "m/s"}, {"omega", "rad/s"}};
  }
}

void append_names(Text& text, const std::string& owner, const std::vector<ColumnName>& columns) {
  for (const ColumnName& column : columns)
    append(text, ",{}", field(fmt::format("{}.{} [{}]", owner, column.name, column.unit)));
}

// Unit of rows of custom joints, whose meaning is unknown here, and of couplers in older files.
constexpr const char* kEither = "N s or N m s";

const char* impulse_unit(const RecordedJoint& joint, int row) {
  if (joint.kind == JointKind::custom) return kEither;
  return is_angle_row(joint.kind, joint.in_plane, row) ? "N m s" : "N s";
}

const char* coupler_unit(const Recording& recording, std::size_t coupler) {
  if (recording.couples_angles.empty()) return kEither;
  return recording.couples_angles[coupler] != 0 ? "N m s" : "N s";
}

void append_joint_names(Text& text, const Recording& recording) {
  for (const RecordedJoint& joint : recording.joints)
    for (int k = 0; k < joint.coordinates; ++k)
      append_names(text, joint.name,
                   {{fmt::format("coordinate[{}]", k),
                     is_angle(joint.kind, joint.in_plane, k) ? "rad" : "m"}});
  for (const RecordedJoint& joint : recording.joints)
    for (int k = 0; k < joint.rows; ++k)
      append_names(text, joint.name, {{fmt::format("impulse[{}]", k), impulse_unit(joint, k)}});
  for (std::size_t i = 0; i < recording.coupler_names.size(); ++i)
    append_names(text, recording.coupler_names[i], {{"impulse", coupler_unit(recording, i)}});
  if (recording.joint_broken.empty()) return;
  for (const RecordedJoint& joint : recording.joints)
    append_names(text, joint.name, {{"broken", "1"}});
}

// Appends the names of the forces along the coordinates of all joints, and of the channels'
// numbers.
void append_extra_names(Text& text, const Recording& recording) {
  const auto along = [&](const char* name, const Recording::Rows& rows) {
    if (rows.cols() == 0) return;
    for (const RecordedJoint& joint : recording.joints)
      for (int k = 0; k < joint.coordinates; ++k)
        append_names(text, joint.name,
                     {{fmt::format("{}[{}]", name, k),
                       is_angle(joint.kind, joint.in_plane, k) ? "N m" : "N"}});
  };
  along("spring_force", recording.spring_force);
  along("motor_force", recording.motor_force);
  along("friction_force", recording.friction_force);
  along("limit_force", recording.limit_force);
  for (const Channel& channel : recording.recorder.channels)
    for (int k = 0; k < channel.width; ++k)
      append(text, ",{}", field(fmt::format("{}[{}] [{}]", channel.name, k, channel.unit)));
}

void append_header(Text& text, const Recording& recording) {
  append(text, "time [s],step [1]");
  for (std::size_t i = 0; i < recording.bodies.names.size(); ++i)
    append_names(text, recording.bodies.names[i],
                 position_names(recording.bodies.kind[i], recording.bodies.q_size[i]));
  for (std::size_t i = 0; i < recording.bodies.names.size(); ++i)
    append_names(text, recording.bodies.names[i],
                 velocity_names(recording.bodies.kind[i], recording.bodies.dof[i]));
  for (const ReportSeries& series : recording.report)
    append(text, ",{} [{}]", series.name, series.unit);
  append_joint_names(text, recording);
  append_extra_names(text, recording);
  append(text, "\n");
}

std::string body_name(const Recording& recording, BodyId body) {
  return body == kWorld ? "world" : field(recording.bodies.names[body.index]);
}

// Returns for each joint whether it is broken; empty if no joint can break.
std::span<const std::int8_t> broken_at(const Recording& recording, std::size_t row) {
  if (recording.joint_broken.empty()) return {};
  const std::size_t joints = recording.joints.size();
  return std::span(recording.joint_broken).subspan(row * joints, joints);
}

Diagnostics write(const std::filesystem::path& path, const Text& text) {
  return write_bytes(path, {text.data(), text.size()});
}

}  // namespace

Diagnostics export_csv(const Recording& recording, const std::filesystem::path& path) {
  Text text;
  append_header(text, recording);
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    append(text, "{},{}", recording.time[row], recording.step[row]);
    for (const double value : recording.q.row(row)) append(text, ",{}", value);
    for (const double value : recording.v.row(row)) append(text, ",{}", value);
    for (const ReportSeries& series : recording.report) append(text, ",{}", series.values[row]);
    for (const double value : recording.joint_coordinate.row(row)) append(text, ",{}", value);
    for (const double value : recording.joint_impulse.row(row)) append(text, ",{}", value);
    for (const int broken : broken_at(recording, row)) append(text, ",{}", broken);
    for (const Recording::Rows* rows :
         {&recording.spring_force, &recording.motor_force, &recording.friction_force,
          &recording.limit_force, &recording.channel_values})
      for (Eigen::Index k = 0; k < rows->cols(); ++k) append(text, ",{}", (*rows)(row, k));
    append(text, "\n");
  }
  return write(path, text);
}

Diagnostics export_contacts_csv(const Recording& recording, const std::filesystem::path& path) {
  Text text;
  append(text,
         "time [s],step [1],body_a,body_b,x [m],y [m],z [m],normal_x [1],normal_y [1],"
         "normal_z [1],gap [m],impulse_x [N s],impulse_y [N s],impulse_z [N s],slip_x [m/s],"
         "slip_y [m/s],slip_z [m/s],status\n");
  for (std::size_t row = 0; row < recording.rows(); ++row)
    for (const ContactRecord& c : recording.contacts_at(row))
      append(text, "{},{},{},{},{},{},{},{},{},{}\n", recording.time[row], recording.step[row],
             body_name(recording, c.a), body_name(recording, c.b), cells(c.point), cells(c.normal),
             c.gap, cells(c.impulse), cells(c.slip), to_string(c.status));
  return write(path, text);
}

}  // namespace perpend::io
