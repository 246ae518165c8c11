// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "sim/candidates/pairs/moving_pieces.hpp"

namespace perpend {

/// Handles bodies of several convex pieces that overlap deeply. Each of their contacts seeks the
/// shortest way out of its own two pieces: together they contradict each other, and nothing moves.
/// Here a pair of bodies gets the direction along which all of their pieces separate after the
/// shortest distance, among those that its contacts and positions suggest, and a row along it in
/// place of its contacts, unless those lead there. The choice depends on the pose alone; each step
/// along that direction leaves a shorter distance.
class DeepCompounds {
 public:
  explicit DeepCompounds(const Model& model);

  using ArePushedOut = std::function<bool(int body_a, int body_b)>;
  /// Finds the rows of deep pairs of bodies for which `are_pushed_out` is true.
  void find(MovingPieces& pieces, const State& pose, std::span<const ContactPair> candidates,
            const ArePushedOut& are_pushed_out);
  void clear() { rows_.clear(); }

  /// The rows, one for each such pair, in the order of the candidates.
  std::span<const ContactPair> rows() const { return rows_; }
  bool have_row(int body_a, int body_b) const;

 private:
  bool is_movable_compound(const ContactPair& contact) const;
  void gather_pieces(const MovingPieces& pieces, int body_a, int body_b);
  void propose(const State& pose);
  void propose(const Eigen::Vector3d& along);
  double separating_distance(const MovingPieces& pieces, const State& pose,
                             const Eigen::Vector3d& along, double most);
  void shift(const State& pose, const Eigen::Vector3d& by);
  void separate(MovingPieces& pieces, const State& pose);
  ContactPair row(const State& pose, const ContactPair& deepest, const Eigen::Vector3d& along,
                  double distance) const;

  const Model* model_;
  std::vector<int> pieces_of_;  // per body
  std::vector<ContactPair> rows_;
  std::vector<std::pair<int, int>> done_;  // pairs of bodies
  // Data of the pair at hand.
  int body_a_ = -1, body_b_ = -1;
  std::vector<ContactPair> contacts_;
  std::vector<std::pair<int, int>> together_;  // pieces that may collide
  std::vector<Eigen::Vector3d> directions_;    // from a to b
  State shifted_;
};

}  // namespace perpend
