// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/blocked_rows.hpp"

#include <algorithm>
#include <cmath>

#include "contact/row_response.hpp"

namespace perpend {
namespace {

using Eigen::Index;

// Share of a row's response without joints, below which joints let the contact move nothing. Twice
// the compliance of the joints and the round-off of their system stay below it; a body that is held
// by a million times its mass is above it.
constexpr double kBlocked = 1e-10;

}  // namespace

// Decouples the row, with the response that it has without joints.
void BlockedRows::decouple(Index row, double response, Eigen::MatrixXd& W) {
  W.row(row).setZero();
  W.col(row).setZero();
  W(row, row) = response_[row] = response;
}

void BlockedRows::find(const StepRows& rows, const IslandLayout& layout,
                       const Eigen::VectorXd& compliance, Eigen::MatrixXd& W) {
  for (std::size_t i = 0; i < layout.count(); ++i) {
    const int group = layout.group(i);
    if (!rows.is_contact(group)) continue;
    const Index first = layout.first_row(i);
    const auto free = [&](int r) { return row_response(rows, group, r); };
    const auto is_held = [&](int r) {
      const Index row = first + r;
      return compliance[row] == 0 && free(r) > 0 && W(row, row) <= kBlocked * free(r);
    };
    const bool carries_nothing = is_held(0);
    for (int r = 0; r < rows.pool.groups()[group].rows; ++r)
      if (carries_nothing || is_held(r)) decouple(first + r, free(r), W);
  }
}

void BlockedRows::relax_slip(Index row, bool has_load, IslandRecord& record) const {
  double& b = record.b()[row];
  if (!has_load || std::abs(b) <= record.noise()[row]) b = 0;
  record.W()(row, row) = b == 0 ? response_[row] : kBlocked * response_[row];
}

void BlockedRows::relax(const StepRows& rows, const IslandLayout& layout, IslandRecord& record) {
  has_closing_ = false;
  if (response_.isZero(0)) return;
  for (std::size_t i = 0; i < layout.count(); ++i) {
    if (!rows.is_contact(layout.group(i))) continue;
    const Index normal = layout.first_row(i);
    const bool has_load = !is_blocked(normal);
    if (!has_load) {
      double& b = record.b()[normal];
      has_closing_ = has_closing_ || b < -record.noise()[normal];
      b = std::max(b, 0.0);
    }
    for (int r = 1; r < rows.pool.groups()[layout.group(i)].rows; ++r)
      if (is_blocked(normal + r)) relax_slip(normal + r, has_load, record);
  }
}

}  // namespace perpend
