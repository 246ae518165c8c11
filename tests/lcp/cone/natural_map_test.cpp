// SPDX-License-Identifier: Apache-2.0
//
// The residual of all contacts together is that of the worst by itself, to the last bit: contacts
// are judged eight at a time.
#include "lcp/cone/natural_map.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/worst.hpp"
#include "linalg/random.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

ConeBlock random_block(linalg::Random& random) {
  ConeBlock block{.mu = random.uniform()};
  const double kind = random.uniform();
  if (kind < 0.1) return {.rows = 1, .bilateral = true};
  if (kind < 0.2) block.rows = 1;
  if (kind > 0.2 && kind < 0.3) block.rows = 2, block.direction = {1, 0};
  block.box = kind > 0.3 && kind < 0.4;
  block.sliding = kind > 0.4 && kind < 0.5;
  return block;
}

ConeProblem random_cone(int contacts, bool circular, bool noisy, linalg::Random& random) {
  ConeProblem cone;
  Index rows = 0;
  for (int i = 0; i < contacts; ++i) {
    ConeBlock block = circular ? ConeBlock{.mu = random.uniform()} : random_block(random);
    block.row = rows;
    rows += block.rows;
    cone.blocks.push_back(block);
  }
  cone.q = random.vector(rows);
  cone.motion_scale = random.vector(rows).cwiseAbs();
  if (noisy) cone.noise = 0.5 * random.vector(rows).cwiseAbs();
  return cone;
}

// Blocks one by one.
double worst_block(const ConeProblem& cone, const VectorXd& r, const VectorXd& u) {
  double worst = 0.0;
  ConeProblem single = cone;
  for (const ConeBlock& block : cone.blocks) {
    single.blocks = {block};
    raise(worst, natural_map(single, r, u));
  }
  return worst;
}

}  // namespace

TEST_CASE("the natural map of many contacts is that of the worst, whatever their kinds") {
  linalg::Random random(11);
  int silent = 0;
  for (int k = 0; k < 400; ++k) {
    ConeProblem cone = random_cone(1 + k % 41, k % 3 == 0, k % 2 == 0, random);
    if (k % 5 == 0) cone.motion_scale *= std::pow(10.0, 12 * random.uniform());
    const VectorXd r = random.vector(cone.size()), u = random.vector(cone.size());
    const double together = natural_map(cone, r, u);
    CHECK(together == worst_block(cone, r, u));
    silent += together == 0.0;
  }
  CHECK(silent < 40);
}

TEST_CASE("eight contacts that are alike have the residual of one, noise or not") {
  constexpr int kEight = 8;
  linalg::Random random(13);
  int silent = 0;
  for (int k = 0; k < 400; ++k) {
    ConeProblem one = random_cone(1, true, true, random), all = one;
    one.noise *= 4;
    all.blocks.assign(kEight, one.blocks[0]);
    for (int i = 0; i < kEight; ++i) all.blocks[i].row = 3 * i;
    all.q = one.q.replicate(kEight, 1);
    all.motion_scale = one.motion_scale.replicate(kEight, 1);
    all.noise = one.noise.replicate(kEight, 1);
    const VectorXd r = random.vector(3), u = random.vector(3);
    const double alone = natural_map(one, r, u);
    CHECK(natural_map(all, r.replicate(kEight, 1), u.replicate(kEight, 1)) == alone);
    silent += alone == 0.0;
  }
  CHECK(silent > 40);
  CHECK(silent < 360);
}

TEST_CASE("a contact that is no number is never hidden by others, nor by noise") {
  linalg::Random random(12);
  for (int row = 0; row < 51; ++row) {
    const ConeProblem cone = random_cone(17, true, row % 2 == 0, random);
    VectorXd r = random.vector(cone.size()), u = r;
    r[row] = u[row] = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(natural_map(cone, r, u)));
  }
}

// The checker's bound is max(1e-10, 100 epsilon load) up to 1e-6, row by row.
TEST_CASE("each contact is granted the rounding of its own load, and no other's") {
  linalg::Random random(14);
  for (int k = 0; k < 200; ++k) {
    ConeProblem cone = random_cone(2, true, false, random);
    cone.motion_scale.setOnes();
    for (ConeBlock& block : cone.blocks) block.mu = 0.5;
    // The first contact bears a load and is right; the second should not bear what it does.
    const double load = std::pow(10.0, 15 * random.uniform());
    const double wrong = std::pow(10.0, 15 * random.uniform());
    VectorXd r(6), u = VectorXd::Zero(6);
    r << load, 0, 0, 0, wrong, 0;
    const double loss = 100 * std::numeric_limits<double>::epsilon() * wrong;
    CHECK(natural_map(cone, r, u) == relative(wrong / std::clamp(loss / 1e-10, 1.0, 1e4), 1e-12));
  }
}

}  // namespace perpend::lcp
