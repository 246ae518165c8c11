// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_assembler.hpp"

#include <algorithm>

#include "lcp/problem/block_pairs.hpp"
#include "lcp/problem/sparse_columns.hpp"

namespace perpend {
namespace {

// True if W is better kept by pairs of contacts.
bool suits_pairs(const StepRows& rows, const IslandLayout& layout, const IslandRecord& record) {
  return record.kind == Record::law && rows.setup.law == ContactLaw::relaxed &&
         lcp::suits_columns(layout.size()) && rows.setup.relaxation_passes == 0 &&
         !rows.setup.decompresses &&
         std::ranges::all_of(layout.groups(), [&](int g) { return rows.is_contact(g); });
}

// True for contacts in space of bodies that no joint holds.
bool suits_bodies(const StepRows& rows, const IslandLayout& layout) {
  const auto is_joined = [&](const RowBlock& block) {
    return block.body >= 0 && rows.setup.masses->is_joined(block.body);
  };
  return std::ranges::all_of(layout.groups(), [&](int g) {
    return rows.contact(g).pair.tangents == 2 &&
           std::ranges::none_of(rows.pool.blocks(g), is_joined);
  });
}

}  // namespace

bool IslandAssembler::assemble_pairs(const StepRows& rows, const IslandLayout& layout,
                                     const Eigen::VectorXd& compliance, IslandRecord& record) {
  record.in_pairs = record.in_bodies = false;
  if (!suits_pairs(rows, layout, record)) return false;
  if (rows.setup.masses->empty()) {
    pairs_.assemble(rows.pool, layout.groups(), rows.setup.masses->inverse_mass(),
                    *rows.setup.model, record.pairs);
    record.pairs.add_diagonal(compliance);
  } else if (suits_bodies(rows, layout)) {
    record.in_bodies = true;
    assemble_bodies(rows, layout, record.blocks);
    record.blocks.compliance = compliance;
    lcp::set_pairs(record.blocks, record.pairs);
  } else {
    return false;
  }
  record.contact.A.resize(0, 0);
  return record.in_pairs = true;
}

void IslandAssembler::assemble_dense(const StepRows& rows, const IslandLayout& layout,
                                     Eigen::MatrixXd& W) {
  dense_.assemble(rows.pool, layout.groups(), layout.first_rows(),
                  rows.setup.masses->inverse_mass(), *rows.setup.model,
                  static_cast<int>(layout.size()), W);
  reduce(rows, layout);
  if (has_joint_response()) add_joint_response(W);
}

// Reduces the system of the joints to the rows that touch it.
void IslandAssembler::reduce(const StepRows& rows, const IslandLayout& layout) {
  const MassSystem& masses = *rows.setup.masses;
  responding_.clear();
  if (masses.empty()) return;
  reduction_.start(masses.matrix());
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const Eigen::Index row = layout.first_row(i), at = reduction_.rows();
    if (!masses.add_group(rows.pool, layout.group(i), reduction_)) continue;
    if (responding_.empty() || responding_.back().row + responding_.back().size != row)
      responding_.push_back({.row = row, .at = at, .size = 0});
    responding_.back().size += reduction_.rows() - at;
  }
}

// Adds the response of the bodies that joints hold.
void IslandAssembler::add_joint_response(Eigen::MatrixXd& W) {
  response_.resize(reduction_.rows(), reduction_.rows());
  reduction_.gram(response_);
  for (const Run& i : responding_)
    for (const Run& j : responding_)
      W.block(i.row, j.row, i.size, j.size) += response_.block(i.at, j.at, i.size, j.size);
}

}  // namespace perpend
