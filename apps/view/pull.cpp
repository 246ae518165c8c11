// SPDX-License-Identifier: Apache-2.0
#include "view/pull.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>
#include <vector>

#include "core/disjoint_sets.hpp"
#include "perpend/core/error.hpp"

namespace perpend::view {
namespace {

constexpr double kFrequency = 2.5;     // Hz, of the spring with a mass of `strength`
constexpr double kAcceleration = 200;  // m/s², largest acceleration of that mass
constexpr double kCalm = 3;            // 1/s, damping rate of a held body's spin

Eigen::Matrix3d cross(const Eigen::Vector3d& r) {
  Eigen::Matrix3d m;
  m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return m;
}

// Returns the inverse inertia about the centre of mass, world frame; zero if the body does not
// rotate.
Eigen::Matrix3d inverse_inertia(const Body& body, const spatial::Pose& pose) {
  if (body.kind == BodyKind::rigid) return Eigen::Vector3d(0, 0, 1 / body.inertia()).asDiagonal();
  if (body.kind != BodyKind::spatial) return Eigen::Matrix3d::Zero();
  const Eigen::Matrix3d r = pose.r.toRotationMatrix();
  return r * body.principal_inertia.cwiseInverse().asDiagonal() * r.transpose();
}

// Returns the torque, N·m, that damps the spin as an implicit step would.
Eigen::Vector3d calming(const Body& body, const spatial::Pose& pose, const Eigen::Vector3d& omega,
                        double dt) {
  const double rate = kCalm / (1 + dt * kCalm);
  if (body.kind == BodyKind::rigid) return -rate * body.inertia() * omega;
  if (body.kind != BodyKind::spatial) return Eigen::Vector3d::Zero();
  const Eigen::Matrix3d r = pose.r.toRotationMatrix();
  return -rate * (r * body.principal_inertia.asDiagonal() * r.transpose() * omega);
}

// Returns the smallest effective mass (kg) of a force at `arm` from the centre of mass, over all
// directions.
double felt_mass(const Body& body, const spatial::Pose& pose, const Eigen::Vector3d& arm) {
  if (!(body.mass > 0)) return 1.0;  // custom bodies
  const Eigen::Matrix3d c = cross(arm);
  const Eigen::Matrix3d response =
      Eigen::Matrix3d::Identity() / body.mass - c * inverse_inertia(body, pose) * c;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> values(response, Eigen::EigenvaluesOnly);
  return 1 / values.eigenvalues().maxCoeff();
}

}  // namespace

double connected_mass(const Model& model, BodyId body) {
  const int bodies = static_cast<int>(model.bodies.size());
  DisjointSets joined(bodies);
  const auto moves = [&](BodyId id) { return id != kWorld && model.bodies[id.index].is_dynamic(); };
  for (const Joint& joint : model.joints)
    if (moves(joint.a) && moves(joint.b)) joined.join(joint.a.index, joint.b.index);
  double mass = 0;
  for (int i = 0; i < bodies; ++i)
    if (joined.find(i) == joined.find(body.index)) mass += model.bodies[i].mass;
  return mass > 0 ? mass : 1.0;
}

Pull::Pull(const Model& model, const State& state, const Grab& grab, double strength)
    : body_{grab.body}, target_(grab.target), strength_(strength), rigid_(grab.rigid) {
  require(grab.body < static_cast<int>(model.bodies.size()), "body", "one of the model", grab.body);
  require(model.bodies[body_.index].is_dynamic(), "body", "one that forces move",
          model.bodies[body_.index].details->name);
  const spatial::Pose own = spatial_pose(model, state, body_);
  const spatial::Pose frame = spatial_frame_pose(model, state, body_);
  point_ = frame.r.conjugate() * (own.p + own.r * grab.point - frame.p);
  if (model.bodies[body_.index].is_planar()) point_.z() = 0;  // drawn with a thickness
}

Eigen::Vector3d Pull::point(const Model& model, const State& state) const {
  return world_point(model, state, body_, point_, Frame::body);
}

ForceAt Pull::force(const Model& model, const State& state, double dt) const {
  const Body& body = model.bodies[body_.index];
  const spatial::Pose pose = spatial_pose(model, state, body_);
  const Twist twist = body_twist(model, state, body_);
  const Eigen::Vector3d at = point(model, state);
  Eigen::Vector3d arm{0, 0, 0};
  if (!body.is_point()) arm = at - pose.p;
  const Eigen::Vector3d torque = calming(body, pose, twist.omega, dt);
  if (rigid_) {
    // Damps the centre of mass too, since a body that hangs from its point would swing for long.
    const Eigen::Vector3d drag = -kCalm / (1 + dt * kCalm) * body.mass * twist.velocity;
    return {.force = drag, .torque = torque - arm.cross(drag), .point = point_};
  }
  Eigen::Vector3d away = target_ - at;
  if (body.is_planar()) away.z() = 0;
  const Eigen::Vector3d speed = twist.velocity + twist.omega.cross(arm);
  const double w = 2 * std::numbers::pi * kFrequency;
  const double k = strength_ * w * w, c = 2 * strength_ * w;
  const double implicit = 1 + dt * (c + dt * k) / felt_mass(body, pose, arm);
  Eigen::Vector3d force = (k * (away - dt * speed) - c * speed) / implicit;
  const double most = kAcceleration * strength_;
  if (force.norm() > most) force *= most / force.norm();
  return {.force = force, .torque = torque, .point = point_};
}

}  // namespace perpend::view
