// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_equations.hpp"

#include "contact/equations/round_off.hpp"
#include "contact/equations/row_conditions.hpp"

namespace perpend {

void IslandEquations::assemble(const StepRows& rows, std::span<const int> groups,
                               const lcp::Options& options) {
  record_.kind = choose_record(rows, groups, options);
  layout_.lay_out(rows, groups, record_.is_cone());
  resistances_.start(rows, layout_);
  vectors_.set_velocities(rows, layout_);
  layout_.gather(rows, rows.compliance, vectors_.compliance);
  layout_.gather(rows, rows.impulses.guess, vectors_.guess);
  blocked_.clear(size());
  if (is_in_bodies())
    assemble_blocks(rows);
  else
    assemble_W(rows);
  update_bias(rows);
}

void IslandEquations::assemble_blocks(const StepRows& rows) {
  assembler_.assemble_bodies(rows, layout_, record_.blocks);
  slack_rows_.set_responses(record_.blocks.compliance);
  record_.blocks.compliance += vectors_.compliance;
  set_contacts(rows, layout_, resistances_, record_);
  set_block_contacts(rows, layout_, record_);
}

void IslandEquations::assemble_W(const StepRows& rows) {
  if (!assembler_.assemble_pairs(rows, layout_, vectors_.compliance, record_)) {
    Eigen::MatrixXd& W = record_.W();
    assembler_.assemble_dense(rows, layout_, W);
    if (assembler_.has_joint_response()) blocked_.find(rows, layout_, vectors_.compliance, W);
    W.diagonal() += vectors_.compliance;
  }
  if (record_.kind == Record::contact || record_.kind == Record::law)
    set_contacts(rows, layout_, resistances_, record_);
  if (record_.kind == Record::boxed) set_bounds(rows);
}

void IslandEquations::update_bias(const StepRows& rows) {
  layout_.gather(rows, rows.bias, vectors_.bias);
  estimate_round_off(rows, layout_, vectors_.bias, record_.noise());
  slack_rows_.load(rows, layout_, resistances_, record_, vectors_);
  record_.b() = vectors_.u_free + vectors_.bias;
  blocked_.relax(rows, layout_, record_);
  drop_round_off(record_.noise(), record_.b());
  is_beyond_rounding_ = add_light_round_off(rows, layout_, record_);
}

void IslandEquations::set_bounds(const StepRows& rows) {
  perpend::set_bounds(rows, layout_, resistances_, record_.boxed);
}

void IslandEquations::set_resistance_bounds(const StepRows& rows, const Eigen::VectorXd& bounds) {
  resistances_.set(bounds);
  slack_rows_.load(rows, layout_, resistances_, record_, vectors_);
  for (std::size_t k = 0; k < resistances_.count(); ++k) {
    const std::size_t i = resistances_.index(k);
    const Eigen::Index slack = layout_.first_row(i) - 1;
    if (layout_.has_slack_row(i)) record_.b()[slack] = vectors_.bias[slack];
  }
  if (record_.kind == Record::law || record_.kind == Record::boxed) set_bounds(rows);
}

}  // namespace perpend
