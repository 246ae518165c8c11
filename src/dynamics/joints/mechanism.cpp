// SPDX-License-Identifier: Apache-2.0
// Mobility = dof - rank(J), with J of all equality rows on the dynamic bodies, in the start pose.
// The rank comes from the block-sparse factor of
//   K = [1 Jᵀ; J 0],
// whose constraint pivots are the remainder of a row's squared length after elimination of the rows
// before it. Rows with no remainder are dependent, and a null vector of forces that cancel on every
// body identifies the rows they depend on (docs/methods/block_ldlt.md). The rank does not depend on
// masses, so unit masses are used. Limits: a pivot below 1e-13 counts as zero, so a loop that a
// file closes to 3e-7 or better counts as closed. Rejected alternative: a dense QR with column
// pivoting costs O(n³) and does not identify the joints.
#include "dynamics/joints/mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "core/disjoint_sets.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "linalg/ldlt/block_ldlt.hpp"

namespace perpend {
namespace {

// Bounds on BlockLdlt::null_vector: largest imbalance of forces that cancel, and smallest entry
// that is not round-off.
constexpr double kCancels = 1e-7;
constexpr double kTakesPart = 1e-6;

bool moves(const Model& model, int body) {
  return body >= 0 && model.bodies[body].is_dynamic();
}

// Counts edges between vertices that are connected already. Bodies that are not dynamic are one
// vertex with the world.
int independent_loops(const Model& model) {
  const int world = static_cast<int>(model.bodies.size());
  DisjointSets joined(world + 1);
  const auto vertex = [&](BodyId body) { return moves(model, body.index) ? body.index : world; };
  int loops = 0;
  for (const Joint& joint : model.joints) {
    const int a = vertex(joint.a), b = vertex(joint.b);
    loops += joined.find(a) == joined.find(b);
    joined.join(a, b);
  }
  return loops;
}

// K in the start pose. Its nodes are all dynamic bodies, then the joints that act on at least one
// of them.
struct System {
  linalg::BlockLdlt K;
  int bodies = 0;           // number of nodes of bodies
  std::vector<int> joints;  // other nodes, numbered as Dependence::joint
};

void add_graph(const Model& model, const RowPool& pool, System& system) {
  linalg::BlockGraph graph;
  std::vector<int> node_of_body(model.bodies.size(), -1);
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!model.bodies[i].is_dynamic()) continue;
    node_of_body[i] = graph.nodes();
    graph.sizes.push_back(model.bodies[i].dof);
    graph.signs.push_back(1);
  }
  system.bodies = graph.nodes();
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const std::size_t before = graph.edges.size();
    if (pool.groups()[g].rows == 0) continue;
    for (const RowBlock& block : pool.blocks(g))
      if (moves(model, block.body))
        graph.edges.push_back({graph.nodes(), node_of_body[block.body]});
    if (graph.edges.size() == before) continue;
    graph.sizes.push_back(pool.groups()[g].rows);
    graph.signs.push_back(-1);
    system.joints.push_back(g);
  }
  system.K.analyse(graph);
}

void load(const Model& model, const RowPool& pool, System& system) {
  system.K.set_zero();
  for (int node = 0; node < system.bodies; ++node) system.K.diagonal(node).setIdentity();
  int edge = 0;
  for (const int g : system.joints)
    for (int k = 0; k < pool.groups()[g].blocks; ++k)
      if (moves(model, pool.blocks(g)[k].body)) system.K.coupling(edge++) = pool.block(g, k);
}

// Returns the joints whose rows take part in forces that cancel; empty if the forces do not cancel.
std::set<int> circle_of(const System& system, int row) {
  Eigen::VectorXd lambda(system.K.rows());
  std::set<int> circle;
  if (system.K.null_vector(row, lambda) > kCancels) return circle;
  for (int i = system.K.offset(system.bodies); i < system.K.rows(); ++i)
    if (std::abs(lambda[i]) > kTakesPart)
      circle.insert(system.joints[system.K.node_of_row(i) - system.bodies]);
  return circle;
}

void find_dependences(System& system, Mechanism& mechanism) {
  std::vector<std::set<int>> others(mechanism.shared.size());
  std::vector<int> rows(mechanism.shared.size(), 0);
  for (const int row : system.K.factor().dependent_rows) {
    const std::set<int> circle = circle_of(system, row);
    if (circle.empty()) continue;
    --mechanism.rank;
    const int joint = system.joints[system.K.node_of_row(row) - system.bodies];
    ++rows[joint];
    for (const int other : circle) mechanism.shared[other] = 1;
    others[joint].insert(circle.begin(), circle.end());
  }
  for (int i = 0; i < static_cast<int>(rows.size()); ++i) {
    if (rows[i] == 0) continue;
    others[i].erase(i);
    mechanism.dependences.push_back({i, rows[i], {others[i].begin(), others[i].end()}});
  }
}

}  // namespace

Mechanism mechanism_of(const Model& model) {
  Mechanism mechanism{.rows = model.joint_rows, .loops = independent_loops(model)};
  mechanism.shared.assign(model.joints.size() + model.couplers.size(), 0);
  for (const Body& body : model.bodies)
    if (body.is_dynamic()) mechanism.dof += body.dof;
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, initial_state(model), pool, phi);
  System system;
  add_graph(model, pool, system);
  if (system.joints.empty()) return mechanism;
  load(model, pool, system);
  for (const int g : system.joints) mechanism.rank += pool.groups()[g].rows;
  find_dependences(system, mechanism);
  return mechanism;
}

const std::string& joint_name(const Model& model, int i) {
  const int joints = static_cast<int>(model.joints.size());
  return i < joints ? model.joints[i].name : model.couplers[i - joints].name;
}

int joint_rows(const Model& model, int i) {
  return i < static_cast<int>(model.joints.size()) ? model.joints[i].rows : 1;
}

bool only_welds(const Model& model, const Dependence& dependence) {
  const auto weld = [&](int i) {
    return i < static_cast<int>(model.joints.size()) && model.joints[i].kind == JointKind::weld;
  };
  return weld(dependence.joint) && std::ranges::all_of(dependence.others, weld);
}

}  // namespace perpend
