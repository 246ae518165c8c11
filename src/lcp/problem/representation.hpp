// SPDX-License-Identifier: Apache-2.0
//
// Representation of W in a cone problem: decided here and nowhere else, by size and structure.
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "perpend/lcp/representation.hpp"

namespace perpend::lcp {

/// True if an island of a model is better solved by its bodies: below 150 rows a dense
/// factorisation is as fast as one along their graph.
bool suits_bodies(Eigen::Index rows);
/// Same where all rows are contacts in space of bodies that are free of joints and of prescribed
/// motion: sweeps and the interior point are then cheaper than the methods for dense problems.
bool suits_free_bodies(Eigen::Index rows);
/// Same for the matrix form, whose W would have to be computed first.
bool suits_bodies(Eigen::Index rows, Eigen::Index velocities);

/// Returns the most pairs of contacts with a block of W between them for which W is kept sparse; 0:
/// dense however few they are. Measured, docs/methods/cone_sparse.md.
std::size_t most_sparse_pairs(Eigen::Index contacts);
/// Returns the largest rank at which the low-rank form pays for the cost of finding it. Measured,
/// docs/methods/cone_low_rank.md.
Eigen::Index most_rank(Eigen::Index rows);

}  // namespace perpend::lcp
