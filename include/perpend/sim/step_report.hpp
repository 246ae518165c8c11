// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/lcp/solution.hpp"
#include "perpend/model/joint.hpp"

namespace perpend {

enum class StepStatus {
  ok,        ///< the step was taken; `inexact`, `unsolved` and `uncertified` count shortfalls
  unsolved,  ///< an island's problem was not solved, and options.accepted_residual is 0; not taken
  diverged   ///< a position or velocity is not finite; the step was not taken
};

std::string_view to_string(StepStatus status);

/// Errors of a step in the laws of joints, contacts, friction and energy.
struct StepCertificate {
  double residual = 0.0;           ///< worst relative residual over islands (lcp::Certificate)
  double residual_bound = 0.0;     ///< the bound of the same island
  double velocity_residual = 0.0;  ///< natural map of all rows, m/s (rad/s)
  double velocity_ratio = 0.0;     ///< worst ratio of a row's natural map to its bound; above 1 the
                                   ///< step counts as uncertified
  double impulse_residual = 0.0;   ///< worst negative normal impulse, N·s
  double cone_excess = 0.0;        ///< worst |f_t| - mu f_n, N·s
  double wrong_way = 0.0;          ///< worst work of friction along the slip, J
  double rolling_residual = 0.0;   ///< natural map of rolling and spinning friction, rad/s
  double coulomb_residual = 0.0;   ///< natural map of exact Coulomb friction, under any law, m/s
  double direction_error = 0.0;    ///< worst angle between friction and the opposite of slip, rad
  double relaxation_error = 0.0;   ///< last change of the relaxed law's fixed-point iterate, m/s
  double penetration = 0.0;        ///< deepest penetration where the step starts, m
  double joint_gap = 0.0;          ///< worst position error of a joint at the end of the step, m
  double joint_angle = 0.0;        ///< worst angle error of a joint at the end of the step, rad
  double energy_before = 0.0;      ///< total of energy_parts() for the step's dt, J
  double energy_after = 0.0;       ///< total of energy_parts() for the step's dt, J
  double momentum_error = 0.0;  ///< |M (v+ - v) - h f - J^T lambda|_max of bodies without joints,
                                ///< N·s
  double joint_residual = 0.0;  ///< backward error of the joints' system, componentwise, relative
  // energy_after is energy_before plus the following six works, to round-off. The first is physical
  // work, the others are numerical errors of the step (docs/methods/energy_balance.md).
  double work = 0.0;         ///< work of contacts, limits, motors, dry friction, applied forces and
                             ///< kinematic bodies, J
  double joint_work = 0.0;   ///< work of hard joints with their added mass and damping, J; 0 for
                             ///< ideal joints
  double spring_work = 0.0;  ///< work of springs, dampers and soft joints minus the change of the
                             ///< energy stored in springs, J
  double push_out_work = 0.0;    ///< work of contacts and limits that correct penetration, also of
                                 ///< jammed bodies, J
  double drift_work = 0.0;       ///< work of position updates that forces do not account for, J:
                                 ///< round-off unless a step evaluates its geometry at its start or
                                 ///< stops bodies
  double projection_work = 0.0;  ///< work of closing joints after the step, J
};

/// Wall time of the phases of a step, s. It is not part of the solution.
struct PhaseTimes {
  double drift = 0.0;     ///< both position updates, free velocities of bodies, and energies
  double collide = 0.0;   ///< candidate contacts, and contacts without a row that closed
  double assemble = 0.0;  ///< factorisation and prediction of the joints, rows and islands
  double solve = 0.0;     ///< solution of the islands, and application of their impulses
  double certify = 0.0;
  double total = 0.0;
};

/// Report of a step. sim/report_fields.hpp has a line for each number, which recordings, --json and
/// the documents use.
struct StepReport {
  StepStatus status = StepStatus::ok;
  double time = 0.0;       ///< at the end of the step, s
  std::int64_t step = 0;   ///< number of the step, from 1
  int contacts = 0;        ///< active contact points
  int rows = 0;            ///< rows of all problems
  int islands = 0;         ///< problems solved
  int pivots = 0;          ///< changes of active sets
  int drives = 0;          ///< calls of drive-to-zero (lcp::Solution::drives)
  int factorisations = 0;  ///< matrices factored from scratch
  int braked = 0;          ///< 1 if the energy guard added dissipation to the joints
  int stiffened = 0;       ///< 1 if joints became taut and were factored again
  int inexact = 0;         ///< islands solved to options.accepted_residual only
  int unsolved = 0;        ///< islands, plus 1 for the joints, whose best point found was taken
  int uncertified = 0;     ///< 1 if a bound of the certificate does not hold
  int broken = 0;          ///< joints that broke at the end of the step
  int no_restitution = 0;  ///< islands that are jammed and do not bounce
  int no_push_out = 0;     ///< islands jammed in overlap, which no impulse can correct
  int squeezed = 0;        ///< islands whose overlap grows at the rate of prescribed bodies
  int stalled = 0;         ///< motors without a force limit for which no motion reaches the target
  int halvings = 0;        ///< n: taken in substeps, the shortest of length dt/2^n; 0: whole
  double restitution_scale = 1.0;  ///< smallest factor by which the energy check lowered e
  std::array<int, lcp::kMethodCount> answered_by{};  ///< number of islands solved by each method
  StepCertificate certificate = {};
  PhaseTimes phases = {};
  /// Description of failures and accepted errors, with the bodies, the cause and what to try; empty
  /// where there is none.
  std::string message = {};
};

/// A joint that broke at the end of the last step.
struct JointBreak {
  JointId joint;
  double time = 0.0;    ///< s, end of the step
  double force = 0.0;   ///< N, mean over the step in which the joint broke
  double torque = 0.0;  ///< N·m
};

enum class ContactStatus { open, stick, slide };
std::string_view to_string(ContactStatus status);

/// One active contact point of the last step.
struct ContactRecord {
  BodyId a, b;
  Eigen::Vector3d point{0, 0, 0};    ///< world, halfway between the two surfaces, m
  Eigen::Vector3d normal{0, 1, 0};   ///< world, from a to b
  double gap = 0.0;                  ///< at the start of the step, m
  Eigen::Vector3d impulse{0, 0, 0};  ///< on b, world, N·s
  Eigen::Vector3d slip{0, 0, 0};  ///< tangential velocity of b relative to a after the step, world,
                                  ///< m/s
  ContactStatus status = ContactStatus::open;
  double mu = 0.0;                  ///< coefficient of friction that the step used; not recorded
  Eigen::Vector3d moment{0, 0, 0};  ///< impulse of rolling and spinning friction on b, world,
                                    ///< N·m·s; not recorded
};

}  // namespace perpend
