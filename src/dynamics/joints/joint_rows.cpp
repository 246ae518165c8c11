// SPDX-License-Identifier: Apache-2.0
// Equality rows of joints and couplers, from the relative motions of joint_motion.hpp.
#include "dynamics/joints/joint_rows.hpp"

#include <cmath>

#include "core/worst.hpp"
#include "dynamics/joints/joint_row_values.hpp"
#include "model/joint_traits.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// A ball joint on spatial rigid bodies or the world, by far the most frequent kind, evaluated
// without the data of other kinds.
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

void raise(const SquaredError& error, int index, JointError& worst) {
  const double gap = std::sqrt(error.gap), angle = std::sqrt(error.angle);
  if (is_worse(gap, worst.gap)) worst.gap = gap, worst.gap_joint = index;
  if (is_worse(angle, worst.angle)) worst.angle = angle, worst.angle_joint = index;
}

}  // namespace

JointError joint_error(const Model& model, Chunk joints, const State& state) {
  JointError worst;
  for (int j = joints.first; j < joints.last; ++j)
    if (!state.is_broken({j})) raise(squared_error(model, state, model.joints[j]), j, worst);
  return worst;
}

JointError coupler_error(const Model& model, const State& state) {
  JointError worst;
  int index = static_cast<int>(model.joints.size());
  for (const Coupler& coupler : model.couplers) {
    SquaredError error;
    if (!is_dropped(model, state, index))
      error.add(error_of(model, state, coupler), measures_angle(model.joints, coupler));
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
  if (is_worse(b.gap, worst.gap)) worst.gap = b.gap, worst.gap_joint = b.gap_joint;
  if (is_worse(b.angle, worst.angle)) worst.angle = b.angle, worst.angle_joint = b.angle_joint;
  return worst;
}

}  // namespace perpend
