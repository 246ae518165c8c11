// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

#include "contact/step_rows.hpp"

namespace perpend {

/// Share of the speeds that add up to a row, by which the row may be off beside their round-off. It
/// is a hundred times the tightest bound of the residual checker, which judges the condensed
/// problem: velocities after a step have gone through the joint system once more.
inline constexpr double kVelocityShare = 1e-8;

/// Round-off of a sum of a handful of terms, as a share of it.
inline constexpr double kSumRounding = 64 * std::numeric_limits<double>::epsilon();

/// Returns J M⁻¹ Jᵀ of row r of a group, regardless of joints; with joints it is no larger.
double row_response(const Model& model, const State& pose, const RowPool& pool, int group, int r);
double row_response(const StepRows& rows, int group, int r);

/// Returns the largest entry of the velocities v after a step and of those without its impulses,
/// m/s or rad/s.
double largest_speed(const StepRows& rows, const Eigen::VectorXd& v);

}  // namespace perpend
