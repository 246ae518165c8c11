// SPDX-License-Identifier: Apache-2.0
#include "sim/velocity/solver_memory.hpp"

#include <algorithm>

namespace perpend {

lcp::Workspace& SolverMemory::for_rows(Eigen::Index rows) {
  if (rows > kLargest) return large_;
  auto place = std::ranges::find(places_, rows, &Place::rows);
  if (place == places_.end()) place = std::ranges::min_element(places_, {}, &Place::used);
  place->rows = rows;
  place->used = ++time_;
  return place->workspace;
}

}  // namespace perpend
