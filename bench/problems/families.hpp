// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "perpend/lcp/global_problem.hpp"

namespace perpend::lcp {

/// Named sets of frictionless problems, for tests and benchmarks. All have A symmetric PSD and a
/// solution; in all but spd_half_active A is rank-deficient and b lies in its range.
/// Structures are rigid boxes in space with four contacts per pair of touching faces,
/// A = J M⁻¹ Jᵀ and b = J M⁻¹ f_ext (docs/methods/families.md).
enum class Family {
  wall_at_rest,     ///< running-bond wall of equal bricks under gravity: every contact has a = 0
  pyramid,          ///< stepped pyramid, masses 30 : 1, small pushes
  stack,            ///< one column of boxes, masses 30 : 1, small pushes
  separate_stacks,  ///< columns of 3 to 8 boxes left in one matrix, masses 1000 : 1, small pushes
  pile,             ///< random pile with tilted faces, masses 1000 : 1, gravity and pushes
  mass_ratio_1e6,   ///< pile with masses 1e6 : 1
  duplicated,       ///< a pile, each contact repeated one to four times, shuffled
  scaled_rows,      ///< a pile, rows and columns scaled log-uniformly by 1 to 1e3
  scaled_rows_1e6,  ///< scaled_rows with factors 1 to 1e6
  low_rank,         ///< A = G Gᵀ / r with normal G, rank r between n/8 and 3n/4
  spd_half_active,  ///< A = G Gᵀ / 2n of full rank, half of the forces active, not degenerate
};

/// Named sets of problems with friction coefficients 0.1 to 1 and forces up to the sliding limit
/// and beyond. Planar ones have one tangent per contact, spatial ones two.
enum class FrictionFamily {
  planar_blocks,  ///< blocks on the ground, pushed, each an island of its own
  planar_pile,    ///< random pile, pushed
  planar_mixed,   ///< blocks and a pile where a third of the face pairs slide (dynamic friction)
  spatial_blocks,
  spatial_pile,
  spatial_mixed,
  spatial_box,  ///< spatial_pile under FrictionLaw::box
  cone_pile,    ///< pile in space, masses 1000 : 1, moving or at rest, FrictionLaw::coulomb
};

/// Named sets of rigid boxes in space with their velocities, for problems of thousands of contacts;
/// a step of 10 ms, friction coefficients 0.1 to 1 per face pair (at rest 0.3 to 1).
enum class GlobalFamily {
  stacks_at_rest,  ///< columns of ten equal boxes under gravity
  stacks_moving,   ///< columns with masses 30 : 1, each box with a velocity of its own
  wall_at_rest,    ///< running-bond wall of equal bricks under gravity
  pile_moving,     ///< random pile with tilted faces, masses 30 : 1, velocities
  planar_pile_moving,
};

std::string_view to_string(Family family);
std::string_view to_string(FrictionFamily family);
std::string_view to_string(GlobalFamily family);
/// Return all families in the order of the enum.
std::span<const Family> all_families();
std::span<const FrictionFamily> all_friction_families();
std::span<const GlobalFamily> all_global_families();
std::optional<Family> family_from_name(std::string_view name);

/// Returns the problem of that family with n rows and that seed; it has the same bits on every
/// machine with IEEE arithmetic. wall_at_rest, pyramid, stack and separate_stacks take the nearest
/// structure that exists: n rounded down to a multiple of 4, and at least 16 for pyramid.
/// Precondition: n >= 4.
Lcp make_lcp(Family family, Eigen::Index n, std::uint64_t seed);

/// Returns the problem with that number of contacts (each 1 + 1 or 1 + 2 rows, normal row first);
/// the spatial static families have FrictionLaw::opposing. Sliding contacts can make a mixed
/// problem inconsistent (Painlevé); static ones always have a solution. Precondition: contacts >=
/// 1.
ContactProblem make_contact_problem(FrictionFamily family, int contacts, std::uint64_t seed);

/// Returns the problem with that number of contacts, two to four per face pair; walls take the
/// nearest one below that exists. Time and memory are linear in the contacts. Precondition:
/// contacts >= 1.
GlobalContactProblem make_global_problem(GlobalFamily family, int contacts, std::uint64_t seed);

}  // namespace perpend::lcp
