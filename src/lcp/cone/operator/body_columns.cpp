// SPDX-License-Identifier: Apache-2.0
//
// Contacts of a pair of bodies follow one another, so that what they share stays in registers. Sums
// are gathered body by body, so that threads share them, in the same order as contact by contact.
#include "lcp/cone/operator/body_columns.hpp"

#include <algorithm>
#include <utility>

#include "lcp/cone/operator/contact_kernels.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;
using linalg::HalfLanes;
using linalg::Lanes;
using Site = BodyColumns::Site;

bool are_on_same_bodies(const Site& a, const Site& b) {
  return a.bodies == b.bodies && std::equal(a.offset, a.offset + a.bodies, b.offset);
}

void store_motion(const HalfLanes& sum, double* u) {
  for (int k = 0; k < kContactRows; ++k) u[k] = sum[k];
}

// left (6 × 3) = -G Theta
void weigh_columns(const double* G, const Eigen::Matrix3d& Theta, Lanes (&left)[kContactRows]) {
  Lanes column[kContactRows];
  for (int k = 0; k < kContactRows; ++k)
    linalg::load_first<kBodyRows>(G + kBodyRows * k, column[k]);
  for (int j = 0; j < kContactRows; ++j) {
    left[j] = Lanes{};
    for (int k = 0; k < kContactRows; ++k) linalg::subtract_scaled(left[j], Theta(k, j), column[k]);
  }
}

}  // namespace

void BodyColumns::find_runs() {
  runs.clear();
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (i == 0 || !are_on_same_bodies(sites[i - 1], sites[i])) runs.push_back(static_cast<int>(i));
  runs.push_back(static_cast<int>(sites.size()));
  find_touches();
}

void BodyColumns::find_touches() {
  touches.clear();
  first_touches.clear();
  for (int i = 0; i < static_cast<int>(sites.size()); ++i)
    for (int side = 0; side < sites[i].bodies; ++side) touches.push_back({i, side});
  const auto body = [&](const Touch& touch) { return sites[touch.site].offset[touch.side]; };
  std::sort(touches.begin(), touches.end(), [&](const Touch& a, const Touch& b) {
    return std::pair(body(a), a.site) < std::pair(body(b), b.site);
  });
  for (std::size_t i = 0; i < touches.size(); ++i)
    if (i == 0 || body(touches[i - 1]) != body(touches[i]))
      first_touches.push_back(static_cast<int>(i));
  first_touches.push_back(static_cast<int>(touches.size()));
}

void BodyColumns::add_velocities(const VectorXd& r, VectorXd& v, Threads& threads) const {
  constexpr int kBodies = 16;
  const auto add = [&](int body) {
    const int begin = first_touches[body], end = first_touches[body + 1];
    double* out = v.data() + sites[touches[begin].site].offset[touches[begin].side];
    Lanes sum, column;
    linalg::reload_first<kBodyRows>(out, sum);
    for (int t = begin; t < end; ++t) {
      const Site& site = sites[touches[t].site];
      for (int i = 0; i < kContactRows; ++i) {
        linalg::load_first<kBodyRows>(site.G[touches[t].side] + kBodyRows * i, column);
        linalg::add_scaled(sum, r[site.row + i], column);
      }
    }
    linalg::store_first<kBodyRows>(sum, out);
  };
  threads.chunks<kBodies>(static_cast<int>(first_touches.size()) - 1, [&](Chunk bodies) {
    for (int body = bodies.first; body < bodies.last; ++body) add(body);
  });
}

void BodyColumns::find_motion(const VectorXd& v, VectorXd& u, Threads& threads) const {
  threads.chunks<kContactChunk>(static_cast<int>(sites.size()), [&](Chunk chunk) {
    for (int i = chunk.first; i < chunk.last; ++i) {
      const Site& site = sites[i];
      HalfLanes sum = {};
      for (int k = 0; k < site.bodies; ++k)
        add_turned_motion(site.G[k] + kBodyRows * kContactRows, v.data() + site.offset[k], sum);
      store_motion(sum, u.data() + site.row);
    }
  });
}

void BodyColumns::add_product(const Product& product, const std::vector<Eigen::Matrix3d>& Theta,
                              double* K) const {
  Lanes sum[kBodyRows], left[kContactRows];
  for (int j = 0; j < kBodyRows; ++j) linalg::reload_first<kBodyRows>(K + kBodyRows * j, sum[j]);
  for (int s = runs[product.run]; s < runs[product.run + 1]; ++s) {
    if (Theta[s].isZero(0)) continue;
    weigh_columns(sites[s].G[product.a], Theta[s], left);
    const double* other = sites[s].G[product.b];
    for (int j = 0; j < kBodyRows; ++j)
      for (int k = 0; k < kContactRows; ++k)
        linalg::subtract_scaled(sum[j], other[kBodyRows * k + j], left[k]);
  }
  for (int j = 0; j < kBodyRows; ++j) linalg::store_first<kBodyRows>(sum[j], K + kBodyRows * j);
}

}  // namespace perpend::lcp
