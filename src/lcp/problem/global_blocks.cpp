// SPDX-License-Identifier: Apache-2.0
//
// Converts the matrix form into blocks. What it does not state is found from its nonzeros: the
// blocks of M are bodies, and the scalar blocks of a diagonal M that the same contacts touch are
// one.
#include "lcp/problem/global_blocks.hpp"

#include <algorithm>
#include <utility>

#include "lcp/problem/mass_bodies.hpp"
#include "linalg/kernels/dense_factors.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Sparse = Eigen::SparseMatrix<double>;

using linalg::kWidestNode;
constexpr int kMergedNode = 6;  // a rigid body whose M is diagonal

std::vector<int> group_of_rows(const GlobalContactProblem& problem) {
  std::vector<int> group(static_cast<std::size_t>(problem.size()), -1);
  int count = 0;
  for (const Contact& contact : problem.contacts) {
    std::fill_n(group.begin() + contact.row, 1 + contact.tangents, count);
    ++count;
  }
  for (int& own : group)
    if (own < 0) own = count++;
  return group;
}

// Returns the groups that touch each body, ascending.
std::vector<std::vector<int>> touching(const MassBodies& bodies, const Sparse& H,
                                       const std::vector<int>& group_of_row) {
  std::vector<std::vector<int>> groups(bodies.count());
  for (Index row = 0; row < H.cols(); ++row)
    for (Sparse::InnerIterator entry(H, row); entry; ++entry)
      groups[bodies.body[entry.row()]].push_back(group_of_row[row]);
  for (auto& list : groups) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return groups;
}

// Joins neighbouring small blocks of M where the contacts of one are all contacts of the other.
MassBodies join_small(const MassBodies& bodies, const Sparse& H,
                      const std::vector<int>& group_of_row) {
  const auto groups = touching(bodies, H, group_of_row);
  std::vector<int> label(bodies.body.size());
  int head = -1, size = 0;
  const std::vector<int>* joined = nullptr;
  for (int b = 0; b < bodies.count(); ++b) {
    const auto rows = bodies.of(b);
    const int own = static_cast<int>(rows.size());
    const auto covers = [](const std::vector<int>& a, const std::vector<int>& c) {
      return std::includes(a.begin(), a.end(), c.begin(), c.end());
    };
    const bool wider = joined && covers(groups[b], *joined);
    const bool join = joined && size + own <= kMergedNode && (wider || covers(*joined, groups[b]));
    if (!join) head = rows.front(), size = 0;
    if (!join || wider) joined = &groups[b];
    size += own;
    for (const int row : rows) label[row] = head;
  }
  return gather_bodies(label);
}

void add_entries(const Eigen::Ref<const MatrixXd>& block, int row, int column,
                 std::vector<Eigen::Triplet<double>>& entries) {
  for (int j = 0; j < block.cols(); ++j)
    for (int i = 0; i < block.rows(); ++i) entries.emplace_back(row + i, column + j, block(i, j));
}

// Returns H' M⁻¹ f + w.
Eigen::VectorXd free_motion(const GlobalContactProblem& problem, const MassBodies& bodies) {
  Eigen::VectorXd v(problem.velocities());
  for (int b = 0; b < bodies.count(); ++b) {
    const auto rows = bodies.of(b);
    const Eigen::LLT<MatrixXd> mass(mass_block(problem.M, bodies, b));
    require(mass.info() == Eigen::Success, "M", "positive definite", "a block that is not");
    Eigen::VectorXd part(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) part[i] = problem.f[rows[i]];
    mass.solveInPlace(part);
    for (std::size_t i = 0; i < rows.size(); ++i) v[rows[i]] = part[i];
  }
  return problem.H.transpose() * v + problem.w;
}

// Bodies as nodes; one of more than twelve velocities becomes several that M couples.
class BodyNodes {
 public:
  BodyNodes(const MassBodies& bodies, BlockProblem& blocks) : bodies_(bodies), blocks_(blocks) {
    for (int b = 0; b < bodies.count(); ++b) {
      first_.push_back(blocks.graph().nodes());
      for (int rest = size(b); rest > 0; rest -= kWidestNode)
        blocks.add_node(std::min(rest, kWidestNode), 1);
    }
  }

  void load(const Sparse& M) {
    for (int b = 0; b < bodies_.count(); ++b) {
      const MatrixXd mass = mass_block(M, bodies_, b);
      for (int i = 0; i < size(b); i += kWidestNode) {
        const int node = first_[b] + i / kWidestNode, rows = std::min(size(b) - i, kWidestNode);
        blocks_.node(node) = mass.block(i, i, rows, rows);
        for (int j = i + kWidestNode; j < size(b); j += kWidestNode) {
          const int columns = std::min(size(b) - j, kWidestNode);
          const int edge = blocks_.add_coupling(node, first_[b] + j / kWidestNode);
          blocks_.coupling(edge) = mass.block(i, j, rows, columns);
        }
      }
    }
  }

  // Adds Jᵀ of the last group: columns `row` to `row + rows` of H.
  void add_parts(const Sparse& H, Index row, int rows) {
    std::vector<std::pair<int, int>> touched;  // node; the second is unused
    for (Index k = row; k < row + rows; ++k)
      for (Sparse::InnerIterator entry(H, k); entry; ++entry)
        touched.emplace_back(node_of(static_cast<int>(entry.row())), 0);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const auto& [node, unused] : touched) {
      auto part = blocks_.add_part(node);
      for (Index k = row; k < row + rows; ++k)
        for (Sparse::InnerIterator entry(H, k); entry; ++entry)
          if (node_of(static_cast<int>(entry.row())) == node)
            part(bodies_.place[entry.row()] % kWidestNode, k - row) = entry.value();
    }
  }

 private:
  int size(int b) const { return static_cast<int>(bodies_.of(b).size()); }
  int node_of(int velocity) const {
    return first_[bodies_.body[velocity]] + bodies_.place[velocity] / kWidestNode;
  }

  const MassBodies& bodies_;
  BlockProblem& blocks_;
  std::vector<int> first_;
};

}  // namespace

BlockProblem to_blocks(const GlobalContactProblem& problem) {
  const std::vector<int> group = group_of_rows(problem);
  const MassBodies bodies = join_small(mass_bodies(problem.M), problem.H, group);
  BlockProblem blocks;
  BodyNodes nodes(bodies, blocks);
  nodes.load(problem.M);
  for (Index row = 0; row < problem.size();) {
    int rows = 1;
    while (row + rows < problem.size() && group[row + rows] == group[row]) ++rows;
    blocks.add_group(rows);
    nodes.add_parts(problem.H, row, rows);
    row += rows;
  }
  blocks.contacts = problem.contacts;
  blocks.compliance.setZero(problem.size());
  blocks.b = free_motion(problem, bodies);
  blocks.noise = problem.noise;
  return blocks;
}

GlobalContactProblem to_global(const BlockProblem& problem, const Eigen::VectorXd& v) {
  require(problem.graph().edges.empty(), "problem", "without joints and couplings",
          static_cast<double>(problem.graph().edges.size()));
  require(problem.compliance.isZero(0), "compliance", "0",
          problem.size() > 0 ? problem.compliance.maxCoeff() : 0.0);
  std::vector<Eigen::Triplet<double>> M, H;
  std::vector<int> offset;
  int next = 0;
  for (int i = 0; i < problem.graph().nodes(); ++i) {
    offset.push_back(next);
    add_entries(problem.node(i), next, next, M);
    next += problem.graph().sizes[i];
  }
  for (const auto& group : problem.groups())
    for (const auto& part : problem.parts(group))
      add_entries(problem.part(group, part), offset[part.node], static_cast<int>(group.row), H);
  GlobalContactProblem global{
      Sparse(next, next), Sparse(next, problem.size()), {}, {}, problem.contacts, problem.noise};
  global.M.setFromTriplets(M.begin(), M.end());
  global.H.setFromTriplets(H.begin(), H.end());
  global.f = global.M * v;
  global.w = problem.b - global.H.transpose() * v;
  return global;
}

}  // namespace perpend::lcp
