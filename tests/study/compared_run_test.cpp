// SPDX-License-Identifier: Apache-2.0
// Runs of a comparison beside the simulator, stepped by hand.
#include "study/compared_run.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "contact/collider.hpp"
#include "core/worst.hpp"
#include "io/recording/sliding_box.hpp"
#include "lcp/friction/discretised.hpp"
#include "perpend/dynamics/measure.hpp"
#include "perpend/lcp/solve.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

using namespace perpend;

namespace {

// Boxes that slide, tip and fall on a slope, a spring, a mover and a particle: every step has
// another certificate.
study::Scene slope() {
  auto scene = io::parse_scene(R"({"format": 1, "name": "slope", "gravity": [1.5, -9],
    "materials": [{"name": "default", "mu_s": 0.5, "mu_k": 0.4, "e": 0.3}],
    "bodies": [
      {"name": "floor", "kind": "fixed", "shapes": [{"half_plane": {}}]},
      {"name": "push", "kind": "kinematic", "position": [-2, 0.5], "motion": {"velocity": [1, 0, 0]},
       "shapes": [{"box": {"size": [0.2, 1]}}]},
      {"name": "low", "position": [0, 0.25], "velocity": [-2, 0], "mass": 3,
       "shapes": [{"box": {"size": [1, 0.5]}}]},
      {"name": "high", "position": [0.2, 1], "angle": 0.3, "velocity": [1, 0], "omega": -2, "mass": 1,
       "shapes": [{"box": {"size": [0.4, 0.5]}, "position": [0.1, 0.05]}]},
      {"name": "dust", "kind": "particle", "position": [1, 2], "mass": 0.25}],
    "joints": [{"name": "spring", "kind": "strut", "a": "high", "b": "low", "anchor": [0.2, 1],
      "anchor_b": [0.1, 0.3], "coordinates": [{"spring": {"stiffness": 40, "rest": 0.5}}]}],
    "simulation": {"dt": 0.02, "duration": 0.4, "recovery_speed": 1, "margin": 0.02, "threads": 2,
                   "warm_start": false, "halvings": 3}})",
                               "slope.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  return std::move(*scene);
}

const std::vector<BodyId> kMoving{{2}, {3}, {4}};

std::vector<double> every_step(double dt, int steps) {
  std::vector<double> times;
  for (int k = 0; k <= steps; ++k) times.push_back(k * dt);
  return times;
}

SimulationOptions options_of(const study::Scene& scene, const study::RunVariant& variant) {
  SimulationOptions options = scene.options;
  options.law = variant.law;
  options.solver = variant.solver;
  options.dt = variant.dt;
  options.threads = 1;
  options.accepted_residual = 0;
  options.halvings = 0;
  return options;
}

const study::RunVariant kVariants[] = {{ContactLaw::cone, lcp::Method::automatic, 0.01},
                                       {ContactLaw::box, lcp::Method::keller, 0.01},
                                       {ContactLaw::polyhedral, lcp::Method::lemke, 0.005}};

}  // namespace

TEST_CASE("a compared run has the places, energies and certificates of its steps") {
  const study::Scene scene = slope();
  for (const study::RunVariant& variant : kVariants) {
    CAPTURE(to_string(variant));
    const auto times = every_step(variant.dt, 30);
    study::RunsUnderWay shared;
    const study::ComparedRun run = study::run_variant(scene, variant, times, kMoving, shared);
    CHECK(shared.steps == 30);
    CHECK(run.complete);
    CHECK(run.variant == variant);
    const SimulationOptions options = options_of(scene, variant);
    Simulator simulator(scene.model, options);
    State state = initial_state(scene.model);
    const study::RunSeries& series = run.series;
    REQUIRE(series.energy.size() == 31);
    REQUIRE(series.position.size() == 93);
    for (std::size_t k = 0; k <= 30; ++k) {
      CAPTURE(k);
      StepCertificate of_step;
      if (k > 0) of_step = simulator.step(state).certificate;
      for (std::size_t i = 0; i < 3; ++i)
        CHECK(series.position[3 * k + i] == spatial_pose(scene.model, state, kMoving[i]).p);
      CHECK(series.energy[k] == energy_parts(scene.model, state, options.dt).total());
      CHECK(series.residual[k] == of_step.residual);
      CHECK(series.residual_bound[k] == (of_step.residual > 0 ? of_step.residual_bound : 0));
      CHECK(series.coulomb_residual[k] == of_step.coulomb_residual);
      CHECK(series.direction_error[k] == of_step.direction_error);
      CHECK(series.cone_excess[k] == of_step.cone_excess);
    }
  }
}

TEST_CASE("totals of a compared run are sums and worst values of all of its steps") {
  const study::Scene scene = slope();
  for (const study::RunVariant& variant : kVariants) {
    CAPTURE(to_string(variant));
    const SimulationOptions options = options_of(scene, variant);
    Simulator simulator(scene.model, options);
    State state = initial_state(scene.model);
    const double start = energy_parts(scene.model, state, options.dt).total();
    study::RunTotals sums;
    for (int k = 0; k < 30; ++k) {
      const StepReport report = simulator.step(state);
      const StepCertificate& c = report.certificate;
      sums.pivots += report.pivots;
      sums.factorisations += report.factorisations;
      if (is_worse(c.residual, sums.residual)) sums.residual_bound = c.residual_bound;
      raise(sums.residual, c.residual);
      raise(sums.coulomb_residual, c.coulomb_residual);
      raise(sums.direction_error, c.direction_error);
      raise(sums.cone_excess, c.cone_excess);
    }
    study::RunsUnderWay shared;
    const std::vector<double> times{0, 0.1, 30 * variant.dt};
    const study::RunTotals totals =
        study::run_variant(scene, variant, times, kMoving, shared).totals;
    CHECK(totals.steps == 30);
    CHECK(totals.pivots == sums.pivots);
    CHECK(totals.factorisations == sums.factorisations);
    CHECK(totals.residual == sums.residual);
    CHECK(totals.residual_bound == sums.residual_bound);
    CHECK(totals.coulomb_residual == sums.coulomb_residual);
    CHECK(totals.direction_error == sums.direction_error);
    CHECK(totals.cone_excess == sums.cone_excess);
    CHECK(totals.simulated == state.time);
    CHECK(totals.energy_lost == start - energy_parts(scene.model, state, options.dt).total());
    CHECK(totals.step_ms > 0);
  }
}

TEST_CASE("of several steps between two times the series have the worst") {
  const study::Scene scene = slope();
  const study::RunVariant variant = kVariants[1];
  study::RunsUnderWay shared;
  const auto fine =
      study::run_variant(scene, variant, every_step(0.01, 30), kMoving, shared).series;
  const auto coarse =
      study::run_variant(scene, variant, every_step(0.05, 6), kMoving, shared).series;
  REQUIRE(coarse.energy.size() == 7);
  for (std::size_t k = 1; k <= 6; ++k) {
    const auto worst = [&](const std::vector<double>& values) {
      const auto at = values.begin() + static_cast<std::ptrdiff_t>(5 * k);
      return *std::max_element(at - 4, at + 1);
    };
    CHECK(coarse.residual[k] == worst(fine.residual));
    CHECK(coarse.coulomb_residual[k] == worst(fine.coulomb_residual));
    CHECK(coarse.direction_error[k] == worst(fine.direction_error));
    CHECK(coarse.cone_excess[k] == worst(fine.cone_excess));
    CHECK(coarse.energy[k] == fine.energy[5 * k]);
    for (std::size_t i = 0; i < 3; ++i)
      CHECK(coarse.position[3 * k + i] == fine.position[15 * k + i]);
  }
}

// What is thrown moves evenly across, so that a line between steps is exact.
TEST_CASE("places between two steps lie on the line between theirs") {
  const study::Scene scene = slope();
  study::RunsUnderWay shared;
  const study::RunVariant variant{ContactLaw::cone, lcp::Method::automatic, 0.02};
  const std::vector<double> times{0, 0.005, 0.01, 0.015, 0.02, 0.037, 0.04};
  const auto series = study::run_variant(scene, variant, times, kMoving, shared).series;
  REQUIRE(series.position.size() == 21);
  const auto at = [&](std::size_t time, std::size_t body) {
    return series.position[3 * time + body];
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const Eigen::Vector3d first = at(0, i), second = at(4, i), third = at(6, i);
    for (const std::size_t k : {1, 2, 3})
      CHECK((at(k, i) - (first + 0.25 * static_cast<double>(k) * (second - first))).norm() < 1e-14);
    CHECK((at(5, i) - (second + 0.85 * (third - second))).norm() < 1e-14);
  }
  CHECK(shared.steps == 2);
}

// Of the contacts that bear a tenth of the most, the one that uses its friction most.
TEST_CASE("forces of a run in the plane are the shares of its contacts, along their tangents") {
  const study::Scene scene = slope();
  for (const study::RunVariant& variant : {kVariants[0], kVariants[1]}) {
    study::RunsUnderWay shared;
    const auto times = every_step(variant.dt, 30);
    const auto forces = study::run_variant(scene, variant, times, kMoving, shared).forces;
    Simulator simulator(scene.model, options_of(scene, variant));
    State state = initial_state(scene.model);
    std::size_t seen = 0;
    for (int k = 0; k < 30; ++k) {
      simulator.step(state);
      double most = 0, largest = -1, share = 0;
      for (const ContactRecord& c : simulator.contacts())
        most = std::max(most, c.impulse.dot(c.normal));
      for (const ContactRecord& c : simulator.contacts()) {
        const Eigen::Vector3d tangent = contact_frame(c.normal, 1).row(1);
        const double n = c.impulse.dot(c.normal), t = c.impulse.dot(tangent) / (c.mu * n);
        if (n > 0 && n >= 0.1 * most && std::abs(t) > largest) largest = std::abs(share = t);
      }
      if (largest < 0) continue;
      REQUIRE(seen < forces.size());
      CHECK(forces[seen].time == state.time);
      CHECK(forces[seen].share.x() == relative(share, 1e-9));
      CHECK(forces[seen].share.y() == 0);
      ++seen;
    }
    CHECK(seen == forces.size());
    CHECK(seen > 10);
  }
}

TEST_CASE("of more than four hundred forces every second is kept, or every third, from the first") {
  const study::Scene scene = sliding_box();
  const study::RunVariant variant{ContactLaw::cone, lcp::Method::automatic, 0.01};
  for (const auto& [steps, stride] : {std::pair(400, 1), {401, 2}, {801, 3}}) {
    CAPTURE(steps);
    study::RunsUnderWay shared;
    const auto times = every_step(0.01, steps);
    const auto forces = study::run_variant(scene, variant, times, {{1}}, shared).forces;
    REQUIRE(forces.size() == static_cast<std::size_t>((steps + stride - 1) / stride));
    for (std::size_t k = 0; k < forces.size(); ++k)
      CHECK(forces[k].time == relative(0.01 * (1 + stride * static_cast<double>(k))));
  }
}

TEST_CASE("a run whose wall time is used up says so and ends, but not at its last step") {
  const study::Scene scene = sliding_box();
  const study::RunVariant variant{ContactLaw::cone, lcp::Method::automatic, 0.01};
  study::RunsUnderWay shared;
  shared.wall_limit = 1e-12;
  const auto run = study::run_variant(scene, variant, every_step(0.01, 5), {{1}}, shared);
  CHECK(run.failure == "step 1, t = 0.01 s: the wall time of 1e-12 s is used up");
  CHECK_FALSE(run.complete);
  CHECK(run.totals.steps == 1);
  CHECK(run.series.energy.size() == 2);
  const auto last = study::run_variant(scene, variant, every_step(0.01, 1), {{1}}, shared);
  CHECK(last.failure.empty());
  CHECK(last.complete);
}

TEST_CASE("the matrices of a law are counted over all islands of all steps") {
  const auto read = io::parse_scene(R"({"format": 1, "name": "pair", "gravity": [1, 0, -9],
    "materials": [{"name": "default", "mu": 0.5}], "bodies": [
      {"name": "ground", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
      {"name": "box", "kind": "spatial", "mass": 1, "position": [0, 0, 0.1], "velocity": [1, 2, 0],
       "shapes": [{"box": {"size": [1, 1, 0.2]}}]},
      {"name": "ball", "kind": "spatial", "mass": 2, "position": [5, 0, 0.5], "velocity": [1, 0, 0],
       "shapes": [{"sphere": {"radius": 0.5}}]}],
    "simulation": {"dt": 0.01, "duration": 1}})",
                                    "pair.json");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
  const study::Scene& scene = *read;
  for (const ContactLaw::Kind law : {ContactLaw::polyhedral, ContactLaw::cone}) {
    const study::RunVariant variant{law, lcp::Method::automatic, 0.01};
    study::LeadTotals sums;
    Simulator simulator(scene.model, options_of(scene, variant));
    State state = initial_state(scene.model);
    for (int k = 0; k < 10; ++k) {
      simulator.step(state);
      for (const Island& island : simulator.islands()) {
        const auto problem = island.discretised();
        if (!problem) continue;
        const lcp::LeadRank lead = lcp::lead_rank(*problem);
        if (lead.size == 0) continue;
        const auto fails = [&](lcp::Method method) {
          return lcp::solve(*problem, {.method = method}).status != lcp::Status::solved;
        };
        ++sums.problems;
        sums.deficient += lead.rank < lead.size;
        sums.size = std::max(sums.size, lead.size);
        sums.missing = std::max(sums.missing, lead.size - lead.rank);
        sums.smallest = std::min(sums.smallest, lead.smallest / lead.largest);
        sums.block_unsolved += fails(lcp::Method::block);
        sums.lemke_unsolved += fails(lcp::Method::lemke);
      }
    }
    CHECK(sums.problems == (law == ContactLaw::polyhedral ? 20 : 0));
    study::RunsUnderWay shared;
    const std::vector<BodyId> bodies{{1}, {2}};
    const auto times = every_step(0.01, 10);
    CHECK(study::run_variant(scene, variant, times, bodies, shared).lead.problems == 0);
    shared.lead = true;
    const study::LeadTotals lead = study::run_variant(scene, variant, times, bodies, shared).lead;
    CHECK(lead.problems == sums.problems);
    CHECK(lead.deficient == sums.deficient);
    CHECK(lead.size == sums.size);
    CHECK(lead.missing == sums.missing);
    CHECK(lead.smallest == sums.smallest);
    CHECK(lead.block_unsolved == sums.block_unsolved);
    CHECK(lead.lemke_unsolved == sums.lemke_unsolved);
  }
}
