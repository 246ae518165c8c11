// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "dynamics/mass_system/mass_system.hpp"

namespace perpend {

/// Splits row groups into islands: bodies that move freely and are connected by rows or joints,
/// directly or through others. Islands share no velocity, so each is a problem of its own.
class IslandFinder {
 public:
  /// Islands ordered by their first group; groups keep their order. Groups between bodies that
  /// cannot move freely belong to no island. Valid until the next call.
  void find(const Model& model, const RowPool& pool, const MassSystem& masses);

  int size() const { return static_cast<int>(begin_.size()) - 1; }
  std::span<const int> groups(int island) const {
    return std::span(groups_).subspan(begin_[island], begin_[island + 1] - begin_[island]);
  }

 private:
  int root(int body);
  void join_bodies(const Model& model, const RowPool& pool, const MassSystem& masses);
  void number_islands(const Model& model, const RowPool& pool);
  void sort_groups();

  std::vector<int> parent_;        // per body
  std::vector<int> island_;        // per root body, -1: none yet
  std::vector<int> group_island_;  // per group
  std::vector<int> begin_, groups_, next_;
};

}  // namespace perpend
