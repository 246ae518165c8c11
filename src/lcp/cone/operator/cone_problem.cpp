// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/operator/cone_problem.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector3d;
using Eigen::VectorXd;

ConeBlock block_of(const Contact& contact, FrictionLaw law) {
  ConeBlock block{.row = contact.row,
                  .rows = contact.tangents + 1,
                  .mu = contact.sliding ? contact.mu_k : contact.mu_s,
                  .sliding = contact.sliding,
                  .direction = contact.direction};
  if (contact.tangents == 1) block.direction.y() = 0;
  if (contact.tangents == 0) block.sliding = false;
  if (block.mu == 0 && contact.tangents > 0) block.sliding = true;
  block.box = law == FrictionLaw::box && contact.tangents == 2 && !block.sliding;
  return block;
}

double largest_diagonal(const ConeBlock& block, const ConeOperator& W) {
  return W.diagonal(block).diagonal().head(block.rows).cwiseAbs().maxCoeff();
}

// Sets one scale per block. Rows with a zero diagonal get the mean of all.
void set_scales(const std::vector<ConeBlock>& blocks, const ConeOperator& W, VectorXd& diagonal) {
  diagonal.setZero(W.size());
  for (const ConeBlock& block : blocks)
    diagonal.segment(block.row, block.rows).setConstant(largest_diagonal(block, W));
  const double mean = diagonal.size() > 0 ? diagonal.mean() : 0.0;
  const double fallback = mean > 0 ? mean : 1.0;
  for (double& entry : diagonal) entry = 1 / std::sqrt(entry > 0 ? entry : fallback);
}

// Adds the rows that no contact has. Contacts come in any order, so their rows are marked first,
// 1024 rows at a time on the stack.
void add_bilateral(Index n, const std::vector<Contact>& contacts, std::vector<ConeBlock>& blocks) {
  constexpr Index kWindow = 1024;
  for (Index begin = 0; begin < n; begin += kWindow) {
    const Index end = std::min(begin + kWindow, n);
    std::bitset<kWindow> claimed;
    for (const Contact& contact : contacts)
      for (Index row = contact.row; row <= contact.row + contact.tangents; ++row)
        if (row >= begin && row < end) claimed.set(static_cast<std::size_t>(row - begin));
    for (Index row = begin; row < end; ++row)
      if (!claimed[static_cast<std::size_t>(row - begin)])
        blocks.push_back({.row = row, .rows = 1, .bilateral = true});
  }
}

}  // namespace

void set_blocks(Index n, const std::vector<Contact>& contacts, FrictionLaw law,
                std::vector<ConeBlock>& blocks) {
  blocks.clear();
  Index claimed = 0;
  for (const Contact& contact : contacts) {
    blocks.push_back(block_of(contact, law));
    claimed += 1 + contact.tangents;
  }
  if (claimed < n) add_bilateral(n, contacts, blocks);
}

void set_blocks(Index n, const std::vector<Contact>& contacts,
                const std::vector<FrictionPolygon>& polygons, FrictionLaw law,
                std::vector<ConeBlock>& blocks) {
  set_blocks(n, contacts, law, blocks);
  for (std::size_t i = 0; i < polygons.size(); ++i)
    if (blocks[i].rows == 3 && !blocks[i].sliding) blocks[i].polygon = polygons[i];
}

void equilibrate(const VectorXd& b, const VectorXd& noise, ConeOperator& W, ConeProblem& cone) {
  VectorXd& D = cone.force_scale;
  set_scales(cone.blocks, W, D);
  W.scale(D);
  cone.W = &W;
  cone.q = D.cwiseProduct(b);
  const double size = b.size() > 0 ? cone.q.cwiseAbs().maxCoeff() : 0.0;
  const double s = size > 0 ? size : 1.0;
  const double unit = size > 0 ? b.cwiseAbs().maxCoeff() : 1.0;
  cone.q /= s;
  cone.motion_scale = (s / unit) * D.cwiseInverse();
  D *= s;
  cone.noise = noise / unit;
}

Vector3d cone_units(const ConeBlock& block) {
  if (block.rows == 1 || block.sliding) return Vector3d::Ones();
  return {block.mu, 1, 1};
}

int count_degenerate(const ConeProblem& cone, const VectorXd& r, const VectorXd& u) {
  constexpr double kSmall = 1e-7;
  int count = 0;
  for (const ConeBlock& block : cone.blocks) {
    if (block.bilateral || block.sliding) continue;
    Vector3d modified = rows_of(block, u);
    modified[0] += block.mu * modified.tail<2>().norm();
    count += modified.norm() < kSmall && rows_of(block, r).norm() < kSmall;
  }
  return count;
}

}  // namespace perpend::lcp
