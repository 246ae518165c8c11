// SPDX-License-Identifier: Apache-2.0
#include "contact/island/island_inputs.hpp"

#include <algorithm>
#include <bit>

#include "core/same_bits.hpp"

namespace perpend {
namespace {

// True if the motion and the mass of the body depend on State::q and State::v alone.
bool moves_alone(const StepRows& rows, int index) {
  const Body& body = rows.setup.model->bodies[index];
  return !body.is_kinematic() && body.kind != BodyKind::custom &&
         !rows.setup.masses->is_joined(index);
}

}  // namespace

bool IslandInputs::repeat(const StepRows& rows, std::span<const int> groups) {
  now_.clear();
  guess_.clear();
  rests_ = true;
  moves_alone_ = gather(rows, groups);
  if (!moves_alone_) rests_ = false;
  const bool holds = in_step_ || (rests_ && has_same_bits(guess_, kept_guess_));
  if (moves_alone_ && holds && has_same_bits(now_, kept_)) return true;
  forget();
  return false;
}

void IslandInputs::forget() {
  kept_.clear();
  kept_guess_.clear();
  in_step_ = false;
}

void IslandInputs::keep(bool guessed) {
  if (!moves_alone_) return;
  std::swap(now_, kept_);
  in_step_ = true;
  if (guessed && rests_) std::swap(guess_, kept_guess_);
}

bool IslandInputs::gather(const StepRows& rows, std::span<const int> groups) {
  if (rows.is_solved_again() || groups.empty()) return false;
  now_.push_back(rows.setup.law.kind);
  now_.push_back(rows.setup.takes_best);
  now_.push_back(static_cast<double>(rows.setup.halving));
  int a = -1, b = -1;
  for (const int g : groups) {
    if (!rows.is_contact(g)) return false;
    const ActiveContact& contact = rows.contact(g);
    const ContactPair& pair = contact.pair;
    const bool is_next = pair.body_a != a || pair.body_b != b;
    for (const int body : {a = pair.body_a, b = pair.body_b}) {
      if (is_next && !moves_alone(rows, body)) return false;
      if (is_next) add_body(rows, body);
    }
    add_contact(rows, contact);
  }
  return true;
}

void IslandInputs::add_body(const StepRows& rows, int index) {
  const Body& body = rows.setup.model->bodies[index];
  now_.push_back(index);
  const auto v = rows.pose->v.segment(body.v_offset, body.dof);
  rests_ = rests_ && v.isZero(0);
  add(v);
  add(rows.pose->q.segment(body.q_offset, body.q_size));
  add(rows.v_free.segment(body.v_offset, body.dof));
}

void IslandInputs::add_contact(const StepRows& rows, const ActiveContact& contact) {
  const ContactPair& pair = contact.pair;
  const int row = rows.first_row(contact.group), count = rows.pool.groups()[contact.group].rows;
  now_.push_back(std::bit_cast<double>(pair.key));
  for (const Eigen::Vector3d& of :
       {pair.point_a, pair.point_b, pair.normal, pair.surface_velocity, contact.last})
    add(of);
  for (const double of :
       {pair.gap, pair.curve, pair.turn, pair.lift, contact.approach, double(count)})
    now_.push_back(of);
  for (const Eigen::VectorXd* of : {&rows.bias, &rows.compliance}) add(of->segment(row, count));
  const double* guess = rows.impulses.guess.data() + row;
  guess_.insert(guess_.end(), guess, guess + count);
}

}  // namespace perpend
