// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/island.hpp"

#include "contact/island/island_problem.hpp"

namespace perpend {

const lcp::Solution& Island::solution() const {
  return problem_->solution();
}

lcp::Representation Island::representation() const {
  return problem_->representation();
}

Island::Problem Island::problem() const {
  return problem_->problem();
}

std::optional<lcp::BoxedLcp> Island::discretised() const {
  return problem_->boxed_law();
}

}  // namespace perpend
