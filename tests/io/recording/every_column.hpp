// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/io/recording.hpp"

/// Two rows of bodies of every kind and of joints that differ in their units, in which every number
/// is that of its column, counted as tables have them; in the second row it is negative.
class EveryColumn {
 public:
  EveryColumn() {
    add_bodies();
    run_.time = next<double>();
    run_.step = next<std::int64_t>();
    run_.q = matrix(37);
    run_.v = matrix(33);
    for (const char* name : {"penetration", "pivots"})
      run_.report.push_back({name, name[1] == 'e' ? "m" : "1", next<double>()});
    add_joints();
    for (perpend::io::Recording::Rows* rows :
         {&run_.spring_force, &run_.motor_force, &run_.friction_force, &run_.limit_force})
      *rows = matrix(5);
    run_.recorder.channels = {{"load", "N", 2}, {"a, \"b\"", "m/s"}};
    run_.channel_values = matrix(3);
    run_.contact_offset = {0, 0, 0};
    run_.header.options.dt = 0.125;
  }
  const perpend::io::Recording& recording() const { return run_; }
  int columns() const { return column_; }

 private:
  void add_body(const char* name, perpend::BodyKind kind, int q_size, int dof) {
    perpend::io::BodyTable& bodies = run_.bodies;
    const bool is_first = bodies.names.empty();
    bodies.q_offset.push_back(is_first ? 0 : bodies.q_offset.back() + bodies.q_size.back());
    bodies.offset.push_back(is_first ? 0 : bodies.offset.back() + bodies.dof.back());
    bodies.names.emplace_back(name);
    bodies.kind.push_back(kind);
    bodies.q_size.push_back(q_size);
    bodies.dof.push_back(dof);
  }
  void add_bodies() {
    using enum perpend::BodyKind;
    add_body("cable", custom, 2, 1);
    add_body("arm", spatial, 7, 6);
    add_body("disc", rigid, 3, 3);
    add_body("dot", particle, 2, 2);
    add_body("floor", fixed, 3, 3);
    add_body("press", kinematic, 3, 3);
    add_body("bead", spatial_particle, 3, 3);
    add_body("wall", spatial_fixed, 7, 6);
    add_body("lift", spatial_kinematic, 7, 6);
  }
  void add_joint(const char* name, perpend::JointKind kind, bool in_plane, int rows,
                 int coordinates) {
    perpend::io::RecordedJoint joint{.name = name, .kind = kind, .in_plane = in_plane};
    if (!run_.joints.empty()) {
      const perpend::io::RecordedJoint& last = run_.joints.back();
      joint.first_row = last.first_row + last.rows;
      joint.first_coordinate = last.first_coordinate + last.coordinates;
    }
    joint.rows = rows;
    joint.coordinates = coordinates;
    run_.joints.push_back(joint);
  }
  void add_joints() {
    using enum perpend::JointKind;
    add_joint("own", custom, true, 1, 0);
    add_joint("foot", weld, true, 3, 0);
    add_joint("thread", screw, false, 5, 1);
    add_joint("rope", strut, true, 0, 1);
    add_joint("hip, left", planar, false, 3, 3);
    run_.coupler_names = {"gear", "the \"rack\""};
    run_.couples_angles = {1, 0};
    run_.joint_coordinate = matrix(5);
    run_.joint_impulse = matrix(14);
    run_.joint_broken.resize(10);
    for (std::size_t k = 0; k < 5; ++k) {
      run_.joint_broken[k] = static_cast<std::int8_t>(column_);
      run_.joint_broken[5 + k] = static_cast<std::int8_t>(-column_++);
    }
  }
  template <typename T>
  std::vector<T> next() {
    const int at = column_++;
    return {static_cast<T>(at), static_cast<T>(-at)};
  }
  perpend::io::Recording::Rows matrix(int columns) {
    perpend::io::Recording::Rows rows(2, columns);
    for (int k = 0; k < columns; ++k, ++column_) rows.col(k) << column_, -column_;
    return rows;
  }

  perpend::io::Recording run_;
  int column_ = 0;
};
