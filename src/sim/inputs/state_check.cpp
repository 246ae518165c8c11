// SPDX-License-Identifier: Apache-2.0
#include "sim/inputs/state_check.hpp"

#include <algorithm>
#include <cmath>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

void check_size(const char* name, const VectorXd& found, int expected, const char* of) {
  if (found.size() != expected)
    throw InvalidArgument(name, "of the model's " + std::to_string(expected) + of,
                          std::to_string(found.size()));
}

std::string of_body(const Body& body, const char* what) {
  return std::string(what) + " of body `" + body.details->name + "` is not finite";
}

std::string not_a_joint_state(const Model& model, const State& state) {
  for (const Joint& joint : model.joints) {
    const bool impulse = state.joint_impulses.segment(joint.first_row, joint.rows).allFinite();
    const int count = coordinate_count(joint.kind, joint.in_plane);
    const bool coordinate = state.coordinates.segment(joint.first_coordinate, count).allFinite();
    if (!impulse || !coordinate)
      return std::string(impulse ? "a coordinate" : "the last impulse") + " of joint `" +
             joint.name + "` is not finite";
  }
  if (!state.joint_impulses.allFinite()) return "the last impulse of a coupler is not finite";
  return {};
}

bool has_quaternion(const Body& body) {
  return body.kind == BodyKind::spatial || body.kind == BodyKind::spatial_fixed ||
         body.kind == BodyKind::spatial_kinematic;
}

bool is_finite(const ContactMemory& contact) {
  return contact.impulse.allFinite();
}

}  // namespace

void check_sizes(const Model& model, const State& state) {
  check_size("state.v", state.v, model.dof(), " velocities");
  check_size("state.q", state.q, model.q_size(), " position entries");
  check_size("state.joint_impulses", state.joint_impulses, model.joint_rows, " joint rows");
  check_size("state.coordinates", state.coordinates, model.joint_coordinates, " coordinates");
  if (!state.broken.empty() && state.broken.size() != model.joints.size())
    throw InvalidArgument(
        "state.broken",
        "of the model's " + std::to_string(model.joints.size()) + " joints, or empty",
        std::to_string(state.broken.size()));
}

std::string not_a_pose(const Model& model, const VectorXd& q) {
  for (const Body& body : model.bodies) {
    const auto own = q.segment(body.q_offset, body.q_size);
    if (!own.allFinite()) return of_body(body, "the position");
    if (has_quaternion(body) && !(own.segment<4>(3).stableNorm() > 0))
      return "the rotation of body `" + body.details->name + "` is the zero quaternion";
  }
  return {};
}

void normalise_rotations(const Model& model, VectorXd& q) {
  constexpr double kOff = 1e-9;
  for (const Body& body : model.bodies) {
    if (!has_quaternion(body)) continue;
    auto rotation = q.segment<4>(body.q_offset + 3);
    if (const double norm = rotation.stableNorm(); std::abs(norm - 1) > kOff) rotation /= norm;
  }
}

std::string not_an_energy(const Model& model, const VectorXd& v) {
  const Body* fastest = nullptr;
  double most = -1.0;
  for (const Body& body : model.bodies) {
    if (!body.is_dynamic()) continue;
    const double speed = v.segment(body.v_offset, body.dof).lpNorm<Eigen::Infinity>();
    if (speed > most) most = speed, fastest = &body;
  }
  return fastest ? of_body(*fastest, "the energy") : "the energy is not finite";
}

std::string not_a_velocity(const Model& model, const VectorXd& v) {
  // A body whose velocity is not finite spreads that to those it touches, fixed ones too: dynamic
  // bodies are named first.
  for (const bool moves : {true, false})
    for (const Body& body : model.bodies)
      if (body.is_dynamic() == moves && !v.segment(body.v_offset, body.dof).allFinite())
        return of_body(body, "the velocity");
  return {};
}

std::string not_a_state(const Model& model, const State& state) {
  if (!std::isfinite(state.time)) return "the time is not finite";
  std::string fault = not_a_pose(model, state.q);
  if (fault.empty() && !state.v.allFinite()) fault = not_a_velocity(model, state.v);
  if (fault.empty()) fault = not_a_joint_state(model, state);
  if (!fault.empty()) return fault;
  if (!std::all_of(state.contacts.begin(), state.contacts.end(), is_finite))
    return "the last impulse of a contact is not finite";
  if (!std::isfinite(state.joint_work.gained) || !std::isfinite(state.joint_work.scale))
    return "the work of the joints is not finite";
  return {};
}

}  // namespace perpend
