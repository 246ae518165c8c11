// SPDX-License-Identifier: Apache-2.0
// Every diagnostic of single bodies, surfaces and couplers, and that none hides another.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include "faults.hpp"
#include "rod_type.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Whether the body has exactly one fault, which starts so.
bool one_fault(const BodyDef& def, const std::string& start) {
  ModelBuilder builder;
  builder.add_body(def);
  const std::string faults = faults_of(builder);
  const bool found = faults.starts_with("bodies[0]" + start) && count_lines(faults) == 1;
  if (!found) MESSAGE(faults);
  return found;
}

const BodyDef kDisc = outline("disc", {0, 0}, planar::Disc{1});
const BodyDef kBall = solid("ball", {0, 0, 0}, spatial::Sphere{1});
const BodyDef kCart{.name = "cart", .kind = BodyKind::kinematic};

// The definition after `change`.
template <typename Change>
BodyDef with(BodyDef def, Change change) {
  change(def);
  return def;
}

}  // namespace

TEST_CASE("planar bodies: poses, shapes and motions that are none") {
  CHECK(one_fault(with(kDisc, [](auto& d) { d.pose.p.y() = kNaN; }), ".position: is not finite"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.pose.angle = kInfinity; }), ".angle: is not"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.velocity.z() = kNaN; }), ".velocity: is not"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.shapes[0].pose.angle = kNaN; }),
                  ".shapes[0].angle: is not finite"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.shapes[0].density = 0; }),
                  ".shapes[0].density: is 0 (expected > 0)"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.shapes[0].shape = planar::HalfPlane{}; }),
                  ".shapes[0]: a half-plane cannot move freely"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.spatial.shapes = kBall.spatial.shapes; }),
                  ".shapes[0]: is in space; the body is not"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.motion.velocity.x() = 1; }),
                  ".motion: only kinematic bodies have one"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.motion.driven = true; }),
                  ".motion: only kinematic bodies have one"));
}

TEST_CASE("spatial bodies: poses, shapes and inertias that are none") {
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.pose.p.z() = kNaN; }), ".position: is not"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.pose.r.coeffs().setZero(); }),
                  ".orientation: is no rotation"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.velocity.x() = kNaN; }), ".velocity: is"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.omega.x() = kNaN; }), ".omega: is not"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.center_of_mass = Vector3d(0, kNaN, 0); }),
                  ".center_of_mass: is not finite"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.shapes[0].pose.p.x() = kNaN; }),
                  ".shapes[0].position: is not finite"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.shapes[0].pose.r.coeffs().setZero(); }),
                  ".shapes[0].orientation: is no rotation"));
  for (const double density : {-1.0, 0.0, kNaN, kInfinity})
    CHECK(one_fault(with(kBall, [&](auto& d) { d.spatial.shapes[0].density = density; }),
                    ".shapes[0].density: is "));
  for (const BodyKind kind : {BodyKind::spatial, BodyKind::spatial_particle})
    CHECK(one_fault(with(kBall,
                         [&](auto& d) {
                           d.kind = kind;
                           d.mass = 1.0;
                           d.spatial.shapes[0].shape = spatial::HalfSpace{};
                         }),
                    ".shapes[0]: a half space cannot move freely"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.shapes = kDisc.shapes; }),
                  ".shapes[0]: is planar; the body is not"));
  CHECK(one_fault(with(kBall,
                       [](auto& d) {
                         d.spatial.inertia = Eigen::Matrix3d::Identity();
                         (*d.spatial.inertia)(0, 1) = 0.5;
                       }),
                  ".inertia: is not symmetric"));
  for (const double entry : {kNaN, kInfinity})
    CHECK(one_fault(with(kBall,
                         [&](auto& d) {
                           d.spatial.inertia = Eigen::Matrix3d::Identity();
                           (*d.spatial.inertia)(1, 1) = entry;
                         }),
                    ".inertia: is not finite"));
  for (const Vector3d& moments : {Vector3d(1, 1, 2.1), Vector3d(0, 1, 1), Vector3d(-1, 2, 2)})
    CHECK(one_fault(
        with(kBall, [&](auto& d) { d.spatial.inertia = Eigen::Matrix3d(moments.asDiagonal()); }),
        ".inertia: has the principal moments"));
}

TEST_CASE("each side of a solid is checked") {
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {kNaN, kInfinity, -1.0, 0.0}) {
      Vector3d half(1, 1, 1);
      half[axis] = side;
      CHECK(one_fault(solid("box", {0, 0, 0}, spatial::Box{half}), ".shapes[0].size: "));
    }
  CHECK(one_fault(solid("can", {0, 0, 0}, spatial::Cylinder{-2, 1}),
                  ".shapes[0].length: is -4 (expected"));
  CHECK(
      one_fault(solid("pill", {0, 0, 0}, spatial::Capsule{1, kNaN}), ".shapes[0].radius: is nan"));
}

TEST_CASE("a mass or inertia that no body can have") {
  CHECK(one_fault({.mass = {}}, ".mass: is 0 (give a mass, or shapes with a density)"));
  for (const double mass : {0.0, -2.0, kNaN, kInfinity})
    CHECK(one_fault(with(kDisc, [&](auto& d) { d.mass = mass; }), ".mass: is "));
  for (const double inertia : {0.0, -2.0, kNaN, kInfinity})
    CHECK(one_fault(with(kDisc, [&](auto& d) { d.inertia = inertia; }), ".inertia: is "));
  CHECK(one_fault({.mass = 2}, ".inertia: is missing (give an inertia, or shapes)"));
  CHECK(one_fault({.kind = BodyKind::spatial, .mass = 2},
                  ".inertia: is missing (give an inertia, or shapes)"));
  CHECK(one_fault({.mass = 2, .inertia = kInfinity}, ".inertia: is inf (expected > 0)"));
  // The corners of their boxes are as far from the centre as sqrt(18) m and sqrt(13) m.
  for (const auto& [shape, reach2] : {std::pair(planar::Shape(planar::Disc{3}), 18.0),
                                      std::pair(planar::Shape(planar::box(6, 4)), 13.0)}) {
    BodyDef def = outline("plate", {0, 0}, shape);
    def.mass = 2;
    def.inertia = 0.9999 * 2 * reach2;
    ModelBuilder sound;
    sound.add_body(def);
    CHECK(faults_of(sound).empty());
    def.inertia = 1.0001 * 2 * reach2;
    CHECK(one_fault(def, reach2 == 18
                             ? ".inertia: is 36.0036, more than mass times reach² (at most 36)"
                             : ".inertia: is 26.0026, more than mass times reach²"));
  }
  ModelBuilder both;
  both.add_body({.mass = -1, .inertia = -1});
  CHECK(count_lines(faults_of(both)) == 2);
}

TEST_CASE("motions of kinematic bodies are numbers, and end after they start") {
  const auto harmonic = [](const Harmonic& h) {
    return with(kCart, [&](auto& d) { d.motion.harmonics = {{}, h}; });
  };
  CHECK(one_fault(with(kCart, [](auto& d) { d.motion.velocity.x() = kNaN; }),
                  ".motion.velocity: is not finite"));
  CHECK(one_fault(with(kCart, [](auto& d) { d.motion.omega.x() = kInfinity; }), ".motion.omega"));
  CHECK(one_fault(harmonic({.amplitude = {0, kNaN, 0}}), ".motion.harmonics[1].amplitude: is not"));
  CHECK(one_fault(harmonic({.rotation = {0, 0, kNaN}}), ".motion.harmonics[1].rotation: is not"));
  CHECK(one_fault(harmonic({.frequency = kInfinity}), ".motion.harmonics[1].frequency: is not"));
  CHECK(one_fault(harmonic({.phase = kNaN}), ".motion.harmonics[1].phase: is not finite"));
  CHECK(one_fault(harmonic({.start = -kInfinity}), ".motion.harmonics[1].start: is not finite"));
  CHECK(one_fault(harmonic({.start = 3, .stop = 1}),
                  ".motion.harmonics[1].stop: is 1, before start (expected at least 3)"));
}

TEST_CASE("custom bodies have a type whose sizes fit their start") {
  BodyDef def{.kind = BodyKind::custom};
  CHECK(one_fault(def, ".type: is missing"));
  def.custom_q = Eigen::Vector2d(1, 2);
  def.custom_v = Eigen::Vector2d(0, 0);
  def.type = std::make_shared<Rod>(2);
  ModelBuilder builder;
  builder.add_body(def);
  CHECK(faults_of(builder).empty());
  def.custom_v = Vector3d(0, 0, 0);
  CHECK(one_fault(def, ".custom_v: has 3 entries (expected 2 finite numbers)"));
  def.custom_v = Eigen::Vector2d(0, 0);
  def.custom_q = Eigen::Vector2d(0, kNaN);
  CHECK(one_fault(def, ".custom_q: has 2 entries (expected 2 finite numbers)"));
  std::swap(def.custom_q, def.custom_v);
  CHECK(one_fault(def, ".custom_v: has 2 entries (expected 2 finite numbers)"));
  def = {.kind = BodyKind::custom, .type = std::make_shared<Rod>(13)};
  def.custom_q = Eigen::Vector2d(1, 2);
  def.custom_v = Eigen::VectorXd::Zero(13);
  CHECK(one_fault(def, ".type: has 13 velocities (expected 1 to 12)"));
}

TEST_CASE("names are taken once in each list, and none is the world's") {
  ModelBuilder builder;
  for (const char* name : {"a", "a", "world"}) {
    BodyDef def = kDisc;
    def.name = name;
    def.level = static_cast<int>(builder.add_body(def).index);
  }
  builder.allow_start_overlap();
  for (const char* name : {"j", "j", "a"}) builder.add_joint({.name = name, .a = {0}});
  for (const char* name : {"c", "c"}) builder.add_coupler({.name = name, .terms = {{{0}, 0, 1}}});
  for (const char* name : {"m", "m"}) builder.add_material({.name = name});
  const std::string faults = faults_of(builder);
  CAPTURE(faults);
  CHECK(count_lines(faults) == 5);
  for (const char* element : {"bodies[1].name: 'a' is taken", "bodies[2].name: 'world' is taken",
                              "joints[1].name", "couplers[1].name", "materials[1].name"})
    CHECK(contains(faults, element));
}

TEST_CASE("names that cannot be printed are faults, of whatever they are names") {
  using namespace std::string_literals;
  std::mt19937_64 random(21);
  const std::string bad[] = {"\0"s, "\n", "\t", "\x1b", "\x7f", "\u0085", "\u202e", "\xe9"};
  for (int member = 0; member < 60; ++member) {
    std::string names[] = {"body", "joint", "coupler", "material"};
    const std::size_t chosen = random() % 4;
    std::string& name = names[chosen];
    name.insert(random() % (name.size() + 1), bad[random() % std::size(bad)]);
    BodyDef def = kDisc;
    def.name = names[0];
    ModelBuilder builder;
    builder.add_body(def);
    builder.add_joint({.name = names[1], .a = {0}});
    builder.add_coupler({.name = names[2], .terms = {{{0}, 0, 1}}});
    builder.add_material({.name = names[3]});
    const char* lists[] = {"bodies", "joints", "couplers", "materials"};
    CHECK(faults_of(builder) == std::string(lists[chosen]) +
                                    "[0].name: has control characters or bytes that are no UTF-8 "
                                    "(expected a name that can be printed)");
  }
  ModelBuilder builder;
  builder.add_body(kDisc);
  builder.add_material({});
  CHECK(faults_of(builder) == "materials[0].name: is empty (expected a name)");
}

TEST_CASE("surfaces have coefficients in their ranges and materials that are there") {
  ModelBuilder builder;
  builder.add_body(kDisc);
  builder.add_material({.name = "steel", .self = {.mu_s = kNaN, .mu_k = -1, .e = 1.5}});
  builder.set_surface_pair("steal", "default", {.mu_s = 0.1, .mu_k = 0.2, .e = 0});
  const std::string faults = faults_of(builder);
  CAPTURE(faults);
  CHECK(count_lines(faults) == 5);
  CHECK(contains(faults, "materials[0].mu_k: is -1"));
  CHECK(contains(faults, "materials[0].mu_s: is nan"));
  CHECK(contains(faults, "materials[0].e: is 1.5 (expected 0 to 1)"));
  CHECK(contains(faults, "surface_pairs[0].a: no material named 'steal' (nearest is 'steel')"));
  CHECK(contains(faults, "surface_pairs[0].mu_s: is 0.1 (expected a finite number >= mu_k)"));
  ModelBuilder endless;
  endless.add_body(kDisc);
  endless.add_material({.name = "glue", .self = {.mu_s = kInfinity, .mu_k = kInfinity}});
  const std::string found = faults_of(endless);
  CHECK(count_lines(found) == 2);
  CHECK(contains(found, "materials[0].mu_k: is inf (expected a finite number >= 0)"));
  CHECK(contains(found, "materials[0].mu_s: is inf (expected a finite number >= mu_k)"));
  CHECK(faults_of(ModelBuilder()) == "bodies: there are none");
}

TEST_CASE("two materials have one pair, whichever of them it names first") {
  std::mt19937_64 random(11);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int member = 0; member < 50; ++member) {
    ModelBuilder builder;
    builder.add_body(kDisc);
    std::vector<std::string> names{"default"};
    for (int i = below(4); i >= 0; --i) names.push_back("m" + std::to_string(i));
    for (std::size_t i = 1; i < names.size(); ++i) builder.add_material({.name = names[i]});
    std::vector<std::pair<std::string, std::string>> pairs;
    for (std::size_t a = 0; a < names.size(); ++a)
      for (std::size_t b = 0; b <= a; ++b) pairs.emplace_back(names[a], names[b]);
    std::shuffle(pairs.begin(), pairs.end(), random);
    for (const auto& [a, b] : pairs) builder.set_surface_pair(a, b, {});
    CHECK(faults_of(builder).empty());
    const int first = below(static_cast<int>(pairs.size()));
    const auto& [a, b] = pairs[first];
    const bool turned = below(2) == 1;
    builder.set_surface_pair(turned ? b : a, turned ? a : b, {.mu_s = 0.9, .mu_k = 0.9});
    const std::string faults = faults_of(builder);
    CAPTURE(faults);
    CHECK(count_lines(faults) == 1);
    CHECK(faults.starts_with("surface_pairs[" + std::to_string(pairs.size()) + "]: names '"));
    for (const std::string& part : {"'" + a + "'", "'" + b + "'"}) CHECK(contains(faults, part));
    CHECK(contains(faults, ", as does surface_pairs[" + std::to_string(first) + "] "));
  }
}

TEST_CASE("a fault in one body hides none of another body, of a joint or of the start") {
  ModelBuilder builder;
  const BodyId bad = builder.add_body(with(kDisc, [](auto& d) { d.pose.p.x() = kNaN; }));
  const BodyId light = builder.add_body({.name = "light", .mass = -1, .inertia = 1});
  builder.add_body(outline("left", {10, 0}, planar::Disc{1}));
  builder.add_body(outline("right", {11, 0}, planar::Disc{1}));
  const BodyId bead = builder.add_body({.name = "bead", .kind = BodyKind::particle, .mass = 1});
  builder.add_joint({.a = bad, .b = light, .anchor = {5, 5, 0}});
  builder.add_joint({.a = bead, .anchor = {0, 0.25, 0}});
  builder.add_joint({.a = bead, .b = {17}, .coordinates = {{.damping = -1}}});
  const std::string faults = faults_of(builder);
  CAPTURE(faults);
  CHECK(count_lines(faults) == 6);
  for (const char* element :
       {"bodies[0].position", "bodies[1].mass", "bodies[3]: 'right' overlaps 'left'",
        "joints[1].anchor: is 0.25 m off the particle 'bead'", "joints[2].b: is not a body",
        "joints[2].coordinates[0].damping"})
    CHECK_MESSAGE(contains(faults, element), element);
}

TEST_CASE("lengths of friction and both springs of a surface are numbers of their range") {
  for (const double wrong : {-1.0, kNaN, kInfinity}) {
    const std::pair<const char*, SurfacePair> surfaces[] = {
        {".rolling", {.rolling = wrong}},
        {".spinning", {.spinning = wrong}},
        {".normal.stiffness", {.normal = {.stiffness = wrong}}},
        {".normal.damping", {.normal = {.stiffness = 1, .damping = wrong}}},
        {".tangential.stiffness", {.tangential = {.stiffness = wrong}}},
        {".tangential.damping", {.tangential = {.stiffness = 1, .damping = wrong}}}};
    for (const auto& [element, surface] : surfaces) {
      ModelBuilder builder;
      builder.add_body(kDisc);
      builder.add_material({.name = "first"});
      builder.add_material({.name = "second", .self = surface});
      const std::string faults = faults_of(builder);
      CAPTURE(faults);
      CHECK(faults.starts_with("materials[1]" + std::string(element) + ": is "));
      CHECK(count_lines(faults) == 1);
    }
  }
  ModelBuilder least;
  least.add_body(kDisc);
  least.add_material({.name = "a", .self = {.mu_s = 0, .mu_k = 0, .e = 1}});
  least.add_material({.name = "b", .self = {.mu_s = 0.2, .mu_k = 0.2, .e = 0}});
  CHECK(faults_of(least).empty());
  for (const double wrong : {-1e-9, 1 + 1e-9, kNaN}) {
    ModelBuilder builder;
    builder.add_body(kDisc);
    builder.add_material({.name = "a", .self = {.e = wrong}});
    CHECK(contains(faults_of(builder), "materials[0].e: is "));
  }
}

TEST_CASE("gravity, pairs and exclusions are told by their element and side") {
  for (int axis = 0; axis < 3; ++axis) {
    ModelBuilder builder;
    builder.add_body(kDisc);
    Vector3d gravity(0, -1, 0);
    gravity[axis] = kNaN;
    builder.set_gravity(gravity);
    CHECK(faults_of(builder) == "gravity: is not finite");
  }
  ModelBuilder builder;
  builder.add_body(kDisc);
  builder.add_material({.name = "steel"});
  builder.set_surface_pair("steel", "default", {});
  builder.set_surface_pair("steel", "xyzzy", {});
  builder.exclude_collision({0}, {1});
  builder.exclude_collision({-1}, {0});
  builder.exclude_collision({7}, {-5});
  CHECK(faults_of(builder) ==
        "surface_pairs[1].b: no material named 'xyzzy'\n"
        "exclude_collisions[0].b: names no body\nexclude_collisions[1].a: names no body\n"
        "exclude_collisions[2].a: names no body\nexclude_collisions[2].b: names no body");
}

TEST_CASE("each shape of a body is checked, also behind sound ones") {
  const auto second = [](auto change) {
    return with(kDisc, [&](auto& d) {
      d.shapes.push_back(d.shapes[0]);
      change(d.shapes[1]);
    });
  };
  CHECK(
      one_fault(second([](auto& s) { s.pose.p.x() = kInfinity; }), ".shapes[1].position: is not"));
  CHECK(one_fault(second([](auto& s) { s.surface_velocity = kNaN; }),
                  ".shapes[1].surface_velocity: is not finite"));
  CHECK(one_fault(second([](auto& s) { s.density = kInfinity; }), ".shapes[1].density: is inf"));
  const auto solid = [](auto change) {
    return with(kBall, [&](auto& d) {
      d.spatial.shapes.push_back(d.spatial.shapes[0]);
      change(d.spatial.shapes[1]);
    });
  };
  CHECK(one_fault(solid([](auto& s) { s.surface_velocity.z() = kNaN; }),
                  ".shapes[1].surface_velocity: is not finite"));
  CHECK(one_fault(solid([](auto& s) { s.pose.r.w() = kNaN; }), ".shapes[1].orientation: is no"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.spatial.pose.r.x() = kInfinity; }),
                  ".orientation: is no rotation (expected a quaternion w, x, y, z)"));
  BodyDef bead = outline("bead", {0, 0}, planar::HalfPlane{}, BodyKind::particle);
  bead.mass = 1;
  CHECK(one_fault(bead, ".shapes[0]: a half-plane cannot move freely"));
  for (const BodyKind kind : {BodyKind::fixed, BodyKind::kinematic}) {
    ModelBuilder builder;
    builder.add_body(outline("ground", {0, 0}, planar::HalfPlane{}, kind));
    CHECK(faults_of(builder).empty());
  }
}

TEST_CASE("a motion is of kinematic bodies alone, and a driven one has no harmonics") {
  const Harmonic none{};
  CHECK(one_fault(with(kDisc, [&](auto& d) { d.motion.harmonics = {none}; }),
                  ".motion: only kinematic bodies have one"));
  CHECK(one_fault(with(kBall, [](auto& d) { d.motion.omega.z() = 1; }),
                  ".motion: only kinematic bodies have one"));
  CHECK(one_fault(with(kCart,
                       [&](auto& d) {
                         d.motion.harmonics = {none};
                         d.motion.driven = true;
                       }),
                  ".motion.harmonics: is not for a body that is driven from outside"));
  const auto moved_by = [&](const Harmonic& harmonic) {
    return with(kCart, [&](auto& d) { d.motion.harmonics = {harmonic}; });
  };
  CHECK(one_fault(moved_by({.start = kNaN}), ".motion.harmonics[0].start: is not finite"));
  CHECK(one_fault(moved_by({.stop = kNaN}), ".motion.harmonics[0].stop: is nan, before start"));
  CHECK(one_fault(moved_by({.start = 2, .stop = 1}),
                  ".motion.harmonics[0].stop: is 1, before start"));
  ModelBuilder builder;
  builder.add_body(with(kCart, [](auto& d) { d.motion.harmonics = {{.start = 2, .stop = 2}}; }));
  builder.add_body({.name = "led", .kind = BodyKind::kinematic, .motion = {.driven = true}});
  CHECK(faults_of(builder).empty());
}

TEST_CASE("a custom body has one velocity at least and twelve at most") {
  for (const int velocities : {0, 1, 12}) {
    BodyDef def{.kind = BodyKind::custom, .type = std::make_shared<Rod>(velocities)};
    def.custom_q = Eigen::Vector2d(1, 2);
    def.custom_v = Eigen::VectorXd::Zero(velocities);
    ModelBuilder builder;
    builder.add_body(def);
    CHECK(faults_of(builder) ==
          (velocities == 0 ? "bodies[0].type: has 0 velocities (expected 1 to 12)" : ""));
  }
  BodyDef def{.kind = BodyKind::custom, .type = std::make_shared<Rod>(2)};
  def.custom_q = Eigen::VectorXd::Zero(3);
  def.custom_v = Eigen::Vector2d(0, 0);
  CHECK(one_fault(def, ".custom_q: has 3 entries (expected 2 finite numbers)"));
}

TEST_CASE("an inertia that follows from a wrong mass is no second fault, one that is given is") {
  CHECK(one_fault(with(kBall, [](auto& d) { d.mass = -1; }), ".mass: is -1 (expected > 0)"));
  CHECK(one_fault(with(kDisc, [](auto& d) { d.mass = -1; }), ".mass: is -1 (expected > 0)"));
  ModelBuilder both;
  both.add_body(with(kBall, [](auto& d) {
    d.mass = -1;
    d.spatial.inertia = Eigen::Matrix3d(Vector3d(1, 1, 9).asDiagonal());
  }));
  CHECK(count_lines(faults_of(both)) == 2);
  CHECK(one_fault({.kind = BodyKind::particle}, ".mass: is 0 (give a mass, or shapes"));
  ModelBuilder none;
  none.add_body({.kind = BodyKind::fixed});
  none.add_body({.kind = BodyKind::spatial_kinematic});
  CHECK(faults_of(none).empty());
}

}  // namespace perpend
