// SPDX-License-Identifier: Apache-2.0
//
// Velocities that belong together: the blocks of a block-diagonal mass matrix, from its pattern.
#pragma once

#include <Eigen/SparseCore>
#include <span>
#include <vector>

namespace perpend::lcp {

struct MassBodies {
  std::vector<int> start;  ///< bodies + 1, into rows
  std::vector<int> rows;   ///< velocities body by body, ascending within each
  std::vector<int> body;   ///< body of each velocity
  std::vector<int> place;  ///< place of each velocity within its body

  int count() const { return static_cast<int>(start.size()) - 1; }
  std::span<const int> of(int b) const {
    return {rows.data() + start[b], rows.data() + start[b + 1]};
  }
};

/// Gathers bodies from a label per velocity, in the order of their first velocities.
MassBodies gather_bodies(std::span<const int> label);

/// Returns the connected components of M's nonzeros.
MassBodies mass_bodies(const Eigen::SparseMatrix<double>& M);

/// Returns the diagonal block of M that belongs to body b, dense.
Eigen::MatrixXd mass_block(const Eigen::SparseMatrix<double>& M, const MassBodies& bodies, int b);

/// True if both triangles are the same within the bound of solve() on contact matrices.
bool is_symmetric(const Eigen::SparseMatrix<double>& M);

}  // namespace perpend::lcp
