// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "perpend/lcp/solution.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// Thresholds for touching, resting and sticking at an instant. They also apply to joint limits,
/// with rad in place of m where the coordinate is an angle.
struct InstantThresholds {
  double contact_gap = 1e-7;  ///< m; surfaces with at most this gap touch
  double rest_speed = 1e-8;  ///< m/s along the normal; a slower touch rests, a faster one separates
                             ///< or is an impact
  double slip_speed = 1e-8;  ///< m/s along the tangents; a slower touch has static friction, a
                             ///< faster one kinetic friction against its slip
};

enum class InstantStatus {
  solved,   ///< the residual checker finds the forces within its bound
  ray,      ///< the solvers find no forces; they grow without bound along ContactForces::ray
            ///< (Painlevé's paradox)
  unsolved  ///< neither; the forces are the best that were found
};
std::string_view to_string(InstantStatus status);

enum class TouchKind {
  contact,  ///< contact of two bodies
  limit,    ///< limit of a joint coordinate
  drive     ///< motor with a force limit, or dry friction, along a joint coordinate
};

/// One contact point, joint limit, motor or dry friction at an instant.
struct TouchForce {
  TouchKind kind = TouchKind::contact;
  BodyId a = {}, b = {};  ///< contact
  JointId joint = {};     ///< limit and drive
  int coordinate = 0;
  Eigen::Vector3d point{0, 0, 0};   ///< contact: world, m
  Eigen::Vector3d normal{0, 0, 0};  ///< contact: world, from a to b
  /// Contact: force on b, world, N. Limit and drive: x is the force along the coordinate, N or N·m.
  Eigen::Vector3d force{0, 0, 0};
  /// Contact: acceleration of b relative to a, world, m/s². Limit and drive: x is the acceleration
  /// along the coordinate, m/s² or rad/s².
  Eigen::Vector3d acceleration{0, 0, 0};
  Eigen::Vector3d slip{0, 0, 0};  ///< contact: tangential velocity of b relative to a, world, m/s
  double gap = 0.0;               ///< contact and limit: m or rad
  bool impacts = false;           ///< approaches, so that an impulse has to precede any forces
  bool slides = false;            ///< kinetic friction
};

/// Forces and accelerations of a model at an instant (Baraff 1994): a = A f + b with
/// 0 <= f_N ⊥ a_N >= 0 and friction, which is static where a touch sticks and kinetic where it
/// slides.
struct ContactForces {
  InstantStatus status = InstantStatus::solved;
  lcp::Method answered_by = lcp::Method::dantzig;  ///< the method that found the forces
  Eigen::VectorXd acceleration;                    ///< per velocity of the model, m/s² and rad/s²
  Eigen::VectorXd joint_forces;                    ///< per joint row, N and N·m
  std::vector<TouchForce> touches = {};
  Eigen::VectorXd ray;  ///< if status is ray: change of each velocity by an impulse along the ray

  // The certificate.
  double residual = 0.0;            ///< relative residual of the residual checker
  double residual_bound = 0.0;      ///< largest residual of a solution with status `solved`
  double least_acceleration = 0.0;  ///< smallest normal acceleration of a resting touch, m/s²
  double least_force = 0.0;         ///< smallest normal force, N
  double work_rate = 0.0;           ///< largest f_N a_N of a touch, W/s: 0 by complementarity
  double cone_excess = 0.0;         ///< largest |f_T| - mu f_N, N
  double joint_residual = 0.0;      ///< componentwise backward error of the joints' system
};

/// Returns forces and accelerations at an instant under gravity, springs, dampers, gyroscopic
/// terms, joints (closed loops included), limits, motors, dry friction and contacts. Static
/// friction that breaks becomes kinetic at once, in the direction in which the touch starts to
/// slip. Throws InvalidArgument where a size of the state is not the model's, and on a model with
/// custom bodies, rolling or spinning friction, compliant surfaces or armature.
ContactForces contact_forces(const Model& model, const State& state,
                             const InstantThresholds& thresholds = {});

}  // namespace perpend
