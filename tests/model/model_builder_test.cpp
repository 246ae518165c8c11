// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/model_builder.hpp"

#include <doctest/doctest.h>

#include <numbers>

#include "relative.hpp"
#include "rod_type.hpp"

namespace perpend {
namespace {

BodyDef disc(const char* name, double x, double radius) {
  return {.name = name,
          .pose = {{x, 0}, 0},
          .shapes = {{.shape = planar::Disc{radius}, .density = 10}}};
}

bool names(const Diagnostics& faults, const std::string& element) {
  for (const Diagnostic& fault : faults)
    if (fault.element == element) return true;
  return false;
}

}  // namespace

TEST_CASE("mass and inertia come from the outline and its density") {
  ModelBuilder builder;
  builder.add_body(disc("a", 0, 3));
  const Model model = builder.build().value();
  const double mass = 10 * std::numbers::pi * 9;
  CHECK(model.bodies[0].mass == relative(mass));
  CHECK(model.bodies[0].inertia() == relative(mass * 9 / 2));
  CHECK(model.dof() == 3);
}

TEST_CASE("the state of a body is that of its centre of mass, wherever its frame was put") {
  ModelBuilder builder;
  const planar::Pose quarter{{1, 2}, std::numbers::pi / 2};
  const ShapeDef off_centre{.shape = planar::box(1, 1), .pose = {{2, 0}, 0}, .density = 1};
  builder.add_body({.name = "b", .pose = quarter, .shapes = {off_centre}});
  const Model model = builder.build().value();
  const State state = initial_state(model);
  CHECK(state.q.head<2>().isApprox(Eigen::Vector2d(1, 4)));
  CHECK(frame_pose(model, state, {0}).p.isApprox(quarter.p));
  CHECK(spatial_frame_pose(model, state, {0}).p.isApprox(Eigen::Vector3d(1, 2, 0)));
}

TEST_CASE("a given mass scales the inertia of the outline") {
  ModelBuilder builder;
  BodyDef def = disc("a", 0, 2);
  def.mass = 1.0;
  builder.add_body(def);
  CHECK(builder.build()->bodies[0].inertia() == relative(2.0));
}

TEST_CASE("the surface of two materials is one, whichever is named first") {
  for (const bool swapped : {false, true}) {
    ModelBuilder builder;
    for (const auto& [name, x] : {std::pair("ice", 0.0), {"steel", 10.0}}) {
      builder.add_material({.name = name});
      BodyDef body = disc(name, x, 1);
      body.material = name;
      builder.add_body(body);
    }
    const SurfacePair named{.mu_s = 0.3, .mu_k = 0.2, .e = 0.7};
    if (swapped)
      builder.set_surface_pair("steel", "ice", named);
    else
      builder.set_surface_pair("ice", "steel", named);
    const Model model = builder.build().value();
    const int ice = model.bodies[0].material, steel = model.bodies[1].material;
    for (const SurfacePair& each : {model.surface(ice, steel), model.surface(steel, ice)}) {
      CHECK(each.mu_s == 0.3);
      CHECK(each.mu_k == 0.2);
      CHECK(each.e == 0.7);
    }
  }
}

TEST_CASE("every fault is reported at once, by element") {
  ModelBuilder builder;
  builder.add_material({.name = "ice", .self = {.mu_s = 0.1, .mu_k = 0.2, .e = 2}});
  BodyDef first = disc("twin", 0, 1), second = disc("twin", 10, -1), third = disc("third", 20, 1);
  first.material = "icy";
  third.pose.p.x() = std::nan("");
  builder.add_body(first);
  builder.add_body(second);
  const BodyId last = builder.add_body(third);
  builder.add_joint({.name = "self", .a = last, .b = last});
  const Result<Model> result = builder.build();
  REQUIRE_FALSE(result.has_value());
  for (const char* element : {"materials[0].mu_s", "materials[0].e", "bodies[1].name",
                              "bodies[0].material", "bodies[2].position", "joints[0]"})
    CHECK_MESSAGE(names(result.error(), element), element);
  CHECK(to_string(result.error()).find("nearest is 'ice'") != std::string::npos);
}

TEST_CASE("impossible inertia, missing mass and overlapping start are refused") {
  ModelBuilder builder;
  BodyDef spinner = disc("spinner", 0, 1);
  spinner.inertia = 1e6;
  builder.add_body(spinner);
  builder.add_body({.name = "empty", .pose = {{50, 0}, 0}});
  builder.add_body(disc("left", 10, 1));
  builder.add_body(disc("right", 11, 1));
  const Result<Model> result = builder.build();
  REQUIRE_FALSE(result.has_value());
  CHECK(names(result.error(), "bodies[0].inertia"));
  CHECK(names(result.error(), "bodies[1].mass"));
  CHECK(names(result.error(), "bodies[3]"));
  CHECK(result.error().size() == 3);
}

TEST_CASE("bodies on different levels or joined by a joint may overlap") {
  ModelBuilder builder;
  BodyDef above = disc("above", 0.5, 1);
  above.level = 1;
  const BodyId a = builder.add_body(disc("a", 0, 1));
  builder.add_body(above);
  const BodyId b = builder.add_body(disc("b", 1, 1));
  builder.add_joint({.a = a, .b = b, .anchor = {0.5, 0, 0}});
  CHECK(builder.build().has_value());
}

TEST_CASE("surfaces meet with the geometric mean unless the pair has constants of its own") {
  ModelBuilder builder;
  builder.add_material({.name = "a", .self = {.mu_s = 0.4, .mu_k = 0.1, .e = 0.5}});
  builder.add_material({.name = "b", .self = {.mu_s = 0.9, .mu_k = 0.9, .e = 0.2}});
  builder.set_surface_pair("a", "a", {.mu_s = 1, .mu_k = 1, .e = 1});
  builder.add_body(disc("x", 0, 1));
  const Model model = builder.build().value();
  CHECK(model.surface(1, 2).mu_s == relative(0.6));
  CHECK(model.surface(2, 1).mu_k == relative(0.3));
  CHECK(model.surface(1, 2).e == 0.2);
  CHECK(model.surface(1, 1).mu_s == 1);
}

TEST_CASE("the hash sees every bit of the state") {
  ModelBuilder builder;
  builder.add_body(disc("a", 0, 1));
  const Model model = builder.build().value();
  State state = initial_state(model);
  const std::uint64_t before = hash(state);
  state.v[1] = std::nextafter(state.v[1], 1.0);
  CHECK(hash(state) != before);
  state.v[1] = 0;
  CHECK(hash(state) == before);
  state.contacts.push_back({.key = 1, .impulse = {0, 0, 0}});
  CHECK(hash(state) != before);
}

TEST_CASE("a prescribed motion starts at its start pose and rests after its end") {
  const Motion motion{
      .velocity = {1, 0, 0},
      .harmonics = {
          {.amplitude = {0, 2, 0}, .frequency = 0.25, .phase = 0.3, .start = 1, .stop = 3}}};
  CHECK(displacement(motion, 0).isZero());
  CHECK(displacement(motion, 1).isApprox(Eigen::Vector3d(1, 0, 0)));
  CHECK(displacement(motion, 9).y() == relative(displacement(motion, 3).y()));
  CHECK(displacement(motion, 2).y() == relative(2 * (std::cos(0.3) - std::sin(0.3))));
}

TEST_CASE("the rate of a prescribed motion is the slope of its way, and 0 before and after") {
  const Harmonic first{
      .amplitude = {0, 2, 0.5}, .frequency = 0.25, .phase = 0.3, .start = 1, .stop = 3};
  const Motion motion{.velocity = {1, 0, -1},
                      .harmonics = {first, {.amplitude = {0.7, 0, 0}, .frequency = 3}}};
  for (const double t : {0.2, 1.4, 2.9, 5.0}) {
    CAPTURE(t);
    const double h = 1e-6;
    const Eigen::Vector3d slope =
        (displacement(motion, t + h) - displacement(motion, t - h)) / (2 * h);
    CHECK((displacement_rate(motion, t) - slope).norm() < 1e-8);
  }
  CHECK(displacement_rate(motion, 1).y() == relative(std::numbers::pi * std::cos(0.3)));
  CHECK(displacement_rate(motion, 3).y() == 0);
}

TEST_CASE("a prescribed rotation starts at its start pose and rests after its end") {
  const Eigen::Vector3d axis(0.3, -0.2, 0.6);
  const Motion motion{
      .harmonics = {{.rotation = axis, .frequency = 0.25, .phase = 0.4, .start = 1, .stop = 3}}};
  const auto turned = [&](double t) {
    const double angle = 2 * std::numbers::pi * 0.25 * t + 0.4;
    const Eigen::Vector3d by = (std::sin(angle) - std::sin(0.4)) * axis;
    return Eigen::Quaterniond(Eigen::AngleAxisd(by.norm(), by.stableNormalized()));
  };
  for (const double t : {0.0, 0.5, 1.0})
    CHECK(turn(motion, t).angularDistance(Eigen::Quaterniond::Identity()) < 1e-14);
  for (const double t : {1.25, 1.9, 3.0})
    CHECK(turn(motion, t).angularDistance(turned(t - 1)) < 1e-14);
  CHECK(turn(motion, 7).angularDistance(turned(2)) < 1e-14);
}

TEST_CASE("the hash sees every field of the state") {
  ModelBuilder builder;
  builder.add_joint({.a = builder.add_body(disc("a", 0, 1))});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.contacts = {{.key = 1, .impulse = {0.5, 0.25, 0}}};
  const auto seen = [&](const auto& change) {
    State other = state;
    change(other);
    return hash(other) != hash(state);
  };
  CHECK(seen([](State& s) { s.time = 1; }));
  CHECK(seen([](State& s) { s.step = 1; }));
  CHECK(seen([](State& s) { s.q[2] = 1; }));
  CHECK(seen([](State& s) { s.joint_impulses[1] = 1; }));
  CHECK(seen([](State& s) { s.coordinates[0] = 1; }));
  CHECK(seen([](State& s) { s.joint_work.gained = 1; }));
  CHECK(seen([](State& s) { s.joint_work.scale = 1; }));
  CHECK(seen([](State& s) { s.broken = {1}; }));
  CHECK(seen([](State& s) { s.contacts[0].key = 2; }));
  CHECK(seen([](State& s) { s.contacts[0].impulse[1] = 1; }));
}

namespace {

// Sheared in x along y by its first coordinate.
class Sheared final : public Rod {
 public:
  Sheared() : Rod(2) {}
  Eigen::Vector3d direction(ConstSlice q, const Eigen::Vector3d& local) const override {
    return local + q[0] * local.y() * Eigen::Vector3d::UnitX();
  }
};

}  // namespace

TEST_CASE("a body that shears turns with its x direction and stays in its plane") {
  ModelBuilder builder;
  BodyDef def{.kind = BodyKind::custom, .type = std::make_shared<Sheared>()};
  def.custom_q = Eigen::Vector2d(0.7, 0);
  def.custom_v = Eigen::Vector2d(0, 0);
  builder.add_body(def);
  const Model model = builder.build().value();
  const Eigen::Quaterniond r = spatial_pose(model, initial_state(model), {0}).r;
  CHECK(r.angularDistance(Eigen::Quaterniond::Identity()) < 1e-14);
}

TEST_CASE("rolling and spinning friction of two materials are the larger ones") {
  ModelBuilder builder;
  builder.add_material({.name = "a", .self = {.rolling = 0.01, .spinning = 0.04}});
  builder.add_material({.name = "b", .self = {.rolling = 0.03, .spinning = 0.02}});
  builder.add_body(disc("x", 0, 1));
  const Model model = builder.build().value();
  for (const SurfacePair& met : {model.surface(1, 2), model.surface(2, 1)}) {
    CHECK(met.rolling == 0.03);
    CHECK(met.spinning == 0.04);
  }
}

TEST_CASE("two materials meet with the softer of their springs") {
  const SpringDamper stiff{.stiffness = 2e5, .damping = 1}, soft{.stiffness = 1e4, .damping = 90};
  const SpringDamper damped{.stiffness = 1e4, .damping = 100};
  ModelBuilder builder;
  builder.add_material({.name = "a", .self = {.normal = stiff, .tangential = soft}});
  builder.add_material({.name = "b", .self = {.normal = soft}});
  builder.add_material({.name = "c", .self = {.normal = damped}});
  builder.add_body(disc("x", 0, 1));
  const Model model = builder.build().value();
  for (const auto& [a, b] : {std::pair(1, 2), std::pair(2, 1)}) {
    CHECK(model.surface(a, b).normal == soft);
    CHECK(model.surface(a, b).tangential == soft);
  }
  CHECK(model.surface(0, 1).normal == stiff);
  CHECK(model.surface(2, 3).normal == soft);
  CHECK(model.surface(3, 2).normal == soft);
  CHECK(model.surface(0, 0).normal.is_hard());
  CHECK(model.surface(2, 3).tangential.is_hard());
}

TEST_CASE("springs of surfaces that are none are faults") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [spring, fault] :
       {std::pair(SpringDamper{.stiffness = -1}, "materials[0].normal.stiffness: is -1"),
        std::pair(SpringDamper{.stiffness = nan}, "materials[0].normal.stiffness: is nan"),
        std::pair(SpringDamper{.stiffness = 1, .damping = -2},
                  "materials[0].normal.damping: is -2"),
        std::pair(SpringDamper{.damping = 2}, "expected 0 unless there is a stiffness")}) {
    ModelBuilder builder;
    builder.add_material({.name = "a", .self = {.normal = spring}});
    const auto built = builder.build();
    REQUIRE(!built);
    CHECK(to_string(built.error()).find(fault) != std::string::npos);
  }
}

TEST_CASE(
    "the material named default stands first, wherever it is given, and others in their order") {
  ModelBuilder builder;
  builder.add_material({.name = "ice", .self = {.mu_s = 0.09, .mu_k = 0.04}});
  builder.add_material({.name = "default", .self = {.mu_s = 0.81, .mu_k = 0.64, .e = 0.3}});
  builder.add_material({.name = "oak"});
  builder.set_surface_pair("default", "oak", {.mu_s = 0.7, .mu_k = 0.6});
  BodyDef oaken = disc("oaken", 0, 1);
  oaken.material = "oak";
  builder.add_body(oaken);
  builder.add_body(disc("plain", 5, 1));
  const Model model = builder.build().value();
  REQUIRE(model.materials.size() == 3);
  CHECK(model.materials[0].name == "default");
  CHECK(model.materials[1].name == "ice");
  CHECK(model.materials[2].name == "oak");
  CHECK(model.bodies[0].material == 2);
  CHECK(model.bodies[1].material == 0);
  CHECK(model.surface(0, 0).mu_k == 0.64);
  CHECK(model.surface(1, 0).mu_s == relative(0.27));
  CHECK(model.surface(0, 1).mu_k == relative(0.16));
  CHECK(model.surface_between(0, 1).mu_s == 0.7);
  CHECK(model.surface_between(1, 0).mu_k == 0.6);
  CHECK(model.surface(2, 2).mu_s == 0.5);
  ModelBuilder none;
  none.add_body(disc("plain", 5, 1));
  CHECK(none.build()->materials[0].name == "default");
  CHECK(none.build()->surface(0, 0).mu_k == 0.5);
}

TEST_CASE("pairs of bodies that do not collide stand lower first, once sorted, without the world") {
  ModelBuilder builder;
  for (int k = 0; k < 4; ++k) builder.add_body(disc(("b" + std::to_string(k)).c_str(), 3 * k, 1));
  builder.exclude_collision({3}, {1});
  builder.exclude_collision({0}, {2});
  builder.add_joint({.a = {3}, .b = {0}});
  builder.add_joint({.a = {2}});
  builder.add_joint({.a = {1}, .b = {2}});
  const Model model = builder.build().value();
  using Pairs = std::vector<std::pair<int, int>>;
  CHECK(model.excluded == Pairs{{0, 2}, {1, 3}});
  CHECK(model.joined == Pairs{{0, 3}, {1, 2}});
}

TEST_CASE("a coupler is over the bodies of its joints, each once, whichever its terms name first") {
  ModelBuilder builder;
  for (int k = 0; k < 4; ++k) builder.add_body(disc(("b" + std::to_string(k)).c_str(), 3 * k, 1));
  const JointId far = builder.add_joint({.a = {3}, .b = {1}});
  const JointId near = builder.add_joint({.a = {1}});
  builder.add_joint({.a = {0}});
  builder.add_coupler({.terms = {{far}, {near, 0, 2}}});
  builder.add_coupler({.name = "own", .terms = {{near}}});
  builder.add_coupler({.terms = {{near, 0, 3}}});
  const Model model = builder.build().value();
  CHECK(model.couplers[0].bodies == std::vector<int>{1, 3});
  CHECK(model.couplers[1].bodies == std::vector<int>{1});
  CHECK(model.couplers[0].name == "coupler_0");
  CHECK(model.couplers[2].name == "coupler_2");
  CHECK(model.couplers[2].row == 8);
}

}  // namespace perpend
