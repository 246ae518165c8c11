// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "perpend/geometry/planar/broad_phase.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// A contact point between two bodies, at least one of which moves freely.
struct ContactPair {
  int body_a = 0, body_b = 0;
  Eigen::Vector2d point_a{0, 0}, point_b{0, 0};  ///< world, m
  Eigen::Vector2d normal{0, 1};                  ///< world, unit, from a to b
  double gap = 0.0;                              ///< m, negative: overlap
  std::uint64_t key = 0;                         ///< same pair of features, same key, step by step
};

/// Finds the active set (Hart & Anitescu 2003, eq. 2.13): all contact points with gap <= margin.
/// Bodies collide within a level, unless a joint connects them.
class Collider {
 public:
  explicit Collider(const Model& model);

  /// Contact points ordered by body pair, shape pair and feature; valid until the next call.
  std::span<const ContactPair> collide(const State& state, double margin);

 private:
  struct Piece {
    int body, shape;
  };
  void place(const State& state, double margin);
  bool may_collide(int body_a, int body_b) const;
  void touch(int piece_a, int piece_b, double margin);

  const Model* model_;
  std::vector<Piece> pieces_;        // every shape of every body
  std::vector<planar::Pose> poses_;  // of the pieces, in the world
  std::vector<planar::Aabb> boxes_;
  planar::SweepAndPrune sweep_;
  std::vector<ContactPair> contacts_;
};

/// Deepest overlap (m) of bodies that collide; 0 where there is none.
double deepest_overlap(std::span<const ContactPair> contacts);

}  // namespace perpend
