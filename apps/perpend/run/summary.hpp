// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "perpend/io/scene.hpp"
#include "perpend/lcp/representation.hpp"
#include "perpend/sim/report_fields.hpp"
#include "perpend/sim/simulator.hpp"
#include "study/step_times.hpp"

namespace perpend::app {

/// Worst values and counts over all steps of a run.
struct RunSummary {
  std::int64_t steps = 0;
  double simulated = 0.0, wall = 0.0;  ///< s
  double residual = 0.0;
  double velocity_residual = 0.0;  ///< m/s
  double relaxation_error = 0.0;   ///< m/s
  double penetration = 0.0, joint_gap = 0.0, joint_angle = 0.0;
  double joint_residual = 0.0;   ///< largest backward error of the joints' system
  std::int64_t inexact = 0;      ///< steps solved to the accepted residual only
  std::int64_t uncertified = 0;  ///< steps in which a bound of the certificate was missed
  std::string note;           ///< first step not certified, or else the first with a message: why
  std::string cause;          ///< why the first uncertified step with all rows in bounds is so
  std::int64_t given_up = 0;  ///< steps that gave up restitution, push-out or a prescribed velocity
  std::string first_given_up;              ///< the first of them: bodies, cause, what to try
  std::int64_t halved = 0;                 ///< steps that were halved to be solved
  std::int64_t braked = 0, stiffened = 0;  ///< steps changed by the energy guard
  double late_penetration = 0.0;           ///< m, worst of the last quarter of the run
  double energy_start = 0.0, energy_end = 0.0;
  int contacts_max = 0;
  std::array<std::int64_t, lcp::kMethodCount> answered_by{};          ///< steps per lcp::Method
  std::array<std::int64_t, lcp::kRepresentations> representations{};  ///< islands in all steps
  study::StepTimes step_times;
  std::vector<double> measured;  ///< per expectation of the scene; NaN if not reached
  std::string failure;           ///< why a step failed; empty if none did
  bool interrupted = false;      ///< a signal asked for the stop
  std::uint64_t hash = 0;
  std::vector<std::string> files;
  std::string level = "velocity";
  std::vector<std::string> events;  ///< in words: broken joints; at level acceleration counts,
                                    ///< jams, rests
  MergedReport report;              ///< every field over all steps

  /// Returns "ok", "interrupted" or why a step failed.
  std::string status() const;
  /// Returns a field of the report over all steps.
  double total(std::string_view field) const;
  /// Adds a step; `late` is true in the last quarter of the run.
  void add(const StepReport& step, bool late);
  /// Counts how the Delassus operator W of each island of a step was stored.
  void add(std::span<const Island> islands);
};

/// Prints the table, with expected values beside computed ones. `unstabilised` is the run of the
/// same scene without gap/dt and joint error/dt, or null.
void print_table(std::FILE* to, const study::Scene& scene, const RunSummary& summary,
                 const RunSummary* unstabilised);
/// Returns the JSON object of `perpend run --json`; docs/formats/json.md.
nlohmann::ordered_json to_json(const study::Scene& scene, const RunSummary& summary,
                               const State& state, const RunSummary* unstabilised);
/// Returns true if every expectation that was reached holds.
bool expectations_hold(const study::Scene& scene, const RunSummary& summary);

}  // namespace perpend::app
