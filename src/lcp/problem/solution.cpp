// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

std::string_view to_string(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::ray:
      return "ray";
    case Status::limit:
      return "limit";
    case Status::infeasible:
      return "infeasible";
    case Status::invalid:
      return "invalid";
  }
  return "unknown";
}

}  // namespace perpend::lcp
