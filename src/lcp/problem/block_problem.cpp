// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/block_problem.hpp"

#include <algorithm>
#include <cmath>

#include "lcp/problem/contact_check.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {

using Eigen::Index;

void BlockProblem::clear() {
  graph_.sizes.clear();
  graph_.edges.clear();
  graph_.signs.clear();
  velocities_ = 0;
  node_value_.clear();
  coupling_value_.clear();
  values_.clear();
  groups_.clear();
  parts_.clear();
  rows_ = 0;
  contacts.clear();
  polygons.clear();
  noise.resize(0);
}

std::size_t BlockProblem::take(int rows, int columns) {
  const std::size_t at = values_.size();
  values_.resize(at + static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns), 0.0);
  return at;
}

int BlockProblem::add_node(int size, int sign) {
  require(size >= 1 && size <= linalg::kWidestNode, "size", "1..12", size);
  graph_.sizes.push_back(size);
  graph_.signs.push_back(static_cast<std::int8_t>(sign));
  node_value_.push_back(take(size, size));
  velocities_ += size;
  return graph_.nodes() - 1;
}

void BlockProblem::check_node(const char* name, int node) const {
  if (node >= 0 && node < graph_.nodes()) return;
  require(false, name, "a node of the graph, of which there are " + std::to_string(graph_.nodes()),
          node);
}

int BlockProblem::add_coupling(int first, int second) {
  check_node("first", first);
  check_node("second", second);
  graph_.edges.emplace_back(first, second);
  coupling_value_.push_back(take(size_of(first), size_of(second)));
  return static_cast<int>(graph_.edges.size()) - 1;
}

BlockProblem::Map BlockProblem::coupling(int edge) {
  const auto [first, second] = graph_.edges[static_cast<std::size_t>(edge)];
  return {values_.data() + coupling_value_[static_cast<std::size_t>(edge)], size_of(first),
          size_of(second)};
}

BlockProblem::ConstMap BlockProblem::coupling(int edge) const {
  const auto [first, second] = graph_.edges[static_cast<std::size_t>(edge)];
  return {values_.data() + coupling_value_[static_cast<std::size_t>(edge)], size_of(first),
          size_of(second)};
}

int BlockProblem::add_group(int rows) {
  require(rows >= 1, "rows", ">= 1", rows);
  groups_.push_back({rows_, rows, static_cast<int>(parts_.size()), 0});
  rows_ += rows;
  return static_cast<int>(groups_.size()) - 1;
}

BlockProblem::Map BlockProblem::add_part(int node) {
  check_node("node", node);
  require(!groups_.empty(), "groups", "one to add a part to", "none");
  Group& group = groups_.back();
  ++group.parts;
  parts_.push_back({node, take(size_of(node), group.rows)});
  return {values_.data() + parts_.back().value, size_of(node), group.rows};
}

bool BlockProblem::values_are_finite() const {
  return std::all_of(values_.begin(), values_.end(), [](double x) { return std::isfinite(x); });
}

bool is_finite(const BlockProblem& problem) {
  return problem.values_are_finite() && problem.b.allFinite() && problem.compliance.allFinite();
}

namespace {

void check_entries(const char* name, const Eigen::VectorXd& x, Index size) {
  require(x.size() == size, name, std::to_string(size) + " entries", static_cast<double>(x.size()));
  require(x.allFinite(), name, "finite", "NaN or infinity");
}

// Checks that J of a group at a body is one part.
void check_parts(const BlockProblem& problem) {
  std::vector<const BlockProblem::Group*> last(problem.graph().sizes.size(), nullptr);
  for (const BlockProblem::Group& group : problem.groups())
    for (const BlockProblem::Part& part : problem.parts(group)) {
      const auto*& met = last[static_cast<std::size_t>(part.node)];
      require(met != &group, "parts", "each node of a group once", part.node);
      met = &group;
    }
}

// Checks that contacts and groups are the same rows.
void check_groups(const BlockProblem& problem) {
  std::vector<int> rows_from(static_cast<std::size_t>(problem.size()), 0);
  for (const BlockProblem::Group& group : problem.groups())
    rows_from[static_cast<std::size_t>(group.row)] = group.rows;
  std::vector<char> is_contact(rows_from.size(), 0);
  for (const Contact& contact : problem.contacts) {
    const auto row = static_cast<std::size_t>(contact.row);
    require(rows_from[row] == 1 + contact.tangents, "contacts", "all rows of one group each",
            static_cast<double>(row));
    is_contact[row] = 1;
  }
  for (const BlockProblem::Group& group : problem.groups())
    require(group.rows == 1 || is_contact[static_cast<std::size_t>(group.row)], "groups",
            "contacts or single rows", static_cast<double>(group.rows));
}

}  // namespace

void validate(const BlockProblem& problem) {
  linalg::check_graph(problem.graph());
  check_entries("b", problem.b, problem.size());
  check_entries("compliance", problem.compliance, problem.size());
  require(problem.size() == 0 || problem.compliance.minCoeff() >= 0, "compliance", "not negative",
          problem.size() == 0 ? 0.0 : problem.compliance.minCoeff());
  require(problem.values_are_finite(), "K and J", "finite", "NaN or infinity");
  if (problem.noise.size() > 0) check_entries("noise", problem.noise, problem.size());
  check_parts(problem);
  check_contacts(problem.contacts, problem.size());
  require(problem.polygons.empty() || problem.polygons.size() == problem.contacts.size(),
          "polygons", "one per contact", static_cast<double>(problem.polygons.size()));
  check_groups(problem);
}

}  // namespace perpend::lcp
