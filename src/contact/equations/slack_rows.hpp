// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_record.hpp"
#include "contact/equations/island_vectors.hpp"
#include "contact/equations/resistance_bounds.hpp"

namespace perpend {

/// Slack rows. A motor, dry friction or a resistance beside contacts of the cone is the tangent of
/// a contact of its own, whose normal impulse is its bound: |f| <= f_n with f_n = hi from the row
/// w f_n - w hi = 0 before it, the slack row, which is coupled to no other row.
class SlackRows {
 public:
  /// Keeps the own responses of bounded rows, one at each slack row, for Record::bodies.
  void set_responses(const Eigen::VectorXd& responses) { responses_ = responses; }
  /// Sets w in the record, and the bias and the guess of all slack rows for these bounds.
  void load(const StepRows& rows, const IslandLayout& layout, const ResistanceBounds& bounds,
            IslandRecord& record, IslandVectors& vectors) const;

 private:
  double response(Eigen::Index slack, IslandRecord& record) const;

  Eigen::VectorXd responses_;
};

}  // namespace perpend
