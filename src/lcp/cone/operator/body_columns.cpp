// SPDX-License-Identifier: Apache-2.0
//
// The contacts of a pair of bodies follow one another: what they share stays in registers. Sums
// keep the order they have contact by contact.
#include "lcp/cone/operator/body_columns.hpp"

#include <algorithm>

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

// v += the impulses of a run on its bodies.
template <int Bodies>
void add_run(const Site* begin, const Site* end, const double* r, double* v) {
  Lanes sum[Bodies], column;
  for (int k = 0; k < Bodies; ++k) linalg::reload_first<kBodyRows>(v + begin->offset[k], sum[k]);
  for (const Site* site = begin; site != end; ++site)
    for (int i = 0; i < kContactRows; ++i)
      for (int k = 0; k < Bodies; ++k) {
        linalg::load_first<kBodyRows>(site->G[k] + kBodyRows * i, column);
        linalg::add_scaled(sum[k], r[site->row + i], column);
      }
  for (int k = 0; k < Bodies; ++k) linalg::store_first<kBodyRows>(sum[k], v + begin->offset[k]);
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
}

void BodyColumns::add_velocities(const VectorXd& r, VectorXd& v) const {
  for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
    const Site *begin = sites.data() + runs[i], *end = sites.data() + runs[i + 1];
    const auto add = begin->bodies == 2 ? add_run<2> : add_run<1>;
    add(begin, end, r.data(), v.data());
  }
}

void BodyColumns::find_motion(const VectorXd& v, VectorXd& u) const {
  for (const Site& site : sites) {
    HalfLanes sum = {};
    for (int k = 0; k < site.bodies; ++k)
      add_turned_motion(site.G[k] + kBodyRows * kContactRows, v.data() + site.offset[k], sum);
    store_motion(sum, u.data() + site.row);
  }
}

void BodyColumns::add_product(std::size_t run, int a, int b,
                              const std::vector<Eigen::Matrix3d>& Theta, double* K) const {
  Lanes sum[kBodyRows], left[kContactRows];
  for (int j = 0; j < kBodyRows; ++j) linalg::reload_first<kBodyRows>(K + kBodyRows * j, sum[j]);
  for (int s = runs[run]; s < runs[run + 1]; ++s) {
    if (Theta[s].isZero(0)) continue;
    weigh_columns(sites[s].G[a], Theta[s], left);
    const double* other = sites[s].G[b];
    for (int j = 0; j < kBodyRows; ++j)
      for (int k = 0; k < kContactRows; ++k)
        linalg::subtract_scaled(sum[j], other[kBodyRows * k + j], left[k]);
  }
  for (int j = 0; j < kBodyRows; ++j) linalg::store_first<kBodyRows>(sum[j], K + kBodyRows * j);
}

}  // namespace perpend::lcp
