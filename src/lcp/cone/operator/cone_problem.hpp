// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "lcp/cone/operator/operator.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {

/// u = W r + q with the laws of Signorini and Coulomb on every contact, in equilibrated units: one
/// scale per block, so that the cones do not change and the natural map of every contact has
/// rho = 1. r = f / (s D), u = D a / s with D² max diag = 1 in each block and s = max |D b|.
struct ConeProblem {
  std::vector<ConeBlock> blocks;  ///< every row in one block
  Eigen::VectorXd q;              ///< n
  ConeOperator* W = nullptr;      ///< D A D, not owned
  Eigen::VectorXd force_scale;    ///< f = force_scale .* r
  Eigen::VectorXd motion_scale;   ///< relative residual = motion_scale .* (r - P(r - u))
  Eigen::VectorXd noise;          ///< relative residual that counts as zero, per row; empty: 0

  Eigen::Index size() const { return q.size(); }
};

/// Sets the blocks of a problem of n rows: one per contact, then one per bilateral row. A contact
/// with mu = 0 has zero tangent forces: it becomes a sliding contact with mu = 0.
/// FrictionLaw::opposing is solved as the stronger circular cone.
void set_blocks(Eigen::Index n, const std::vector<Contact>& contacts, FrictionLaw law,
                std::vector<ConeBlock>& blocks);
/// Same with polygons in place of the discs, one per contact or none at all.
void set_blocks(Eigen::Index n, const std::vector<Contact>& contacts,
                const std::vector<FrictionPolygon>& polygons, FrictionLaw law,
                std::vector<ConeBlock>& blocks);

/// Rewrites `cone` for a = W f + b with the laws of cone.blocks, where b is known to `noise`
/// (empty: exactly), and scales W, which `cone` refers to from then on.
void equilibrate(const Eigen::VectorXd& b, const Eigen::VectorXd& noise, ConeOperator& W,
                 ConeProblem& cone);

/// Counts contacts whose force and modified velocity (u_n + mu |u_t|, u_t) are both below 1e-7:
/// double precision does not determine their state.
int count_degenerate(const ConeProblem& cone, const Eigen::VectorXd& r, const Eigen::VectorXd& u);

/// Returns the diagonal of T in x = T r, y = T⁻¹ (u_n + mu |u_t|, u_t), which maps the friction
/// cone and its dual to the self-dual cone |x_t| <= x_0. Ones at blocks without friction of their
/// own.
Eigen::Vector3d cone_units(const ConeBlock& block);

/// Returns the rows of a block as a 3-vector, with zeros after its last row.
inline Eigen::Vector3d rows_of(const ConeBlock& block, const Eigen::VectorXd& x) {
  if (block.rows == 3) return x.segment<3>(block.row);
  Eigen::Vector3d rows = Eigen::Vector3d::Zero();
  for (int k = 0; k < block.rows; ++k) rows[k] = x[block.row + k];
  return rows;
}

inline void set_rows(const ConeBlock& block, const Eigen::Vector3d& rows, Eigen::VectorXd& x) {
  if (block.rows == 3) {
    x.segment<3>(block.row) = rows;
    return;
  }
  for (int k = 0; k < block.rows; ++k) x[block.row + k] = rows[k];
}

}  // namespace perpend::lcp
