// SPDX-License-Identifier: Apache-2.0
//
// DART's World::step on one Skeleton of ball or revolute joints: articulated-body recursion and
// semi-implicit Euler.
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/Skeleton.hpp>
#include <dart/simulation/World.hpp>
#include <string>
#include <type_traits>
#include <vector>

#include "chain.hpp"

namespace perpend::bench {
namespace {

using dart::dynamics::BodyNode;

class DartChain final : public ChainSimulation {
 public:
  explicit DartChain(const ChainScene& scene) {
    // The straight chain is the zero configuration, in a world frame rotated by the start angle.
    Eigen::Isometry3d outboard =
        Eigen::Isometry3d(Eigen::AngleAxisd(-kStartAngle, Eigen::Vector3d::UnitY()));
    BodyNode* parent = nullptr;
    for (int k = 0; k < chain_bodies(scene); ++k) {
      const ChainBody body = chain_body(scene, k);
      parent = add_body(body, scene.joint, parent, outboard);
      outboard = Eigen::Isometry3d(Eigen::Translation3d(0, 0, body.far));
      bodies_.push_back(parent);
    }
    world_->setTimeStep(scene.dt);
    world_->setGravity(Eigen::Vector3d(0, 0, -kGravity));
    world_->addSkeleton(skeleton_);
  }

  void step() override { world_->step(); }

  void read(std::vector<BodyState>& states) override {
    using Rotation = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;
    for (std::size_t k = 0; k < states.size(); ++k) {
      const Eigen::Isometry3d pose = bodies_[k]->getWorldTransform();
      Eigen::Map<Eigen::Vector3d>(states[k].position.data()) = pose.translation();
      Eigen::Map<Rotation>(states[k].rotation.data()) = pose.linear();
      Eigen::Map<Eigen::Vector3d>(states[k].velocity.data()) = bodies_[k]->getLinearVelocity();
      Eigen::Map<Eigen::Vector3d>(states[k].spin.data()) = bodies_[k]->getAngularVelocity();
    }
  }

 private:
  BodyNode* add_body(const ChainBody& body, ChainJoint kind, BodyNode* parent,
                     const Eigen::Isometry3d& outboard) {
    if (kind == ChainJoint::ball)
      return add_body(body, parent, outboard, dart::dynamics::BallJoint::Properties());
    dart::dynamics::RevoluteJoint::Properties revolute;
    revolute.mAxis = Eigen::Vector3d::UnitY();
    return add_body(body, parent, outboard, revolute);
  }

  template <typename JointProperties>
  BodyNode* add_body(const ChainBody& body, BodyNode* parent, const Eigen::Isometry3d& outboard,
                     JointProperties joint) {
    using Joint =
        std::conditional_t<std::is_same_v<JointProperties, dart::dynamics::BallJoint::Properties>,
                           dart::dynamics::BallJoint, dart::dynamics::RevoluteJoint>;
    // DART prints a message when it renames elements, so each gets a name of its own.
    joint.mName = "joint" + std::to_string(bodies_.size());
    joint.mT_ParentBodyToJoint = outboard;
    joint.mT_ChildBodyToJoint = Eigen::Isometry3d(Eigen::Translation3d(0, 0, body.near));
    const BodyNode::AspectProperties node(
        "body" + std::to_string(bodies_.size()),
        dart::dynamics::Inertia(body.mass, Eigen::Vector3d::Zero(),
                                Eigen::Vector3d(body.inertia.data()).asDiagonal()));
    return skeleton_->createJointAndBodyNodePair<Joint>(parent, joint, BodyNode::Properties(node))
        .second;
  }

  dart::dynamics::SkeletonPtr skeleton_ = dart::dynamics::Skeleton::create("chain");
  dart::simulation::WorldPtr world_ = dart::simulation::World::create();
  std::vector<BodyNode*> bodies_;
};

}  // namespace
}  // namespace perpend::bench

PERPEND_CHAIN_EXPORT perpend::bench::ChainSimulation* perpend_make_chain(
    const perpend::bench::ChainScene& scene) {
  return new perpend::bench::DartChain(scene);
}
