// SPDX-License-Identifier: Apache-2.0
#include "lcp/problem/representation.hpp"

#include <doctest/doctest.h>

#include "lcp/random_blocks.hpp"
#include "lcp/solve_made.hpp"
#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {
namespace {

Representation chosen(const ContactProblem& problem) {
  Workspace workspace;
  Solution solution;
  solve_made(problem, {.method = Method::alart_curnier}, workspace, solution);
  return last_representation(workspace);
}

// Contacts of three rows on `bodies` of six velocities.
ContactProblem contacts(int bodies, int count) {
  return condense(random_blocks({.bodies = bodies,
                                 .joints = 0,
                                 .loops = 0,
                                 .contacts = count,
                                 .limits = 0,
                                 .motors = 0,
                                 .compliant = 0}));
}

}  // namespace

TEST_CASE("how W is kept follows from its size and structure") {
  CHECK(chosen(contacts(12, 5)) == Representation::dense);     // small
  CHECK(chosen(contacts(14, 20)) == Representation::dense);    // neither
  CHECK(chosen(contacts(4, 30)) == Representation::low_rank);  // 24 of 90
  CHECK(chosen(contacts(400, 60)) == Representation::sparse);  // few share a body
}

TEST_CASE("limits of the representations") {
  CHECK_FALSE(suits_bodies(149));
  CHECK(suits_bodies(150));
  CHECK_FALSE(suits_free_bodies(99));
  CHECK(suits_free_bodies(100));
  CHECK_FALSE(suits_bodies(5, 6));
  CHECK(suits_bodies(6, 6));
  CHECK(most_sparse_pairs(15) == 0);
  CHECK(most_sparse_pairs(100) == 500);
  CHECK(most_rank(90) == 45);
}

TEST_CASE("each representation has a name and a reason of its own") {
  for (std::size_t i = 0; i < kRepresentations; ++i)
    for (std::size_t k = 0; k < i; ++k) {
      CHECK(to_string(Representation(i)) != to_string(Representation(k)));
      CHECK(reason(Representation(i)) != reason(Representation(k)));
    }
}

}  // namespace perpend::lcp
