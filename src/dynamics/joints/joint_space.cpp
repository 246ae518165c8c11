// SPDX-License-Identifier: Apache-2.0
// Trees of joints: their order from the ground outwards, and diagnostics of what is not a tree.
#include "dynamics/joints/joint_space.hpp"

#include <algorithm>

#include "dynamics/joints/joint_tree.hpp"

namespace perpend {
namespace {

bool gives_pose(JointKind kind) {
  switch (kind) {
    case JointKind::distance:
    case JointKind::point_on_line:
    case JointKind::point_on_plane:
    case JointKind::rolling:
    case JointKind::strut:
    case JointKind::custom:
      return false;
    default:
      return true;
  }
}

bool is_ground(const Model& model, BodyId body) {
  return body == kWorld || !model.bodies[body.index].is_dynamic();
}

class TreeWalk {
 public:
  explicit TreeWalk(const Model& model)
      : model_(model),
        joints_of_(model.bodies.size()),
        reached_(model.bodies.size(), false),
        used_(model.joints.size(), false) {
    for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
      for (const BodyId id : {model.joints[j].a, model.joints[j].b})
        if (!is_ground(model, id)) joints_of_[id.index].push_back(j);
  }

  void walk() {
    for (int j = 0; j < static_cast<int>(model_.joints.size()); ++j) from_ground(j);
    outwards();
    for (int i = 0; i < static_cast<int>(model_.bodies.size()); ++i) {
      if (reached_[i] || !model_.bodies[i].is_dynamic()) continue;
      reached_[i] = true;
      expand(i);
      outwards();
    }
  }

  const std::vector<JointSpace::Edge>& edges() const { return edges_; }
  const Diagnostics& faults() const { return faults_; }

 private:
  void fault(int joint, const std::string& message, const std::string& hint) {
    faults_.push_back({.file = {},
                       .line = 0,
                       .element = "joints[" + std::to_string(joint) + "]",
                       .message = "'" + model_.joints[joint].name + "' " + message,
                       .hint = hint});
  }

  void from_ground(int j) {
    const Joint& joint = model_.joints[j];
    if (is_ground(model_, joint.a) || is_ground(model_, joint.b))
      follow(j, is_ground(model_, joint.b));
  }

  // Follows joint j from a body already reached to its other end.
  void follow(int j, bool child_is_a) {
    if (used_[j]) return;
    used_[j] = true;
    const Joint& joint = model_.joints[j];
    const int child = child_is_a ? joint.a.index : joint.b.index;
    if (reached_[child]) return fault(j, "closes a loop", "joint coordinates need trees");
    check(j, child, child_is_a ? joint.b : joint.a);
    reached_[child] = true;
    edges_.push_back({j, child, child_is_a});
  }

  void check(int j, int child, BodyId parent) {
    const Joint& joint = model_.joints[j];
    const Body& body = model_.bodies[child];
    if (!gives_pose(joint.kind))
      fault(j, "is a joint '" + std::string(to_string(joint.kind)) + "'",
            "its coordinates do not give the pose of a body");
    const bool carried =
        body.kind == BodyKind::rigid ? joint.in_plane : body.kind == BodyKind::spatial;
    const bool by_point = parent != kWorld && model_.bodies[parent.index].is_point();
    if (!carried || by_point)
      fault(j, "cannot carry '" + body.details->name + "'",
            "expected a rigid body on another of its space");
  }

  void expand(int body) {
    for (const int j : joints_of_[body]) follow(j, model_.joints[j].a.index != body);
  }

  void outwards() {
    for (; next_ < edges_.size(); ++next_) expand(edges_[next_].child);
  }

  const Model& model_;
  std::vector<std::vector<int>> joints_of_;
  std::vector<bool> reached_, used_;
  std::vector<JointSpace::Edge> edges_;
  std::size_t next_ = 0;
  Diagnostics faults_;
};

}  // namespace

JointSize joint_size(const Joint& joint) {
  if (joint.kind == JointKind::spherical && !joint.in_plane) return {4, 3};
  const int count = coordinate_count(joint.kind, joint.in_plane);
  return {count, count};
}

Result<JointSpace> joint_space(const Model& model) {
  TreeWalk tree(model);
  tree.walk();
  if (!tree.faults().empty()) return tree.faults();
  JointSpace space;
  space.edges = tree.edges();
  for (const Joint& joint : model.joints) {
    const JointSize size = joint_size(joint);
    space.first_position.push_back(space.positions);
    space.first_velocity.push_back(space.velocities);
    space.positions += size.positions;
    space.velocities += size.velocities;
  }
  return space;
}

}  // namespace perpend
