// SPDX-License-Identifier: Apache-2.0
//
// Pinocchio's articulated-body algorithm with spherical or revolute joints, and semi-implicit Euler
// as its users write it: v += dt aba(q, v, 0), q = integrate(q, dt v). Limitation: its articulated
// inertias lose their symmetry on ball chains and overflow near 700 links.
#include <pinocchio/algorithm/aba.hpp>
#include <pinocchio/algorithm/joint-configuration.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <string>

#include "chain.hpp"

namespace perpend::bench {
namespace {

pinocchio::Model make_model(const ChainScene& scene) {
  pinocchio::Model model;
  model.gravity.linear(Eigen::Vector3d(0, 0, -kGravity));
  pinocchio::SE3 placement(Eigen::AngleAxisd(-kStartAngle, Eigen::Vector3d::UnitY()).matrix(),
                           Eigen::Vector3d::Zero());
  pinocchio::JointIndex parent = 0;
  for (int k = 0; k < chain_bodies(scene); ++k) {
    const ChainBody body = chain_body(scene, k);
    const std::string name = std::to_string(k);
    parent = scene.joint == ChainJoint::ball
                 ? model.addJoint(parent, pinocchio::JointModelSpherical(), placement, name)
                 : model.addJoint(parent, pinocchio::JointModelRY(), placement, name);
    const Eigen::Matrix3d inertia = Eigen::Vector3d(body.inertia.data()).asDiagonal();
    model.appendBodyToJoint(
        parent, pinocchio::Inertia(body.mass, Eigen::Vector3d(0, 0, -body.near), inertia),
        pinocchio::SE3::Identity());
    placement =
        pinocchio::SE3(Eigen::Matrix3d::Identity(), Eigen::Vector3d(0, 0, body.far - body.near));
  }
  return model;
}

// Allocates only the data that aba() and forwardKinematics() use: Data(model) also allocates second
// derivatives of 32 nv³ bytes, which exceed the memory for a chain of a thousand links.
pinocchio::Data make_data(const pinocchio::Model& model) {
  const std::size_t joints = static_cast<std::size_t>(model.njoints);
  pinocchio::Data data;
  for (const pinocchio::JointModel& joint : model.joints) data.joints.push_back(joint.createData());
  data.liMi.assign(joints, pinocchio::SE3::Identity());
  data.oMi.assign(joints, pinocchio::SE3::Identity());
  for (auto* motions : {&data.v, &data.a, &data.a_gf})
    motions->assign(joints, pinocchio::Motion::Zero());
  for (auto* forces : {&data.h, &data.f}) forces->assign(joints, pinocchio::Force::Zero());
  data.Yaba.assign(joints, pinocchio::Inertia::Matrix6::Zero());
  data.ddq = data.u = Eigen::VectorXd::Zero(model.nv);
  return data;
}

class PinocchioChain final : public ChainSimulation {
 public:
  explicit PinocchioChain(const ChainScene& scene)
      : dt_(scene.dt), model_(make_model(scene)), data_(make_data(model_)) {}

  void step() override {
    v_ += dt_ * pinocchio::aba(model_, data_, q_, v_, torque_);
    displacement_ = dt_ * v_;
    pinocchio::integrate(model_, q_, displacement_, next_);
    q_.swap(next_);
  }

  void read(std::vector<BodyState>& states) override {
    using Rotation = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    pinocchio::forwardKinematics(model_, data_, q_, v_);
    for (std::size_t k = 0; k < states.size(); ++k) {
      const pinocchio::SE3& pose = data_.oMi[k + 1];
      const pinocchio::Motion& motion = data_.v[k + 1];
      const Eigen::Vector3d& centre = model_.inertias[k + 1].lever();
      Eigen::Map<Eigen::Vector3d>(states[k].position.data()) = pose.act(centre);
      Eigen::Map<Rotation>(states[k].rotation.data()) = pose.rotation();
      Eigen::Map<Eigen::Vector3d>(states[k].velocity.data()) =
          pose.rotation() * (motion.linear() + motion.angular().cross(centre));
      Eigen::Map<Eigen::Vector3d>(states[k].spin.data()) = pose.rotation() * motion.angular();
    }
  }

 private:
  double dt_;
  pinocchio::Model model_;
  pinocchio::Data data_;
  Eigen::VectorXd q_ = pinocchio::neutral(model_), next_ = q_;
  Eigen::VectorXd v_ = Eigen::VectorXd::Zero(model_.nv), displacement_ = v_, torque_ = v_;
};

}  // namespace
}  // namespace perpend::bench

PERPEND_CHAIN_EXPORT perpend::bench::ChainSimulation* perpend_make_chain(
    const perpend::bench::ChainScene& scene) {
  return new perpend::bench::PinocchioChain(scene);
}
