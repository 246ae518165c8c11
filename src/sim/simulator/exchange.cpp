// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/exchange.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "contact/contact_key.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "model/element_name.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/contact_events.hpp"
#include "sim/inputs/state_check.hpp"
#include "sim/simulator/simulator_workspace.hpp"

namespace perpend {
namespace {

// Finds, per element of `from`, the one of the same name and layout in `to`; -1 if there is none.
template <typename Element, typename Same>
std::vector<int> same_named(const std::vector<Element>& from, const std::vector<Element>& to,
                            Same same) {
  std::map<std::string_view, int> index;
  for (std::size_t i = 0; i < to.size(); ++i)
    index.emplace(element_name(to[i]), static_cast<int>(i));
  std::vector<int> found;
  for (const Element& element : from) {
    const auto at = index.find(element_name(element));
    const bool is_there = at != index.end() && same(element, to[at->second]);
    found.push_back(is_there ? at->second : -1);
  }
  return found;
}

std::vector<int> bodies_in(const Model& from, const Model& to) {
  return same_named(from.bodies, to.bodies, [](const Body& a, const Body& b) {
    return a.kind == b.kind && a.dof == b.dof && a.q_size == b.q_size;
  });
}

std::vector<int> joints_in(const Model& from, const Model& to) {
  return same_named(from.joints, to.joints, [](const Joint& a, const Joint& b) {
    return a.kind == b.kind && a.in_plane == b.in_plane && a.rows == b.rows;
  });
}

// Finds, per shape of `from`, numbered as contact_key() does, the number of that shape in `to`.
std::vector<int> shapes_in(const Model& from, const Model& to, const std::vector<int>& bodies) {
  std::vector<int> shapes;
  int first = 0;
  const auto add = [&](auto shapes_of) {
    std::vector<int> first_in;
    for (const Body& body : to.bodies) {
      first_in.push_back(first);
      first += static_cast<int>(shapes_of(body).size());
    }
    for (std::size_t i = 0; i < from.bodies.size(); ++i) {
      const int count = static_cast<int>(shapes_of(from.bodies[i]).size());
      const int there =
          bodies[i] < 0 ? 0 : static_cast<int>(shapes_of(to.bodies[bodies[i]]).size());
      for (int s = 0; s < count; ++s) shapes.push_back(s < there ? first_in[bodies[i]] + s : -1);
    }
  };
  add([](const Body& body) -> const auto& { return body.details->shapes; });
  add([](const Body& body) -> const auto& { return body.details->spatial_shapes; });
  return shapes;
}

// Moves the centre of mass in the state by r, with the velocity there.
void move_center(const Body& body, const Eigen::Vector3d& r, State& state) {
  const int lines = body.is_planar() ? 2 : 3;
  state.q.segment(body.q_offset, lines) += r.head(lines);
  auto v = state.v.segment(body.v_offset, body.dof);
  if (body.is_planar() && body.dof == 3) v.head<2>() += v[2] * Eigen::Vector2d(-r.y(), r.x());
  if (!body.is_planar() && body.dof == 6)
    v.head<3>() += Eigen::Vector3d(v.tail<3>()).cross(r).eval();
}

// Keeps the frame of BodyDef where it is. With other shapes or another inertia the centre of mass
// and the principal axes are elsewhere in it.
void keep_frame(const Model& to, const Body& a, int index, State& carried) {
  const Body& b = to.bodies[index];
  const spatial::Pose &from = a.details->definition, &now = b.details->definition;
  const bool is_same = from.p == now.p && from.r.coeffs() == now.r.coeffs() &&
                       a.details->body_origin == b.details->body_origin;
  if (is_same || b.kind == BodyKind::custom) return;
  if (b.is_planar()) {
    const double angle = b.dof == 3 ? carried.q[b.q_offset + 2] : 0.0;
    const Eigen::Vector2d r =
        Eigen::Rotation2Dd(angle) * (a.details->body_origin - b.details->body_origin);
    return move_center(b, {r.x(), r.y(), 0}, carried);
  }
  const spatial::Pose center = spatial_pose(to, carried, {index});
  const spatial::Pose moved = compose(compose(center, from), inverse(now));
  move_center(b, moved.p - center.p, carried);
  if (b.has_quaternion())
    carried.q.segment<4>(b.q_offset + 3) << moved.r.w(), moved.r.x(), moved.r.y(), moved.r.z();
}

void carry_joints(const Model& from, const State& state, const Model& to, State& carried) {
  const std::vector<int> joints = joints_in(from, to);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j] < 0) continue;
    const Joint &a = from.joints[j], &b = to.joints[joints[j]];
    const int count = coordinate_count(a.kind, a.in_plane);
    carried.joint_impulses.segment(b.first_row, b.rows) =
        state.joint_impulses.segment(a.first_row, a.rows);
    carried.coordinates.segment(b.first_coordinate, count) =
        state.coordinates.segment(a.first_coordinate, count);
    if (!state.is_broken({static_cast<int>(j)})) continue;
    carried.broken.resize(to.joints.size(), 0);
    carried.broken[joints[j]] = 1;
  }
  const auto couplers =
      same_named(from.couplers, to.couplers, [](const Coupler&, const Coupler&) { return true; });
  for (std::size_t c = 0; c < couplers.size(); ++c)
    if (couplers[c] >= 0)
      carried.joint_impulses[to.couplers[couplers[c]].row] =
          state.joint_impulses[from.couplers[c].row];
}

void carry_joint_force(const Model& from, const Eigen::VectorXd& force, const Model& to,
                       HeldInputs& carried) {
  carried.joint_force = Eigen::VectorXd::Zero(to.joint_coordinates);
  const std::vector<int> joints = joints_in(from, to);
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j] < 0) continue;
    const Joint &a = from.joints[j], &b = to.joints[joints[j]];
    const int count = coordinate_count(a.kind, a.in_plane);
    carried.joint_force.segment(b.first_coordinate, count) =
        force.segment(a.first_coordinate, count);
  }
}

bool has_target_actuator(const Model& model, JointId joint, int coordinate) {
  return std::ranges::any_of(model.actuators, [&](const Actuator& actuator) {
    return actuator.kind == ActuatorKind::target && actuator.joint == joint &&
           actuator.coordinate == coordinate;
  });
}

void carry_controls(const Model& from, const Eigen::VectorXd& control, const Model& to,
                    HeldInputs& carried) {
  const auto actuators = same_named(from.actuators, to.actuators,
                                    [](const Actuator&, const Actuator&) { return true; });
  carried.control = start_controls(to);
  for (std::size_t i = 0; i < actuators.size(); ++i)
    if (actuators[i] >= 0) carried.control[actuators[i]] = control[static_cast<Eigen::Index>(i)];
}

// Sets kinematic bodies, new ones too, to their prescribed motions, which are functions of time.
void move_prescribed(const Model& model, State& state) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    if (model.bodies[i].is_kinematic()) drift(model, Chunk{i, i + 1}, 0.0, state);
}

}  // namespace

State carried_over(const Model& from, const State& state, const Model& to) {
  check_sizes(from, state);
  State carried = initial_state(to);
  carried.time = state.time;
  carried.step = state.step;
  carried.joint_work = state.joint_work;
  move_prescribed(to, carried);
  const std::vector<int> bodies = bodies_in(from, to);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] < 0) continue;
    const Body &a = from.bodies[i], &b = to.bodies[bodies[i]];
    carried.q.segment(b.q_offset, b.q_size) = state.q.segment(a.q_offset, a.q_size);
    carried.v.segment(b.v_offset, b.dof) = state.v.segment(a.v_offset, a.dof);
    keep_frame(to, a, bodies[i], carried);
  }
  carry_joints(from, state, to, carried);
  carried.contacts = renamed_contacts(state.contacts, from, shapes_in(from, to, bodies));
  return carried;
}

HeldInputs carried_over(const Model& from, const HeldInputs& held, const Model& to) {
  DriveInputs(from).set_held(held);
  HeldInputs carried;
  const std::vector<int> bodies = bodies_in(from, to), joints = joints_in(from, to);
  if (held.force.size() > 0) {
    carried.force = Eigen::VectorXd::Zero(to.dof());
    for (std::size_t i = 0; i < bodies.size(); ++i)
      if (bodies[i] >= 0)
        carried.force.segment(to.bodies[bodies[i]].v_offset, from.bodies[i].dof) =
            held.force.segment(from.bodies[i].v_offset, from.bodies[i].dof);
  }
  if (held.joint_force.size() > 0) carry_joint_force(from, held.joint_force, to, carried);
  if (held.control.size() > 0) carry_controls(from, held.control, to, carried);
  for (const BodyForce& force : held.forces)
    if (const int body = bodies[force.body.index]; body >= 0)
      carried.forces.push_back({{body}, force.at});
  for (const JointForce& force : held.joint_forces)
    if (const int joint = joints[force.joint.index]; joint >= 0)
      carried.joint_forces.push_back({{joint}, force.coordinate, force.force});
  for (MotorInput motor : held.motors) {
    const bool was_free = !has_target_actuator(from, motor.joint, motor.coordinate);
    motor.joint = {joints[motor.joint.index]};
    if (motor.joint.index < 0 || !has_motor(to, motor.joint, motor.coordinate)) continue;
    // Actuators that are new take the motor over.
    if (was_free && has_target_actuator(to, motor.joint, motor.coordinate)) motor.target.reset();
    if (motor.target || motor.max_force) carried.motors.push_back(motor);
  }
  return carried;
}

void Simulator::exchange(const Model& model, State& state) {
  Workspace& w = workspace();
  check_sizes(w.step.model, state);
  validate_for(model, w.step.options);
  State carried = carried_over(w.step.model, state, model);
  DriveInputs inputs(model);
  inputs.set_held(carried_over(w.step.model, w.step.drive.held(), model));
  inputs.set_callback(w.step.drive.callback());
  workspace_ = std::make_unique<Workspace>(model, w.step.options, std::move(inputs));
  state = std::move(carried);
}

// Renumbers the touching pairs; body a of a contact is always the one with the lower number.
std::span<const ContactEvent> ContactEvents::exchange(const Model& from, const Model& to,
                                                      double time) {
  const std::vector<int> bodies = bodies_in(from, to);
  events_.clear();
  next_.clear();
  for (TouchingPair touch : touches_) {
    require(touch.b.index < static_cast<int>(bodies.size()), "from",
            "the model of the contacts that are open", touch.b.index);
    const BodyId a{bodies[touch.a.index]}, b{bodies[touch.b.index]};
    if (a == kWorld || b == kWorld) {
      events_.push_back({ContactEventKind::end, time, touch});
      continue;
    }
    if (b.index < a.index) touch.impulse = -touch.impulse;
    touch.a = {std::min(a.index, b.index)};
    touch.b = {std::max(a.index, b.index)};
    next_.push_back(touch);
  }
  std::ranges::sort(
      next_, {}, [](const TouchingPair& touch) { return std::pair(touch.a.index, touch.b.index); });
  std::swap(touches_, next_);
  return events_;
}

}  // namespace perpend
