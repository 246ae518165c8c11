// SPDX-License-Identifier: Apache-2.0
//
// What a step leaves a limit violated by (a rope too long, a hinge beyond its stop) is closed by
// the next. At the rate gap/dt that is energy from nothing: a rope with a light node between heavy
// loads stretches by what the node swings in a step, and threw the load back by it, more from step
// to step. So limits together do no more work by it than a share of the energy that moves, or what
// the forces of the step give in it, and close more slowly where they would. What is violated by
// more than its bodies move was set so from outside, and closes at a tenth of the recovery speed.
#include "sim/velocity/limit_pull.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/bodies/body_velocity.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/velocity/velocity_step.hpp"

namespace perpend {
namespace {

// Of the kinetic energy. What goes round the end of a rope by 0.8 rad in a step is given 3.5 % in
// one step, and loses it in the next.
constexpr double kWork = 0.05;
// Of the way of its bodies in a step: what steps violate is less.
constexpr double kOwnWay = 0.5;
// Of the recovery speed: loads that hang still on a rope which closes slowly look the same.
constexpr double kTorn = 0.1;
// Of it, too: what closes more slowly than this is left to.
constexpr double kSlow = 0.02;
// Each time a step is solved again, limits close by this less at least; below the last at no rate.
constexpr double kSlower = 0.5, kLeastShare = 0.01;

bool is_limit(const StepRows& rows, int g) {
  return rows.lo[g] == 0 && std::isinf(rows.hi[g]);
}

// The rate of a row if all that its bodies move were along it.
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

// Whether limits did too much work, and are to close more slowly in the same step.
bool VelocityStep::slow_limits() {
  const double work = limit_work(rows);
  if (limit_share == 0 || !(work > 0)) return false;
  Eigen::VectorXd fallen(model.dof());
  free_velocity(model, all_bodies(model), pose, force, options.dt, fallen);
  fallen -= pose.v;
  const double most = kWork * candidates.energy_seen(pose) + kinetic_energy(model, pose.q, fallen);
  if (!(work > most)) return false;
  limit_share *= std::min(kSlower, most / work);
  if (limit_share < kLeastShare) limit_share = 0;
  return true;
}

}  // namespace perpend
