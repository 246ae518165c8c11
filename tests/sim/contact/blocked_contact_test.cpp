// SPDX-License-Identifier: Apache-2.0
// What joints hold in all directions but along its slide meets what does not give way.
#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

struct Gripper {
  bool in_space;
  double speed;  // m/s, of the hand
  double mass;   // kg, of a finger
  double force;  // N, of a finger
  double mu, e;
};

Gripper any_gripper(Draw& draw) {
  return {.in_space = draw.coin(),
          .speed = draw(-2, -0.1),
          .mass = std::pow(10, draw(-2, 2)),
          .force = std::pow(10, draw(0, 4)),
          .mu = draw(0, 2),
          .e = draw.coin() ? 0 : draw(0, 1)};
}

// A hand that comes down presses its fingers, which slide on it, into the floor, on which they meet
// a box.
Model model_of(const Gripper& gripper) {
  ModelBuilder builder;
  const int up = gripper.in_space ? 2 : 1;
  const auto at = [&](double x, double height) {
    Eigen::Vector3d point(x, 0, 0);
    point[up] = height;
    return point;
  };
  const auto body = [&](BodyKind planar, BodyKind spatial, const Eigen::Vector3d& place) {
    BodyDef def{.kind = gripper.in_space ? spatial : planar, .pose = {place.head<2>(), 0}};
    def.spatial.pose.p = place;
    return def;
  };
  const auto box = [&](BodyDef& def, double wide, double high) {
    if (gripper.in_space)
      def.spatial.shapes = {{.shape = spatial::box(wide, 0.2, high)}};
    else
      def.shapes = {{planar::box(wide, high)}};
  };
  builder.set_gravity(at(0, -9.81));
  builder.add_material(
      {.name = "default", .self = {.mu_s = gripper.mu, .mu_k = gripper.mu, .e = gripper.e}});
  BodyDef floor = body(BodyKind::fixed, BodyKind::spatial_fixed, at(0, -0.1));
  box(floor, 4, 0.2);
  builder.add_body(floor);
  BodyDef hand = body(BodyKind::kinematic, BodyKind::spatial_kinematic, at(0, 1));
  hand.motion.velocity = at(0, gripper.speed);
  const BodyId driven = builder.add_body(hand);
  for (const double side : {-1.0, 1.0}) {
    BodyDef finger = body(BodyKind::rigid, BodyKind::spatial, at(0.2 * side, 0.2));
    finger.mass = gripper.mass;
    box(finger, 0.05, 0.3);
    builder.add_joint(
        {.kind = JointKind::prismatic,
         .a = builder.add_body(finger),
         .b = driven,
         .axis = {-side, 0, 0},
         .coordinates = {{.motor = MotorKind::velocity, .target = 1, .max_force = gripper.force}}});
  }
  BodyDef load = body(BodyKind::rigid, BodyKind::spatial, at(0, 0.105));
  load.mass = 1.0;
  box(load, 0.2, 0.2);
  builder.add_body(load);
  return builder.build().value();
}

}  // namespace

// Impulses there move nothing but what rounding leaves: as large as it takes they tore the joints
// by their own size and searches took minutes.
TEST_CASE("contacts of what joints hold bear nothing, and what they are driven into is named") {
  Draw draw(17);
  int named = 0;
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    const Gripper gripper = any_gripper(draw);
    const Model model = model_of(gripper);
    const double dt = std::pow(10, draw(-3, -1.8));
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    // A finger starts 5 cm above the floor and is driven in by as much.
    for (int step = 0; step * dt * -gripper.speed < 0.1; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
      CHECK(report.certificate.joint_gap < 5e-3);
      CHECK(report.factorisations < 5000);
      named += report.squeezed > 0 && report.message.find("limited force") != std::string::npos;
    }
  }
  CHECK(named > 100);
}

// The slip that joints block is no reason to call friction beyond its cone solved.
TEST_CASE("platforms on slides that things fall on are certified") {
  Draw draw(18);
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    ModelBuilder builder;
    builder.set_gravity({0, -9.81, 0});
    const double mu = draw(0.1, 1.5), e = draw(0.5, 1);
    builder.add_material({.name = "default", .self = {.mu_s = mu, .mu_k = mu, .e = e}});
    builder.add_body({.kind = BodyKind::fixed, .shapes = {{planar::HalfPlane{{0, 1}}}}});
    const BodyId platform = builder.add_body(
        {.pose = {{0, 0.2}}, .shapes = {{planar::box(0.5, 0.06)}}, .mass = draw(0.5, 5)});
    builder.add_joint({.kind = JointKind::prismatic, .a = platform, .axis = {0, 1, 0}});
    for (int k = 0; k < 3; ++k)
      builder.add_body({.pose = {{draw(-0.1, 0.1), 0.4 + 0.25 * k}, draw(-3, 3)},
                        .shapes = {{planar::box(draw(0.05, 0.15), draw(0.05, 0.15))}},
                        .mass = std::pow(10, draw(0, 2.5))});
    const Model model = builder.build().value();
    Simulator simulator(model, {.dt = 1.0 / 60});
    State state = initial_state(model);
    for (int step = 0; step < 40; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.uncertified == 0);
    }
  }
}

namespace {

// What stands between a hand that comes down and what it presses on the floor.
enum class Tool { fingers, bar, links, foot };

struct Press {
  Tool tool;
  bool in_space;
  double speed, mu, e, tool_mass;
  std::vector<double> masses;  // kg, of what is pressed, from below
};

Press any_press(Draw& draw) {
  const auto any_mass = [&] { return std::pow(10, draw(-1, 2)); };
  Press press{.tool = static_cast<Tool>(static_cast<int>(draw(0, 4))),
              .in_space = draw.coin(),
              .speed = -std::pow(10, draw(-1.5, 0.3)),
              .mu = draw.coin() ? draw(0, 1.5) : 0,
              .e = draw.coin() ? 0 : draw(0, 1),
              .tool_mass = any_mass(),
              .masses = {any_mass()}};
  if (draw.coin()) press.masses.push_back(any_mass());
  return press;
}

// Heights are of 0.2 m over the floor, which the pressed bodies fill, and lateral ones x.
class PressModel {
 public:
  explicit PressModel(const Press& press) : press_(press) {
    builder_.set_gravity(at(0, -9.81));
    builder_.add_material(
        {.name = "default", .self = {.mu_s = press.mu, .mu_k = press.mu, .e = press.e}});
    add(BodyKind::fixed, BodyKind::spatial_fixed, at(0, -0.1), 4, 0.2, 1);
    hand_ = BodyDef{.kind = press.in_space ? BodyKind::spatial_kinematic : BodyKind::kinematic};
    hand_.motion.velocity = at(0, press.speed);
    driven_ = builder_.add_body(hand_);
    add_tool();
  }
  Model model() const { return builder_.build().value(); }

 private:
  Eigen::Vector3d at(double x, double height) const {
    return press_.in_space ? Eigen::Vector3d(x, 0, height) : Eigen::Vector3d(x, height, 0);
  }

  BodyId add(BodyKind planar, BodyKind spatial, const Eigen::Vector3d& place, double wide,
             double high, double mass) {
    BodyDef def{.kind = press_.in_space ? spatial : planar, .pose = {place.head<2>(), 0}};
    def.spatial.pose.p = place;
    def.mass = mass;
    if (press_.in_space)
      def.spatial.shapes = {{.shape = spatial::box(wide, 0.2, high)}};
    else
      def.shapes = {{planar::box(wide, high)}};
    return builder_.add_body(def);
  }

  BodyId add_box(double x, double height, double wide, double high, double mass) {
    return add(BodyKind::rigid, BodyKind::spatial, at(x, height), wide, high, mass);
  }

  void add_pressed(double x) {
    const double high = 0.2 / static_cast<double>(press_.masses.size());
    for (std::size_t i = 0; i < press_.masses.size(); ++i)
      add_box(x, (static_cast<double>(i) + 0.5) * high, 0.15, high, press_.masses[i]);
  }

  void slide(BodyId a, BodyId b, const Eigen::Vector3d& axis, const CoordinateDef& def) {
    builder_.add_joint(
        {.kind = JointKind::prismatic, .a = a, .b = b, .axis = axis, .coordinates = {def}});
  }

  void add_fingers() {
    for (const double side : {-1.0, 1.0})
      slide(add_box(0.2 * side, 0.37, 0.05, 0.3, press_.tool_mass), driven_, {-side, 0, 0},
            {.motor = MotorKind::velocity, .target = 1, .max_force = 300});
    add_pressed(0);
  }

  void add_bar() {
    const BodyId bar = add_box(0, 0.26, 0.7, 0.1, press_.tool_mass);
    builder_.add_joint({.kind = JointKind::pin,
                        .a = bar,
                        .b = driven_,
                        .anchor = at(0, 0.31),
                        .axis = {0, press_.in_space ? 1.0 : 0.0, 0}});
    add_pressed(-0.25);
    add_pressed(0.25);
  }

  void add_links() {
    BodyId last = driven_;
    for (const double height : {0.58, 0.43, 0.28}) {
      const BodyId link =
          add_box(0, height, 0.1, 0.14, press_.tool_mass * (height > 0.4 ? 0.1 : 1));
      slide(link, last, {1, 0, 0}, {.motor = MotorKind::velocity, .max_force = 100});
      last = link;
    }
    add_pressed(0);
  }

  void add_foot() {
    CoordinateDef stops;
    stops.lo = -0.02;
    stops.hi = 0.02;
    slide(add_box(0, 0.28, 0.15, 0.14, press_.tool_mass), driven_, at(0, 1), stops);
    add_pressed(0);
  }

  void add_tool() {
    switch (press_.tool) {
      case Tool::fingers:
        return add_fingers();
      case Tool::bar:
        return add_bar();
      case Tool::links:
        return add_links();
      case Tool::foot:
        return add_foot();
    }
  }

  Press press_;
  ModelBuilder builder_;
  BodyDef hand_;
  BodyId driven_;
};

}  // namespace

// Joints leave rounding of every response, so that there are impulses to any motion: of 1e10 times
// what is at hand, in searches of minutes, for 4e15 J.
TEST_CASE("what prescribed bodies press through joints and limits overlaps at their rate") {
  Draw draw(19);
  int named = 0;
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    const Press press = any_press(draw);
    const Model model = PressModel(press).model();
    const double dt = std::pow(10, draw(-3, -1.8)), way = 0.08;
    double mass = 0;
    for (const Body& body : model.bodies)
      if (body.is_dynamic()) mass += body.mass;
    Simulator simulator(model, {.dt = dt});
    State state = initial_state(model);
    double work = 0;
    for (int step = 0; step * dt * -press.speed < way; ++step) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.unsolved + report.uncertified == 0);
      CHECK(report.certificate.joint_gap < 5e-3);
      CHECK(report.certificate.penetration < 1.1 * way);
      work += std::abs(report.certificate.joint_work);
      named += report.squeezed > 0 && report.message.find("overlap grows") != std::string::npos;
    }
    CHECK(work < 100 * mass * (9.81 * way + press.speed * press.speed));
  }
  CHECK(named > 200);
}

}  // namespace perpend
