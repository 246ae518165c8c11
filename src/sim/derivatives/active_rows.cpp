// SPDX-License-Identifier: Apache-2.0
#include "sim/derivatives/active_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace perpend {
namespace {

using Eigen::VectorXd;
using Row = ActiveRows::Row;

// Share of the sizes that add up to the speed of a row, below which its sign is undetermined.
// Islands are solved to 1e-10 and better.
constexpr double kUnsure = 1e-7;

struct Sorter {
  const TakenStep& step;
  const KickResponse& response;
  ActiveRows& active;

  double impulse(int row) const { return step.rows.impulses.lambda[row]; }

  // Returns J v⁺ + bias, and the size of the terms that add up to it.
  std::pair<VectorXd, double> rate(int group) const {
    const RowPool& pool = step.rows.pool;
    const RowGroup& rows = pool.groups()[group];
    VectorXd u(rows.rows);
    multiply(pool, group, step.v_new, u);
    u += step.rows.bias.segment(rows.first_row, rows.rows) +
         step.rows.compliance.segment(rows.first_row, rows.rows)
             .cwiseProduct(step.rows.lambda(group));
    if (step.rows.is_contact(group)) u += step.rows.contact(group).surface_velocity.head(rows.rows);
    double size = step.model.gravity.norm() * step.options.dt +
                  step.rows.bias.segment(rows.first_row, rows.rows).cwiseAbs().maxCoeff();
    const auto blocks = pool.blocks(group);
    for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
      if (blocks[k].body >= 0)
        size += (pool.block(group, k).cwiseAbs() *
                 step.v_new.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs())
                    .maxCoeff();
    for (int r = 0; r < rows.rows; ++r)
      size += response.diagonal(rows.first_row + r) * std::abs(impulse(rows.first_row + r));
    return {u, size};
  }

  // Returns the state of a row by comparing the distance of an impulse to its bound, as a velocity,
  // with the speed of its row; if neither is clearly above 0, the row is weak and off.
  Row sorted(double distance, double speed, double size, Row row, int group, int first, int count,
             DegenerateRow::Kind kind) {
    if (std::max(distance, speed) > kUnsure * size) return distance > speed ? Row::holds : row;
    active.weak.push_back({group, first, count, kind});
    return Row::off;
  }

  void bounded(int group) {
    const int row = step.rows.first_row(group);
    const auto [u, size] = rate(group);
    const double lo = impulse(row) - step.rows.lo[group], hi = step.rows.hi[group] - impulse(row);
    const double distance = response.diagonal(row) * std::min(lo, hi);
    active.rows[row] = sorted(distance, std::abs(u[0]), size, Row::off, group, row, 1,
                              DegenerateRow::Kind::at_bound);
  }

  // Sorts the friction of some rows of a group, within mu times the impulse of the row `normal`.
  void tangents(int group, int first, int normal, double mu, const VectorXd& slip, double size) {
    const Eigen::Index count = slip.size();
    const VectorXd friction = step.rows.impulses.lambda.segment(first, count);
    const double limit = mu * std::max(0.0, impulse(normal));
    const double distance = response.diagonal(first) * (limit - friction.norm());
    const Row row = sorted(distance, slip.norm(), size, Row::slides, group, first,
                           static_cast<int>(count), DegenerateRow::Kind::cone_edge);
    for (Eigen::Index r = 0; r < count; ++r) active.rows[first + r] = row;
    if (row == Row::slides)
      active.sliding.push_back({group, first, normal, slip.normalized(), slip.norm(), mu});
  }

  // Sorts the friction of a group; under the law of the box each row has a bound of its own.
  void friction(int group, int first, int normal, double mu, const VectorXd& slip, double size) {
    if (slip.size() == 0 || mu == 0) return;
    if (step.options.law == ContactLaw::cone) return tangents(group, first, normal, mu, slip, size);
    for (Eigen::Index r = 0; r < slip.size(); ++r)
      tangents(group, first + static_cast<int>(r), normal, mu, slip.segment(r, 1), size);
  }

  void contact(int group) {
    const int row = step.rows.first_row(group);
    const auto [u, size] = rate(group);
    const double load = response.diagonal(row) * impulse(row);
    active.rows[row] =
        sorted(load, std::abs(u[0]), size, Row::off, group, row, 1, DegenerateRow::Kind::unloaded);
    if (active.rows[row] != Row::off)
      friction(group, row + 1, row, step.rows.contact(group).mu, u.tail(u.size() - 1), size);
  }

  // Sorts the resistances of contacts that are sorted already.
  void resistance(int group) {
    const int normal = step.rows.first_row(step.rows.bearer(group));
    if (active.rows[normal] == Row::off) return;
    const auto [u, size] = rate(group);
    friction(group, step.rows.first_row(group), normal, step.rows.resistance(group).arm, u, size);
  }
};

std::string place(const Eigen::Vector3d& p) {
  char text[96];
  std::snprintf(text, sizeof text, " at (%.4g, %.4g, %.4g)", p.x(), p.y(), p.z());
  return text;
}

// Returns the coordinate row of bounded row `group`; bounded rows are appended in the order of the
// coordinate rows.
const CoordinateRow& coordinate_row(const TakenStep& step, int group) {
  const auto rows = step.joints.coordinate_rows();
  const auto bounded = [&](const CoordinateRow& row) {
    return !row.is_bilateral() && group-- == 0;
  };
  return *std::ranges::find_if(rows, bounded);
}

const char* noun(CoordinateRow::Kind kind) {
  if (kind == CoordinateRow::Kind::motor) return "motor of ";
  return kind == CoordinateRow::Kind::friction ? "friction of " : "limit of ";
}

}  // namespace

ActiveRows active_rows(const TakenStep& step, const KickResponse& response) {
  ActiveRows active;
  active.rows.assign(step.rows.pool.rows(), Row::off);
  Sorter sorter{step, response, active};
  const StepRows& rows = step.rows;
  const int groups = static_cast<int>(rows.pool.groups().size());
  for (int g = 0; g < rows.first_resistance(); ++g) sorter.bounded(g);
  for (int g = rows.bounded; g < groups; ++g) sorter.contact(g);
  for (int g = rows.first_resistance(); g < rows.bounded; ++g) sorter.resistance(g);
  return active;
}

namespace {

// Activates the rows of one friction of a loaded contact: they slide if the slip is above the stick
// speed, else they hold.
void rub(const TakenStep& step, int group, int first, int normal, double mu, ActiveRows& active) {
  const RowGroup& rows = step.rows.pool.groups()[group];
  const int count = rows.first_row + rows.rows - first;
  if (mu == 0 || count == 0) return;
  VectorXd u(rows.rows);
  multiply(step.rows.pool, group, step.v_new, u);
  if (step.rows.is_contact(group)) u += step.rows.contact(group).surface_velocity.head(rows.rows);
  const int each = step.options.law == ContactLaw::cone ? count : 1;
  for (int r = first; r < first + count; r += each) {
    const VectorXd slip = u.segment(r - rows.first_row, each);
    const bool slides = slip.norm() > step.options.stick_speed;
    std::fill_n(active.rows.begin() + r, each, slides ? Row::slides : Row::holds);
    if (slides) active.sliding.push_back({group, r, normal, slip.normalized(), slip.norm(), mu});
  }
}

}  // namespace

void press(const TakenStep& step, int group, ActiveRows& active) {
  const int row = step.rows.first_row(group);
  active.rows[row] = Row::holds;
  rub(step, group, row + 1, row, step.rows.contact(group).mu, active);
  for (int g = step.rows.first_resistance(); g < step.rows.bounded; ++g)
    if (step.rows.bearer(g) == group)
      rub(step, g, step.rows.first_row(g), row, step.rows.resistance(g).arm, active);
}

DegenerateRow described(const TakenStep& step, int group, DegenerateRow::Kind kind) {
  DegenerateRow row{.kind = kind};
  if (!step.rows.is_contact(group) && !step.rows.is_resistance(group)) {
    const CoordinateRow& of = coordinate_row(step, group);
    row.joint = {of.joint};
    row.name = noun(of.kind) + step.model.joints[of.joint].name;
    return row;
  }
  const bool turns = step.rows.is_resistance(group);
  const ContactPair& pair = step.rows.contact(turns ? step.rows.bearer(group) : group).pair;
  row.a = {pair.body_a};
  row.b = {pair.body_b};
  row.point = 0.5 * (pair.point_a + pair.point_b);
  row.name = step.model.bodies[pair.body_b].details->name + " on " +
             step.model.bodies[pair.body_a].details->name + place(row.point);
  if (turns) row.name = (step.rows.resistance(group).spins ? "spin of " : "roll of ") + row.name;
  return row;
}

}  // namespace perpend
