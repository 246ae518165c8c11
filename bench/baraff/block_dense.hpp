// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "linalg/kernels/dense_factors.hpp"
#include "linalg/ldlt/block_ldlt.hpp"

namespace perpend::linalg {

/// The O(n³) reference for BlockLdlt (Baraff 1996, section 5): A = G M⁻¹ Gᵀ + S, formed dense from
/// the blocks of K = [M Gᵀ; G -S] and factored by Cholesky; M block diagonal.
class DenseMultipliers {
 public:
  /// Reads the present values of K. Throws InvalidArgument where bodies are coupled. Returns false
  /// where a mass or A is not positive definite.
  bool factor(const BlockLdlt& K);
  /// x = K⁻¹ x in the layout of K.
  void solve(Eigen::Ref<Eigen::VectorXd> x) const;

 private:
  struct Body {
    Eigen::LLT<Eigen::MatrixXd> mass;
    Eigen::MatrixXd G;      ///< all constraint rows of this body, rows × size
    std::vector<int> rows;  ///< rows of A
    int offset = 0;         ///< first row in K
  };

  void gather_nodes(const BlockLdlt& K);
  void gather_edge(const BlockLdlt& K, int edge, Eigen::MatrixXd& A);

  std::vector<Body> bodies_;
  std::vector<int> place_;     ///< by node: index into bodies_, or first row of A
  std::vector<int> row_in_K_;  ///< row in K of each row of A
  Eigen::LLT<Eigen::MatrixXd> A_;
};

}  // namespace perpend::linalg
