// SPDX-License-Identifier: Apache-2.0
//
// Blocks of AddedMass over two bodies. With t = sum lambda_i n_i over the rows of a joint
//   across   n·(x_a - x_b), n in b   prismatic_stiffness with the bodies exchanged
//   hinge    n·a_x, n in b           hinge_stiffness, in closed form
// The other angular rows, locks, have no effect along the motions they permit: their K acts on the
// relative rotation alone. Clipping 12 x 12 matrices takes microseconds, so negligible blocks are
// never formed, and those near the bound are reduced by kNegligible of what they change.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "dynamics/mass_system/added_mass_ends.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

// Impulses of a joint as vectors that rotate with b: forces across its line or plane, and those
// that tilt the axis of a.
struct RotatingImpulse {
  Vector3d across{0, 0, 0}, tilting{0, 0, 0};
};

Vector3d row_sum(const State& state, const Joint& joint, int first, int count, const Matrix3d& axes,
                 int axis) {
  Vector3d sum(0, 0, 0);
  for (int k = 0; k < count; ++k)
    sum += state.joint_impulses[joint.first_row + first + k] * axes.col(axis + k);
  return sum;
}

// Rows are as in joint_rows.hpp; `axes` holds x, y, z of the joint frame on b.
RotatingImpulse rotating_impulse(const State& state, const Joint& joint, const Matrix3d& axes) {
  const auto rows = [&](int first, int count, int axis) {
    return row_sum(state, joint, first, count, axes, axis);
  };
  const int sides = joint.in_plane ? 1 : 2;
  switch (joint.kind) {
    case JointKind::pin:
      return {.tilting = rows(3, 2, 1)};
    case JointKind::universal:
      return {.tilting = rows(3, 1, 1)};
    case JointKind::prismatic:
    case JointKind::point_on_line:
      return {.across = rows(0, sides, 1)};
    case JointKind::cylindrical:
      return {.across = rows(0, 2, 1), .tilting = rows(2, 2, 1)};
    case JointKind::screw:
      return {.across = rows(0, 2, 1) + rows(4, 1, 0), .tilting = rows(2, 2, 1)};
    case JointKind::planar:
      return {.across = rows(0, 1, 0), .tilting = rows(1, 2, 1)};
    case JointKind::point_on_plane:
      return {.across = rows(0, 1, 0)};
    default:
      return {};
  }
}

Matrix3d axes_on(const Model& model, const State& state, BodyId id, const spatial::Pose& frame) {
  return (spatial_pose(model, state, id).r * frame.r).toRotationMatrix();
}

// Returns the share of an added mass to keep, where `size` is its ratio to the mass or inertia it
// acts on: near 1 for large ones, 0 for negligible ones.
double kept_share(double size) {
  return size > 0 ? std::max(0.0, 1.0 - kNegligible / size) : 0.0;
}

bool moves(const Model& model, BodyId id) {
  return id != kWorld && model.bodies[id.index].is_dynamic();
}

// Reorders K of (b, a) to (a, b).
template <int N>
Eigen::Matrix<double, 2 * N, 2 * N> exchanged(const Eigen::Matrix<double, 2 * N, 2 * N>& K) {
  Eigen::Matrix<double, 2 * N, 2 * N> out;
  out << K.template block<N, N>(N, N), K.template block<N, N>(N, 0), K.template block<N, N>(0, N),
      K.template block<N, N>(0, 0);
  return out;
}

}  // namespace

bool couples_bodies(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::spherical:
    case JointKind::weld:
    case JointKind::rolling:
    case JointKind::custom:
      return false;
    case JointKind::strut:
      return !joint.coordinates.empty();
    case JointKind::pin:
      return !joint.in_plane;
    default:
      return true;
  }
}

// The arm on a body that does not move is zero: it has no rotation to take a part of K.
AddedMass::Line AddedMass::line(const Joint& joint, const State& state) const {
  const Vector3d r_a = arm(*model_, state, joint.a, joint.frame_a);
  const Vector3d r_b = arm(*model_, state, joint.b, joint.frame_b);
  const Vector3d d = center(*model_, state, joint.a) + r_a - center(*model_, state, joint.b) - r_b;
  const auto turned = [&](BodyId id, const Vector3d& r) {
    return moves(*model_, id) ? r : Vector3d(0, 0, 0);
  };
  return {d, turned(joint.a, r_a), turned(joint.b, r_b)};
}

// Returns K⁺ of an impulse along the line.
Matrix12d AddedMass::line_stiffness(const Joint& joint, const Line& line, double impulse) {
  Matrix12d block = Matrix12d::Zero();
  if (joint.in_plane) {
    Matrix6d K = planar::distance_stiffness(line.d.head<2>(), line.r_a.head<2>(),
                                            line.r_b.head<2>(), impulse);
    planar::project_psd(K);
    block.topLeftCorner<6, 6>() = K;
  } else {
    block = distance_stiffness(line.d, line.r_a, line.r_b, impulse);
    project_psd(block);
  }
  return block;
}

void AddedMass::add_rod(int index, const State& state, double factor) {
  const Joint& joint = model_->joints[index];
  const Line between = line(joint, state);
  const double impulse = state.joint_impulses[joint.first_row];
  if (impulse == 0 || between.d.isZero(0)) return;
  pairs_.push_back({index, factor * line_stiffness(joint, between, impulse)});
}

// The force of a spring follows from its pose, not from the last step. Where the step does not
// resolve its oscillation the force is an unknown of the joint solve, and this returns 0.
double AddedMass::strut_impulse(int index, const Line& line, double dt) const {
  if (!struts_.empty()) return struts_[index];
  const Joint& joint = model_->joints[index];
  const double length = line.d.norm();
  double stiffness = 0, pull = 0;
  for (const CoordinateDef& def : joint.coordinates) {
    if (def.stiffness == 0) continue;
    stiffness += def.stiffness;
    pull += def.stiffness * (length - *def.rest);
  }
  const double response = 1 / mass(joint.a) + 1 / mass(joint.b) +
                          line.r_a.squaredNorm() / least_inertia(joint.a) +
                          line.r_b.squaredNorm() / least_inertia(joint.b);
  return dt * dt * stiffness * response > 1 ? 0.0 : -dt * pull;
}

// `size` is c h times the impulse.
double AddedMass::strut_share(const Joint& joint, const Line& line, double size) const {
  const double length = line.d.norm();
  const auto turned = [&](const Vector3d& r) { return size * r.norm() * (1 + r.norm() / length); };
  return kept_share(std::max({size / length / std::min(mass(joint.a), mass(joint.b)),
                              turned(line.r_a) / least_inertia(joint.a),
                              turned(line.r_b) / least_inertia(joint.b)}));
}

void AddedMass::add_strut(int index, const State& state, double factor) {
  const Joint& joint = model_->joints[index];
  if (state.is_broken({index})) return;
  const Line between = line(joint, state);
  const double impulse = strut_impulse(index, between, factor / kMassFactor);
  if (impulse == 0 || between.d.isZero(0)) return;
  const double weight = strut_share(joint, between, factor * std::abs(impulse));
  if (weight > 0) add_pair(index, weight * factor * line_stiffness(joint, between, impulse));
}

bool AddedMass::falls_short(const State& state, double dt,
                            const std::vector<double>& impulses) const {
  return std::ranges::any_of(couplings_, [&](int index) {
    const Joint& joint = model_->joints[index];
    if (joint.kind != JointKind::strut || !(impulses[index] < 0)) return false;
    const Line between = line(joint, state);
    if (between.d.isZero(0)) return false;
    const double now = std::min(0.0, strut_impulse(index, between, dt));
    return 0.5 * impulses[index] < now &&
           strut_share(joint, between, -kMassFactor * dt * impulses[index]) > 0;
  });
}

double AddedMass::mass(BodyId id) const {
  return moves(*model_, id) ? model_->bodies[id.index].mass
                            : std::numeric_limits<double>::infinity();
}

double AddedMass::share(double on_a, double on_b, double on_both, const Joint& joint) const {
  const double inertia_a = least_inertia(joint.a), inertia_b = least_inertia(joint.b);
  const double coupled = std::sqrt(std::min(mass(joint.a), mass(joint.b)) * inertia_b);
  return kept_share(std::max({on_a / inertia_a, on_b / inertia_b, on_both / coupled}));
}

void AddedMass::add_pair(int joint, const Matrix12d& block) {
  const Joint& at = model_->joints[joint];
  const bool both = moves(*model_, at.a) && moves(*model_, at.b);
  couples_ = couples_ || both;
  const int half = at.in_plane ? 3 : 6;
  const auto add_rotation = [&](BodyId id, int first) {
    if (!takes_mass(*model_, id)) return;
    borne_[id.index] +=
        at.in_plane ? block(first + 2, first + 2) : block.diagonal().segment<3>(first + 3).sum();
  };
  add_rotation(at.a, 0);
  add_rotation(at.b, half);
  pairs_.push_back({joint, block});
}

void AddedMass::add_across(const Joint& joint, int index, const Vector3d& impulse,
                           const State& state, double factor) {
  const double size = factor * impulse.norm();
  if (size == 0) return;
  const Vector3d r_a = arm(*model_, state, joint.a, joint.frame_a);
  if (!moves(*model_, joint.b)) {  // the force keeps its direction and acts on a point of a
    if (!takes_mass(*model_, joint.a)) return;
    if (joint.in_plane)
      rotation_[joint.a.index](0, 0) +=
          factor * std::max(0.0, planar::pin_stiffness(r_a.head<2>(), impulse.head<2>()));
    else
      rotation_[joint.a.index] += factor * ball_stiffness_psd(r_a, impulse);
    return;
  }
  const Vector3d d = center(*model_, state, joint.a) + r_a - center(*model_, state, joint.b);
  const double weight = share(size * r_a.norm(), size * d.norm(), size, joint);
  if (weight == 0) return;
  Matrix12d block = Matrix12d::Zero();
  if (joint.in_plane) {
    Matrix6d K =
        exchanged<3>(planar::prismatic_stiffness(impulse.head<2>(), d.head<2>(), r_a.head<2>()));
    planar::project_psd(K);
    block.topLeftCorner<6, 6>() = weight * factor * K;
  } else {
    block = exchanged<6>(prismatic_stiffness(impulse, d, r_a));
    project_psd(block);
    block *= weight * factor;
  }
  add_pair(index, block);
}

void AddedMass::add_hinge(const Joint& joint, int index, const Vector3d& impulse,
                          const State& state, double factor) {
  // If one body does not move, the impulse only acts along the tilt that the hinge prevents.
  if (!takes_mass(*model_, joint.a) || !takes_mass(*model_, joint.b)) return;
  const double size = factor * impulse.norm();
  const double weight = share(size, size, 0.0, joint);
  if (weight == 0) return;
  const Vector3d axis = axes_on(*model_, state, joint.a, joint.frame_a).col(0);
  add_pair(index, weight * factor * hinge_stiffness_psd(axis, impulse));
}

void AddedMass::add_rotating(int index, const State& state, double factor) {
  const Joint& joint = model_->joints[index];
  const RotatingImpulse impulse =
      rotating_impulse(state, joint, axes_on(*model_, state, joint.b, joint.frame_b));
  add_across(joint, index, impulse.across, state, factor);
  add_hinge(joint, index, impulse.tilting, state, factor);
}

}  // namespace perpend
