// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "perpend/lcp/certificate.hpp"

int main() {
  const perpend::lcp::Lcp problem{Eigen::MatrixXd::Identity(1, 1),
                                  Eigen::VectorXd::Constant(1, -1.0)};
  Eigen::VectorXd a;
  const auto certificate = certify(problem, Eigen::VectorXd::Constant(1, 1.0), a);
  std::printf("residual %g\n", certificate.residual);
  return certificate.holds() ? 0 : 1;
}
