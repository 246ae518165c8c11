// SPDX-License-Identifier: Apache-2.0
// Mobility = dof - rank(J), with J of all equality rows on the bodies that move freely, in the
// start pose. The rank comes from QR with column pivoting of the rows, each scaled to length 1.
// Which rows depend on which is for an analysis of the sparse factor; a dense one counts them.
#include "mechanism.hpp"

#include <Eigen/QR>
#include <numeric>
#include <utility>
#include <vector>

#include "perpend/dynamics/joint_rows.hpp"

namespace perpend::app {
namespace {

// The dense factor of so many rows takes about a second.
constexpr int kMostRows = 1200;
// Between the rounding of unit rows (1e-15 times their number) and the dependence of loops that a
// file closes to nine digits.
constexpr double kDependent = 1e-8;

int find(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Edges that join what is joined already. Bodies that no force moves are one with the world.
int independent_loops(const Model& model) {
  const int world = static_cast<int>(model.bodies.size());
  std::vector<int> parent(model.bodies.size() + 1);
  std::iota(parent.begin(), parent.end(), 0);
  const auto vertex = [&](BodyId body) {
    return body == kWorld || !model.bodies[body.index].is_dynamic() ? world : body.index;
  };
  int loops = 0;
  for (const Joint& joint : model.joints) {
    const int a = find(parent, vertex(joint.a)), b = find(parent, vertex(joint.b));
    loops += a == b;
    parent[a] = b;
  }
  return loops;
}

Eigen::MatrixXd jacobian(const Model& model) {
  RowPool pool;
  std::vector<double> phi;
  append_joint_rows(model, initial_state(model), pool, phi);
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(pool.rows(), model.dof());
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g) {
    const RowGroup& group = pool.groups()[g];
    const auto blocks = pool.blocks(g);
    for (int k = 0; k < group.blocks; ++k) {
      if (blocks[k].body < 0 || !model.bodies[blocks[k].body].is_dynamic()) continue;
      const int column = model.bodies[blocks[k].body].v_offset;
      J.block(group.first_row, column, group.rows, blocks[k].cols) += pool.block(g, k);
    }
  }
  return J;
}

int rank_of(Eigen::MatrixXd J) {
  for (Eigen::Index i = 0; i < J.rows(); ++i)
    if (const double length = J.row(i).norm(); length > 0) J.row(i) /= length;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(J.transpose());
  qr.setThreshold(kDependent);
  return static_cast<int>(qr.rank());
}

}  // namespace

Mechanism mechanism_of(const Model& model) {
  Mechanism mechanism{.rows = model.joint_rows, .loops = independent_loops(model)};
  for (const Body& body : model.bodies)
    if (body.is_dynamic()) mechanism.dof += body.dof;
  if (model.joint_rows == 0)
    mechanism.rank = 0;
  else if (model.joint_rows <= kMostRows)
    mechanism.rank = rank_of(jacobian(model));
  return mechanism;
}

}  // namespace perpend::app
