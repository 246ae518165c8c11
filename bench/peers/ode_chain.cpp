// SPDX-License-Identifier: Apache-2.0
//
// ODE's dWorldStep: maximal coordinates, one dense factorisation of all joint rows per step. ERP,
// CFM and the implicit gyroscopic term keep ODE's defaults.
#include <ode/ode.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "chain.hpp"

namespace perpend::bench {
namespace {

void ignore_message(int, const char*, va_list) {}
// Throws, because ODE's own handler ends the process.
void on_failure(int, const char*, va_list) {
  throw std::runtime_error("ODE assertion");
}

class OdeChain final : public ChainSimulation {
 public:
  explicit OdeChain(const ChainScene& scene) : dt_(scene.dt) {
    dInitODE2(0);
    dSetMessageHandler(ignore_message);
    dSetDebugHandler(on_failure);
    dSetErrorHandler(on_failure);
    world_ = dWorldCreate();
    dWorldSetGravity(world_, 0, 0, -kGravity);
    double depth = 0.0;  // of the joint, along the chain
    for (int k = 0; k < chain_bodies(scene); ++k) {
      const ChainBody body = chain_body(scene, k);
      add_body(body, depth + body.near);
      add_joint(scene.joint, depth);
      depth += body.near - body.far;
    }
  }
  ~OdeChain() override {
    dWorldDestroy(world_);
    dCloseODE();
  }

  void step() override {
    if (!dWorldStep(world_, dt_)) throw std::runtime_error("dWorldStep is out of memory");
  }

  void read(std::vector<BodyState>& states) override {
    for (std::size_t k = 0; k < states.size(); ++k) {
      std::copy_n(dBodyGetPosition(bodies_[k]), 3, states[k].position.begin());
      std::copy_n(dBodyGetLinearVel(bodies_[k]), 3, states[k].velocity.begin());
      std::copy_n(dBodyGetAngularVel(bodies_[k]), 3, states[k].spin.begin());
      for (std::size_t row = 0; row < 3; ++row)  // rows padded to four
        std::copy_n(dBodyGetRotation(bodies_[k]) + 4 * row, 3,
                    states[k].rotation.begin() + 3 * row);
    }
  }

 private:
  void add_body(const ChainBody& body, double depth) {
    const dBodyID id = dBodyCreate(world_);
    dMass mass;
    dMassSetParameters(&mass, body.mass, 0, 0, 0, body.inertia[0], body.inertia[1], body.inertia[2],
                       0, 0, 0);
    dBodySetMass(id, &mass);
    dMatrix3 rotation;
    dRFromAxisAndAngle(rotation, 0, 1, 0, -kStartAngle);
    dBodySetRotation(id, rotation);
    dBodySetPosition(id, depth * std::sin(kStartAngle), 0, -depth * std::cos(kStartAngle));
    bodies_.push_back(id);
  }

  void add_joint(ChainJoint kind, double depth) {
    const dBodyID child = bodies_.back(), parent = bodies_.size() > 1 ? bodies_.end()[-2] : nullptr;
    const double x = depth * std::sin(kStartAngle), z = -depth * std::cos(kStartAngle);
    if (kind == ChainJoint::ball) {
      const dJointID joint = dJointCreateBall(world_, nullptr);
      dJointAttach(joint, child, parent);
      dJointSetBallAnchor(joint, x, 0, z);
      return;
    }
    const dJointID joint = dJointCreateHinge(world_, nullptr);
    dJointAttach(joint, child, parent);
    dJointSetHingeAnchor(joint, x, 0, z);
    dJointSetHingeAxis(joint, 0, 1, 0);
  }

  dWorldID world_;
  double dt_;
  std::vector<dBodyID> bodies_;
};

}  // namespace
}  // namespace perpend::bench

PERPEND_CHAIN_EXPORT perpend::bench::ChainSimulation* perpend_make_chain(
    const perpend::bench::ChainScene& scene) {
  return new perpend::bench::OdeChain(scene);
}
