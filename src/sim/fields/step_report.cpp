// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/step_report.hpp"

namespace perpend {

std::string_view to_string(StepStatus status) {
  switch (status) {
    case StepStatus::ok:
      return "ok";
    case StepStatus::unsolved:
      return "unsolved";
    case StepStatus::diverged:
      return "diverged";
  }
  return "unknown";
}

std::string_view to_string(ContactStatus status) {
  switch (status) {
    case ContactStatus::open:
      return "open";
    case ContactStatus::stick:
      return "stick";
    case ContactStatus::slide:
      return "slide";
  }
  return "unknown";
}

}  // namespace perpend
