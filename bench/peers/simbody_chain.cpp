// SPDX-License-Identifier: Apache-2.0
//
// Simbody's articulated-body recursion with ball (quaternion) or pin mobilizers, and semi-explicit
// Euler by hand: u += dt u̇, q += dt N(q) u, quaternions normalised. Its own
// SemiExplicitEulerIntegrator does the same arithmetic at the same cost.
#include <Simbody.h>

#include <vector>

#include "chain.hpp"

namespace perpend::bench {
namespace {

class SimbodyChain final : public ChainSimulation {
 public:
  explicit SimbodyChain(const ChainScene& scene) : dt_(scene.dt) {
    SimTK::Force::UniformGravity gravity(forces_, matter_, SimTK::Vec3(0, 0, -kGravity));
    // The straight chain is the zero configuration, in a world frame rotated by the start angle.
    const SimTK::Rotation tilt(-kStartAngle, SimTK::YAxis);
    SimTK::MobilizedBodyIndex parent = matter_.Ground().getMobilizedBodyIndex();
    SimTK::Transform outboard(tilt);
    for (int k = 0; k < chain_bodies(scene); ++k) {
      const ChainBody body = chain_body(scene, k);
      parent = add_body(body, scene.joint, parent, outboard);
      outboard = SimTK::Transform(SimTK::Vec3(0, 0, body.far));
      bodies_.push_back(parent);
    }
    state_ = system_.realizeTopology();
    system_.realizeModel(state_);
  }

  void step() override {
    system_.realize(state_, SimTK::Stage::Acceleration);
    state_.updU() += dt_ * state_.getUDot();
    system_.realize(state_, SimTK::Stage::Velocity);
    state_.updQ() += dt_ * state_.getQDot();
    matter_.normalizeQuaternions(state_);
  }

  void read(std::vector<BodyState>& states) override {
    system_.realize(state_, SimTK::Stage::Velocity);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const SimTK::MobilizedBody& body = matter_.getMobilizedBody(bodies_[k]);
      const SimTK::Transform& pose = body.getBodyTransform(state_);
      for (int i = 0; i < 3; ++i) {
        const std::size_t row = static_cast<std::size_t>(i);
        states[k].position[row] = pose.p()[i];
        states[k].velocity[row] = body.getBodyOriginVelocity(state_)[i];
        states[k].spin[row] = body.getBodyAngularVelocity(state_)[i];
        for (int j = 0; j < 3; ++j)
          states[k].rotation[3 * row + static_cast<std::size_t>(j)] = pose.R()[i][j];
      }
    }
  }

 private:
  SimTK::MobilizedBodyIndex add_body(const ChainBody& body, ChainJoint kind,
                                     SimTK::MobilizedBodyIndex parent, SimTK::Transform outboard) {
    const SimTK::Inertia inertia(body.inertia[0], body.inertia[1], body.inertia[2]);
    const SimTK::Body::Rigid rigid(SimTK::MassProperties(body.mass, SimTK::Vec3(0), inertia));
    const SimTK::Transform inboard(SimTK::Vec3(0, 0, body.near));
    if (kind == ChainJoint::ball)
      return SimTK::MobilizedBody::Ball(matter_.updMobilizedBody(parent), outboard, rigid, inboard);
    // A pin rotates about the z axis of both joint frames.
    const SimTK::Transform to_pin(SimTK::Rotation(-SimTK::Pi / 2, SimTK::XAxis));
    return SimTK::MobilizedBody::Pin(matter_.updMobilizedBody(parent), outboard * to_pin, rigid,
                                     inboard * to_pin);
  }

  double dt_;
  SimTK::MultibodySystem system_;
  SimTK::SimbodyMatterSubsystem matter_{system_};
  SimTK::GeneralForceSubsystem forces_{system_};
  SimTK::State state_;
  std::vector<SimTK::MobilizedBodyIndex> bodies_;
};

}  // namespace
}  // namespace perpend::bench

PERPEND_CHAIN_EXPORT perpend::bench::ChainSimulation* perpend_make_chain(
    const perpend::bench::ChainScene& scene) {
  return new perpend::bench::SimbodyChain(scene);
}
