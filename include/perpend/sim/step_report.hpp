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
  ok,        ///< the step was taken; inexact, unsolved and uncertified count what is short of exact
  unsolved,  ///< an island's problem was not solved, and options.accepted_residual is 0; not taken
  diverged   ///< a position or velocity is not finite; the step was not taken
};

std::string_view to_string(StepStatus status);

/// How well the laws of mechanics hold in a step.
struct StepCertificate {
  double residual = 0.0;           ///< worst relative residual over islands (lcp::Certificate)
  double residual_bound = 0.0;     ///< the bound of that island
  double velocity_residual = 0.0;  ///< natural map of all rows, m/s (rad/s)
  double velocity_ratio = 0.0;     ///< worst natural map of a row over its bound (certify_step.hpp)
  double impulse_residual = 0.0;   ///< worst negative normal impulse, N·s
  double cone_excess = 0.0;        ///< worst |f_t| - mu f_n, N·s
  double wrong_way = 0.0;          ///< worst work of friction along the slip, J
  double rolling_residual = 0.0;   ///< natural map of rolling and spinning friction, rad/s
  double coulomb_residual = 0.0;   ///< natural map of exact Coulomb friction, whatever the law, m/s
  double direction_error = 0.0;    ///< worst angle between friction and the opposite of slip, rad
  double relaxation_error = 0.0;   ///< last change of the relaxed law's fixed point, m/s
  double penetration = 0.0;        ///< deepest penetration where the step starts, m
  double joint_gap = 0.0;          ///< worst position error of a joint at the end of the step, m
  double joint_angle = 0.0;        ///< worst angle error of a joint at the end of the step, rad
  double energy_before = 0.0;      ///< energy_parts() of the step's dt, J
  double energy_after = 0.0;       ///< J
  double momentum_error = 0.0;     ///< |M (v+ - v) - h f - J^T lambda|_max, N·s, of free bodies
  double joint_residual = 0.0;  ///< backward error of the joints' system, componentwise, relative
  // Energy after is energy before and these six, to rounding. The first is physics; the others are
  // what the step does beside it.
  double work = 0.0;         ///< of contacts, limits, motors, dry friction, the drive and movers, J
  double joint_work = 0.0;   ///< of hard joints with their added mass and damping, J; 0 by the laws
  double spring_work = 0.0;  ///< of springs, dampers and soft joints beside what springs hold, J
  double push_out_work = 0.0;  ///< of contacts and limits pushing overlap apart, and jams in it, J
  double drift_work = 0.0;     ///< of moving on with given velocities beside that of forces, J:
                               ///< where a step takes its geometry at its start or stops bodies;
                               ///< rounding else
  double projection_work = 0.0;  ///< of joints closed after the step, J
};

/// Wall time of the phases of a step, s. Not part of the answer.
struct PhaseTimes {
  double drift = 0.0;     ///< both parts, with the free velocities of bodies and the energy
  double collide = 0.0;   ///< candidates, and those without a row that closed
  double assemble = 0.0;  ///< factor of the joints, their prediction, rows and islands
  double solve = 0.0;     ///< of the islands, and their impulses applied
  double certify = 0.0;
  double total = 0.0;
};

/// What a step did. sim/report_fields.hpp has a line for each number, from which recordings, --json
/// and the documents take it.
struct StepReport {
  StepStatus status = StepStatus::ok;
  double time = 0.0;      ///< at the end of the step, s
  std::int64_t step = 0;  ///< number of the step, from 1
  int contacts = 0;       ///< active contact points
  int rows = 0;           ///< rows of all problems
  int islands = 0;        ///< problems solved
  int pivots = 0;
  int drives = 0;
  int factorisations = 0;
  int braked = 0;          ///< 1 where the energy guard braked the joints
  int stiffened = 0;       ///< 1 where joints became taut and were factored again
  int inexact = 0;         ///< islands solved to options.accepted_residual only
  int unsolved = 0;        ///< islands (1 more: joints) of which the best point found was taken
  int uncertified = 0;     ///< 1 where a bound of the certificate does not hold
  int broken = 0;          ///< joints that broke at the end of the step
  int no_restitution = 0;  ///< islands that are jammed and do not bounce
  int no_push_out = 0;     ///< islands that are jammed in overlap: no impulse pushes it out
  int squeezed = 0;        ///< islands whose overlap grows at the rate of prescribed bodies
  int stalled = 0;         ///< motors without a limit that no motion lets reach their target
  int halvings = 0;        ///< n: taken in parts, the smallest dt/2^n; 0: whole
  double restitution_scale = 1.0;     ///< smallest factor put on e by the energy check
  std::array<int, 16> answered_by{};  ///< islands per lcp::Method
  StepCertificate certificate = {};
  PhaseTimes phases = {};
  /// What failed or was given up, with the bodies, the cause and what to try; else empty.
  std::string message = {};
};

/// A joint that broke at the end of the last step.
struct JointBreak {
  JointId joint;
  double time = 0.0;    ///< s, end of the step
  double force = 0.0;   ///< N, mean over the step in which it broke
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
  Eigen::Vector3d slip{0, 0, 0};  ///< tangential velocity of b against a after the step, world, m/s
  ContactStatus status = ContactStatus::open;
  double mu = 0.0;                  ///< coefficient of friction that the step used; not recorded
  Eigen::Vector3d moment{0, 0, 0};  ///< on b, world, N·m·s, of rolling and spinning friction; not
                                    ///< recorded
};

}  // namespace perpend
