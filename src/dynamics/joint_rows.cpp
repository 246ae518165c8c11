// SPDX-License-Identifier: Apache-2.0
// Equality rows of joints and couplers, from the relative motions of joint_motion.hpp.
#include "perpend/dynamics/joint_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "joint_motion.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;
using BuiltInRows = std::array<RelativeRow, JointType::kMaxRows>;
using CustomRows = std::array<JointRow, JointType::kMaxRows>;

void append_custom(const JointPlace& at, const CustomRows& rows, RowPool& pool, int group,
                   std::vector<double>& phi) {
  RowPool::Block a = pool.a(group), b = pool.b(group);
  for (int r = 0; r < at.joint.rows; ++r) {
    const JointRow& row = rows[r];
    add_material_wrench(row_of(a, r), at.a, {row.point_a, row.force_a, row.torque_a});
    add_material_wrench(row_of(b, r), at.b, {row.point_b, row.force_b, row.torque_b});
    phi.push_back(row.phi);
  }
}

void append_built_in(const Model& model, const State& state, const JointPlace& at, RowPool& pool,
                     std::vector<double>& phi) {
  BuiltInRows rows;
  const int count = relative_rows(at, coordinates_of(state, at.joint), rows);
  const int group = pool.add(model, at.joint.a.index, at.joint.b.index, count);
  RowPool::Block a = pool.a(group), b = pool.b(group);
  for (int r = 0; r < count; ++r) {
    add_wrench(row_of(a, r), at.a, rows[r].wrench, 1.0);
    add_wrench(row_of(b, r), at.b, rows[r].wrench, -1.0);
    phi.push_back(rows[r].phi);
  }
}

// A ball joint on rigid bodies in space or the world, by far the most frequent, without what other
// kinds need: J = [1, -hat(r)] and its negative, r from each body to the point between the anchors.
struct Ball {
  Vector3d origin_a, origin_b{0, 0, 0}, anchor_a, anchor_b;

  Ball(const Model& model, const State& state, const Joint& joint) {
    end(model, state, joint.a, joint.frame_a.p, origin_a, anchor_a);
    end(model, state, joint.b, joint.frame_b.p, origin_b, anchor_b);
  }

  static bool is(const Model& model, const Joint& joint) {
    const auto fits = [&](BodyId id) {
      return id == kWorld || model.bodies[id.index].has_quaternion();
    };
    return joint.kind == JointKind::spherical && fits(joint.a) && fits(joint.b);
  }

 private:
  static void end(const Model& model, const State& state, BodyId id, const Vector3d& local,
                  Vector3d& origin, Vector3d& anchor) {
    if (id == kWorld) {
      anchor = local;
      return;
    }
    const double* q = state.q.data() + model.bodies[id.index].q_offset;
    const Vector3d u(q[4], q[5], q[6]), t = 2 * u.cross(local);
    origin = {q[0], q[1], q[2]};
    anchor = origin + local + q[3] * t + u.cross(t);
  }
};

void write_ball(double sign, const Vector3d& r, double* J) {
  const Vector3d s = sign * r;
  const double rows[] = {sign,   0, 0,     0, s.z(), -s.y(), 0,     sign,   0,
                         -s.z(), 0, s.x(), 0, 0,     sign,   s.y(), -s.x(), 0};
  std::copy_n(rows, 18, J);
}

void append_ball(const Model& model, const State& state, const Joint& joint, RowPool& pool,
                 std::vector<double>& phi) {
  const Ball ball(model, state, joint);
  const int group = pool.add(model, joint.a.index, joint.b.index, 3);
  const Vector3d between = 0.5 * (ball.anchor_a + ball.anchor_b), d = ball.anchor_a - ball.anchor_b;
  if (joint.a != kWorld) write_ball(1.0, between - ball.origin_a, pool.a(group).data());
  if (joint.b != kWorld) write_ball(-1.0, between - ball.origin_b, pool.b(group).data());
  phi.insert(phi.end(), d.data(), d.data() + 3);
}

void append_joint(const Model& model, const State& state, const Joint& joint, RowPool& pool,
                  std::vector<double>& phi) {
  if (Ball::is(model, joint)) return append_ball(model, state, joint, pool, phi);
  const JointPlace at = place(model, state, joint);
  if (joint.kind != JointKind::custom) return append_built_in(model, state, at, pool, phi);
  CustomRows rows;
  custom_rows(model, state, at, rows);
  append_custom(at, rows, pool, pool.add(model, joint.a.index, joint.b.index, joint.rows), phi);
}

// Adds `factor` times the rate of a coordinate to the row of a coupler.
void add_rate(const Coupler& coupler, const JointEnd& end, const Wrench& rate, double factor,
              BodyId id, RowPool& pool, int group) {
  if (id == kWorld) return;
  const auto found = std::lower_bound(coupler.bodies.begin(), coupler.bodies.end(), id.index);
  RowPool::Block block = pool.block(group, static_cast<int>(found - coupler.bodies.begin()));
  add_wrench(row_of(block, 0), end, rate, factor);
}

struct PlacedTerm {
  JointPlace at;
  CoordinateMotion motion;
  double change;  // from the start pose, m or rad
};

PlacedTerm place_term(const Model& model, const State& state, const CouplerTerm& term) {
  const Joint& joint = model.joints[term.joint.index];
  const JointPlace at = place(model, state, joint);
  const CoordinateMotion motion =
      coordinate_motion(at, term.coordinate, coordinates_of(state, joint)[term.coordinate]);
  return {at, motion, motion.value - start_value(joint, term.coordinate)};
}

void append_coupler(const Model& model, const State& state, const Coupler& coupler, RowPool& pool,
                    std::vector<double>& phi) {
  const int group = pool.add(model, coupler.bodies, 1);
  phi.push_back(0.0);
  for (const CouplerTerm& term : coupler.terms) {
    const PlacedTerm placed = place_term(model, state, term);
    const JointPlace& at = placed.at;
    add_rate(coupler, at.a, placed.motion.rate, term.factor, at.joint.a, pool, group);
    add_rate(coupler, at.b, placed.motion.rate, -term.factor, at.joint.b, pool, group);
    phi.back() += term.factor * placed.change;
  }
}

double error_of(const Model& model, const State& state, const Coupler& coupler) {
  double sum = 0;
  for (const CouplerTerm& term : coupler.terms)
    sum += term.factor * place_term(model, state, term).change;
  return sum;
}

// Sums of squares over the rows of one joint.
struct SquaredError {
  double gap = 0.0, angle = 0.0;
  void add(double phi, bool is_angle) { (is_angle ? angle : gap) += phi * phi; }
};

SquaredError squared_error(const Model& model, const State& state, const Joint& joint) {
  SquaredError error;
  if (Ball::is(model, joint)) {
    const Ball ball(model, state, joint);
    error.gap = (ball.anchor_a - ball.anchor_b).squaredNorm();
    return error;
  }
  const JointPlace at = place(model, state, joint);
  if (joint.kind == JointKind::custom) {
    CustomRows rows;
    custom_rows(model, state, at, rows);
    for (int r = 0; r < joint.rows; ++r) error.add(rows[r].phi, rows[r].angle);
  } else {
    BuiltInRows rows;
    const int count = relative_rows(at, coordinates_of(state, joint), rows);
    for (int r = 0; r < count; ++r) error.add(rows[r].phi, rows[r].angle);
  }
  return error;
}

// A sum with a displacement among its terms is a length.
bool measures_angle(const Model& model, const Coupler& coupler) {
  return std::all_of(coupler.terms.begin(), coupler.terms.end(), [&](const CouplerTerm& term) {
    const Joint& joint = model.joints[term.joint.index];
    return is_angle(joint.kind, joint.in_plane, term.coordinate);
  });
}

void raise(const SquaredError& error, int index, JointError& worst) {
  const double gap = std::sqrt(error.gap), angle = std::sqrt(error.angle);
  if (!(gap <= worst.gap)) worst.gap = gap, worst.gap_joint = index;
  if (!(angle <= worst.angle)) worst.angle = angle, worst.angle_joint = index;
}

}  // namespace

void append_joint_rows(const Model& model, const State& state, RowPool& pool,
                       std::vector<double>& phi) {
  for (const Joint& joint : model.joints) append_joint(model, state, joint, pool, phi);
  for (const Coupler& coupler : model.couplers) append_coupler(model, state, coupler, pool, phi);
}

JointError joint_error(const Model& model, Strip joints, const State& state) {
  JointError worst;
  for (int j = joints.first; j < joints.last; ++j)
    raise(squared_error(model, state, model.joints[j]), j, worst);
  return worst;
}

JointError coupler_error(const Model& model, const State& state) {
  JointError worst;
  int index = static_cast<int>(model.joints.size());
  for (const Coupler& coupler : model.couplers) {
    SquaredError error;
    error.add(error_of(model, state, coupler), measures_angle(model, coupler));
    raise(error, index++, worst);
  }
  return worst;
}

JointError joint_error(const Model& model, const State& state) {
  return worse(joint_error(model, {0, static_cast<int>(model.joints.size())}, state),
               coupler_error(model, state));
}

JointError worse(const JointError& a, const JointError& b) {
  JointError worst = a;
  if (!(b.gap <= worst.gap)) worst.gap = b.gap, worst.gap_joint = b.gap_joint;
  if (!(b.angle <= worst.angle)) worst.angle = b.angle, worst.angle_joint = b.angle_joint;
  return worst;
}

}  // namespace perpend
