// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/step_rows.hpp"
#include "core/threads.hpp"
#include "perpend/sim/options.hpp"
#include "sim/candidates/candidate_contacts.hpp"

namespace perpend {

/// Of the bodies in the course of a step, without springs but where named, J.
struct StepEnergies {
  double start = 0.0, before_kick = 0.0, after_kick = 0.0, end = 0.0;
  double applied = 0.0;  ///< work of gravity and forces of custom bodies
  double parted = 0.0;   ///< after jammed bodies were moved apart
  double projected = 0.0, springs_before = 0.0, springs_after = 0.0;

  friend StepEnergies operator+(const StepEnergies& a, const StepEnergies& b) {
    return {.start = a.start + b.start,
            .before_kick = a.before_kick + b.before_kick,
            .after_kick = a.after_kick + b.after_kick,
            .end = a.end + b.end,
            .applied = a.applied + b.applied};
  }
};

/// A kick of dt (s) from `before` to `after`, velocities of the bodies.
struct Kick {
  const Eigen::VectorXd& before;
  const Eigen::VectorXd& after;
  double dt = 0.0;
};

/// Work of the impulses that open overlap, J; rows.impulses are those of the kick.
double push_out_work(const StepRows& rows, const CandidateContacts& candidates,
                     const SimulationOptions& options);

/// Work of forces (N or N·m, per velocity) and impulses (N·s, the same; empty: none) on bodies that
/// move freely, J.
double work_on_bodies(const Model& model, const Kick& kick, const Eigen::VectorXd& force,
                      const Eigen::VectorXd& impulse);

/// Work of gravity and forces of custom bodies on some bodies at `pose`; `applied` is scratch.
double work_of_applied(const Model& model, Chunk bodies, const State& pose, const Kick& kick,
                       Eigen::VectorXd& applied);

}  // namespace perpend
