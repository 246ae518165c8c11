// SPDX-License-Identifier: Apache-2.0
//
// Errors of joints whose bodies rotate by radians in a step, corrected to what they will be at its
// end.
// In a free body, an axis near its spin axis precesses about its angular momentum L, by the vector
// t = h L / I in a step, with I the transverse inertia. A step that gives the axis the rate r
// therefore moves it by m h r, with m the mean of a vector that rotates by t: in the plane across
// the spin, as complex numbers, m = (exp(i t) - 1) / (i t). Rows r = -Phi/h leave 1 - m of an error
// Phi, which is more than all of it from 2.3 rad on. Rows that close conj(m) Phi, the mean of an
// error that rotates back by t, leave 1 - |m|², never more, with t that of the body farther from
// the support of both. Phi is relative to the second body: if that rotates by t_b, a fixed axis
// rotates back by t_b, and rows leave 1 + (i t_b - 1) m unless they are corrected for that, too.
// A gap d between two anchors changes at a rate that is (omega_a + omega_b) x d / 2 less than its
// rows say, whose arms end between the two (joint_rows.hpp): that part of it is left.
#include "sim/joints/turning_errors.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numeric>
#include <utility>

#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Share of an error that rows may leave; errors with a larger share are corrected.
constexpr double kGrown = 0.9;

// Returns the mean of a vector that rotates by the rotation vector `turn`.
Vector3d mean_turned(const Vector3d& turn, const Vector3d& x) {
  const double angle = turn.norm();
  if (angle == 0) return x;
  const Vector3d axis = turn / angle, along = axis * axis.dot(x);
  return along + std::sin(angle) / angle * (x - along) +
         (1 - std::cos(angle)) / angle * axis.cross(x);
}

// Returns the rotation of a body in a step, as a vector, rad.
Vector3d rotation(const Model& model, BodyId id, const State& pose, double dt) {
  if (id == kWorld) return {0, 0, 0};
  return dt * body_twist(model, pose, id).omega;
}

// Returns the rotation vector by which an axis near the spin axis precesses.
Vector3d precession(const Model& model, BodyId id, const State& pose, const Vector3d& turn) {
  if (id == kWorld || model.bodies[id.index].kind != BodyKind::spatial || turn.isZero(0))
    return turn;
  const Eigen::Matrix3d inertia = world_inertia(model.bodies[id.index], pose.q);
  const Vector3d axis = turn.normalized();
  return inertia * turn / (0.5 * (inertia.trace() - axis.dot(inertia * axis)));
}

// Returns the share of an error across the axis that rows leave.
double left_across(const Vector3d& round, const Vector3d& turn_b) {
  using std::complex;
  const double t = round.norm();
  if (t == 0) return turn_b.norm();
  const complex<double> m = (std::polar(1.0, t) - 1.0) / complex(0.0, t);
  return std::abs(1.0 + complex(-1.0, turn_b.dot(round) / t) * m);
}

// Returns the number of rows of the gap between two anchors, the first rows of their joint.
int gap_rows(const Joint& joint) {
  switch (joint.kind) {
    case JointKind::pin:
    case JointKind::spherical:
    case JointKind::weld:
    case JointKind::universal:
      return joint.in_plane ? 2 : 3;
    default:
      return 0;
  }
}

// Returns the bodies that joints connect with each body, and last those connected with the world.
std::vector<std::vector<int>> bodies_beside(const Model& model) {
  const std::size_t world = model.bodies.size();
  std::vector<std::vector<int>> beside(world + 1);
  for (const Joint& joint : model.joints) {
    if (joint.rows == 0) continue;
    beside[joint.b == kWorld ? world : joint.b.index].push_back(joint.a.index);
    if (joint.b != kWorld) beside[joint.a.index].push_back(joint.b.index);
  }
  return beside;
}

// Returns the number of joints between each body and the world or another body that no force moves,
// or the heaviest body if there is none.
std::vector<int> distances_from_held(const Model& model) {
  const int count = static_cast<int>(model.bodies.size()), far = count + 1;
  const std::vector<std::vector<int>> beside = bodies_beside(model);
  std::vector<int> distance(model.bodies.size(), far), reached, order(model.bodies.size());
  const auto reach = [&](int body, int at) {
    if (distance[body] <= at) return;
    distance[body] = at;
    reached.push_back(body);
  };
  std::size_t next = 0;
  const auto spread = [&] {
    for (; next < reached.size(); ++next)
      for (const int body : beside[reached[next]]) reach(body, distance[reached[next]] + 1);
  };
  for (int i = 0; i < count; ++i)
    if (!model.bodies[i].is_dynamic()) reach(i, 0);
  for (const int body : beside.back()) reach(body, 1);
  spread();
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return -model.bodies[i].mass; });
  for (const int heaviest : order) {
    if (distance[heaviest] == far) reach(heaviest, 0);
    spread();
  }
  return distance;
}

// Corrects the gap between the anchors of a joint.
void turn_gap(const RowPool& pool, const Joint& joint, int group, const Vector3d& both,
              Eigen::VectorXd& error) {
  const int first = pool.groups()[group].first_row, rows = gap_rows(joint);
  Vector3d gap(0, 0, 0);
  gap.head(rows) = error.segment(first, rows);
  error.segment(first, rows) += (0.5 * both.cross(gap)).head(rows);
}

// Corrects the angles that a joint holds.
void turn_angles(const RowPool& pool, int group, const Vector3d& round, const Vector3d& turn_b,
                 Eigen::VectorXd& error) {
  const RowGroup& at = pool.groups()[group];
  const bool a_moves = pool.a(group).cols() == 6;
  const RowPool::ConstBlock rows = a_moves ? pool.a(group) : pool.b(group);
  if (rows.cols() != 6) return;
  const auto is_angular = [&](int r) { return rows.row(r).head<3>().isZero(0); };
  Vector3d open(0, 0, 0);
  for (int r = 0; r < at.rows; ++r)
    if (is_angular(r)) open += error[at.first_row + r] * rows.row(r).tail<3>();
  const Vector3d closed = mean_turned(-round, open) + turn_b.cross(open);
  for (int r = 0; r < at.rows; ++r)
    if (is_angular(r)) error[at.first_row + r] = rows.row(r).tail<3>().dot(closed);
}

}  // namespace

TurningErrors::TurningErrors(const Model& model) : model_(&model) {
  const std::vector<int> distance = distances_from_held(model);
  const auto of = [&](BodyId id) { return id == kWorld ? -1 : distance[id.index]; };
  std::vector<char> held(model.bodies.size(), 0);
  for (const Joint& joint : model.joints) {
    outer_.push_back(of(joint.a) >= of(joint.b) ? joint.a : joint.b);
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld && !std::exchange(held[id.index], 1)) held_.push_back(id);
  }
}

bool TurningErrors::turns_far(const State& pose, double dt) const {
  constexpr double kFar = 0.5;  // rad, below which less than 0.9 of any error is left
  return std::ranges::any_of(
      held_, [&](BodyId id) { return rotation(*model_, id, pose, dt).norm() > kFar; });
}

void TurningErrors::turn(const JointRows& rows, const State& pose, double dt,
                         Eigen::VectorXd& error) const {
  if (!turns_far(pose, dt)) return;
  for (int j = 0; j < static_cast<int>(model_->joints.size()); ++j) {
    const Joint& joint = model_->joints[j];
    if (joint.rows == 0 || joint.kind == JointKind::custom) continue;
    const Vector3d a = rotation(*model_, joint.a, pose, dt);
    const Vector3d b = rotation(*model_, joint.b, pose, dt);
    const Vector3d round = precession(*model_, outer_[j], pose, outer_[j] == joint.a ? a : b);
    if (0.5 * (a + b).norm() > kGrown) turn_gap(rows.pool(), joint, j, a + b, error);
    if (!joint.in_plane && left_across(round, b) > kGrown)
      turn_angles(rows.pool(), j, round, b, error);
  }
}

}  // namespace perpend
