// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_loops.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/disjoint_sets.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Sine of the angle up to which axes count as parallel.
constexpr double kParallel = 1e-9;
// Sine of the angle up to which axes are assumed to be parallel by intention.
constexpr double kNearlyParallel = 1e-3;

// Set of bodies connected by joints. A tree has one joint fewer than bodies, or as many if it is
// held.
struct Assembly {
  int bodies = 0, joints = 0, velocities = 0, rows = 0;
  bool held = false;   // joined to the world or a body that is not dynamic
  bool fixed = false;  // one of those does not move
  bool has_planar = false, has_spatial = false;
  bool in_plane = true;                        // all its joints are pins with parallel axes
  bool principal = true;                       // these are principal axes of its bodies
  double lightest = HUGE_VAL, heaviest = 0.0;  // kg
  std::optional<Vector3d> axis;
  SkewPins skew;  // relative to the first of its pins

  void add(const Body& body) {
    ++bodies;
    (body.is_planar() ? has_planar : has_spatial) = true;
    velocities += body.dof;
    lightest = std::min(lightest, body.mass);
    heaviest = std::max(heaviest, body.mass);
  }
  bool is_loop() const { return joints > 0 && joints >= bodies + (held ? 1 : 0); }
  // Planar bodies make rows of joints that lead out of their plane and back redundant. Rows of pins
  // along principal axes remain redundant at any pose if the plane stands still. Along other axes
  // round-off makes them independent, as does the rotation of a moving plane by half a step.
  bool repeats_rows_in_space() const {
    if (has_planar) return has_spatial && joints > 0;
    return is_loop() && !(in_plane && principal && fixed);
  }
  // Returns the degrees of freedom by counting, without the rigid motion of an assembly that is
  // free.
  int freedom() const {
    if (in_plane && velocities == 6 * bodies) return 3 * bodies - 2 * joints - (held ? 0 : 3);
    return velocities - rows - (held ? 0 : in_plane ? 3 : 6);
  }
};

std::optional<Vector3d> pin_axis(const Model& model, const State& start, const Joint& joint) {
  if (joint.in_plane) return Vector3d::UnitZ();
  if (joint.kind != JointKind::pin) return std::nullopt;
  return spatial_pose(model, start, joint.a).r * (joint.frame_a.r * Vector3d::UnitX());
}

bool is_coordinate_axis(const Vector3d& axis) {
  Eigen::Index largest = 0;
  axis.cwiseAbs().maxCoeff(&largest);
  return axis.cross(Vector3d::Unit(largest)).norm() < kParallel;
}

class Assemblies {
 public:
  explicit Assemblies(const Model& model)
      : model_(model),
        sets_(static_cast<std::ptrdiff_t>(model.bodies.size())),
        all_(model.bodies.size()) {
    for (const Joint& joint : model.joints)
      if (joint.rows > 0 && moves(joint.a) && moves(joint.b))
        sets_.join(joint.a.index, joint.b.index);
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      if (model.bodies[i].is_dynamic()) all_[sets_.find(i)].add(model.bodies[i]);
  }

  void add(const State& start, const Joint& joint) {
    if (joint.rows == 0 || !(moves(joint.a) || moves(joint.b))) return;
    Assembly& its = all_[sets_.find(moves(joint.a) ? joint.a.index : joint.b.index)];
    ++its.joints;
    its.rows += joint.rows;
    its.held = its.held || !moves(joint.a) || !moves(joint.b);
    its.fixed = its.fixed || stays(joint.a) || stays(joint.b);
    const std::optional<Vector3d> axis = pin_axis(model_, start, joint);
    if (axis) compare(*axis, static_cast<int>(&joint - model_.joints.data()), its);
    its.in_plane = its.in_plane && axis && axis->cross(*its.axis).norm() < kParallel;
    const auto is_principal = [&](BodyId body, const spatial::Pose& frame) {
      return !moves(body) || is_coordinate_axis(frame.r * Vector3d::UnitX());
    };
    its.principal = its.principal && is_principal(joint.a, joint.frame_a) &&
                    is_principal(joint.b, joint.frame_b);
  }

  const std::vector<Assembly>& all() const { return all_; }

 private:
  static void compare(const Vector3d& axis, int joint, Assembly& its) {
    if (!its.axis) {
      its.axis = axis;
      its.skew.first = joint;
    }
    const double angle = axis.cross(*its.axis).norm();
    if (!(angle > kParallel && angle < kNearlyParallel && angle > its.skew.angle)) return;
    its.skew.second = joint;
    its.skew.angle = angle;
  }
  bool moves(BodyId id) const { return id != kWorld && model_.bodies[id.index].is_dynamic(); }
  bool stays(BodyId id) const {
    return id == kWorld || !(moves(id) || model_.bodies[id.index].is_kinematic());
  }

  const Model& model_;
  DisjointSets sets_;
  std::vector<Assembly> all_;  // stored at the root of each set
};

std::vector<Assembly> assemblies_of(const Model& model) {
  Assemblies assemblies(model);
  const State start = initial_state(model);
  for (const Joint& joint : model.joints) assemblies.add(start, joint);
  return assemblies.all();
}

}  // namespace

bool has_loops_in_space(const Model& model) {
  return std::ranges::any_of(assemblies_of(model),
                             [](const Assembly& one) { return one.repeats_rows_in_space(); });
}

std::optional<int> freedom_of_loops(const Model& model) {
  std::optional<int> least;
  for (const Assembly& one : assemblies_of(model))
    if (one.is_loop()) least = std::min(one.freedom(), least.value_or(one.freedom()));
  return least;
}

std::vector<SkewPins> skew_pins(const Model& model) {
  std::vector<SkewPins> found;
  for (const Assembly& one : assemblies_of(model))
    if (one.is_loop() && one.skew.angle > 0) found.push_back(one.skew);
  return found;
}

bool has_light_links(const Model& model) {
  constexpr int kFew = 4;
  constexpr double kLight = 0.1;
  return std::ranges::any_of(assemblies_of(model), [](const Assembly& one) {
    return one.joints > 0 && !one.is_loop() && one.freedom() <= kFew &&
           one.lightest <= kLight * one.heaviest;
  });
}

}  // namespace perpend
