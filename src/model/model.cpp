// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/model.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

class Fnv1a {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      hash_ ^= (word >> (8 * byte)) & 0xff;
      hash_ *= 0x100000001b3ull;
    }
  }
  void add(double value) { add(std::bit_cast<std::uint64_t>(value)); }
  void add(const Eigen::VectorXd& values) {
    add(static_cast<std::uint64_t>(values.size()));
    for (const double value : values) add(value);
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325ull;
};

const Body& body_at(const Model& model, BodyId body) {
  require(body.index >= 0 && body.index < static_cast<int>(model.bodies.size()), "body",
          "a body of the model", body.index);
  return model.bodies[body.index];
}

}  // namespace

Eigen::Vector3d displacement(const Motion& motion, double t) {
  Eigen::Vector3d offset = motion.velocity * t;
  for (const Harmonic& harmonic : motion.harmonics) {
    const double elapsed = std::clamp(t, harmonic.start, harmonic.stop) - harmonic.start;
    const double angle = 2 * std::numbers::pi * harmonic.frequency * elapsed + harmonic.phase;
    offset += harmonic.amplitude * (std::sin(angle) - std::sin(harmonic.phase));
  }
  return offset;
}

int row_count(JointKind kind) {
  switch (kind) {
    case JointKind::pin:
      return 2;
    case JointKind::prismatic:
      return 2;
    case JointKind::distance:
      return 1;
    case JointKind::weld:
      return 3;
  }
  return 0;
}

BodyId find_body(const Model& model, std::string_view name) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (model.bodies[i].name == name) return {static_cast<int>(i)};
  return kWorld;
}

State initial_state(const Model& model) {
  State state;
  state.q = model.start_q;
  state.v = model.start_v;
  int rows = 0;
  for (const Joint& joint : model.joints) rows += row_count(joint.kind);
  state.joint_impulses = Eigen::VectorXd::Zero(rows);
  return state;
}

planar::Pose body_pose(const Model& model, const State& state, BodyId id) {
  const Body& body = body_at(model, id);
  const double angle = body.dof == 3 ? state.q[body.v_offset + 2] : 0.0;
  return {state.q.segment<2>(body.v_offset), angle};
}

Eigen::Vector3d body_velocity(const Model& model, const State& state, BodyId id) {
  const Body& body = body_at(model, id);
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  velocity.head(body.dof) = state.v.segment(body.v_offset, body.dof);
  return velocity;
}

planar::Pose frame_pose(const Model& model, const State& state, BodyId id) {
  const planar::Pose center = body_pose(model, state, id);
  const Eigen::Vector2d r = Eigen::Rotation2Dd(center.angle) * body_at(model, id).body_origin;
  return {center.p + r, center.angle};
}

std::uint64_t hash(const State& state) {
  Fnv1a hash;
  hash.add(state.time);
  hash.add(static_cast<std::uint64_t>(state.step));
  hash.add(state.q);
  hash.add(state.v);
  hash.add(state.joint_impulses);
  hash.add(static_cast<std::uint64_t>(state.contacts.size()));
  for (const ContactMemory& contact : state.contacts) {
    hash.add(contact.key);
    hash.add(contact.impulse.x());
    hash.add(contact.impulse.y());
  }
  return hash.value();
}

}  // namespace perpend
