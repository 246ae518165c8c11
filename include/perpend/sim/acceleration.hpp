// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "perpend/lcp/solution.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// What counts as touching, resting and sticking at an instant; limits of joints alike, with rad in
/// place of m where their coordinate is an angle.
struct InstantThresholds {
  double contact_gap = 1e-7;  ///< m; surfaces no farther apart touch
  double rest_speed = 1e-8;   ///< m/s along the normal; a slower touch rests, a faster one leaves
                              ///< or is an impact
  double slip_speed = 1e-8;   ///< m/s along the tangents; a slower touch has static friction, a
                              ///< faster one dynamic friction against its slip
};

enum class InstantStatus {
  solved,   ///< the residual checker finds the forces within its bound
  ray,      ///< no force that the solvers find; forces grow along ContactForces::ray (Painlevé)
  unsolved  ///< neither; the best that was found
};
std::string_view to_string(InstantStatus status);

enum class TouchKind {
  contact,  ///< of two bodies
  limit,    ///< of a joint coordinate
  drive     ///< a motor with a limit, or dry friction, along a joint coordinate
};

/// One contact point, joint limit, motor or dry friction at an instant.
struct TouchForce {
  TouchKind kind = TouchKind::contact;
  BodyId a = {}, b = {};  ///< contact
  JointId joint = {};     ///< limit and drive
  int coordinate = 0;
  Eigen::Vector3d point{0, 0, 0};   ///< contact: world, m
  Eigen::Vector3d normal{0, 0, 0};  ///< contact: world, from a to b
  /// Contact: on b, world, N; limit and drive: x along the coordinate.
  Eigen::Vector3d force{0, 0, 0};
  /// Contact: of b against a, world, m/s²; limit and drive: x along the coordinate.
  Eigen::Vector3d acceleration{0, 0, 0};
  Eigen::Vector3d slip{0, 0, 0};  ///< contact: of b against a along the tangents, world, m/s
  double gap = 0.0;               ///< contact and limit: m or rad
  bool impacts = false;           ///< approaches: an impulse is due before forces make sense
  bool slides = false;            ///< dynamic friction
};

/// Forces and accelerations of a model at an instant (Baraff 1994): a = A f + b with
/// 0 <= f_N ⊥ a_N >= 0 and friction, static where a touch sticks and dynamic where it slides.
struct ContactForces {
  InstantStatus status = InstantStatus::solved;
  lcp::Method answered_by = lcp::Method::dantzig;
  Eigen::VectorXd acceleration;  ///< per velocity of the model, m/s² and rad/s²
  Eigen::VectorXd joint_forces;  ///< per joint row, N and N·m
  std::vector<TouchForce> touches = {};
  Eigen::VectorXd ray;  ///< where status is ray: per velocity, what an impulse along it changes

  // The certificate.
  double residual = 0.0;            ///< relative, of the residual checker
  double residual_bound = 0.0;      ///< what `solved` had to meet
  double least_acceleration = 0.0;  ///< smallest normal acceleration of a resting touch, m/s²
  double least_force = 0.0;         ///< smallest normal force, N
  double work_rate = 0.0;           ///< largest f_N a_N of a touch, W/s: 0 by complementarity
  double cone_excess = 0.0;         ///< largest |f_T| - mu f_N, N
  double joint_residual = 0.0;      ///< componentwise backward error of the joints' system
};

/// Forces and accelerations at an instant under gravity, springs, dampers, gyroscopic terms, joints
/// (loops included), limits, motors, dry friction and contacts. Friction that breaks counts as
/// dynamic at once, in the direction in which the touch starts to slip. Throws InvalidArgument
/// where a size of the state is not the model's, and on a model with custom bodies, rolling or
/// spinning friction, compliant surfaces or armature.
ContactForces contact_forces(const Model& model, const State& state,
                             const InstantThresholds& thresholds = {});

}  // namespace perpend
