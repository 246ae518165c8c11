// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_equations.hpp"

namespace perpend {

/// The second phase of an impact under Poisson's law: a second problem with the same matrix, in
/// which normal impulses are at least those of the compression and e times e_scale of their part
/// that the forces of the step did not press; friction stays within mu times the new normal
/// impulse. In space it supports the laws cone, box and frictionless.
class Decompression {
 public:
  /// Forgets the compression.
  void clear() { is_done_ = false; }
  /// True if the last solution is one of decompress(); record().boxed.lo has its floors.
  bool is_done() const { return is_done_; }
  /// Replaces the solution of the compression, or of another e_scale, by that of this one.
  void decompress(const StepRows& rows, double e_scale, lcp::Workspace& workspace,
                  IslandEquations& equations, lcp::Solution& solution);

 private:
  void set_floors(const StepRows& rows, double e_scale, IslandEquations& equations) const;
  void settle_friction(const StepRows& rows, lcp::Workspace& workspace, IslandEquations& equations,
                       lcp::Solution& solution) const;

  bool is_done_ = false;
  Eigen::VectorXd compression_;  // impulses of the first phase
};

}  // namespace perpend
