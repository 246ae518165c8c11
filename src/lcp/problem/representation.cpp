// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/representation.hpp"

#include <array>

namespace perpend::lcp {

using Eigen::Index;

std::string_view to_string(Representation representation) {
  constexpr std::array<std::string_view, kRepresentations> kNames{"dense", "low_rank", "sparse",
                                                                  "bodies"};
  return kNames[static_cast<std::size_t>(representation)];
}

std::string_view reason(Representation representation) {
  constexpr std::array<std::string_view, kRepresentations> kReasons{
      "small, or without structure", "rank at most half of the rows",
      "at most a tenth of the blocks are not zero", "150 rows or more, 100 of free bodies"};
  return kReasons[static_cast<std::size_t>(representation)];
}

bool suits_bodies(Index rows) {
  constexpr Index kFewest = 150;
  return rows >= kFewest;
}

bool suits_free_bodies(Index rows) {
  constexpr Index kFewest = 100;
  return rows >= kFewest;
}

bool suits_bodies(Index rows, Index velocities) {
  return rows >= velocities;
}

std::size_t most_sparse_pairs(Index contacts) {
  constexpr double kShare = 0.1;
  constexpr Index kFewest = 16;
  if (contacts < kFewest) return 0;
  return static_cast<std::size_t>(kShare * 0.5 * static_cast<double>(contacts * contacts));
}

Index most_rank(Index rows) {
  constexpr double kShare = 0.5;
  return static_cast<Index>(kShare * static_cast<double>(rows));
}

}  // namespace perpend::lcp
