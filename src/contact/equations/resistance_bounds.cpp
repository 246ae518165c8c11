// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/resistance_bounds.hpp"

#include <algorithm>

namespace perpend {

using Eigen::Index, Eigen::VectorXd;

void ResistanceBounds::start(const StepRows& rows, const IslandLayout& layout) {
  const std::span<const int> groups = layout.groups();
  index_.clear();
  contact_index_.clear();
  bound_of_.assign(groups.size(), -1);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (!rows.is_resistance(groups[i])) continue;
    const auto bearer = std::ranges::find(groups, rows.bearer(groups[i]));
    bound_of_[i] = static_cast<int>(index_.size());
    index_.push_back(i);
    contact_index_.push_back(static_cast<std::size_t>(bearer - groups.begin()));
  }
  values_.setZero(static_cast<Index>(index_.size()));
  for (Index k = 0; k < values_.size(); ++k) {
    const int group = groups[index_[k]];
    const double pressed = rows.impulses.guess[rows.first_row(rows.bearer(group))];
    values_[k] = rows.resistance(group).arm * std::max(0.0, pressed);
  }
}

VectorXd ResistanceBounds::under(const StepRows& rows, const IslandLayout& layout,
                                 const VectorXd& f) const {
  VectorXd bounds(values_.size());
  for (Index k = 0; k < bounds.size(); ++k)
    bounds[k] = rows.resistance(layout.group(index_[k])).arm *
                std::max(0.0, f[layout.first_row(contact_index_[k])]);
  return bounds;
}

double ResistanceBounds::hi(const StepRows& rows, const IslandLayout& layout, std::size_t i) const {
  return bound_of_[i] < 0 ? rows.hi[layout.group(i)] : values_[bound_of_[i]];
}

double ResistanceBounds::lo(const StepRows& rows, const IslandLayout& layout, std::size_t i) const {
  return bound_of_[i] < 0 ? rows.lo[layout.group(i)] : -values_[bound_of_[i]];
}

void ResistanceBounds::move_moments(const StepRows& rows, const IslandLayout& layout,
                                    const VectorXd& next, VectorXd& f) const {
  for (Index k = 0; k < values_.size(); ++k) {
    const std::size_t i = index_[k];
    const bool has_slack = layout.has_slack_row(i);
    auto moment = f.segment(layout.first_row(i), rows.resistance(layout.group(i)).rows);
    const double size = has_slack ? moment.norm() : moment.lpNorm<Eigen::Infinity>();
    if (size > 0 && size >= kAtLimit * std::min(values_[k], next[k])) moment *= next[k] / size;
    if (has_slack) f[layout.first_row(i) - 1] = next[k];
  }
}

}  // namespace perpend
