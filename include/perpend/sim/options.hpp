// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "perpend/contact/law.hpp"
#include "perpend/core/error.hpp"
#include "perpend/core/names.hpp"
#include "perpend/model/material.hpp"

namespace perpend {

/// The impact law; its coefficient of restitution is SurfacePair::e.
enum class ImpactLaw {
  newton,  ///< u_n+ >= -e u_n-, with e lowered where kinetic energy would grow
  poisson  ///< compression, then decompression with e times its impulse (two problems per step)
};

std::string_view to_string(ImpactLaw law);
template <>
std::span<const Name<ImpactLaw>> names<ImpactLaw>();

/// Where in a step forces and geometry are taken (docs/methods/midpoint_step.md).
enum class Stepper {
  midpoint,      ///< half a drift, one kick with all geometry there, half a drift; second order off
                 ///< impacts; joints keep taut light bodies stable by added mass
  semi_implicit  ///< one kick with the geometry at the start, then the drift; first order
                 ///< (Hart & Anitescu 2003)
};

/// Joint stabilisation: a step solves for velocities, so position errors of joints drift.
enum class DriftControl {
  stabilised,  ///< the whole error within a step: error/dt in the rows (2.8)
  baumgarte,   ///< the share `baumgarte` of it
  projection   ///< velocity rows without position error; positions are projected after the step
};

std::string_view to_string(Stepper stepper);
template <>
std::span<const Name<Stepper>> names<Stepper>();
std::string_view to_string(DriftControl drift);
template <>
std::span<const Name<DriftControl>> names<DriftControl>();

/// The compliance 1/(k h² + b h) of a relaxed row over h seconds (40); 0 where it is hard.
double compliance(const Relaxation& relaxation, double h);

struct SimulationOptions;

/// The springs of contacts between two surfaces: their own, or else the simulation's.
const Relaxation& normal_of(const SurfacePair& pair, const SimulationOptions& options);
const Relaxation& tangential_of(const SurfacePair& pair, const SimulationOptions& options);

/// How a run steps. sim/option_fields.hpp has a line for each member, from which scene files, the
/// command line, recordings and the documents take it.
struct SimulationOptions {
  double dt = 0.002;  ///< step, s
  Stepper stepper = Stepper::midpoint;
  DriftControl drift = DriftControl::stabilised;
  double baumgarte = 0.2;  ///< drift control `baumgarte` only: 0 to 1
  /// Largest number of Newton iterations on the joints' position error at the next pose, with the
  /// factor of the step, where no contact or limit is active; 0: none. Not beside projection.
  int position_iterations = 0;
  /// Brakes steps in which hard joints would add spurious energy; where joints become taut within a
  /// step their stiffness is taken from the step itself.
  bool energy_guard = true;
  ContactLaw law = ContactLaw::cone;
  lcp::Method solver = lcp::Method::automatic;
  /// Law `relaxed` only: largest number of fixed-point passes that restore the exact law; 0: none.
  int relaxation_passes = 0;
  ImpactLaw impact = ImpactLaw::newton;
  bool stabilise = true;  ///< gap/dt and joint error/dt in the rows (2.8, 2.9)
  double margin = 0.0;    ///< contacts with gap <= margin are active, m; 0: v_max dt each step
  double recovery_speed = 3.0;  ///< largest speed at which penetration is pushed out, m/s
  double impact_speed = 0.0;    ///< a slower approach is plastic, m/s; 0: 2 |gravity| dt
  double stick_speed = 1e-6;    ///< contacts with a slower slip have mu_s, others mu_k, m/s
  Relaxation normal = {};       ///< of contacts whose SurfacePair has none, along the normal
  Relaxation tangential = {};   ///< of those that stick: bristles
  Relaxation joints = {};       ///< of joint and coupler rows
  bool warm_start = true;       ///< start each problem from the impulses of the last step
  /// If no method solves a problem to its bound, the best solution is accepted up to this residual
  /// (relative, as lcp::Solution::residual) and counted in the report; 0: never.
  double accepted_residual = 1e-6;
  /// Levels of halving: a step that is not solved or diverges is replaced by two of dt/2, each of
  /// which may be halved again; 0: such a step fails. The report says so.
  int halvings = 6;
  /// Wall time a step may take, ms; what is not solved by then is taken as the best point found and
  /// counted, and what then happens depends on the machine. 0: any time.
  double budget_ms = 0.0;
  /// For islands and large joint systems; 0: all cores. Results are bitwise the same.
  int threads = 1;

  friend bool operator==(const SimulationOptions&, const SimulationOptions&) = default;
};

/// Everything that is wrong with the options, at most one fault for each of them: numbers out of
/// their range, options that exclude each other, a law that the solver cannot solve.
std::vector<InvalidArgument> faults_of(const SimulationOptions& options);
/// Throws the first of them.
void validate(const SimulationOptions& options);

}  // namespace perpend
