// SPDX-License-Identifier: Apache-2.0
//
// How W of a cone problem is kept: decided here and nowhere else, by size and structure.
#pragma once

#include <Eigen/Core>
#include <cstddef>

#include "perpend/lcp/representation.hpp"

namespace perpend::lcp {

/// Whether an island of a model is better solved by its bodies: below 150 rows a dense factor is as
/// fast as one along their graph.
bool suits_bodies(Eigen::Index rows);
/// The same where all rows are contacts in space of bodies that are free of joints and of
/// prescribed motion: sweeps and the interior point are then cheaper than what solves dense
/// problems.
bool suits_free_bodies(Eigen::Index rows);
/// The same of the matrix form, whose W would have to be computed first.
bool suits_bodies(Eigen::Index rows, Eigen::Index velocities);

/// The most pairs of contacts with a block of W between them for which it is kept sparse; 0: dense
/// whatever they are. Measured, docs/methods/cone_sparse.md.
std::size_t most_sparse_pairs(Eigen::Index contacts);
/// The largest rank that pays for what finding it costs. Measured, docs/methods/cone_low_rank.md.
Eigen::Index most_rank(Eigen::Index rows);

}  // namespace perpend::lcp
