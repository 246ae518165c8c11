// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace perpend {

// Geometric stiffness K = -d(Jᵀ lambda)/dq of joint rows at fixed impulses (N s; K per metre and
// radian): the change of the direction and point of action of joint forces as the bodies move,
// which makes a taut chain stiff in the transverse direction. Derivation and signs:
// docs/methods/geometric_stiffness.md (the idea: Tournier, Nesme, Gilles, Faure 2015).
//
// lambda acts as +Jᵀ lambda on the velocities. Arms r_a, r_b lead from the centres of mass to the
// anchors x_a, x_b; all vectors are in the world frame. Rotations are increments about world axes.
// A common translation of both bodies changes no force: it is in the null space of each K.

using Matrix6d = Eigen::Matrix<double, 6, 6>;
using Matrix12d = Eigen::Matrix<double, 12, 12>;

/// Ball joint, Phi = x_a - x_b: K[th_a, th_a] = ball_stiffness(r_a, lambda) and
/// K[th_b, th_b] = ball_stiffness(r_b, -lambda); all else is 0. The same formula,
///   ball_stiffness(r, f) = (r·f) 1 - r fᵀ,
/// holds for any force f that acts on a point of the body and keeps its direction, such as that on
/// a contact point on the ground.
Eigen::Matrix3d ball_stiffness(const Eigen::Vector3d& arm, const Eigen::Vector3d& force);

/// Returns the positive semidefinite part of the symmetric part of ball_stiffness, in closed form.
Eigen::Matrix3d ball_stiffness_psd(const Eigen::Vector3d& arm, const Eigen::Vector3d& force);

// The following matrices are over two bodies in the order (p_a, th_a, p_b, th_b).

/// Rows Phi = a·t_i, a fixed in body a and t_i in body b, with t = sum lambda_i t_i: the angular
/// rows of a hinge about a, or one rotation lock. Returns the positive semidefinite part of the
/// symmetric part of K in closed form. `a` is of unit length; only the part of t normal to it
/// counts.
Matrix12d hinge_stiffness_psd(const Eigen::Vector3d& a, const Eigen::Vector3d& t);

/// Row Phi = |d| - length, d = x_a - x_b (not 0). A rod in tension has impulse < 0.
Matrix12d distance_stiffness(const Eigen::Vector3d& d, const Eigen::Vector3d& r_a,
                             const Eigen::Vector3d& r_b, double impulse);

/// Rows Phi = t_i·d, t_i fixed in body a, d = x_b - p_a, with t = sum lambda_i t_i. Also holds for
/// a contact of a point of body b with a face of body a, where t is the normal force on b.
Matrix12d prismatic_stiffness(const Eigen::Vector3d& t, const Eigen::Vector3d& d,
                              const Eigen::Vector3d& r_b);

/// Replaces K, which is finite and one of the matrices above or a sum of them, by the positive
/// semidefinite part of its symmetric part. A common translation stays in the null space, to the
/// last bit.
void project_psd(Matrix12d& K);

namespace planar {

// Planar bodies, order (p_a, angle_a, p_b, angle_b); K is symmetric. Rows of angles have no K.

/// Pin, Phi = x_a - x_b: K is r_a·lambda on angle_a, and pin_stiffness(r_b, -lambda) on angle_b.
/// Also holds for a force f that acts on a point of the body and keeps its direction. The positive
/// semidefinite part is the value if positive, else 0.
double pin_stiffness(const Eigen::Vector2d& arm, const Eigen::Vector2d& force);

/// Row Phi = |d| - length, d = x_a - x_b (not 0). A rod in tension has impulse < 0.
Matrix6d distance_stiffness(const Eigen::Vector2d& d, const Eigen::Vector2d& r_a,
                            const Eigen::Vector2d& r_b, double impulse);

/// Row Phi = t·d with t fixed in body a, d = x_b - p_a, t scaled by its impulse. Also holds for a
/// contact of a point of body b with an edge of body a, where t is the normal force on b.
Matrix6d prismatic_stiffness(const Eigen::Vector2d& t, const Eigen::Vector2d& d,
                             const Eigen::Vector2d& r_b);

/// Does the same for planar bodies.
void project_psd(Matrix6d& K);

}  // namespace planar
}  // namespace perpend
