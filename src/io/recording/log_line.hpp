// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/sim/step_report.hpp"

namespace perpend::io {

/// Returns a line for the log of a run, such as "step 3: unsolved: why\n".
inline std::string log_line(const StepReport& report) {
  return "step " + std::to_string(report.step) + ": " + std::string(to_string(report.status)) +
         ": " + report.message + "\n";
}

}  // namespace perpend::io
