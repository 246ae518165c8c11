// SPDX-License-Identifier: Apache-2.0
//
// A limit that a step leaves violated (a rope too long, a hinge beyond its stop) is closed by the
// next step. Closing at the rate gap/dt creates energy: a rope with a light node between heavy
// loads stretches by what the node swings in a step, and would throw the load back by it, more from
// step to step. So the work of all limits together stays below a share of the kinetic energy plus
// what the forces of the step give in it, and limits close more slowly where it would exceed that.
// A limit violated by more than its bodies move was set so from outside, and closes at a tenth of
// the recovery speed.
#include "sim/velocity/limit_pull.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Largest work of limits as a share of the kinetic energy. A load that goes round the end of a rope
// by 0.8 rad in a step is given 3.5 % in one step, and loses it in the next.
constexpr double kWork = 0.05;
// Share of the distance that bodies travel in a step, above which a violation is not of that step.
constexpr double kOwnWay = 0.5;
// Share of the recovery speed at which displaced limits close: loads that hang still on a rope
// which closes slowly look the same.
constexpr double kTorn = 0.1;
// Share of the recovery speed below which the closing rate of a limit is left as it is.
constexpr double kSlow = 0.02;
// Each time a step is solved again, limits close at most at kSlower of the last rate; below
// kLeastShare of gap/dt they do not close at all.
constexpr double kSlower = 0.5, kLeastShare = 0.01;

bool is_limit(const StepRows& rows, int g) {
  return rows.lo[g] == 0 && std::isinf(rows.hi[g]);
}

// Returns the rate of a row if its bodies moved entirely along it.
double most_rate(const StepRows& rows, int g) {
  const Eigen::VectorXd& v = rows.pose->v;
  Eigen::Vector3d apart = Eigen::Vector3d::Zero();
  double turning = 0, along = 0;
  for (int k = 0; k < static_cast<int>(rows.pool.blocks(g).size()); ++k) {
    const int index = rows.pool.blocks(g)[k].body;
    if (index < 0) continue;
    const Body& body = rows.setup.model->bodies[index];
    const auto row = rows.pool.block(g, k).row(0);
    const int lines = std::min<int>(linear_dof(body), static_cast<int>(row.size()));
    const int turns = static_cast<int>(row.size()) - lines;
    const double length = row.head(lines).norm();
    along = std::max(along, length);
    if (length > 0) apart.head(lines) += (k > 0 ? -1 : 1) * v.segment(body.v_offset, lines);
    turning += row.tail(turns).norm() * v.segment(body.v_offset + lines, turns).norm();
  }
  return turning + along * apart.norm();
}

}  // namespace

void bound_limits(StepRows& rows, const LimitPull& pull) {
  for (int g = 0; g < rows.bounded; ++g) {
    BoundedRate& limit = rows.rates[g];
    limit.is_pulled = is_limit(rows, g) && limit.bias < -kSlow * pull.recovery_speed;
    if (!limit.is_pulled) continue;
    const double wanted = limit.bias, gap = -wanted * rows.setup.dt;
    limit.is_displaced = gap > kOwnWay * pull.whole_dt * most_rate(rows, g);
    limit.bias = limit.is_displaced ? std::max(wanted, -kTorn * pull.recovery_speed)
                                    : std::min(pull.share * wanted, -kSlow * pull.recovery_speed);
    limit.is_held_back = limit.bias > wanted;
  }
}

double limit_work(const StepRows& rows) {
  double work = 0;
  for (int g = 0; g < rows.bounded; ++g) {
    const BoundedRate& limit = rows.rates[g];
    if (!limit.is_pulled || limit.is_displaced) continue;
    work += 0.5 * rows.impulses.lambda[rows.first_row(g)] * std::max(limit.start - limit.bias, 0.0);
  }
  return work;
}

// Returns true if limits did too much work and close more slowly in the same step, solved again.
bool VelocityStep::slow_limits() {
  const double work = limit_work(rows);
  if (limit_share == 0 || !(work > 0)) return false;
  Eigen::VectorXd fallen(model.dof());
  free_velocity(model, all_bodies(model), pose, force, options.dt, fallen);
  fallen -= pose.v;
  const double most =
      kWork * candidates.energy_over_ground(pose) + kinetic_energy(model, pose.q, fallen);
  if (!(work > most)) return false;
  limit_share *= std::min(kSlower, most / work);
  if (limit_share < kLeastShare) limit_share = 0;
  return true;
}

}  // namespace perpend
