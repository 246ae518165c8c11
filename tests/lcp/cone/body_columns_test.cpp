// SPDX-License-Identifier: Apache-2.0
//
// Products with the columns of contacts that share bodies, against the matrices themselves.
#include "lcp/cone/operator/body_columns.hpp"

#include <doctest/doctest.h>

#include "lcp/cone/operator/contact_kernels.hpp"
#include "linalg/random.hpp"

namespace perpend::lcp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kBodies = 3;

struct Contacts {
  BodyColumns columns;
  std::vector<std::vector<double>> blocks;  // of G, each followed by itself turned
  MatrixXd G;                               // velocities × rows

  explicit Contacts(std::uint64_t seed) {
    linalg::Random random(seed);
    const std::vector<std::vector<int>> pairs{{0, 1}, {0, 1}, {0, 1}, {1},
                                              {1},    {1, 2}, {0, 1}, {2}};
    G = MatrixXd::Zero(kBodyRows * kBodies, static_cast<int>(3 * pairs.size()));
    blocks.reserve(2 * pairs.size());
    for (const std::vector<int>& bodies : pairs) add(bodies, random);
    columns.velocities = G.rows();
    columns.find_runs();
  }

  void add(const std::vector<int>& bodies, linalg::Random& random) {
    const int row = 3 * static_cast<int>(columns.sites.size());
    BodyColumns::Site site{
        .row = row, .bodies = static_cast<int>(bodies.size()), .G = {}, .offset = {}};
    for (int k = 0; k < site.bodies; ++k) {
      std::vector<double>& block = blocks.emplace_back(kBodyRows * kContactRows + kTurned);
      Eigen::Map<MatrixXd> own(block.data(), kBodyRows, kContactRows);
      own = random.vector(kBodyRows * kContactRows).reshaped(kBodyRows, kContactRows);
      turn_columns(block.data(), block.data() + kBodyRows * kContactRows);
      site.G[k] = block.data();
      site.offset[k] = kBodyRows * bodies[k];
      G.block(site.offset[k], row, kBodyRows, kContactRows) = own;
    }
    columns.sites.push_back(site);
  }
};

}  // namespace

TEST_CASE("velocities and motions of contacts that share bodies") {
  const Contacts contacts(5);
  const MatrixXd& G = contacts.G;
  CHECK(contacts.columns.runs == std::vector<int>{0, 3, 5, 6, 7, 8});
  linalg::Random random(6);
  const VectorXd r = random.vector(G.cols()), start = random.vector(G.rows());
  VectorXd v = start, u(G.cols());
  contacts.columns.add_velocities(r, v, Threads::alone());
  CHECK((v - start - G * r).norm() < 1e-14 * r.norm());
  contacts.columns.find_motion(v, u, Threads::alone());
  CHECK((u - G.transpose() * v).norm() < 1e-14 * v.norm());
}

TEST_CASE("G Theta G' of a run, and contacts without Theta add nothing") {
  const Contacts contacts(7);
  linalg::Random random(8);
  std::vector<Eigen::Matrix3d> Theta;
  for (const auto& site : contacts.columns.sites)
    Theta.push_back(site.row == 3 ? Eigen::Matrix3d::Zero().eval()
                                  : Eigen::Matrix3d(random.vector(9).reshaped(3, 3)));
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      MatrixXd K = MatrixXd::Ones(kBodyRows, kBodyRows), exact = K;
      contacts.columns.add_product({0, a, b}, Theta, K.data());
      for (int s = 0; s < 3; ++s)
        exact += contacts.G.block(6 * a, 3 * s, 6, 3) * Theta[s] *
                 contacts.G.block(6 * b, 3 * s, 6, 3).transpose();
      CHECK((K - exact).norm() < 1e-14 * exact.norm());
    }
}

}  // namespace perpend::lcp
