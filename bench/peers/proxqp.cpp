// SPDX-License-Identifier: Apache-2.0
//
// ProxQP (dense backend) on min 1/2 fᵀAf + bᵀf, f >= 0, with a tolerance of 1e-11 of max |b|.
#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <proxsuite/proxqp/dense/dense.hpp>

#include "peers.hpp"

namespace perpend::bench {
namespace {

bool solve_qp(int n, const double* A, const double* b, double* f) {
  namespace proxqp = proxsuite::proxqp;
  const Eigen::Map<const Eigen::MatrixXd> H(A, n, n);
  const Eigen::Map<const Eigen::VectorXd> g(b, n);
  const Eigen::VectorXd lo = Eigen::VectorXd::Zero(n);
  const Eigen::VectorXd hi = Eigen::VectorXd::Constant(n, 1e20);
  proxqp::dense::QP<double> qp(n, 0, 0, true);
  qp.settings.eps_abs = 1e-11 * std::max(g.cwiseAbs().maxCoeff(), 1e-300);
  qp.settings.eps_rel = 0.0;
  qp.settings.max_iter = 2000;
  qp.init(H, g, proxsuite::nullopt, proxsuite::nullopt, proxsuite::nullopt, proxsuite::nullopt,
          proxsuite::nullopt, lo, hi);
  qp.solve();
  Eigen::Map<Eigen::VectorXd>(f, n) = qp.results.x;
  return qp.results.info.status == proxqp::QPSolverOutput::PROXQP_SOLVED;
}

}  // namespace

std::span<const Peer> proxqp_peers() {
  static constexpr std::array kPeers{Peer{"proxqp", 300, solve_qp}};
  return kPeers;
}

}  // namespace perpend::bench
