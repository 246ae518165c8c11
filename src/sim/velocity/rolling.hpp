// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/contact_rows.hpp"

namespace perpend {

/// A pose and the velocities that the rows of contacts have there (take_mean_motions()).
struct RowMotion {
  const State& pose;
  const Eigen::VectorXd& v;
};

/// Gives kinematic bodies the velocities `of_rows`.
void take_mean_motions(const Model& model, const Eigen::VectorXd& of_rows, Eigen::VectorXd& v);

/// Returns the change of the velocity (n, t1, t2) at a point of contact on the way to the pose of
/// its rows, m/s. `before`: the contact of the same features at the beginning of that way.
Eigen::Vector3d rolling_change(const Model& model, const ActiveContact& contact, RowMotion now,
                               const ContactPair& before, RowMotion then);

}  // namespace perpend
