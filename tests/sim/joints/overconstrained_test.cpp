// SPDX-License-Identifier: Apache-2.0
// Loops that move although their joints have as many rows as bodies have velocities: the rows
// depend on each other where the joints are closed, and only there.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "perpend/dynamics/energy.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

using Engine = std::mt19937_64;

double uniform(Engine& engine, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(engine() >> 11) * 0x1p-53;
}

Eigen::Quaterniond any_rotation(Engine& engine) {
  const auto one = [&] { return uniform(engine, -1, 1); };
  return Eigen::Quaterniond(one(), one(), one(), one()).normalized();
}

// A rod between two points.
BodyId add_rod(ModelBuilder& builder, const Vector3d& from, const Vector3d& to, double mass,
               double thickness = 0.1) {
  BodyDef def{.kind = BodyKind::spatial, .mass = mass};
  const Vector3d along = to - from;
  def.spatial.pose = {0.5 * (from + to),
                      Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitX(), along)};
  def.spatial.shapes = {{spatial::box(along.norm(), thickness, thickness)}};
  return builder.add_body(def);
}

struct Hinge {
  Vector3d at, axis;
};

// Rods from each hinge to the next; the last hinge and the first are on the ground.
Model loop(Engine& engine, const std::vector<Hinge>& hinges) {
  ModelBuilder builder;
  builder.set_gravity(any_rotation(engine) * Vector3d(0, -9.81, 0));
  const int rods = static_cast<int>(hinges.size()) - 1;
  BodyId before = kWorld;
  for (int i = 0; i < rods; ++i) {
    const BodyId rod = add_rod(builder, hinges[i].at, hinges[i + 1].at, uniform(engine, 0.3, 3));
    builder.add_joint({.kind = JointKind::pin,
                       .a = rod,
                       .b = before,
                       .anchor = hinges[i].at,
                       .axis = hinges[i].axis});
    before = rod;
  }
  builder.add_joint(
      {.kind = JointKind::pin, .a = before, .anchor = hinges[rods].at, .axis = hinges[rods].axis});
  return builder.build().value();
}

// Five rods along the edges of a cube, as in the IFToMM benchmark A04.
Model bricard(Engine& engine) {
  const double edge = uniform(engine, 0.5, 2);
  const Eigen::Quaterniond r = any_rotation(engine);
  const Vector3d at[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vector3d axes[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  std::vector<Hinge> hinges;
  for (int i = 0; i < 6; ++i) hinges.push_back({r * (edge * at[i]), r * axes[i]});
  return loop(engine, hinges);
}

// Opposite lengths a and b and twists alpha and beta with a sin(beta) = b sin(alpha): Bennett 1903.
Model bennett(Engine& engine) {
  const double alpha = uniform(engine, 0.3, 0.7), beta = uniform(engine, 0.8, 1.3);
  const double a = uniform(engine, 0.5, 1.2), b = a * std::sin(beta) / std::sin(alpha);
  const double first = uniform(engine, 0.5, 2.5);
  const double second = 2 * std::atan(std::sin((beta + alpha) / 2) /
                                      (std::sin((beta - alpha) / 2) * std::tan(first / 2)));
  const double angles[] = {first, second, -first}, lengths[] = {a, b, a};
  const double twists[] = {alpha, beta, alpha};
  Eigen::Isometry3d frame(any_rotation(engine));
  std::vector<Hinge> hinges;
  const auto add = [&] {
    hinges.push_back({frame.translation(), frame.linear() * Vector3d::UnitZ()});
  };
  add();
  for (int k = 0; k < 3; ++k) {
    frame = frame * Eigen::AngleAxisd(angles[k], Vector3d::UnitZ()) *
            Eigen::Translation3d(lengths[k], 0, 0) *
            Eigen::AngleAxisd(twists[k], Vector3d::UnitX());
    add();
  }
  return loop(engine, hinges);
}

struct Run {
  double gap = 0, gained = 0, least = 0;  // m, J: of the energy, the most and the least change
  double passed = 0;                      // J, the most kinetic energy
  int uncertified = 0;
  State end;
};

Run run(const Model& model, double dt, double duration,
        DriftControl drift = DriftControl::stabilised) {
  Simulator simulator(model, {.dt = dt, .drift = drift});
  Run run{.end = initial_state(model)};
  const double start = energy(model, run.end);
  for (int k = 0; k < std::lround(duration / dt); ++k) {
    const StepReport report = simulator.step(run.end);
    REQUIRE_MESSAGE(report.status == StepStatus::ok, report.message);
    const double change = report.certificate.energy_after - start;
    run.gap = std::max(run.gap, report.certificate.joint_gap);
    run.gained = std::max(run.gained, change);
    run.least = std::min(run.least, change);
    run.uncertified += report.uncertified;
    for (const Body& body : model.bodies)
      run.passed =
          std::max(run.passed, 0.5 * body.mass * run.end.v.segment(body.v_offset, 3).squaredNorm());
  }
  return run;
}

// Of all bodies, m.
double distance(const Model& model, const State& a, const State& b) {
  double worst = 0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    worst = std::max(worst, (spatial_pose(model, a, {i}).p - spatial_pose(model, b, {i}).p).norm());
  return worst;
}

// Second order: twice the step has four times the error.
void check_loop(const Model& model) {
  const double duration = 2;
  const Run coarse = run(model, 2e-3, duration);
  const Run middle = run(model, 1e-3, duration);
  const Run fine = run(model, 0.5e-3, duration);
  CAPTURE(middle.passed);
  CHECK(middle.passed > 0.5);
  CHECK(middle.gap < 1e-4);
  CHECK(middle.uncertified < 3);
  CHECK(middle.gained - middle.least < 1e-3 * middle.passed);
  const double error = distance(model, middle.end, fine.end) * 4 / 3;
  CHECK(error < 1e-3);
  const double order =
      std::log2(distance(model, coarse.end, middle.end) / distance(model, middle.end, fine.end));
  // 2 up to terms of third order, which show at 2 ms.
  CHECK(order > 1.6);
}

// Positions on the joints, and the same motion.
void check_projected(const Model& model) {
  const double duration = 2;
  const Run fine = run(model, 0.5e-3, duration);
  const Run projected = run(model, 1e-3, duration, DriftControl::projection);
  CAPTURE(fine.passed);
  CHECK(projected.gap < 1e-11);
  CHECK(projected.gained - projected.least < 1e-2 * fine.passed);
  CHECK(distance(model, projected.end, fine.end) < 3e-3);
  CHECK(projected.uncertified == 0);
}

}  // namespace

TEST_CASE("Bricard's mechanism keeps gap and energy, to second order") {
  Engine engine(4);
  for (int n = 0; n < 6; ++n) {
    CAPTURE(n);
    check_loop(bricard(engine));
  }
}

TEST_CASE("Bennett's linkages keep gap and energy, to second order") {
  Engine engine(5);
  for (int n = 0; n < 6; ++n) {
    CAPTURE(n);
    check_loop(bennett(engine));
  }
}

TEST_CASE("Bricard's mechanism and Bennett's linkages keep to their joints by projection") {
  Engine engine(6);
  for (int n = 0; n < 6; ++n) {
    CAPTURE(n);
    check_projected(bricard(engine));
    check_projected(bennett(engine));
  }
}

// A ring of rods, each welded to the next, thrown through the air: nothing bends it, so that rates
// and impulses of its welds are nothing but rounding, also of the places divided by the step.
TEST_CASE("welded frames that bear nothing are certified") {
  Engine engine(41);
  for (int round = 0; round < 40; ++round) {
    CAPTURE(round);
    const int rods = 3 + round % 5;
    const double size = std::pow(10.0, uniform(engine, -2, 1)), far = uniform(engine, 0, 100);
    std::vector<Vector3d> corners;
    for (int i = 0; i < rods; ++i) {
      const double angle = 2 * std::numbers::pi * i / rods;
      corners.push_back(Vector3d(far, 0, 0) +
                        size * Vector3d(std::cos(angle), std::sin(angle), uniform(engine, 0, 0.3)));
    }
    ModelBuilder builder;
    std::vector<BodyId> frame;
    for (int i = 0; i < rods; ++i)
      frame.push_back(add_rod(builder, corners[i], corners[(i + 1) % rods],
                              std::pow(10.0, uniform(engine, -2, 2)), 0.02 * size));
    for (int i = 0; i < rods; ++i)
      builder.add_joint({.kind = JointKind::weld,
                         .a = frame[(i + 1) % rods],
                         .b = frame[i],
                         .anchor = corners[(i + 1) % rods]});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = std::pow(10.0, uniform(engine, -3.5, -1.5))});
    State state = initial_state(model);
    for (int k = 0; k < 20; ++k) {
      const StepReport report = simulator.step(state);
      CHECK(report.message == "");
      REQUIRE(!report.uncertified);
      REQUIRE(report.unsolved == 0);
    }
  }
}

// A door of any inertia, hung on `hinges` hinges along one axis; gravity is across it.
Model hung_door(unsigned seed, int hinges) {
  Engine engine(seed);
  const Eigen::Quaterniond frame = any_rotation(engine);
  BodyDef def{.kind = BodyKind::spatial, .mass = std::pow(10, uniform(engine, -1, 2))};
  def.spatial.pose = {frame * Vector3d(uniform(engine, 0.2, 1), 0, 0), any_rotation(engine)};
  def.spatial.inertia =
      (*def.mass * Vector3d(uniform(engine, 0.1, 0.2), 0.2, 0.25)).asDiagonal().toDenseMatrix();
  ModelBuilder builder;
  builder.set_gravity(frame * Vector3d(0, -9.81, 0));
  const BodyId door = builder.add_body(def);
  for (int i = 0; i < hinges; ++i)
    builder.add_joint({.kind = JointKind::pin,
                       .a = door,
                       .anchor = frame * Vector3d(0, 0, 0.3 * i),
                       .axis = frame * Vector3d::UnitZ()});
  return builder.build().value();
}

TEST_CASE("a door swings on two or three hinges as on one, whatever its inertia") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    CAPTURE(seed);
    const SimulationOptions options{.dt = seed % 2 ? 0.002 : 0.0005};
    const Model once = hung_door(seed, 1);
    Simulator single(once, options);
    State alone = initial_state(once);
    for (int k = 0; alone.time < 0.8; ++k) REQUIRE(single.step(alone).uncertified == 0);
    for (const int hinges : {2, 3}) {
      const Model model = hung_door(seed, hinges);
      Simulator simulator(model, options);
      State state = initial_state(model);
      while (state.time < alone.time - 0.5 * options.dt) {
        const StepReport report = simulator.step(state);
        REQUIRE(report.uncertified == 0);
        CHECK(report.braked == 0);
      }
      CHECK((state.q.head<3>() - alone.q.head<3>()).norm() < 1e-3);
    }
  }
}

// In the plane, out of it and back: three bodies that turn about one direction.
TEST_CASE("a chain of planar and spatial bodies keeps its energy") {
  for (unsigned seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Engine engine(seed);
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    BodyId before = kWorld;
    for (int i = 0; i < 3; ++i) {
      BodyDef def{.mass = uniform(engine, 0.5, 3)};
      if (i == 1) {
        def.kind = BodyKind::spatial;
        def.spatial.pose = {Vector3d(0.5 + i, 0, 0), any_rotation(engine)};
        def.spatial.inertia = Vector3d(0.1, 0.15, 0.2).asDiagonal().toDenseMatrix();
      } else {
        def.pose.p = {0.5 + i, 0};
        def.inertia = 0.2;
      }
      const BodyId body = builder.add_body(def);
      builder.add_joint(
          {.kind = JointKind::pin, .a = body, .b = before, .anchor = {1.0 * i, 0, 0}});
      before = body;
    }
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 0.001});
    State state = initial_state(model);
    const double start = energy(model, state);
    double kinetic = 0;
    while (state.time < 1) {
      REQUIRE(simulator.step(state).uncertified == 0);
      kinetic = std::max(kinetic, kinetic_energy(model, state.q, state.v));
    }
    CHECK(std::abs(energy(model, state) - start) < 1e-3 * kinetic);
  }
}

}  // namespace perpend
