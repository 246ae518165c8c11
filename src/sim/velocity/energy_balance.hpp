// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"
#include "core/threads.hpp"
#include "perpend/sim/options.hpp"
#include "sim/candidates/pairs/pair_properties.hpp"

namespace perpend {

/// Energies of the bodies in the course of a step, J, without springs unless named so.
struct StepEnergies {
  double start = 0.0, before_kick = 0.0, after_kick = 0.0, end = 0.0;
  double applied = 0.0;  ///< work of gravity and forces of custom bodies
  double parted = 0.0;   ///< energy after jammed bodies were moved apart
  double projected = 0.0, springs_before = 0.0, springs_after = 0.0;

  friend StepEnergies operator+(const StepEnergies& a, const StepEnergies& b) {
    return {.start = a.start + b.start,
            .before_kick = a.before_kick + b.before_kick,
            .after_kick = a.after_kick + b.after_kick,
            .end = a.end + b.end,
            .applied = a.applied + b.applied};
  }
};

/// A velocity update over dt (s) from `before` to `after`, velocities of the bodies.
struct Kick {
  const Eigen::VectorXd& before;
  const Eigen::VectorXd& after;
  double dt = 0.0;
};

/// Returns the work of the impulses that open overlap, J; rows.impulses are those of the update.
double push_out_work(const StepRows& rows, const PairProperties& pairs,
                     const SimulationOptions& options);

/// Returns the work on bodies that move freely, J, of forces (N or N·m, one per velocity) and of
/// impulses (N·s or N·m·s, one per velocity; empty if there are none).
double work_on_bodies(const Model& model, const Kick& kick, const Eigen::VectorXd& force,
                      const Eigen::VectorXd& impulse);

/// Returns the work of gravity and of forces of custom bodies on a range of bodies at `pose`, J;
/// `applied` is scratch.
double work_of_applied(const Model& model, Chunk bodies, const State& pose, const Kick& kick,
                       Eigen::VectorXd& applied);

}  // namespace perpend
