// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/sim/options.hpp"
#include "sim/candidates/pairs/moving_pieces.hpp"

namespace perpend {

/// Properties of pairs of bodies and pieces that no step changes. All arguments of the constructor
/// must outlive it.
class PairProperties {
 public:
  PairProperties(const Model& model, const SimulationOptions& options, const MovingPieces& pieces);

  /// True if contacts of two bodies are springs, so that bodies overlap by their law.
  bool are_compliant(int body_a, int body_b) const;
  bool are_compliant(const ContactPair& pair) const {
    return are_compliant(pair.body_a, pair.body_b);
  }
  /// True if some pair of materials may be compliant.
  bool any_compliant() const { return any_compliant_; }
  bool has_kinematic(const ContactPair& pair) const;
  /// True if a piece belongs to a kinematic body.
  bool is_kinematic(int piece) const;

  /// True if a body can roll on the contact with a velocity of the material point there that
  /// changes as it rotates: on rims and ellipses, and on round surfaces about another point than
  /// the centre of mass.
  bool roll_unevenly(int piece_a, int piece_b) const;
  bool roll_unevenly(const ContactPair& pair) const {
    return roll_unevenly(pair.piece_a, pair.piece_b);
  }
  /// Returns the overlap at the next pose that gets a row of its own, m.
  double significant_overlap(int piece_a, int piece_b) const;
  double significant_overlap(const ContactPair& pair) const {
    return significant_overlap(pair.piece_a, pair.piece_b);
  }
  /// Returns the overlap (m) that a contact keeps if its bodies roll_unevenly(); 0 for others. Each
  /// step leads a rolling body into overlap as it rotates. The overlap that rows are corrected for
  /// is kept: impulses that open some of these overlaps and not others would do work.
  double rolling_overlap(const ContactPair& pair) const {
    return roll_unevenly(pair) ? significant_overlap(pair) : 0.0;
  }

 private:
  const Model* model_;
  const SimulationOptions* options_;
  const MovingPieces* pieces_;
  bool any_compliant_ = false;
};

}  // namespace perpend
