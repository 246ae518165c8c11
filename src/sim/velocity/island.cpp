// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/island.hpp"

#include "contact/island/island_data.hpp"
#include "contact/island/island_problem.hpp"

namespace perpend {

const lcp::Solution& Island::solution() const {
  return problem_->solution();
}

lcp::Representation Island::representation() const {
  return problem_->answer().representation;
}

Island::Problem Island::problem() const {
  return as_data(problem_->equations());
}

std::optional<lcp::BoxedLcp> Island::discretised() const {
  return as_boxed_data(problem_->equations(), problem_->law_problem());
}

}  // namespace perpend
