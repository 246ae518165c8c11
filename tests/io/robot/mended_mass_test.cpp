// SPDX-License-Identifier: Apache-2.0
// Links without a mass, or with inertia that no body has: with `mend_masses` they get another.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <sstream>

#include "io/robot/sdf_text.hpp"
#include "perpend/geometry/spatial/mass.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

const RobotOptions kMend{.mend_masses = true};

std::string inertial(double mass, const Matrix3d& tensor, const Vector3d& center = {0, 0, 0}) {
  return fmt::format(
      "<inertial><origin xyz='{:.17g} {:.17g} {:.17g}'/><mass value='{:.17g}'/>"
      "<inertia ixx='{:.17g}' ixy='{:.17g}' ixz='{:.17g}' iyy='{:.17g}' iyz='{:.17g}' "
      "izz='{:.17g}'/></inertial>",
      center.x(), center.y(), center.z(), mass, tensor(0, 0), tensor(0, 1), tensor(0, 2),
      tensor(1, 1), tensor(1, 2), tensor(2, 2));
}

std::string collision(const std::string& shape, const Vector3d& at = {0, 0, 0}) {
  return fmt::format("<collision><origin xyz='{} {} {}'/><geometry>{}</geometry></collision>",
                     at.x(), at.y(), at.z(), shape);
}

// A link on a line of its own.
std::string link(const std::string& name, const std::string& inside) {
  return "<link name='" + name + "'>" + inside + "</link>\n";
}

// A base that is held, and in line 3 a link that turns.
std::string turning(const std::string& inside) {
  return robot("<link name='base'/>\n" + link("part", inside) +
               joint("j", "continuous", "base", "part", "0 0 1"));
}

const Body& named(const Model& model, const std::string& name) {
  return model.bodies.at(static_cast<std::size_t>(body_of(model, name)));
}

Body mended(const std::string& inside) {
  return named(scene_of(turning(inside), kMend).model, "part");
}

Vector3d sorted(Vector3d moments) {
  std::sort(moments.begin(), moments.end());
  return moments;
}

bool same(const Vector3d& a, const Vector3d& b, double share = 1e-12) {
  return (sorted(a) - sorted(b)).norm() <= share * b.norm();
}

}  // namespace

TEST_CASE("an inertial without a mass is mended as one of none, or refused with its line") {
  const std::string text = turning("<inertial><inertia ixx='0' iyy='0' izz='0'/></inertial>" +
                                   collision("<box size='0.2 0.4 0.6'/>", {1, 0, 0}));
  CHECK(says(faults_of(text), 3, "has no mass"));
  CHECK(says(notes_of(text, kMend), 3, "has no mass: its inertia is not used"));
  const Body part = named(scene_of(text, kMend).model, "part");
  CHECK(part.mass == 1e-3);
  CHECK(part.principal_inertia.sum() == relative(1e-3 * 0.56 / 6, 1e-12));
}

TEST_CASE("a box of which the file gives no moment of inertia has m/12 (b² + c²)") {
  const double m = 3, a = 0.1, b = 0.4, c = 0.7;
  const std::string box = collision(fmt::format("<box size='{} {} {}'/>", a, b, c));
  const Vector3d expected = m / 12 * Vector3d(b * b + c * c, c * c + a * a, a * a + b * b);
  const std::string text = turning(inertial(m, Matrix3d::Zero()) + box);
  const Body part = named(scene_of(text, kMend).model, "part");
  CHECK(part.mass == m);
  CHECK(same(part.principal_inertia, expected));
  CHECK(says(notes_of(text, kMend), 3,
             "link \"part\": has the principal moments of inertia 0, 0, 0 kg m²: it gets those of "
             "its shapes, 0.1625, 0.125, 0.0425 kg m²"));
  CHECK(says(faults_of(text), 3, "two, or allow it by --mend-masses"));
}

TEST_CASE("moments of shapes are about the centre of mass that the file gives") {
  const double m = 2, r = 0.1;
  const Vector3d center(0.3, 0, 0.4);
  const Body part = mended(inertial(m, -Matrix3d::Identity(), center) +
                           collision("<sphere radius='0.1'/>", {0.3, 0, 0.1}));
  const double own = 0.4 * m * r * r, arm = 0.3;
  CHECK(same(part.principal_inertia, Vector3d(own, own, own) + m * arm * arm * Vector3d(1, 1, 0)));
  CHECK(part.mass == m);
}

TEST_CASE("a link without solids has the moments of a ball of 0.01 m") {
  const std::string text = turning(inertial(2, Matrix3d::Zero()));
  const Body part = named(scene_of(text, kMend).model, "part");
  CHECK(same(part.principal_inertia, Vector3d::Constant(0.4 * 2 * 1e-4)));
  CHECK(says(notes_of(text, kMend), 3, "it gets those of a ball of radius 0.01 m, 8e-05"));
}

TEST_CASE("moments that are rounding errors of none are not lowered but replaced") {
  for (const Vector3d& moments :
       {Vector3d(4.9e-21, 3.5e-20, 5.5e-20), Vector3d(1e-14, 1, 1.1), Vector3d(1e-14, 1, 3)}) {
    const Body part = mended(inertial(2, moments.asDiagonal()));
    CHECK(same(part.principal_inertia, Vector3d::Constant(0.4 * 2 * 1e-4)));
  }
  const Body rod = mended(inertial(2, Vector3d(1e-9, 1, 3).asDiagonal()));
  CHECK(same(rod.principal_inertia, Vector3d(1e-9, 1, 1 + 1e-9)));
}

TEST_CASE("a link without mass has a millionth of the heaviest that moves, where its shapes are") {
  const std::string two = collision("<sphere radius='0.1'/>", {1, 0, 0}) +
                          collision("<sphere radius='0.2'/>", {0, 2, 0});
  const std::string text =
      robot(link("base", inertial(900, Matrix3d::Identity())) + link("part", two) +
            link("arm", inertial(21, Matrix3d::Identity())) +
            joint("j", "continuous", "base", "part", "0 0 1") +
            joint("k", "continuous", "part", "arm", "5 0 1"));
  RobotOptions options = kMend;
  options.base = RobotBase::fixed;
  const study::Scene scene = scene_of(text, options);
  const Body part = named(scene.model, "part");
  CHECK(part.mass == relative(2.1e-5));
  const Vector3d center(1.0 / 9, 16.0 / 9, 0);  // volumes of 1 to 8
  const State start = initial_state(scene.model);
  const Vector3d found = spatial_pose(scene.model, start, {body_of(scene.model, "part")}).p;
  CHECK((found - Vector3d(0, 0, 1) - center).norm() < 1e-12);
  const double own = 0.4 * (0.01 + 8 * 0.04) / 9, across = 8.0 / 81 * 5;  // shares 1/9 and 8/9
  CHECK(same(part.principal_inertia, 2.1e-5 * Vector3d(own, own + across, own + across)));
  CHECK(says(notes_of(text, options), 3,
             "link \"part\": moves, but has no mass: it gets 2.1e-05 kg, a millionth of the "
             "robot's heaviest moving body (its inertia is that of its shapes)"));
  CHECK(says(faults_of(text), 3, "give it an inertial, fix it, or allow it by --mend-masses"));
}

TEST_CASE("where no link of a robot has a mass, each has a gram") {
  const std::string text = robot(link("base", "") + link("a", "") + link("b", "") +
                                 joint("j", "continuous", "base", "a", "0 0 1") +
                                 joint("k", "continuous", "a", "b", "0 0 1"));
  const Model model = scene_of(text, kMend).model;
  for (const char* name : {"a", "b"}) {
    CHECK(named(model, name).mass == 1e-3);
    CHECK(same(named(model, name).principal_inertia, Vector3d::Constant(0.4 * 1e-3 * 1e-4)));
  }
  CHECK(says(notes_of(text, kMend), 3,
             "it gets 0.001 kg; so in lines 4 (its inertia is that of a ball of radius 0.01 m)"));
}

TEST_CASE("each robot of a world has its own heaviest link") {
  const auto pair = [](const std::string& name, double mass) {
    return fmt::format(
        "<model name='{0}'><pose>0 {1} 0 0 0 0</pose><link name='heavy'><inertial><mass>{1}</mass>"
        "</inertial></link><link name='light'><inertial><mass>0</mass></inertial></link>"
        "<joint name='j' type='ball'><parent>heavy</parent><child>light</child></joint></model>\n",
        name, mass);
  };
  const std::string text =
      "<sdf version='1.9'><world name='w'>\n" + pair("a", 4) + pair("b", 7) + "</world></sdf>";
  const Model model = scene_of(text, kMend).model;
  CHECK(named(model, "a::light").mass == relative(4e-6));
  CHECK(named(model, "b::light").mass == relative(7e-6));
  CHECK(says(notes_of(text, kMend), 2, "it gets 4e-06 kg"));
  CHECK(says(notes_of(text, kMend), 3, "it gets 7e-06 kg"));
  CHECK(says(faults_of(text), 2, "moves, but has no mass"));
}

TEST_CASE("what is held, and what has no mass and is held, stays as it is") {
  const std::string text = robot(link("base", inertial(1, Matrix3d::Zero())));
  RobotOptions options = kMend;
  options.base = RobotBase::fixed;
  CHECK(!says(notes_of(text, options), 2, "it gets"));
  CHECK(!says(notes_of(robot("<link name='base'/>\n"), kMend), 2, "it gets"));
  options.base = RobotBase::free;
  CHECK(says(notes_of(robot("<link name='base'/>\n"), options), 2, "it gets 0.001 kg"));
}

namespace {

enum class Flaw { none, no_mass, zero_mass, zero, negative, flat, excess };

struct DrawnLink {
  Flaw flaw = Flaw::none;
  double mass = 0;
  Vector3d moments{0, 0, 0};
  std::string text = {};
};

struct Draw {
  std::mt19937 engine;

  double real(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(engine);
  }
  int whole(int lo, int hi) { return std::uniform_int_distribution<int>(lo, hi)(engine); }
  Vector3d point() { return {real(-1, 1), real(-1, 1), real(-1, 1)}; }
};

Vector3d moments_with(Flaw flaw, Draw& draw) {
  const double scale = std::pow(10, draw.real(-6, 1)), a = scale * draw.real(0.1, 1),
               b = scale * draw.real(0.1, 1);
  switch (flaw) {
    case Flaw::zero:
      return Vector3d::Zero();
    case Flaw::negative:
      return {-a, b, draw.real(-1, 1) * scale};
    case Flaw::flat:
      return {0, a, a * draw.real(1.001, 3)};
    case Flaw::excess:
      return {a, b, (a + b) * draw.real(1.001, 5)};
    default:
      return {a, b, draw.real(std::abs(a - b) + 0.01 * scale, a + b)};
  }
}

Matrix3d turned(const Vector3d& moments, Draw& draw) {
  Eigen::Quaterniond turn(draw.real(-1, 1), draw.real(-1, 1), draw.real(-1, 1), 1);
  if (draw.whole(0, 3) == 0) turn.setIdentity();
  const Matrix3d axes = turn.normalized().toRotationMatrix();
  const Matrix3d tensor = axes * moments.asDiagonal() * axes.transpose();
  return (tensor + tensor.transpose()) / 2;
}

std::string shapes(Draw& draw) {
  std::string text;
  for (int left = draw.whole(0, 2); left > 0; --left) {
    const double a = draw.real(0.01, 0.1), b = draw.real(0.01, 0.1);
    const std::string kinds[] = {fmt::format("<box size='{} {} 0.001'/>", a, b),
                                 fmt::format("<sphere radius='{}'/>", a),
                                 fmt::format("<cylinder radius='{}' length='{}'/>", a, b)};
    text += collision(kinds[draw.whole(0, 2)], 0.2 * draw.point());
  }
  return text;
}

DrawnLink draw_link(Flaw flaw, const std::string& name, Draw& draw) {
  DrawnLink drawn{.flaw = flaw};
  drawn.mass = flaw == Flaw::zero_mass ? 0 : std::pow(10, draw.real(-3, 2));
  drawn.moments = moments_with(flaw, draw);
  std::string inside = shapes(draw);
  if (flaw != Flaw::no_mass)
    inside += inertial(drawn.mass, turned(drawn.moments, draw), draw.point());
  drawn.text = link(name, inside);
  return drawn;
}

// Returns the lines in which a note says that a link is mended.
std::vector<int> mended_lines(const Diagnostics& notes) {
  std::vector<int> lines;
  for (const Diagnostic& note : notes) {
    if (note.message.find(": it gets ") == std::string::npos &&
        note.message.find(": the largest is lowered") == std::string::npos)
      continue;
    lines.push_back(note.line);
    const std::string more = "; so in lines ";
    const std::size_t at = note.message.find(more);
    if (at == std::string::npos) continue;
    std::istringstream others(note.message.substr(at + more.size()));
    for (int line = 0; others >> line; others.ignore(1, ',')) lines.push_back(line);
  }
  std::ranges::sort(lines);
  return lines;
}

std::string hinge(int parent, int child) {
  return joint(fmt::format("j{}", child), "continuous", fmt::format("l{}", parent),
               fmt::format("l{}", child), "3 0 0", "<axis xyz='0 1 0'/>");
}

// Checks a link of a tree by itself.
void check_link(const DrawnLink& drawn, double heaviest, const Body& body) {
  CHECK(spatial::is_realisable(body.principal_inertia));
  const bool had_mass = drawn.flaw != Flaw::no_mass && drawn.flaw != Flaw::zero_mass;
  if (had_mass) CHECK(body.mass == drawn.mass);
  if (!had_mass) CHECK(body.mass == relative(heaviest > 0 ? 1e-6 * heaviest : 1e-3));
  if (drawn.flaw == Flaw::excess) {
    const Vector3d m = sorted(drawn.moments);
    CHECK(same(body.principal_inertia, Vector3d(m[0], m[1], m[0] + m[1]), 1e-9));
  }
  if (drawn.flaw != Flaw::none) return;
  const std::string name = body.details->name;
  const Model alone = scene_of(robot("<link name='base'/>\n" + drawn.text +
                                     joint("j", "continuous", "base", name, "3 0 0")))
                          .model;
  CHECK(named(alone, name).mass == body.mass);
  CHECK(named(alone, name).principal_inertia == body.principal_inertia);
}

}  // namespace

TEST_CASE("trees of links with every flaw load, and links without one stay bit for bit") {
  Draw draw{std::mt19937(31)};
  int flawed = 0, sound = 0;
  for (int trial = 0; trial < 150; ++trial) {
    CAPTURE(trial);
    std::string links = "<link name='l0'/>\n", joints;
    std::vector<DrawnLink> all;
    std::vector<int> lines;
    double heaviest = 0;
    for (int i = 1, count = draw.whole(2, 9); i <= count; ++i) {
      const Flaw flaw = draw.whole(0, 1) == 0 ? Flaw::none : static_cast<Flaw>(draw.whole(1, 6));
      all.push_back(draw_link(flaw, fmt::format("l{}", i), draw));
      links += all.back().text;
      joints += hinge(draw.whole(0, i - 1), i);
      if (flaw != Flaw::none) lines.push_back(2 + i);
      if (flaw != Flaw::no_mass) heaviest = std::max(heaviest, all.back().mass);
    }
    const std::string text = robot(links + joints);
    const Model model = scene_of(text, kMend).model;
    for (std::size_t i = 0; i < all.size(); ++i)
      check_link(all[i], heaviest, named(model, fmt::format("l{}", i + 1)));
    CHECK(mended_lines(notes_of(text, kMend)) == lines);
    const auto is_refused = [&](const DrawnLink& each) {
      const Vector3d m = sorted(each.moments);
      return each.flaw != Flaw::none && each.flaw != Flaw::flat &&
             !(each.flaw == Flaw::excess && m[2] < 1.2001 * (m[0] + m[1]));
    };
    if (std::ranges::any_of(all, is_refused)) CHECK(!faults_of(text).empty());
    if (lines.empty()) CHECK(scene_of(text).text == scene_of(text, kMend).text);
    flawed += static_cast<int>(lines.size());
    sound += static_cast<int>(all.size() - lines.size());
  }
  CHECK(flawed > 200);
  CHECK(sound > 200);
}

namespace {

std::string rod(const std::string& name, double z, double mass) {
  return fmt::format(
      "<link name='{}'><pose>0 0 {} 0 0 0</pose><inertial><pose>0.15 0.1 -0.4 0 0 0</pose>"
      "<mass>{}</mass><inertia><ixx>.04</ixx><iyy>.05</iyy><izz>.03</izz></inertia></inertial>"
      "</link>",
      name, z, mass);
}

std::string sdf_joint(const std::string& type, const std::string& parent, const std::string& child,
                      const std::string& axes) {
  return "<joint name='" + child + "_joint' type='" + type + "'><parent>" + parent +
         "</parent><child>" + child + "</child>" + axes + "</joint>";
}

// A joint about the parent's x and the child's y axis: in one, or as two hinges with a link without
// mass between them.
std::string cross(bool in_one, const std::string& parent, const std::string& child, double z) {
  const std::string x = "<xyz>1 0 0</xyz>", y = "<xyz>0 1 0</xyz>";
  if (in_one)
    return sdf_joint("universal", parent, child, "<axis>" + x + "</axis><axis2>" + y + "</axis2>");
  const std::string middle = child + "_middle";
  return fmt::format(
             "<link name='{}'><pose>0 0 {} 0 0 0</pose><inertial><mass>0</mass></inertial>"
             "</link>",
             middle, z) +
         sdf_joint("revolute", parent, middle, "<axis>" + x + "</axis>") +
         sdf_joint("revolute", middle, child, "<axis>" + y + "</axis>");
}

// Returns the poses of both rods of a double pendulum after 0.5 s.
std::array<spatial::Pose, 2> swung(bool in_one, double dt) {
  const std::string text =
      sdf::model(rod("upper", 2, 1.5) + rod("lower", 1.2, 1) + cross(in_one, "world", "upper", 2) +
                 cross(in_one, "upper", "lower", 1.2));
  const Model model = scene_of(text, kMend).model;
  State state = initial_state(model);
  Simulator simulator(model, {.dt = dt});
  for (int step = 0; step < std::lround(0.5 / dt); ++step)
    REQUIRE(simulator.step(state).status == StepStatus::ok);
  return {spatial_pose(model, state, {body_of(model, "upper")}),
          spatial_pose(model, state, {body_of(model, "lower")})};
}

}  // namespace

TEST_CASE("a double pendulum swings alike on universal joints and on hinges with a massless link") {
  const auto one = swung(true, 1e-3), two = swung(false, 1e-3);
  for (std::size_t i = 0; i < 2; ++i) {
    CAPTURE(i);
    CHECK((one[i].p - two[i].p).norm() < 1e-6);
    CHECK(one[i].r.angularDistance(two[i].r) < 1e-6);
    CHECK(one[i].r.angularDistance(Eigen::Quaterniond::Identity()) > 0.1);
  }
}

}  // namespace perpend::io
