// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "contact/step_rows.hpp"

namespace perpend {

/// A row may be off by this share of the speeds that add up to it, beside their rounding. It is a
/// hundred times the tightest bound of the residual checker, which judges the condensed problem:
/// velocities after a step have gone through the joint system once more.
inline constexpr double kVelocityShare = 1e-8;

/// Rounding of a sum of a handful of terms, as a share of it.
inline constexpr double kSumRounding = 64 * std::numeric_limits<double>::epsilon();

/// J_i M_i⁻¹ J_iᵀ of the part of a row that one body has, regardless of its joints.
double body_response(const Model& model, const State& pose, int body,
                     const Eigen::Ref<const Eigen::RowVectorXd>& J_i);

/// J M⁻¹ Jᵀ of row r of a group, regardless of joints; with them it is no larger.
double row_response(const Model& model, const State& pose, const RowPool& pool, int group, int r);
double row_response(const StepRows& rows, int group, int r);

/// The largest entry of the velocities v after a step and of those without its impulses, m/s or
/// rad/s.
double largest_speed(const StepRows& rows, const Eigen::VectorXd& v);

}  // namespace perpend
