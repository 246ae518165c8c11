// SPDX-License-Identifier: Apache-2.0
#include "contact/island/slight_compliance.hpp"

#include <algorithm>

#include "contact/induced_rates.hpp"

namespace perpend {
namespace {

// The slight compliance as a share of the response of the mass at hand.
constexpr double kSlight = 1e-6;

// Returns the mass of the bodies of the island and of all that joints connect with them, kg.
double connected_mass(const StepRows& rows, std::span<const int> groups) {
  const MassSystem& masses = *rows.setup.masses;
  std::vector<char> is_connected(rows.setup.model->bodies.size(), 0);
  for (const int g : groups)
    for (const RowBlock& block : rows.pool.blocks(g))
      if (block.body >= 0) is_connected[masses.component(block.body)] = 1;
  double sum = 0;
  for (std::size_t i = 0; i < is_connected.size(); ++i) {
    const Body& body = rows.setup.model->bodies[i];
    if (body.is_dynamic() && is_connected[masses.component(static_cast<int>(i))]) sum += body.mass;
  }
  return sum;
}

}  // namespace

double slight_compliance(const StepRows& rows, std::span<const int> groups) {
  return kSlight / connected_mass(rows, groups);
}

void add_slight_compliance(const StepRows& rows, IslandEquations& equations) {
  const IslandLayout& layout = equations.layout();
  Eigen::MatrixXd& W = equations.record().W();
  const double added = slight_compliance(rows, layout.groups());
  for (std::size_t i = 0; i < layout.count(); ++i)
    if (rows.is_contact(layout.group(i))) W(layout.first_row(i), layout.first_row(i)) += added;
}

bool exceeds_motion(const StepRows& rows, const IslandEquations& equations,
                    const Eigen::VectorXd& f, double times) {
  const IslandLayout& layout = equations.layout();
  const IslandVectors& vectors = equations.vectors();
  double most = 0, speed = 0, driven = 0;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i), count = rows.pool.groups()[group].rows;
    const Eigen::Index row = layout.first_row(i);
    const bool is_contact = rows.is_contact(group);
    if (is_contact || is_limit(rows, group))
      most = std::max(most, f[row]);
    else
      driven += f.segment(row, count).lpNorm<Eigen::Infinity>();
    if (!is_contact) continue;
    speed = std::max(speed, vectors.u_free.segment(row, count).lpNorm<Eigen::Infinity>());
    speed = std::max(speed, -vectors.bias[row]);
  }
  return most > times * (connected_mass(rows, layout.groups()) * speed + driven);
}

}  // namespace perpend
