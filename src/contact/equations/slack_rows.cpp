// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/slack_rows.hpp"

#include <algorithm>

namespace perpend {
namespace {

// Returns w of a slack row for a bounded row with the response `own`. Residuals are relative to the
// largest of all biases, `load`: a bound far above the impulse of its row may allow errors in all
// other rows, and the step is not certified. When solved again, w is smaller, so that w hi is not
// the largest bias; a far smaller w would be lost in the solvers' shifts. It is not smaller from
// the start: where the bound is active impulses are as large as the bound, and then small w let
// Fischer-Burmeister find solutions in which a body between two pads slips.
double slack_response(const StepRows& rows, double own, double bound, double load) {
  constexpr double kLeast = 1e-4;
  return rows.is_solved_again() && own * bound > load ? std::max(kLeast * own, load / bound) : own;
}

}  // namespace

// Returns the response of the row after a slack row, so that both have one scale.
double SlackRows::response(Eigen::Index slack, IslandRecord& record) const {
  const double of_row =
      record.kind == Record::bodies ? responses_[slack] : record.W()(slack + 1, slack + 1);
  return of_row > 0 ? of_row : 1.0;
}

void SlackRows::load(const StepRows& rows, const IslandLayout& layout,
                     const ResistanceBounds& bounds, IslandRecord& record,
                     IslandVectors& vectors) const {
  for (std::size_t i = 0; i < layout.count(); ++i)
    if (layout.has_slack_row(i)) vectors.bias[layout.first_row(i) - 1] = 0.0;
  const double load = (vectors.u_free + vectors.bias).lpNorm<Eigen::Infinity>();
  for (std::size_t i = 0; i < layout.count(); ++i) {
    if (!layout.has_slack_row(i)) continue;
    const Eigen::Index slack = layout.first_row(i) - 1;
    const double bound = bounds.hi(rows, layout, i);
    const double w = slack_response(rows, response(slack, record), bound, load);
    (record.kind == Record::bodies ? record.blocks.compliance[slack] : record.W()(slack, slack)) =
        w;
    vectors.bias[slack] = -w * bound;
    vectors.guess[slack] = bound;
  }
}

}  // namespace perpend
