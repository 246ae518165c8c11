// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "brickwork.hpp"
#include "families.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

constexpr std::array kFamilies{
    GlobalFamily::stacks_at_rest, GlobalFamily::stacks_moving,      GlobalFamily::wall_at_rest,
    GlobalFamily::pile_moving,    GlobalFamily::planar_pile_moving,
};
constexpr std::array<std::string_view, kFamilies.size()> kNames{
    "stacks_at_rest", "stacks_moving", "wall_at_rest", "pile_moving", "planar_pile_moving",
};
constexpr std::uint64_t kStream = 2000;  // distinct from the streams of the other families
constexpr double kOctaves = 4.9;         // 30 : 1
constexpr double kStep = 0.01;           // s
constexpr int kHeight = 10;
// Largest speed, ten times that from gravity in a step: contacts open, stick and slide.
constexpr double kSpeed = 1.0;  // m/s

bool is_moving(GlobalFamily family) {
  return family != GlobalFamily::stacks_at_rest && family != GlobalFamily::wall_at_rest;
}

Brickwork structure(GlobalFamily family, int contacts, RandomStream& random) {
  const int faces = (contacts + 3) / 4;
  switch (family) {
    case GlobalFamily::stacks_at_rest:
      return stacks(faces, kHeight, kHeight, 0, random);
    case GlobalFamily::stacks_moving:
      return stacks(faces, kHeight, kHeight, kOctaves, random);
    case GlobalFamily::wall_at_rest:
      return running_bond_wall(faces, random);
    case GlobalFamily::pile_moving:
      return random_pile(faces, false, kOctaves, random);
    case GlobalFamily::planar_pile_moving:
      return random_pile((contacts + 1) / 2, true, kOctaves, random);
  }
  require(false, "family", "must be one of all_global_families()", static_cast<double>(family));
  return {};
}

void set_moving(Brickwork& work, RandomStream& random) {
  for (Brick& brick : work.bricks) {
    brick.velocity = random.uniform(0, kSpeed) * random.direction();
    brick.spin = random.uniform(0, kSpeed) * random.direction();
  }
}

}  // namespace

std::string_view to_string(GlobalFamily family) {
  return kNames[static_cast<std::size_t>(family)];
}

std::span<const GlobalFamily> all_global_families() {
  return kFamilies;
}

GlobalContactProblem make_global_problem(GlobalFamily family, int contacts, std::uint64_t seed) {
  require(contacts >= 1, "contacts", "must be at least 1", contacts);
  RandomStream random(kStream + static_cast<std::uint64_t>(family), seed);
  Brickwork work = structure(family, contacts, random);
  add_gravity(work);
  if (is_moving(family)) set_moving(work, random);
  const int all = work.contacts_per_face() * static_cast<int>(work.faces.size());
  contacts = std::min(contacts, all);
  GlobalContactProblem problem = brick_velocities(work, contacts, work.tangents(), kStep);
  problem.contacts = face_contacts(work, contacts, false, random);
  // Keeps coefficients at least 0.3: with a coefficient near the slope of its faces, rest would
  // depend on the generator only.
  if (!is_moving(family))
    for (Contact& contact : problem.contacts)
      contact.mu_s = contact.mu_k = std::max(contact.mu_s, 0.3);
  return problem;
}

}  // namespace perpend::lcp
