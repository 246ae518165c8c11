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

/// The pose at which a step evaluates forces and geometry (docs/methods/midpoint_step.md).
enum class Stepper {
  midpoint,      ///< half of the position update, the velocity update with all geometry there, the
                 ///< other half; second order without impacts; added mass stabilises taut joints of
                 ///< light bodies
  semi_implicit  ///< the velocity update with the geometry at the start, then the position update;
                 ///< first order (Hart & Anitescu 2003)
};

/// Joint stabilisation. A step solves for velocities, so position errors of joints would drift.
enum class DriftControl {
  stabilised,  ///< corrects the whole error within a step: error/dt in the rows (2.8)
  baumgarte,   ///< corrects the fraction `baumgarte` of the error
  projection   ///< velocity rows without position error; positions are projected after the step
};

std::string_view to_string(Stepper stepper);
template <>
std::span<const Name<Stepper>> names<Stepper>();
std::string_view to_string(DriftControl drift);
template <>
std::span<const Name<DriftControl>> names<DriftControl>();

/// Returns the compliance 1/(k h² + b h) of a relaxed row over h seconds (Peiret et al. 2017,
/// eq. 40); 0 where the row is hard.
double compliance(const SpringDamper& spring, double h);

struct SimulationOptions;

/// Return the springs of contacts between two surfaces: those of the pair, or else those of the
/// options.
const SpringDamper& normal_of(const SurfacePair& pair, const SimulationOptions& options);
const SpringDamper& tangential_of(const SurfacePair& pair, const SimulationOptions& options);

/// Options of a run. sim/option_fields.hpp has a line for each member, which scene files, the
/// command line, recordings and the documents use. Equations (2.8) and (2.9) are those of Hart &
/// Anitescu 2003.
struct SimulationOptions {
  double dt = 0.002;  ///< step, s
  Stepper stepper = Stepper::midpoint;
  DriftControl drift = DriftControl::stabilised;
  double baumgarte = 0.2;  ///< drift control `baumgarte` only: 0 to 1
  /// Largest number of Newton iterations on the joints' position error at the next pose, with the
  /// factor of the step, where no contact or limit is active; 0 is none. Excludes projection.
  int position_iterations = 0;
  /// Adds dissipation to steps in which hard joints would add spurious energy. Where joints become
  /// taut within a step, their stiffness is computed from the step itself.
  bool energy_guard = true;
  ContactLaw law = ContactLaw::cone;
  lcp::Method solver = lcp::Method::automatic;
  /// Largest number of fixed-point passes that restore the exact law; 0 is none. Law `relaxed`
  /// only.
  int relaxation_passes = 0;
  ImpactLaw impact = ImpactLaw::newton;
  bool stabilise = true;  ///< gap/dt and joint error/dt in the rows (2.8, 2.9)
  double margin = 0.0;    ///< contacts with gap <= margin are active, m; 0: from speeds and dt
  double recovery_speed = 3.0;   ///< largest speed at which penetration is corrected, m/s
  double impact_speed = 0.0;     ///< a slower approach is plastic, m/s; 0: 2 |gravity| dt
  double stick_speed = 1e-6;     ///< contacts with a slower slip have mu_s, others mu_k, m/s
  SpringDamper normal = {};      ///< along the normal of contacts whose SurfacePair has none
  SpringDamper tangential = {};  ///< tangential springs (bristles) of sticking contacts whose
                                 ///< SurfacePair has none
  SpringDamper joints = {};      ///< compliance of joint and coupler rows
  bool warm_start = true;        ///< start each problem from the impulses of the last step
  /// Residual up to which the best solution is accepted if no method solves a problem to its bound
  /// (relative, as lcp::Solution::residual). The report counts such problems. 0 accepts none.
  double accepted_residual = 1e-6;
  /// Levels of halving: a step that is not solved or diverges is replaced by two steps of dt/2,
  /// each of which may be halved again, and the report counts the levels. With 0 such a step fails.
  int halvings = 6;
  /// Largest wall time of a step, ms. For problems that are not solved by then the best point found
  /// is taken and counted; the result then depends on the machine. 0 is no limit.
  double budget_ms = 0.0;
  /// Number of threads for islands and large joint systems; 0 uses all cores. Results are bitwise
  /// independent of it.
  int threads = 1;

  friend bool operator==(const SimulationOptions&, const SimulationOptions&) = default;
};

/// Returns all faults of the options, at most one for each of them: numbers out of range, options
/// that exclude each other, a solver that cannot solve the law.
std::vector<InvalidArgument> faults_of(const SimulationOptions& options);
/// Throws the first fault of faults_of(), if any.
void validate(const SimulationOptions& options);

}  // namespace perpend
