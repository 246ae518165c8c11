// SPDX-License-Identifier: Apache-2.0
#include "io/page/frame_columns.hpp"

#include <algorithm>

#include "io/page/space_view.hpp"
#include "perpend/dynamics/joint_reaction.hpp"

namespace perpend::io {
namespace {

void append(const Eigen::VectorXd& values, Floats& into) {
  for (const double value : values) into.push_back(static_cast<float>(value));
}

void append_in_plane(const Model& model, const State& state, BodyId body, Floats& poses,
                     Floats& velocities) {
  if (is_fixed(model.bodies[body.index].kind)) return;
  const planar::Pose pose = body_pose(model, state, body);
  append(Eigen::Vector3d(pose.p.x(), pose.p.y(), pose.angle), poses);
  append(body_velocity(model, state, body), velocities);
}

void append_in_space(const Model& model, const State& state, BodyId body, Floats& poses,
                     Floats& velocities) {
  const spatial::Pose pose = spatial_pose(model, state, body);
  append(pose.p, poses);
  append(Eigen::Vector4d(pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()), poses);
  const Twist twist = body_twist(model, state, body);
  append(twist.velocity, velocities);
  append(twist.omega, velocities);
}

// Returns the coefficient that the step used, or that of the surfaces for a contact read from a
// file without it.
double friction_of(const Model& model, const ContactRecord& contact) {
  if (contact.mu > 0 || contact.a == kWorld || contact.b == kWorld) return contact.mu;
  const SurfacePair& pair =
      model.surface(model.bodies[contact.a.index].material, model.bodies[contact.b.index].material);
  return contact.status == ContactStatus::slide ? pair.mu_k : pair.mu_s;
}

void add(const Model& model, const ContactRecord& contact, double dt, ContactColumns& to) {
  const Eigen::Vector3d force = contact.impulse / dt;
  const std::array vectors = {&contact.point, &force, &contact.normal, &contact.slip};
  for (std::size_t k = 0; k < vectors.size(); ++k)
    for (int axis = 0; axis < 3; ++axis)
      to.vectors[k][axis].push_back(static_cast<float>((*vectors[k])[axis]));
  to.gap.push_back(static_cast<float>(contact.gap));
  to.mu.push_back(static_cast<float>(friction_of(model, contact)));
  to.a.push_back(contact.a.index);
  to.b.push_back(contact.b.index);
  to.status.push_back(static_cast<std::uint8_t>(contact.status));
}

}  // namespace

void FrameColumns::add(const Model& model, const State& state, double dt) {
  const bool in_space = is_in_space(model);
  time.push_back(static_cast<float>(state.time));
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    (in_space ? append_in_space : append_in_plane)(model, state, {i}, poses, velocities);
  for (int i = 0; i < static_cast<int>(model.joints.size()); ++i) {
    const JointReaction on_a = joint_reaction(model, state, {i}, state.joint_impulses, dt);
    append(in_space ? on_a.force : Eigen::Vector3d(on_a.force.x(), on_a.force.y(), on_a.torque.z()),
           reactions);
    if (in_space) append(on_a.torque, reactions);
  }
  append(state.coordinates, coordinates);
  if (!std::ranges::any_of(model.joints, &Joint::may_break)) return;
  for (int i = 0; i < static_cast<int>(model.joints.size()); ++i)
    broken.push_back(state.is_broken({i}));
}

void FrameColumns::add_forces(std::span<const CoordinateForce> along) {
  for (const CoordinateForce& on : along)
    append(Eigen::Vector4d(on.motor, on.limit, on.friction, on.spring), forces);
}

void ContactColumns::add_frame(const Model& model, std::span<const ContactRecord> contacts,
                               double dt) {
  for (const ContactRecord& contact : contacts) add(model, contact, dt, *this);
  offset.push_back(static_cast<std::uint32_t>(status.size()));
}

}  // namespace perpend::io
