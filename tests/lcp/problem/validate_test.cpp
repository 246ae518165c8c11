// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with a problem is named, with its value, before any method sees it.
#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>

#include "lcp/problem/block_problem.hpp"
#include "lcp/random_blocks.hpp"
#include "lcp/random_global.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/problem.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename Problem>
void refuse(Problem problem, const std::function<void(Problem&)>& spoil, const char* says) {
  CHECK_NOTHROW(validate(problem));
  spoil(problem);
  CHECK_THROWS_WITH_AS(validate(problem), doctest::Contains(says), InvalidArgument);
}

// Two contacts in space, the second of which slides along (0.6, 0.8).
ContactProblem two_contacts(Index rows = 6) {
  ContactProblem problem{MatrixXd::Identity(rows, rows), VectorXd::Ones(rows), {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.3});
  problem.contacts.push_back({.row = rows - 3, .tangents = 2, .mu_s = 0.5, .mu_k = 0.3});
  problem.contacts[1].sliding = true;
  problem.contacts[1].direction = {0.6, 0.8};
  return problem;
}

}  // namespace

TEST_CASE("bounds are of the problem's size, in order, and leave room for a force") {
  const BoxedLcp good{MatrixXd::Identity(2, 2), Vector2d(-1, 1), Vector2d(-kInfinity, 0.5),
                      Vector2d(kInfinity, 0.5)};
  const auto is_refused = [&](const std::function<void(BoxedLcp&)>& spoil, const char* says) {
    refuse<BoxedLcp>(good, spoil, says);
  };
  is_refused([](BoxedLcp& p) { p.lo.setZero(3); }, "lo must be of size 2, got 3");
  is_refused([](BoxedLcp& p) { p.hi.setZero(1); }, "hi must be of size 2, got 1");
  is_refused([](BoxedLcp& p) { p.lo[0] = kInfinity; }, "lo[0] must be below +inf, got inf");
  is_refused([](BoxedLcp& p) { p.hi[0] = -kInfinity; }, "hi[0] must be above -inf, got -inf");
  is_refused([](BoxedLcp& p) { p.lo[1] = 0.75; }, "lo[1] must be <= hi, got 0.75");
  is_refused([](BoxedLcp& p) { p.lo[1] = kNaN; }, "lo[1] must be below +inf, got nan");
  is_refused([](BoxedLcp& p) { p.hi[1] = kNaN; }, "hi[1] must be above -inf, got nan");
  is_refused([](BoxedLcp& p) { p.noise.setZero(3); }, "noise must be of size 2, got 3");
  is_refused([](BoxedLcp& p) { p.noise = Vector2d(0, -1); },
             "noise must be finite and >= 0, got an entry that is not");
  is_refused([](BoxedLcp& p) { p.A(1, 0) = kNaN; }, "A must be finite, got NaN or infinity");
}

TEST_CASE("contacts lie inside the problem, apart, with friction that is a number") {
  for (const Index rows : {6, 1030}) {
    CAPTURE(rows);
    const auto is_refused = [&](const std::function<void(ContactProblem&)>& spoil,
                                const std::string& says) {
      refuse<ContactProblem>(two_contacts(rows), spoil, says.c_str());
    };
    const std::string last = std::to_string(rows - 2), overlap = std::to_string(rows - 3);
    is_refused([&](ContactProblem& p) { p.contacts[1].row = rows - 2; },
               "contacts[1].row must be inside the problem, got " + last);
    is_refused([](ContactProblem& p) { p.contacts[0].row = -1; },
               "contacts[0].row must be inside the problem, got -1");
    is_refused([&](ContactProblem& p) { p.contacts[0].row = rows - 5; },
               "contacts[1].row must be rows of this contact only, got " + overlap);
    is_refused([](ContactProblem& p) { p.contacts[0].tangents = 3; },
               "contacts[0].tangents must be 0, 1 or 2, got 3");
    is_refused([](ContactProblem& p) { p.contacts[0].tangents = -1; },
               "contacts[0].tangents must be 0, 1 or 2, got -1");
    is_refused([](ContactProblem& p) { p.contacts[0].mu_k = -0.1; },
               "contacts[0].mu_k must be finite and >= 0, got -0.1");
    is_refused([](ContactProblem& p) { p.contacts[0].mu_s = 0.25; },
               "contacts[0].mu_s must be finite and >= mu_k, got 0.25");
    is_refused([](ContactProblem& p) { p.contacts[0].mu_s = kInfinity; },
               "contacts[0].mu_s must be finite and >= mu_k, got inf");
    is_refused(
        [](ContactProblem& p) {
          p.contacts[1].direction = {0.6, 0.8 + 1e-6};
        },
        "contacts[1].direction must be a unit vector");
    is_refused([](ContactProblem& p) { p.noise.setConstant(p.size(), kInfinity); },
               "noise must be finite and >= 0, got an entry that is not");
  }
}

TEST_CASE("in the plane only the first part of a sliding direction counts") {
  ContactProblem problem = two_contacts(5);
  problem.contacts = {{.row = 0, .tangents = 1, .mu_s = 0.5, .mu_k = 0.3, .sliding = true}};
  problem.contacts[0].direction = {-1, 7};
  CHECK_NOTHROW(validate(problem));
  problem.contacts[0].direction = {0.5, 0.8};
  CHECK_THROWS_WITH_AS(validate(problem), "contacts[0].direction must be a unit vector, got 0.5",
                       InvalidArgument);
}

TEST_CASE("blocks have numbers throughout, and contacts that are groups") {
  const auto is_refused = [](const std::function<void(BlockProblem&)>& spoil, const char* says) {
    refuse<BlockProblem>(random_blocks({.seed = 3}), spoil, says);
  };
  is_refused([](BlockProblem& p) { p.b[4] = kNaN; }, "b must be finite, got NaN or infinity");
  is_refused([](BlockProblem& p) { p.compliance[1] = -0.5; },
             "compliance must be not negative, got -0.5");
  is_refused([](BlockProblem& p) { p.compliance[1] = kInfinity; },
             "compliance must be finite, got NaN or infinity");
  is_refused([](BlockProblem& p) { p.node(2)(0, 1) = kNaN; },
             "K and J must be finite, got NaN or infinity");
  is_refused([](BlockProblem& p) { p.noise = VectorXd::Constant(p.size(), kNaN); },
             "noise must be finite, got NaN or infinity");
  is_refused([](BlockProblem& p) { p.contacts[0].tangents = 1; },
             "contacts must be all rows of one group each, got 0");
  is_refused([](BlockProblem& p) { p.contacts.erase(p.contacts.begin()); },
             "groups must be contacts or single rows, got 3");
}

TEST_CASE("global problems have numbers and sizes that fit, and bodies with mass") {
  using Global = GlobalContactProblem;
  const auto is_refused = [](const std::function<void(Global&)>& spoil, const char* says) {
    refuse<Global>(random_global({.seed = 2, .bodies = 2, .contacts = 4}), spoil, says);
  };
  is_refused([](Global& p) { p.w.setZero(3); }, "w.size() must be 12, got 3");
  is_refused([](Global& p) { p.f.setZero(11); }, "f.size() must be 12, got 11");
  is_refused([](Global& p) { p.H.conservativeResize(11, 12); }, "H.rows() must be 12, got 11");
  is_refused([](Global& p) { p.M.conservativeResize(12, 11); }, "M.cols() must be 12, got 11");
  is_refused([](Global& p) { p.f[3] = kNaN; }, "f must be finite, got NaN or infinity");
  is_refused([](Global& p) { p.w[3] = kInfinity; }, "w must be finite, got NaN or infinity");
  is_refused([](Global& p) { p.M.coeffRef(1, 1) = kNaN; }, "M must be finite, got NaN or infinity");
  is_refused([](Global& p) { p.H.coeffRef(1, 1) = kNaN; }, "H must be finite, got NaN or infinity");
  is_refused([](Global& p) { p.M.coeffRef(4, 4) = -2; },
             "M must be positive on the diagonal, got -2");
  is_refused([](Global& p) { p.noise.setZero(11); }, "noise.size() must be 12, got 11");
  is_refused([](Global& p) { p.noise.setConstant(12, kInfinity); },
             "noise must be finite and >= 0, got an entry that is not");
}

TEST_CASE("a contact whose last row lies just beyond the problem is refused") {
  ContactProblem problem{MatrixXd::Identity(3, 3), VectorXd::Ones(3), {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  CHECK_NOTHROW(validate(problem));
  for (const Index row : {Index{1}, std::numeric_limits<Index>::max() - 1}) {
    problem.contacts[0].row = row;
    CHECK_THROWS_WITH_AS(validate(problem), doctest::Contains("contacts[0].row"), InvalidArgument);
  }
}

}  // namespace perpend::lcp
