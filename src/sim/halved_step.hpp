// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

/// Scales the impulses that a state keeps of its last step, with which the next one starts and from
/// which the added mass of taut joints follows: those of half a step are half as large.
void scale_impulses(State& state, double factor);

/// The report of a step that was taken as two halves after the attempt `whole` had failed: the
/// worst of both certificates, the end of the second, the effort of all three.
StepReport report_of_halves(const StepReport& whole, const StepReport& first,
                            const StepReport& second);

/// Adds what solving took, of a part that led nowhere too.
void add_effort(const StepReport& part, StepReport& report);

}  // namespace perpend
