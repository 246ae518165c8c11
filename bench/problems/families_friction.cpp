// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cmath>
#include <utility>

#include "brickwork.hpp"
#include "families.hpp"
#include "perpend/core/error.hpp"
#include "random_stream.hpp"

namespace perpend::lcp {
namespace {

constexpr std::array kFamilies{
    FrictionFamily::planar_blocks,  FrictionFamily::planar_pile,  FrictionFamily::planar_mixed,
    FrictionFamily::spatial_blocks, FrictionFamily::spatial_pile, FrictionFamily::spatial_mixed,
    FrictionFamily::spatial_box,    FrictionFamily::cone_pile,
};
constexpr std::array<std::string_view, kFamilies.size()> kNames{
    "planar_blocks", "planar_pile",   "planar_mixed", "spatial_blocks",
    "spatial_pile",  "spatial_mixed", "spatial_box",  "cone_pile",
};
// Masses of friction piles: 2^5 = 32 : 1, as in the reference on pivoting errata.
constexpr double kOctaves = 5;
// Largest push, twice the weight: bodies stick, slide, tip and lift.
constexpr double kPush = 2.0;
// Masses of cone piles: 2^10 : 1. Moving ones have up to ten times the velocity that gravity gives
// in a step.
constexpr double kConeOctaves = 10;
constexpr double kStep = 0.01;           // s
constexpr double kSpeed = 1.0;           // m/s
constexpr std::uint64_t kStream = 1000;  // distinct from the streams of Family

bool is_planar(FrictionFamily family) {
  return family <= FrictionFamily::planar_mixed;
}

bool has_sliding(FrictionFamily family) {
  return family == FrictionFamily::planar_mixed || family == FrictionFamily::spatial_mixed;
}

bool is_blocks(FrictionFamily family, RandomStream& random) {
  if (has_sliding(family)) return random.chance(0.5);
  return family == FrictionFamily::planar_blocks || family == FrictionFamily::spatial_blocks;
}

Eigen::Vector2d unit_direction(int tangents, RandomStream& random) {
  if (tangents == 1) return {random.chance(0.5) ? 1.0 : -1.0, 0.0};
  const Eigen::Vector2d d(random.normal(), random.normal());
  return d / std::sqrt(d[0] * d[0] + d[1] * d[1]);
}

void push_some(Brickwork& work, RandomStream& random) {
  for (int i = 0; i < static_cast<int>(work.bricks.size()); ++i)
    if (random.chance(0.7)) push(work, i, kPush, random);
}

ContactProblem cone_pile(int contacts, RandomStream& random) {
  Brickwork work = random_pile((contacts + 3) / 4, false, kConeOctaves, random);
  add_gravity(work);
  const bool moving = random.chance(0.5);
  if (!moving) push_some(work, random);
  for (Brick& brick : work.bricks) {
    if (!moving) break;
    brick.velocity = random.uniform(0, kSpeed) * random.direction();
    brick.spin = random.uniform(0, kSpeed) * random.direction();
  }
  GlobalContactProblem bodies = brick_velocities(work, contacts, work.tangents(), kStep);
  bodies.contacts = face_contacts(work, contacts, false, random);
  return condense(bodies);
}

}  // namespace

std::vector<Contact> face_contacts(const Brickwork& work, int contacts, bool mixed,
                                   RandomStream& random) {
  std::vector<Contact> list;
  Contact contact;
  for (int k = 0; k < contacts; ++k) {
    if (k % work.contacts_per_face() == 0) {
      contact.mu_s = random.uniform(0.1, 1.0);
      contact.mu_k = contact.mu_s * random.uniform(0.5, 1.0);
      contact.sliding = mixed && random.chance(1.0 / 3);
      contact.direction = unit_direction(work.tangents(), random);
    }
    contact.tangents = work.tangents();
    contact.row = static_cast<Eigen::Index>(k) * (1 + work.tangents());
    list.push_back(contact);
  }
  return list;
}

std::string_view to_string(FrictionFamily family) {
  return kNames[static_cast<std::size_t>(family)];
}

std::span<const FrictionFamily> all_friction_families() {
  return kFamilies;
}

ContactProblem make_contact_problem(FrictionFamily family, int contacts, std::uint64_t seed) {
  require(contacts >= 1, "contacts", "must be at least 1", contacts);
  RandomStream random(kStream + static_cast<std::uint64_t>(family), seed);
  if (family == FrictionFamily::cone_pile) return cone_pile(contacts, random);
  const bool planar = is_planar(family);
  const int per_face = planar ? 2 : 4;
  const int faces = (contacts + per_face - 1) / per_face;
  Brickwork work = is_blocks(family, random) ? blocks_on_ground(faces, planar, random)
                                             : random_pile(faces, planar, kOctaves, random);
  add_gravity(work);
  push_some(work, random);
  Lcp frictionless = contact_matrix(work, contacts, work.tangents());
  ContactProblem problem;
  problem.A = std::move(frictionless.A);
  problem.b = std::move(frictionless.b);
  problem.contacts = face_contacts(work, contacts, has_sliding(family), random);
  problem.law = family == FrictionFamily::spatial_box ? FrictionLaw::box : FrictionLaw::opposing;
  return problem;
}

}  // namespace perpend::lcp
