// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_record.hpp"
#include "contact/equations/island_vectors.hpp"

namespace perpend {

/// Rows of contacts that impulses do not move because joints hold their bodies. An impulse there is
/// undetermined, and where the contact closes no impulse suffices: impulses of 1e12 N s that come
/// from round-off tear the joints. Such a contact carries no load. If joints block its slip alone,
/// friction moves nothing except by round-off, on which solvers fail.
class BlockedRows {
 public:
  /// Starts without blocked rows.
  void clear(Eigen::Index size) { response_.setZero(size); }
  /// Finds the blocked rows of W, which has no compliance yet, and decouples them.
  void find(const StepRows& rows, const IslandLayout& layout, const Eigen::VectorXd& compliance,
            Eigen::MatrixXd& W);
  /// Relaxes b of blocked rows: closing contacts are left to close. Slip that joints drive is
  /// opposed by the largest friction; slip that joints prevent needs none.
  void relax(const StepRows& rows, const IslandLayout& layout, IslandRecord& record);

  bool is_blocked(Eigen::Index row) const { return response_[row] > 0; }
  /// True if relax() left a contact to close: the bodies overlap at the rate of the joints.
  bool has_closing() const { return has_closing_; }

 private:
  void decouple(Eigen::Index row, double response, Eigen::MatrixXd& W);
  void relax_slip(Eigen::Index row, bool has_load, IslandRecord& record) const;

  Eigen::VectorXd response_;  // per row: response without joints, if they block it; else 0
  bool has_closing_ = false;
};

}  // namespace perpend
