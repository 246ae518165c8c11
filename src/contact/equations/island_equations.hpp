// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/blocked_rows.hpp"
#include "contact/equations/island_assembler.hpp"
#include "contact/equations/resistance_bounds.hpp"
#include "contact/equations/slack_rows.hpp"

namespace perpend {

/// The complementarity problem of one island, as it is posed: mixed LCP (2.11-2.12) of Hart &
/// Anitescu 2003 with velocities eliminated, a = W lambda + b, W = J M⁻¹ Jᵀ, b = J v_free + bias,
/// where M⁻¹ is that of MassSystem for the bodies it holds, joints included (Baraff 1996,
/// section 8).
class IslandEquations {
 public:
  /// Assembles W and b of the groups for the method of the options.
  void assemble(const StepRows& rows, std::span<const int> groups, const lcp::Options& options);
  /// Gives the groups other numbers in the pool; the problem stays as it is.
  void renumber(std::span<const int> groups) { layout_.renumber(groups); }
  /// Updates b for the bias now in `rows`, with the same W.
  void update_bias(const StepRows& rows);
  /// Gives resistances these bounds, N·m·s.
  void set_resistance_bounds(const StepRows& rows, const Eigen::VectorXd& bounds);
  /// Sets the bounds of all rows in record().boxed.
  void set_bounds(const StepRows& rows);
  void set_guess(const Eigen::VectorXd& guess) { vectors_.guess = guess; }

  const IslandLayout& layout() const { return layout_; }
  const IslandVectors& vectors() const { return vectors_; }
  IslandRecord& record() { return record_; }
  const IslandRecord& record() const { return record_; }
  const ResistanceBounds& resistances() const { return resistances_; }
  const BlockedRows& blocked() const { return blocked_; }
  /// Velocities of the nodes without impulses, under Record::bodies.
  const Eigen::VectorXd& free_velocity() const { return assembler_.free_velocity(); }

  Eigen::Index size() const { return layout_.size(); }
  /// Returns the bounds of group i of the island, which is no contact, N·s.
  double lo(const StepRows& rows, std::size_t i) const { return resistances_.lo(rows, layout_, i); }
  double hi(const StepRows& rows, std::size_t i) const { return resistances_.hi(rows, layout_, i); }
  /// True if the unknowns are the velocities of the bodies.
  bool is_in_bodies() const { return record_.kind == Record::bodies; }
  /// True if the island has bodies so light beside others that no impulses in double precision stop
  /// them.
  bool is_beyond_rounding() const { return is_beyond_rounding_; }

 private:
  void assemble_blocks(const StepRows& rows);
  void assemble_W(const StepRows& rows);

  IslandLayout layout_;
  IslandVectors vectors_;
  IslandRecord record_;
  ResistanceBounds resistances_;
  SlackRows slack_rows_;
  BlockedRows blocked_;
  IslandAssembler assembler_;
  bool is_beyond_rounding_ = false;
};

}  // namespace perpend
