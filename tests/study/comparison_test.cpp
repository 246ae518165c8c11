// SPDX-License-Identifier: Apache-2.0
#include "perpend/study/comparison.hpp"

#include <cmath>
#include <numbers>

#include "contact/collider.hpp"
#include "io/recording/sliding_box.hpp"
#include "perpend/core/error.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

using namespace perpend;

namespace {

constexpr double kDeceleration = 0.5 * 9.81;

study::RunVariant variant(const ContactLaw& law, double dt) {
  return {law, lcp::Method::automatic, dt};
}

study::ComparisonPlan plan(std::vector<study::RunVariant> runs) {
  return {std::move(runs), variant(ContactLaw::cone, 0.0025), 2};
}

// One box slides with 3 m/s along x, the other one rests.
study::Scene two_boxes(bool slides_first) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (const bool slides : {slides_first, !slides_first})
    builder.add_body({.name = slides ? "slides" : "rests",
                      .kind = BodyKind::spatial,
                      .spatial = {.pose = {.p = {0, slides ? 5.0 : 0.0, 0.1}},
                                  .velocity = {slides ? 3.0 : 0.0, 0, 0},
                                  .shapes = {{.shape = spatial::box(1, 1, 0.2)}}}});
  study::Scene scene;
  scene.model = builder.build().value();
  scene.duration = 0.4;
  return scene;
}

}  // namespace

TEST_CASE("laws part from the cone as their equations say") {
  const study::Comparison c = study::run_comparison(
      sliding_box(), plan({variant(ContactLaw::cone, 0.01), variant(ContactLaw::box, 0.01),
                           variant(ContactLaw::frictionless, 0.01)}));
  REQUIRE(c.runs.size() == 3);
  REQUIRE(c.bodies.size() == 1);
  for (const study::ComparedRun& run : c.runs) {
    CHECK(run.failure.empty());
    CHECK(run.complete);
    CHECK(run.totals.steps == 40);
    CHECK(run.totals.residual <= run.totals.residual_bound);
    CHECK(run.series.distance.size() == c.times.size());
    CHECK(run.farthest == c.bodies[0]);
  }
  // Midpoint steps follow constant deceleration to rounding, whatever the step.
  CHECK(c.runs[0].largest_distance < 1e-9);
  CHECK(c.runs[0].cost == relative(1));
  // Along the diagonal a box bears sqrt(2) as much; both are in line with the slip.
  const double t = 0.4;
  CHECK(c.runs[1].final_distance ==
        relative((std::numbers::sqrt2 - 1) * kDeceleration * t * t / 2, 0.02));
  CHECK(c.runs[1].totals.cone_excess > 0.001);
  CHECK(c.runs[2].final_distance == relative(kDeceleration * t * t / 2, 1e-6));
  CHECK(c.runs[2].totals.energy_lost == near_zero(1e-9));
  const double v = 3 - kDeceleration * t;
  CHECK(c.reference.totals.energy_lost == relative((9 - v * v) / 2, 1e-6));
}

TEST_CASE("forces of a sliding box lie on the circle, those of the box law beyond it") {
  const study::Comparison c = study::run_comparison(
      sliding_box(), plan({variant(ContactLaw::cone, 0.01), variant(ContactLaw::box, 0.01)}));
  REQUIRE(c.runs[0].forces.size() > 20);
  for (const study::ComparedRun& run : c.runs)
    for (const study::ConeForce& force : run.forces) {
      CHECK(force.share.norm() ==
            relative(run.variant.law == ContactLaw::cone ? 1 : std::numbers::sqrt2, 1e-6));
    }
}

TEST_CASE("of all contacts the one nearest to its limit is kept") {
  for (const bool slides_first : {true, false}) {
    const study::Comparison c =
        study::run_comparison(two_boxes(slides_first), plan({variant(ContactLaw::cone, 0.01)}));
    REQUIRE(c.runs[0].forces.size() > 20);
    for (const study::ConeForce& force : c.runs[0].forces)
      CHECK(force.share.norm() == relative(1, 1e-6));
  }
}

// A block of 200 kg that a slope of 1 : 10 does not move, and a chip of 0.8 kg that slides.
TEST_CASE("contacts that bear less than a tenth of the most loaded one are left out of the cone") {
  ModelBuilder builder;
  builder.set_gravity({1, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  builder.add_body(
      {.kind = BodyKind::spatial,
       .spatial = {.pose = {.p = {0, 0, 0.1}}, .shapes = {{.shape = spatial::box(1, 1, 0.2)}}}});
  builder.add_body(
      {.kind = BodyKind::spatial,
       .spatial = {.pose = {.p = {0, 5, 0.1}},
                   .velocity = {3, 0, 0},
                   .shapes = {{.shape = spatial::box(0.2, 0.2, 0.2), .density = 100}}}});
  study::Scene scene;
  scene.model = builder.build().value();
  scene.duration = 0.2;
  const study::Comparison c = study::run_comparison(scene, plan({variant(ContactLaw::cone, 0.01)}));
  REQUIRE(c.runs[0].forces.size() > 10);
  for (const study::ConeForce& force : c.runs[0].forces) CHECK(force.share.norm() < 0.9);
}

// Friction acts on the box, against its velocity: what a plot of the cone shows has that direction.
TEST_CASE("forces of a sliding box point against its slip and stand at their times") {
  const study::Comparison c =
      study::run_comparison(sliding_box(), plan({variant(ContactLaw::cone, 0.01)}));
  const Eigen::Vector3d slip = Eigen::Vector3d(1, 1, 0).normalized();
  const Eigen::Vector2d along = (contact_frame({0, 0, 1}, 2) * slip).tail<2>();
  double last = 0;
  REQUIRE(!c.runs[0].forces.empty());
  for (const study::ConeForce& force : c.runs[0].forces) {
    CHECK((force.share + along).norm() < 1e-6);
    CHECK(force.time > last);
    last = force.time;
  }
  CHECK(last == relative(0.4));
}

TEST_CASE("the energy of a sliding box falls as the square of its speed") {
  const study::Comparison c =
      study::run_comparison(sliding_box(), plan({variant(ContactLaw::cone, 0.01)}));
  const std::vector<double>& energy = c.runs[0].series.energy;
  REQUIRE(energy.size() == c.times.size());
  for (std::size_t k = 0; k < energy.size(); ++k) {
    const double v = 3 - kDeceleration * c.times[k];
    CAPTURE(c.times[k]);
    CHECK(energy[k] - energy[0] == relative(0.5 * (v * v - 9), 1e-6));
  }
}

// Without friction a box on a spring is back where it started after a period; friction never lets
// it go.
// One box swings out and back; another, which glides on, is farther from where the cone stops it by
// the end.
TEST_CASE("the largest distance is that of the whole run, not of its end") {
  constexpr double kStretch = 0.05, kStiffness = 50;
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.5, .mu_k = 0.5}});
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  const BodyId box = builder.add_body(
      {.name = "swings",
       .kind = BodyKind::spatial,
       .mass = 2,
       .spatial = {.pose = {.p = {1, 0, 0.1}}, .shapes = {{.shape = spatial::box(1, 1, 0.2)}}}});
  const BodyId other =
      builder.add_body({.name = "glides",
                        .kind = BodyKind::spatial,
                        .spatial = {.pose = {.p = {0, 5, 0.1}},
                                    .velocity = {kStretch, 0, 0},
                                    .shapes = {{.shape = spatial::box(1, 1, 0.2)}}}});
  builder.add_joint({.kind = JointKind::strut,
                     .a = box,
                     .anchor = {1, 0, 0.1},
                     .anchor_b = Eigen::Vector3d(0, 0, 0.1),
                     .coordinates = {{.stiffness = kStiffness, .rest = 1 - kStretch}}});
  study::Scene scene;
  scene.model = builder.build().value();
  const double period = 2 * std::numbers::pi * std::sqrt(2 / kStiffness);
  scene.duration = period;
  const study::Comparison c = study::run_comparison(
      scene,
      {{variant(ContactLaw::frictionless, period / 200)}, variant(ContactLaw::cone, period / 200)});
  CHECK(c.runs[0].largest_distance == relative(2 * kStretch, 0.01));
  CHECK(c.runs[0].final_distance == relative(kStretch * period, 0.01));
  CHECK(c.runs[0].farthest == other);
}

TEST_CASE("steps that do not divide each other meet at the same times") {
  const study::Comparison c = study::run_comparison(
      sliding_box(), plan({variant(ContactLaw::cone, 0.01), variant(ContactLaw::cone, 0.0033)}));
  CHECK(c.times.front() == 0);
  CHECK(c.times.back() == 0.4);
  CHECK(c.times.size() == 41);
  // Linear between steps: a h²/8.
  CHECK(c.runs[1].largest_distance < kDeceleration * 0.0033 * 0.0033 / 8 + 1e-9);
  CHECK(c.runs[1].largest_distance > 1e-7);
}

// Of two boxes only the one that slides parts from the reference, whichever is named first.
TEST_CASE("the body that is farthest from the reference is named") {
  for (const bool first : {true, false}) {
    const study::Scene scene = two_boxes(first);
    const study::Comparison c = study::run_comparison(
        scene, {{variant(ContactLaw::frictionless, 0.01)}, variant(ContactLaw::cone, 0.01)});
    CHECK(c.runs[0].farthest == find_body(scene.model, "slides"));
    CHECK(c.runs[0].final_distance == relative(kDeceleration * 0.4 * 0.4 / 2, 1e-6));
  }
}

// Along the diagonal the box law brakes with sqrt(2) mu g and stops at 3 / (sqrt(2) mu g) = 0.43 s.
TEST_CASE("a series tells the worst since the time before, not since the start") {
  const study::Comparison c =
      study::run_comparison(sliding_box(0.8), plan({variant(ContactLaw::box, 0.01)}));
  const std::vector<double>& excess = c.runs[0].series.cone_excess;
  REQUIRE(excess.size() == c.times.size());
  for (std::size_t k = 1; k < excess.size(); ++k) {
    CAPTURE(c.times[k]);
    if (c.times[k] < 0.42) CHECK(excess[k] > 0.001);
    if (c.times[k] > 0.45) CHECK(excess[k] < 1e-9);
  }
}

TEST_CASE("runs cost what they take beside the cone by the solver of the reference") {
  const study::RunVariant other{ContactLaw::cone, lcp::Method::interior, 0.01};
  const study::Comparison c =
      study::run_comparison(sliding_box(), plan({other, variant(ContactLaw::cone, 0.01), other}));
  CHECK(c.runs[1].cost == 1.0);
  const double share = c.runs[0].totals.step_ms / c.runs[1].totals.step_ms;
  CHECK(c.runs[0].cost == relative(share));
}

TEST_CASE("answers depend on neither threads nor order") {
  const std::vector<study::RunVariant> runs{variant(ContactLaw::cone, 0.01),
                                            variant(ContactLaw(ContactLaw::polyhedral), 0.005),
                                            variant(ContactLaw::relaxed, 0.01)};
  study::ComparisonPlan one = plan(runs), many = plan({runs.rbegin(), runs.rend()});
  one.threads = 1;
  many.threads = 3;
  const study::Comparison a = study::run_comparison(sliding_box(), one);
  const study::Comparison b = study::run_comparison(sliding_box(), many);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(a.runs[i].series.distance == b.runs[2 - i].series.distance);
    CHECK(a.runs[i].totals.pivots == b.runs[2 - i].totals.pivots);
  }
}

TEST_CASE("a run that fails says where, and the others go on") {
  // Sweeps need a positive diagonal, which the limits of a polygon have not.
  const study::RunVariant bad{ContactLaw::polyhedral, lcp::Method::pgs, 0.01};
  const study::Comparison c =
      study::run_comparison(sliding_box(), plan({bad, variant(ContactLaw::cone, 0.01)}));
  CHECK(c.runs[0].failure.find("unsolved in step 1, t = 0.01 s") == 0);
  CHECK(c.runs[0].failure.find("residual") != std::string::npos);
  CHECK(!c.runs[0].complete);
  CHECK(std::isnan(c.runs[0].final_distance));
  CHECK(std::isnan(c.runs[0].cost));
  CHECK(c.runs[1].failure.empty());
  CHECK(c.runs[1].complete);
}

// So far away places are rounded to more than a micrometre.
TEST_CASE("steps that are taken and not certified are counted") {
  study::Scene far = sliding_box();
  far.model.start_q[far.model.bodies[1].q_offset] = 1e10;
  const auto totals = [](const study::Scene& scene) {
    const auto c = study::run_comparison(scene, plan({variant(ContactLaw::cone, 0.01)}));
    CHECK(c.runs[0].failure.empty());
    CHECK(c.runs[0].complete);
    return c.runs[0].totals;
  };
  CHECK(totals(far).uncertified > 0);
  CHECK(totals(sliding_box()).uncertified == 0);
}

TEST_CASE("a comparison ends where it is told to, with what is done") {
  int calls = 0;
  const study::Comparison c = study::run_comparison(
      sliding_box(1e6), plan({variant(ContactLaw::cone, 0.01)}), [&](double share, int ended) {
        CHECK(share <= 1);
        CHECK(ended <= 2);
        return ++calls < 3;
      });
  CHECK(!c.runs[0].complete);
  CHECK(c.runs[0].failure.empty());
  CHECK(c.runs[0].totals.steps > 0);
  CHECK(c.runs[0].totals.simulated < 1e6);
}

TEST_CASE("a comparison without runs or with a bad one is refused") {
  CHECK_THROWS_AS(static_cast<void>(study::run_comparison(sliding_box(), plan({}))),
                  InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(study::run_comparison(
                      sliding_box(), plan({variant(ContactLaw::cone, -0.01)}))),
                  InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(study::run_comparison(
                      sliding_box(), plan({{ContactLaw::phantom, lcp::Method::keller, 0.01}}))),
                  InvalidArgument);
}

TEST_CASE("a variant is named by its law, its solver and its step") {
  CHECK(to_string(study::RunVariant{ContactLaw::phantom, lcp::Method::automatic, 0.01}) ==
        "phantom(4), auto, 0.01 s");
  CHECK(to_string(study::RunVariant{ContactLaw::cone, lcp::Method::interior, 0.0025}) ==
        "cone, interior, 0.0025 s");
}

// Times are known before the first step, after which the comparison is told to end.
TEST_CASE("runs are seen at multiples of the longest step, at most a thousand, and at the end") {
  const auto times = [](study::Scene scene, double duration, double dt) {
    scene.duration = duration;
    const auto end = [](double, int) { return false; };
    return study::run_comparison(
               scene,
               {{variant(ContactLaw::cone, dt), variant(ContactLaw::cone, 0.3 * dt)},
                variant(ContactLaw::cone, 0.5 * dt)},
               end)
        .times;
  };
  const auto check = [&](const study::Scene& scene, double duration, double dt, double every,
                         std::size_t count) {
    const std::vector<double> found = times(scene, duration, dt);
    REQUIRE(found.size() == count);
    CHECK(found[0] == 0);
    for (std::size_t k = 1; k + 1 < count; ++k)
      CHECK(found[k] == relative(every * static_cast<double>(k)));
    CHECK(found.back() == duration);
  };
  check(sliding_box(), 0.405, 0.01, 0.01, 42);
  check(sliding_box(), 10, 0.01, 0.01, 1001);
  check(sliding_box(), 10.01, 0.01, 0.02, 502);
  check(sliding_box(), 0.005, 0.01, 0.01, 2);
  const auto crowd = [](int count) {
    ModelBuilder builder;
    for (int k = 0; k < count; ++k) builder.add_body({.kind = BodyKind::particle, .mass = 1});
    study::Scene scene;
    scene.model = builder.build().value();
    return scene;
  };
  check(crowd(2000), 10, 0.01, 0.04, 251);
  check(crowd(9000), 10, 0.01, 0.1, 101);
}

TEST_CASE("only bodies that forces move are compared") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed, .shapes = {{.shape = planar::HalfPlane{}}}});
  builder.add_body({.kind = BodyKind::particle, .mass = 1});
  builder.add_body({.kind = BodyKind::kinematic, .motion = {.velocity = {1, 0, 0}}});
  builder.add_body({.mass = 1, .inertia = 1});
  study::Scene scene;
  scene.model = builder.build().value();
  scene.duration = 0.02;
  const study::Comparison c = study::run_comparison(scene, plan({variant(ContactLaw::cone, 0.01)}));
  CHECK(c.bodies == std::vector<BodyId>{{1}, {3}});
  CHECK(c.runs[0].series.position.size() == 6);
}

TEST_CASE("a plan of a negative number of threads, wall time or step of the reference is refused") {
  const auto refused = [](const auto& change, const char* argument) {
    study::ComparisonPlan changed = plan({variant(ContactLaw::cone, 0.01)});
    change(changed);
    CHECK_THROWS_WITH_AS(static_cast<void>(study::run_comparison(sliding_box(), changed)),
                         doctest::Contains(argument), InvalidArgument);
  };
  refused([](study::ComparisonPlan& p) { p.runs.clear(); }, "runs");
  refused([](study::ComparisonPlan& p) { p.threads = -1; }, "threads");
  refused([](study::ComparisonPlan& p) { p.wall_limit = -1; }, "wall_limit");
  refused([](study::ComparisonPlan& p) { p.reference.dt = 0; }, "dt");
}

TEST_CASE("progress ends with all steps and all runs") {
  double share = 0;
  int ended = 0;
  const study::Comparison c = study::run_comparison(
      sliding_box(), plan({variant(ContactLaw::cone, 0.01), variant(ContactLaw::box, 0.02)}),
      [&](double now_share, int now_ended) {
        CHECK(now_share >= share);
        CHECK(now_ended >= ended);
        share = now_share;
        ended = now_ended;
        return true;
      });
  CHECK(share == relative(1));
  CHECK(ended == 3);
}

TEST_CASE("a run costs nothing known where there is no cone of its step that came to the end") {
  const study::Comparison c = study::run_comparison(
      sliding_box(), plan({variant(ContactLaw::box, 0.01), variant(ContactLaw::cone, 0.02),
                           variant(ContactLaw::box, 0.02)}));
  CHECK(std::isnan(c.runs[0].cost));
  CHECK(c.runs[1].cost == 1);
  CHECK(c.runs[2].cost == relative(c.runs[2].totals.step_ms / c.runs[1].totals.step_ms));
}
