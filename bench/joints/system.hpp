// SPDX-License-Identifier: Apache-2.0
//
// One mechanism of `perpend bench joints` as the linear systems that its joints define.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/mass_system.hpp"

namespace perpend::bench {

/// A mechanism at rest, its factored system and a right-hand side: gravity for 1 ms.
struct System {
  explicit System(const Model& model);
  void form();   ///< J
  void load();   ///< K from J, and its factor
  void solve();  ///< v and lambda, refined

  const RowPool& joints() const { return rows.pool(); }

  const Model& model;
  State state;
  MassSystem solver;
  AddedMass none;
  JointRows rows;
  RowPool coordinates;
  Eigen::VectorXd right, rates, v, lambda;
  double error = 0.0;
};

/// A = J M⁻¹ Jᵀ and its right-hand side as a sparse matrix, the fastest form for products in
/// conjugate gradients. J has the rows of `more` after those of the joints.
struct SparseSystem {
  SparseSystem(const System& system, const RowPool& more = {});

  Eigen::SparseMatrix<double> J, inverse_mass, A;
  Eigen::VectorXd b;
};

}  // namespace perpend::bench
