// SPDX-License-Identifier: Apache-2.0
//
// Rows, guesses and memory of a step.
#include "sim/simulator_workspace.hpp"

#include <algorithm>
#include <functional>

#include "dynamics/bodies/kinetics.hpp"
#include "sim/row_bias.hpp"

namespace perpend {
namespace {

std::vector<int> spatial_bodies_without_joints(const Model& model) {
  std::vector<char> joined(model.bodies.size(), 0);
  for (const Joint& joint : model.joints)
    for (const BodyId id : {joint.a, joint.b})
      if (id != kWorld) joined[id.index] = 1;
  std::vector<int> free;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const BodyKind kind = model.bodies[i].kind;
    if (!joined[i] && (kind == BodyKind::spatial || kind == BodyKind::spatial_particle))
      free.push_back(i);
  }
  return free;
}

}  // namespace

Simulator::Workspace::Workspace(const Model& m, const SimulationOptions& o)
    : model(m),
      options(o),
      threads(o.threads),
      candidates(m, o),
      joints(m),
      solver(o, threads),
      force(Eigen::VectorXd::Zero(m.dof())) {
  joints.run_on(threads);
  rows.model = &m;
  rows.law = o.law;
  rows.decompresses = o.impact == ImpactLaw::poisson;
  rows.stick_speed = o.stick_speed;
  rows.relaxation_passes = o.relaxation_passes;
  rows.joints = &joints.system();
  rows.inverse_mass = inverse_mass(m);
  for (int i = 0; i < static_cast<int>(m.bodies.size()); ++i)
    if (joints.system().holds(i))
      rows.inverse_mass.segment(m.bodies[i].v_offset, m.bodies[i].dof).setZero();
  rows.free_in_space = spatial_bodies_without_joints(m);
}

void Simulator::Workspace::build_rows() {
  rows.clear();
  rows.pose = &pose;
  joints.append_bounded(rows);
  append_contact_rows(model, pose, options.law, options.stick_speed, 0.5 * options.dt,
                      candidates.active(), rows.pool, rows.contacts);
  for (ActiveContact& contact : rows.contacts)
    if (const ContactMemory* found = find_contact(pose.contacts, contact.pair.key))
      contact.last = found->impulse;
  rows.bias.conservativeResizeLike(Eigen::VectorXd::Zero(rows.pool.rows()));
  find_limit_impacts(rows, options);
  set_bias(rows, options);
}

void Simulator::Workspace::set_guess() {
  rows.guess.setZero(rows.pool.rows());
  if (!options.warm_start) return;
  for (const ActiveContact& contact : rows.contacts) {
    const RowGroup& group = rows.pool.groups()[contact.group];
    if (const ContactMemory* found = find_contact(memory, contact.pair.key))
      rows.guess.segment(group.first_row, group.rows) = found->impulse.head(group.rows);
  }
}

void Simulator::Workspace::apply_impulses() {
  if (rows.pool.rows() == 0) {
    copy(rows.v_free, v_new);
    joints.close_next(pose, options, v_new);
    return;
  }
  v_new.setZero(model.dof());
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const RowGroup& group = rows.pool.groups()[g];
    add_transpose(rows.pool, g, rows.lambda.segment(group.first_row, group.rows), v_new);
  }
  v_new = rows.v_free + rows.inverse_mass.cwiseProduct(v_new);
  joints.solve(rows, v_new);
}

void Simulator::Workspace::remember() {
  memory.clear();
  for (const ActiveContact& contact : rows.contacts) {
    const int first = rows.pool.groups()[contact.group].first_row;
    const Eigen::Vector3d impulse = impulse_of(rows.law, contact.pair, rows.lambda.data() + first);
    if (impulse.x() > 0) memory.push_back({contact.pair.key, impulse});
  }
  std::stable_sort(memory.begin(), memory.end(),
                   [](const ContactMemory& a, const ContactMemory& b) { return a.key < b.key; });
}

void Simulator::Workspace::copy(const Eigen::VectorXd& from, Eigen::VectorXd& to) {
  to.resize(from.size());
  threads.copy(from, to);
}

bool Simulator::Workspace::is_finite(const Eigen::VectorXd& v) {
  const auto finite = [&](Chunk s) { return v.segment(s.first, s.last - s.first).allFinite(); };
  return threads.reduce<Threads::kRows>(static_cast<int>(v.size()), true, finite,
                                        std::logical_and<bool>());
}

}  // namespace perpend
