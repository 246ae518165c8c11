// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/kick_equations.hpp"

#include <algorithm>
#include <map>

#include "contact/row_restitution.hpp"
#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/mass_system/pair_ends.hpp"

namespace perpend {
namespace {

using Eigen::VectorXd;

// Returns the share of e times the approach that the bias of a row gives back.
double restituted(const StepRows& rows, int group) {
  if (!impacts(rows, group)) return 0.0;
  const bool contact = rows.is_contact(group);
  const double e = contact ? rows.contact(group).e : rows.rates[group].e;
  const double start = contact ? rows.contact(group).approach : rows.rates[group].start;
  const double bias = contact ? rows.contact(group).bias : rows.rates[group].bias;
  const double taken = rows.bias[rows.first_row(group)];
  return taken < std::min(bias, 0.0) ? taken / (e * start) : 0.0;
}

int rotation_of(const Body& body) {
  return body.v_offset + linear_dof(body);
}

// Adds B w of each body's own rotation.
void add_added_inertia(const Model& model, const AddedMass& added, const VectorXd& w,
                       VectorXd& sum) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.is_dynamic()) continue;
    const int at = rotation_of(body);
    if (body.kind == BodyKind::spatial) sum.segment<3>(at) += added.rotation(i) * w.segment<3>(at);
    if (body.kind == BodyKind::rigid) sum[at] += added.rotation(i)(0, 0) * w[at];
  }
}

// Adds B w of the two bodies of a joint.
void add_pair(const Model& model, const AddedMass::Pair& pair, const VectorXd& w, VectorXd& sum) {
  const PairEnds ends = pair_ends(model, model.joints[pair.joint]);
  Eigen::Matrix<double, 12, 1> both = Eigen::Matrix<double, 12, 1>::Zero();
  const auto segment = [&](int body, int n) { return Eigen::seqN(model.bodies[body].v_offset, n); };
  if (ends.n_a > 0) both.head(ends.n_a) = w(segment(ends.a, ends.n_a));
  if (ends.n_b > 0) both.segment(ends.at_b, ends.n_b) = w(segment(ends.b, ends.n_b));
  const Eigen::Matrix<double, 12, 1> p = pair.block * both;
  if (ends.n_a > 0) sum(segment(ends.a, ends.n_a)) += p.head(ends.n_a);
  if (ends.n_b > 0) sum(segment(ends.b, ends.n_b)) += p.segment(ends.at_b, ends.n_b);
}

// Adds D v⁺ of the two bodies of a joint.
void add_damper(const Model& model, const AddedMass::Damper& damper, const VectorXd& v_new,
                VectorXd& sum) {
  const Body& a = model.bodies[model.joints[damper.joint].a.index];
  const Body& b = model.bodies[model.joints[damper.joint].b.index];
  const int turns = std::min(a.is_planar() ? 1 : 3, b.is_planar() ? 1 : 3);
  const VectorXd torque = damper.damping * (v_new.segment(rotation_of(a), turns) -
                                            v_new.segment(rotation_of(b), turns));
  sum.segment(rotation_of(a), turns) += torque;
  sum.segment(rotation_of(b), turns) -= torque;
}

// Adds B w and D v⁺.
void add_added_mass(const Model& model, const AddedMass& added, const VectorXd& w,
                    const VectorXd& v_new, VectorXd& sum) {
  add_added_inertia(model, added, w, sum);
  for (const AddedMass::Pair& pair : added.pairs()) add_pair(model, pair, w, sum);
  for (const AddedMass::Damper& damper : added.dampers()) add_damper(model, damper, v_new, sum);
}

bool is_same(const CoordinateRow& a, const CoordinateRow& b) {
  return a.joint == b.joint && a.coordinate == b.coordinate && a.kind == b.kind &&
         a.sign == b.sign && a.is_bilateral() == b.is_bilateral();
}

}  // namespace

KickEquations::KickEquations(const TakenStep& step) : KickEquations(step, step.model) {}

KickEquations::KickEquations(const TakenStep& step, const Model& model)
    : step_(&step),
      model_(&model),
      joints_(model),
      collider_(model),
      with_coordinates_(joints_with_coordinates(model)),
      carried_(step.rows.contacts.size(), 0),
      rolled_(step.rows.contacts.size()) {
  if (!step.joints.stiffened() && !step.joints.masses().empty()) {
    added_.emplace(model);
    added_->set_struts(step.joints.added().struts());
  }
  for (int g = 0; g < static_cast<int>(step.rows.pool.groups().size()); ++g)
    restitution_.push_back(restituted(step.rows, g));
  std::map<std::uint64_t, int> known;
  std::map<std::pair<int, int>, double> largest;
  for (const ActiveContact& contact : step.rows.contacts) {
    const ContactPair& pair = contact.pair;
    pairs_.push_back(pair);
    occurrence_.push_back(known[pair.key]++);
    double& gap = largest[{pair.piece_a, pair.piece_b}];
    gap = std::max(gap, pair.gap);
  }
  for (const ContactPair& pair : pairs_)
    margin_.push_back(largest[{pair.piece_a, pair.piece_b}] + kMargin);
}

void KickEquations::evaluate(const State& state, const std::vector<char>& moved,
                             KickValues& values) {
  values.momentum.setZero(model_->dof());
  values.joints.setZero(model_->joint_rows);
  values.coordinates.setZero(step_->joints.coordinate_rows().size());
  values.rows.setZero(step_->rows.pool.rows());
  find_contacts(state, moved);
  add_inertia(state, values.momentum);
  add_joints(state, values);
  add_coordinates(state, values);
  add_contacts(state, values);
  add_resistances(state, values);
}

void KickEquations::add_inertia(const State& state, VectorXd& sum) {
  const VectorXd change = step_->v_new - state.v;
  momentum(*model_, state.q, change, sum);
  applied_force(*model_, state.q, state.v, force_);
  step_->drive.forces(state, step_->options.dt, driven_);
  sum -= step_->options.dt * (force_ + driven_);
  if (added_) added_->compute(state, step_->options.dt);
  const AddedMass& added = added_ ? *added_ : step_->joints.added();
  add_added_mass(*model_, added, step_->joints.braked() ? step_->v_new : change, step_->v_new, sum);
}

void KickEquations::add_joints(const State& state, KickValues& values) {
  joints_.evaluate(state);
  const RowPool& pool = joints_.pool();
  for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
    add_transpose(
        pool, g, -step_->joints.lambda().segment(pool.groups()[g].first_row, pool.groups()[g].rows),
        values.momentum);
  values.joints = step_->joints.stabilisation_rate() * joints_.phi();
  add_rates(pool, step_->v_new, 1.0, values.joints);
}

void KickEquations::add_coordinates(const State& state, KickValues& values) {
  coordinate_pool_.clear();
  coordinate_rows_.clear();
  append_coordinate_rows(*model_, with_coordinates_, state, step_->options.dt,
                         step_->drive.motors(), coordinate_pool_, coordinate_rows_);
  const std::span taken = step_->joints.coordinate_rows();
  VectorXd u(1), impulse(1);
  int bounded = 0;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    const int group = taken[i].is_bilateral() ? -1 : bounded++;
    const auto same = [&](const CoordinateRow& row) { return is_same(row, taken[i]); };
    const auto row = std::ranges::find_if(coordinate_rows_, same);
    if (row == coordinate_rows_.end()) continue;
    impulse[0] = group < 0 ? step_->joints.coordinate_impulses()[i] : step_->rows.lambda(group)[0];
    add_transpose(coordinate_pool_, row->group, -impulse, values.momentum);
    multiply(coordinate_pool_, row->group, step_->v_new, u);
    values.coordinates[i] = u[0] + row->bias + row->compliance * impulse[0];
    if (group < 0) continue;
    const double e = step_->rows.rates[group].e * restitution_[group];
    const double bias = e > 0 ? newton_bias(row->bias, e, row->rate) : row->bias;
    values.rows[step_->rows.first_row(group)] = u[0] + bias + row->compliance * impulse[0];
  }
}

}  // namespace perpend
