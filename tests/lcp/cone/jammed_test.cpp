// SPDX-License-Identifier: Apache-2.0
//
// Piles with more contacts than their bodies need, in the velocities of the bodies.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bench/problems/families.hpp"
#include "lcp/cone/fallback_chain.hpp"
#include "lcp/cone/interior_point.hpp"
#include "lcp/cone/operator/bodies.hpp"
#include "lcp/cone/proximal_path.hpp"
#include "lcp/problem/global_blocks.hpp"

namespace perpend::lcp {
namespace {

using Eigen::VectorXd;

constexpr int kContacts = 200, kBudget = 1000;

// A pile in equilibrated units.
struct Pile {
  explicit Pile(std::uint64_t seed, int contacts = kContacts) {
    const BlockProblem problem =
        to_blocks(make_global_problem(GlobalFamily::pile_moving, contacts, seed));
    bodies.assign(problem);
    set_blocks(problem.size(), problem.contacts, problem.law, cone.blocks);
    equilibrate(problem.b, problem.noise, bodies, cone);
  }

  BodyConeOperator bodies;
  ConeProblem cone;
  SearchMemory memory;
};

TEST_CASE("the interior point comes near on jammed piles, and a short path ends there") {
  int near = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Pile pile(seed);
    ConeSearch search(pile.cone, {.most = kBudget}, pile.memory);
    const VectorXd centre = run_cone_interior(search, {.probes = false});
    CHECK(search.factorisations() <= 45);
    near += search.best_residual() < 1e-3;
    const int before = search.factorisations();
    run_short_path(search, centre, 300);
    // Its last inner problem may go over the budget.
    CHECK(search.factorisations() - before <= 320);
    solved += search.done();
    MESSAGE("seed ", seed, ": ", before, " and ", search.factorisations() - before,
            " factorisations, residual ", search.best_residual());
  }
  CHECK(near >= 4);
  CHECK(solved >= 4);
}

TEST_CASE("an interior point from another start ends at other impulses") {
  Pile pile(1);
  ConeSearch search(pile.cone, {.most = kBudget}, pile.memory);
  const VectorXd first = run_cone_interior(search, {.probes = false});
  const VectorXd second = run_cone_interior(search, {.probes = false, .start = 0.1});
  CHECK((first - second).norm() > 1e-6 * first.norm());
}

// Impulses of a draft for a problem with further contacts: every twentieth is unknown.
VectorXd with_new_contacts(const ConeProblem& cone, VectorXd r) {
  for (std::size_t i = 0; i < cone.blocks.size(); i += 20)
    r.segment(cone.blocks[i].row, cone.blocks[i].rows).setZero();
  return r;
}

TEST_CASE("the interior point goes on where some contacts are new") {
  int cold = 0, behind = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Pile pile(seed);
    ConeSearch rough(pile.cone, {.most = kBudget}, pile.memory);
    const VectorXd draft = run_cone_interior(rough, {.probes = false, .near_enough = 1e-3});
    if (rough.best_residual() > 1e-3) continue;
    const VectorXd start = with_new_contacts(pile.cone, draft);
    ConeSearch first(pile.cone, {.most = kBudget}, pile.memory);
    run_cone_interior(first, {.probes = false, .near_enough = 1e-3});
    cold += first.factorisations();
    ConeSearch second(pile.cone, {.most = kBudget}, pile.memory);
    run_cone_interior(second, {.probes = false, .from = &start, .near_enough = 1e-3});
    behind += second.factorisations();
    // It arrives, or gives up soon.
    CHECK((second.best_residual() < 1e-2 || second.factorisations() <= 8));
  }
  MESSAGE("factorisations: ", cold, " from the start, ", behind, " behind a draft");
  CHECK(behind < cold);
}

TEST_CASE("an interior point goes on from where it was left as if it had not stopped") {
  int left_near = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Pile pile(seed);
    ConeSearch whole(pile.cone, {.most = kBudget}, pile.memory);
    const VectorXd end = run_cone_interior(whole, {.probes = false});
    const int factorisations = whole.factorisations();
    InteriorState left;
    ConeSearch first(pile.cone, {.most = kBudget}, pile.memory);
    run_cone_interior(first, {.probes = false, .leaves = &left, .near_enough = 1e-2});
    REQUIRE(left.is_of(pile.cone.q));
    CHECK(left.stalls == (first.best_residual() > 1e-2));
    if (left.stalls) continue;
    ++left_near;
    const int before = first.factorisations();
    ConeSearch second(pile.cone, {.most = kBudget}, pile.memory);
    CHECK(run_cone_interior(second, {.probes = false, .left = &left}) == end);
    CHECK(before + second.factorisations() == factorisations);
  }
  CHECK(left_near >= 3);
}

TEST_CASE("a draft is no answer, and what follows it is one") {
  int drafts = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Pile pile(seed);
    ConeReport report;
    // Without a guess most of these piles are solved at once.
    const VectorXd guess = VectorXd::Zero(pile.cone.size());
    solve_cone(pile.cone,
               {.warm = &guess,
                .max_factorisations = 4 * kBudget,
                .is_jammed = true,
                .draft = {.wanted = true}},
               pile.memory, report);
    if (!report.draft) continue;
    ++drafts;
    CHECK_FALSE(report.solved);
    CHECK(report.residual < 5e-2);
    CHECK(pile.memory.draft.is_of(pile.cone.q));
    const VectorXd draft = report.r;
    solve_cone(pile.cone,
               {.warm = &draft,
                .max_factorisations = 4 * kBudget,
                .in_bodies = true,
                .is_jammed = true,
                .draft = {.behind = true}},
               pile.memory, report);
    CHECK_FALSE(report.draft);
    CHECK(report.solved);
    CHECK_FALSE(pile.memory.draft.is_of(pile.cone.q));
  }
  CHECK(drafts >= 3);
}

TEST_CASE("a search that comes near goes on when its factorisations are spent") {
  constexpr int kFew = 10;
  int further = 0;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    CAPTURE(seed);
    Pile pile(seed);
    const auto residual_with = [&](double near_residual) {
      ConeReport report;
      const Options limits{.near_residual = near_residual};
      solve_cone(
          pile.cone,
          {.max_factorisations = kFew, .in_bodies = true, .is_jammed = true, .limits = &limits},
          pile.memory, report);
      // The last stage may have begun a probe.
      CHECK((near_residual > 0 || report.factorisations <= kFew + 4));
      CHECK(report.factorisations <= 1000 + 4);
      return report.solved ? 0.0 : report.residual;
    };
    const double far = residual_with(0.0), near = residual_with(10.0);
    CHECK(near <= far);
    further += far > 0 && near == 0;
  }
  CHECK(further >= 6);
}

TEST_CASE("few factorisations go on from the guess") {
  constexpr int kFew = 30, kMany = 500;
  int solved = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    CAPTURE(seed);
    Pile pile(seed, kMany);
    ConeReport report;
    solve_cone(pile.cone, {.max_factorisations = 4 * kBudget, .in_bodies = true, .is_jammed = true},
               pile.memory, report);
    REQUIRE(report.solved);
    const VectorXd guess = 0.99 * report.r;
    ConeSearch before(pile.cone, {.most = 1}, pile.memory);
    const double residual = before.consider(guess);
    solve_cone(pile.cone,
               {.warm = &guess, .max_factorisations = kFew, .in_bodies = true, .is_jammed = true},
               pile.memory, report);
    // An inner problem of a path may go over the budget.
    CHECK(report.factorisations <= 2 * kFew);
    CHECK(report.residual <= residual);
    solved += report.solved;
    MESSAGE("seed ", seed, ": residual ", residual, ", then ", report.residual);
  }
  CHECK(solved >= 4);
}

// The motion without impulses where the contacts that press least of all are so far apart that they
// are none.
VectorXd without_weakest(const ConeProblem& cone, const VectorXd& r, int count) {
  std::vector<std::pair<double, Eigen::Index>> pressing;
  for (const ConeBlock& block : cone.blocks)
    if (r[block.row] > 0) pressing.emplace_back(r[block.row], block.row);
  std::ranges::sort(pressing);
  VectorXd q = cone.q;
  for (int i = 0; i < count; ++i) q[pressing.at(i).second] += 10;
  return q;
}

TEST_CASE("where contacts were missing a search goes on from the answer without them") {
  constexpr int kMany = 500, kMissing = 5;
  int anew = 0, behind = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    Pile pile(seed, kMany);
    const ConeOptions cold{.max_factorisations = 4 * kBudget, .in_bodies = true, .is_jammed = true};
    ConeReport report;
    const auto solve_it = [&](const ConeOptions& options) {
      solve_cone(pile.cone, options, pile.memory, report);
      CHECK(report.solved);
      return report.factorisations;
    };
    anew += solve_it(cold);
    const VectorXd whole = pile.cone.q;
    pile.cone.q = without_weakest(pile.cone, report.r, kMissing);
    solve_it(cold);
    const VectorXd answer = report.r;
    pile.cone.q = whole;
    ConeOptions warm = cold;
    warm.warm = &answer;
    const int cost = solve_it(warm);
    behind += cost;
    ConeSearch before(pile.cone, {.most = 1}, pile.memory);
    MESSAGE("seed ", seed, ": residual ", before.consider(answer), ", factorisations ", cost);
  }
  MESSAGE("factorisations: ", anew, " anew, ", behind, " behind an answer");
  CHECK(8 * behind < anew);
}

TEST_CASE("rho moves no answer of a proximal problem") {
  Pile pile(2);
  AlartCurnier newton(pile.cone);
  const VectorXd centre = VectorXd::Zero(pile.cone.size());
  const ProximalTerm plain{.a = 1.0, .centre = &centre};
  VectorXd r = centre;
  for (int i = 0; i < 30 && !(newton.residual(r, plain) <= 1e-11); ++i)
    REQUIRE(newton.step(r, plain));
  REQUIRE(newton.residual(r, plain) <= 1e-11);
  VectorXd sharp = r;
  REQUIRE(newton.step(sharp, {.a = 1.0, .centre = &centre, .rho = 30.0}));
  CHECK((sharp - r).norm() < 1e-8 * r.norm());
}

TEST_CASE("weights of a proximal problem are shifts of their blocks") {
  Pile pile(3);
  AlartCurnier newton(pile.cone);
  const VectorXd centre = VectorXd::Constant(pile.cone.size(), 0.1);
  VectorXd weight(pile.cone.size());
  for (const ConeBlock& block : pile.cone.blocks)
    weight.segment(block.row, block.rows).setConstant(block.row % 2 == 0 ? 0.5 : 4.0);
  const ProximalTerm term{.a = 1.0, .centre = &centre, .weight = &weight, .rho = 0.2};
  VectorXd r = VectorXd::Zero(pile.cone.size());
  for (int i = 0; i < 30 && !(newton.residual(r, term) <= 1e-11); ++i)
    REQUIRE(newton.step(r, term));
  REQUIRE(newton.residual(r, term) <= 1e-11);
  const VectorXd with = newton.motion(), without = newton.motion_at(r);
  CHECK((with - without - weight.cwiseProduct(r - centre)).norm() < 1e-12);
}

}  // namespace
}  // namespace perpend::lcp
