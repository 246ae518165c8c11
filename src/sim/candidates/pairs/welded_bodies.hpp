// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Groups of bodies that welds hold together as one rigid body. Contacts within a group can move
/// nothing: their impulses are undetermined, and the rounding of the joint system is all they would
/// answer.
class WeldedBodies {
 public:
  /// Compliant joints hold nothing rigidly: `joints_are_hard` is false for them.
  WeldedBodies(const Model& model, bool joints_are_hard);

  /// Finds the groups of the welds that are not broken in `state`.
  void update(const State& state);

  bool exist() const { return !welds_.empty(); }
  /// True if welds hold both bodies rigidly to each other.
  bool are_one(int body_a, int body_b) const { return exist() && group_[body_a] == group_[body_b]; }

 private:
  int root(int body);
  void join(int a, int b);

  const Model* model_;
  std::vector<int> welds_;  // joints
  bool is_found_ = false;
  std::vector<std::int8_t> broken_;  // of the state that the groups were found for
  int world_ = 0;                    // the group of all fixed bodies
  std::vector<int> group_;           // per body, and of the world
};

}  // namespace perpend
