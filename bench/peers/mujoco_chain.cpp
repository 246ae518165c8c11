// SPDX-License-Identifier: Apache-2.0
//
// MuJoCo's mj_step: composite inertias, sparse LᵀDL of the joint-space inertia matrix (quadratic
// memory on a chain) and semi-implicit Euler. The model is built through mjSpec: the XML reader
// refuses elements nested as deep as a long chain.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "chain.hpp"

namespace perpend::bench {
namespace {

// Replaces MuJoCo's own handlers, which write a log file and end the process after an error.
void ignore_warning(const char*) {}
void on_error(const char* message) {
  throw std::runtime_error(message);
}

class MujocoChain final : public ChainSimulation {
 public:
  explicit MujocoChain(const ChainScene& scene) {
    mju_user_warning = ignore_warning;
    mju_user_error = on_error;
    mjSpec* spec = mj_makeSpec();
    spec->option.timestep = scene.dt;
    spec->option.integrator = mjINT_EULER;
    spec->option.disableflags |= mjDSBL_AUTORESET;
    std::copy_n(std::array{0.0, 0.0, -kGravity}.begin(), 3, spec->option.gravity);
    mjsBody* parent = mjs_findBody(spec, "world");
    for (int k = 0; k < chain_bodies(scene); ++k) parent = add_body(parent, scene, k);
    model_ = mj_compile(spec, nullptr);
    const std::string error = model_ ? "" : mjs_getError(spec);
    mj_deleteSpec(spec);
    if (!model_) throw std::runtime_error("mj_compile: " + error);
    data_ = mj_makeData(model_);
  }
  ~MujocoChain() override {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }

  void step() override {
    mj_step(model_, data_);
    if (data_->warning[mjWARN_BADQACC].number + data_->warning[mjWARN_BADQVEL].number > 0)
      throw std::runtime_error("MuJoCo warns of a huge velocity or acceleration");
  }

  // Updates the poses first, since mj_step leaves those of the state before it.
  void read(std::vector<BodyState>& states) override {
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
    mj_comVel(model_, data_);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const int id = static_cast<int>(k) + 1;
      std::copy_n(data_->xipos + 3 * id, 3, states[k].position.begin());
      std::copy_n(data_->xmat + 9 * id, 9, states[k].rotation.begin());
      mjtNum motion[6];  // angular, then linear
      mj_objectVelocity(model_, data_, mjOBJ_BODY, id, motion, 0);
      std::copy_n(motion, 3, states[k].spin.begin());
      std::copy_n(motion + 3, 3, states[k].velocity.begin());
    }
  }

 private:
  // Adds a body with its frame at its joint; the first one is rotated by the start angle.
  static mjsBody* add_body(mjsBody* parent, const ChainScene& scene, int index) {
    const ChainBody properties = chain_body(scene, index);
    mjsBody* body = mjs_addBody(parent, nullptr);
    body->pos[2] = index > 0 ? -scene.link_length : 0.0;
    body->quat[0] = index > 0 ? 1.0 : std::cos(kStartAngle / 2);
    body->quat[2] = index > 0 ? 0.0 : -std::sin(kStartAngle / 2);
    body->explicitinertial = 1;
    body->mass = properties.mass;
    // The inertial is undefined (NaN) until all of it is set.
    std::copy_n(std::array{0.0, 0.0, -properties.near}.begin(), 3, body->ipos);
    std::copy_n(properties.inertia.begin(), 3, body->inertia);
    mjsJoint* joint = mjs_addJoint(body, nullptr);
    joint->type = scene.joint == ChainJoint::ball ? mjJNT_BALL : mjJNT_HINGE;
    std::copy_n(std::array{0.0, 1.0, 0.0}.begin(), 3, joint->axis);
    return body;
  }

  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

}  // namespace
}  // namespace perpend::bench

PERPEND_CHAIN_EXPORT perpend::bench::ChainSimulation* perpend_make_chain(
    const perpend::bench::ChainScene& scene) {
  return new perpend::bench::MujocoChain(scene);
}
