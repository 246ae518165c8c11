// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "contact/step_rows.hpp"

namespace perpend {

/// Appends the groups of rolling and spinning friction of these contact points after the bounded
/// rows of the pool, before the contacts themselves: the angular velocity of b relative to a about
/// the tangents and about the normal. Contacts without such friction, or of bodies that do not
/// rotate, have none.
void append_resistance_rows(const Model& model, const State& state,
                            std::span<const ContactPair> pairs, StepRows& rows);

/// Returns the axes (world, one per row) of a resistance at a contact with this frame (n, t1, t2).
Eigen::Matrix<double, 2, 3> resistance_axes(const Eigen::Matrix3d& frame,
                                            const Resistance& resistance);

/// Appends the rows of one resistance about its axes, of a contact point at this pose; returns the
/// group.
int append_resistance(const Model& model, const State& state, const ContactPair& pair,
                      const Resistance& resistance, RowPool& pool);

/// True if surfaces of the model have rolling or spinning friction.
bool has_resistances(const Model& model);

/// Adds the moments (N·m·s, world, on b) of rolling and spinning friction at each contact.
void add_resistance_moments(const StepRows& rows, std::span<Eigen::Vector3d> moments);

}  // namespace perpend
