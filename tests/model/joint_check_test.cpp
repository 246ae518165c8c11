// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

struct Bench {
  ModelBuilder builder;
  BodyId planar = builder.add_body({.name = "bar", .pose = {{1, 2}}, .mass = 1, .inertia = 1});
  BodyId point = builder.add_body({.name = "bead", .kind = BodyKind::particle, .mass = 1});
  BodyId ground = builder.add_body({.name = "wall", .kind = BodyKind::fixed});
  BodyId solid = add_solid();

  BodyId add_solid() {
    BodyDef def{.name = "wheel", .kind = BodyKind::spatial, .mass = 1};
    def.spatial.pose.p = {0, 0, 0.5};
    def.spatial.inertia = Eigen::Matrix3d::Identity();
    return builder.add_body(def);
  }

  // The faults of one joint, "element: message (hint)" each.
  std::string faults(const JointDef& joint) const {
    ModelBuilder with = builder;
    with.add_joint(joint);
    const Result<Model> model = with.build();
    return model ? "" : to_string(model.error());
  }
  bool reports(const JointDef& joint, const std::string& text) const {
    const std::string found = faults(joint);
    CAPTURE(found);
    return found.find(text) != std::string::npos;
  }
};

}  // namespace

TEST_CASE("a joint that cannot close at the start says by how much") {
  const Bench bench;
  const auto with = [&](JointKind kind, const Vector3d& anchor_b) {
    return JointDef{.kind = kind,
                    .a = bench.solid,
                    .anchor = {0, 0, 0},
                    .anchor_b = anchor_b,
                    .axis = {0, 0, 1}};
  };
  for (const JointKind kind : {JointKind::pin, JointKind::weld, JointKind::spherical})
    CHECK(bench.reports(with(kind, {0.3, 0, 0.4}),
                        "joints[0].anchor_b: is 0.5 m away from anchor ("));
  for (const JointKind kind :
       {JointKind::prismatic, JointKind::cylindrical, JointKind::screw, JointKind::point_on_line}) {
    CHECK(bench.reports(with(kind, {0.3, 0, 0.4}),
                        "joints[0].anchor_b: is 0.3 m away from anchor across the axis"));
    CHECK(bench.faults(with(kind, {0, 0, 0.4})).empty());
  }
  for (const JointKind kind : {JointKind::planar, JointKind::point_on_plane, JointKind::rolling}) {
    CHECK(bench.reports(with(kind, {0.3, 0, 0.4}),
                        "joints[0].anchor_b: is 0.4 m away from anchor along the axis"));
    CHECK(bench.faults(with(kind, {0.3, 0.2, 0})).empty());
  }
}

TEST_CASE("a wheel rolls on the point of its rim below its centre") {
  const Bench bench;
  JointDef joint{.kind = JointKind::rolling, .a = bench.solid, .axis = {0, 0, 1}};
  CHECK(bench.faults(joint).empty());
  joint.anchor = {0.1, 0, 0};
  CHECK(bench.reports(joint, "joints[0].anchor: is 0.1 m beside the centre of 'wheel' and 0.5 m"));
  joint.anchor = {0, 0, 0.5};
  CHECK(bench.reports(joint, "and 0 m below it"));
}

TEST_CASE("joints need a body that forces move, and two that turn if they keep angles") {
  const Bench bench;
  CHECK(bench.reports({.a = bench.ground}, "joints[0]: joins two bodies that no force moves"));
  CHECK(bench.reports({.kind = JointKind::weld, .a = bench.point, .b = bench.ground},
                      "'weld' keeps angles, but particles do not turn"));
  CHECK(bench.faults({.a = bench.point, .b = bench.ground}).empty());
  for (const JointKind kind : {JointKind::weld, JointKind::prismatic})
    for (const bool first : {false, true}) {
      JointDef joint{.kind = kind, .a = bench.planar, .b = bench.point, .axis = {1, 0, 0}};
      if (first) std::swap(joint.a, joint.b);
      CHECK(bench.reports(joint, "keeps angles, but particles do not turn"));
    }
}

TEST_CASE("a particle is joined where it is") {
  const Bench bench;
  CHECK(bench.reports({.a = bench.point, .anchor = {0, 0.25, 0}},
                      "joints[0].anchor: is 0.25 m off the particle 'bead'"));
  CHECK(bench.reports({.kind = JointKind::distance,
                       .a = bench.planar,
                       .b = bench.point,
                       .anchor_b = Vector3d(0, 0.5, 0)},
                      "joints[0].anchor_b: is 0.5 m off the particle 'bead'"));
}

TEST_CASE("limits, forces and coordinates of joints are checked by element") {
  const Bench bench;
  JointDef joint{.a = bench.planar, .coordinates = {{.start = 3, .lo = 2, .hi = 1, .damping = -1}}};
  CHECK(bench.reports(joint, "joints[0].coordinates[0].lo: is 2, above hi = 1"));
  CHECK(bench.reports(joint, "joints[0].coordinates[0].damping: is -1"));
  joint.coordinates = {{.start = 3, .hi = 1}};
  CHECK(bench.reports(joint, "joints[0].coordinates[0].start: is 3, outside of the limits"));
  for (const int coordinate : {-1, 1}) {
    joint.coordinates = {{.coordinate = coordinate}};
    CHECK(bench.faults(joint).starts_with("joints[0].coordinates[0].coordinate: is " +
                                          std::to_string(coordinate) + " ("));
  }
  joint.coordinates = {{.stiffness = std::numeric_limits<double>::infinity()}};
  CHECK(bench.reports(joint, "joints[0].coordinates[0].stiffness: is inf"));
  joint.coordinates = {{.stiffness = -5}};
  CHECK(bench.reports(joint, "joints[0].coordinates[0].stiffness: is -5"));
  for (const double e : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    joint.coordinates = {{.lo = -1, .e = e}};
    CHECK(bench.reports(joint, "joints[0].coordinates[0].e: is "));
  }
  joint.coordinates = {{.e = 0.5}};
  CHECK(bench.reports(joint, "joints[0].coordinates[0].e: is 0.5, but nothing can bounce"));
  joint.coordinates = {{.lo = -1, .e = 0.5}};
  CHECK(bench.faults(joint).empty());
  joint.coordinates = {{}, {}};
  CHECK(bench.reports(joint,
                      "joints[0].coordinates[1].coordinate: is given twice (0 is that of "
                      "an entry without one)"));
  joint = {.kind = JointKind::weld, .a = bench.planar, .coordinates = {{}}};
  CHECK(bench.reports(joint, "coordinates[0].coordinate: is 0 (a joint 'weld' has no coordinates"));
}

TEST_CASE("rods without length, axes without direction and joints of the wrong space are faults") {
  const Bench bench;
  CHECK(bench.reports({.kind = JointKind::distance, .a = bench.planar}, "anchor_b: is missing"));
  CHECK(
      bench.reports({.kind = JointKind::distance, .a = bench.planar, .anchor_b = Vector3d(0, 0, 0)},
                    "anchor_b: coincides with anchor"));
  CHECK(bench.reports({.kind = JointKind::prismatic, .a = bench.planar, .axis = {0, 0, 0}},
                      "axis: has no direction"));
  CHECK(bench.reports({.kind = JointKind::universal, .a = bench.planar},
                      "'universal' joins spatial bodies only"));
  CHECK(bench.reports({.kind = JointKind::custom, .a = bench.planar}, "type: is missing"));
}

TEST_CASE("a strut needs two anchors that are apart, and its length says where it starts") {
  const Bench bench;
  JointDef strut{.kind = JointKind::strut, .a = bench.planar};
  CHECK(bench.reports(strut, "anchor_b: is missing"));
  strut.anchor_b = Vector3d(0, 0, 0);
  CHECK(bench.reports(strut, "anchor_b: coincides with anchor"));
  strut.anchor_b = Vector3d(0, 2, 0);
  CHECK(bench.faults(strut).empty());
  strut.coordinates = {{.start = 1}};
  CHECK(bench.reports(strut, "coordinates[0].start: is 1"));
  strut.coordinates = {{.hi = 1.5}};
  CHECK(bench.reports(strut, "coordinates[0].start: is 2, outside of the limits"));
  strut.coordinates = {{.coordinate = 1}};
  CHECK(bench.reports(strut, "coordinates[0].coordinate: is 1"));
  strut.b = bench.point;
  strut.coordinates = {};
  CHECK(bench.reports(strut, "anchor_b: is 2 m off the particle 'bead'"));
}

TEST_CASE("the rest length of a strut is that of the start unless given") {
  Bench bench;
  bench.builder.add_joint({.kind = JointKind::strut,
                           .a = bench.planar,
                           .anchor_b = Vector3d(0, 2, 0),
                           .coordinates = {{.stiffness = 1}}});
  bench.builder.add_joint({.kind = JointKind::strut,
                           .a = bench.planar,
                           .anchor_b = Vector3d(0, 2, 0),
                           .coordinates = {{.stiffness = 1, .rest = 0.5}}});
  const Model model = bench.builder.build().value();
  CHECK(model.joints[0].coordinates[0].rest == 2.0);
  CHECK(model.joints[1].coordinates[0].rest == 0.5);
  CHECK(model.joint_rows == 0);
  CHECK(initial_state(model).coordinates == Eigen::Vector2d(2, 2));
}

TEST_CASE("couplers name joints and coordinates that exist") {
  Bench bench;
  const JointId pin = bench.builder.add_joint({.name = "pin", .a = bench.planar});
  bench.builder.add_coupler({.terms = {{pin, 0, 2.0}, {pin, 1, 1.0}, {{7}, 0, 1.0}}});
  bench.builder.add_coupler({});
  const std::string faults = to_string(bench.builder.build().error());
  CHECK(faults.find("couplers[0].terms[1].coordinate: is 1 (joint 'pin' has 1)") !=
        std::string::npos);
  CHECK(faults.find("couplers[0].terms[2].joint: is not a joint") != std::string::npos);
  CHECK(faults.find("couplers[1].terms: are none") != std::string::npos);
  CHECK(faults.find("terms[1]: names") == std::string::npos);
}

TEST_CASE("a coupler names each coordinate once, so that no terms cancel") {
  for (const double factor : {-1.0, 1.0, 2.5}) {
    Bench bench;
    const JointId pin = bench.builder.add_joint({.name = "pin", .a = bench.planar});
    bench.builder.add_coupler({.terms = {{pin, 0, 1.0}}});
    CHECK(bench.builder.build().has_value());
    bench.builder.add_coupler({.terms = {{pin, 0, 1.0}, {pin, 0, factor}}});
    CHECK(to_string(bench.builder.build().error()) ==
          "couplers[1].terms[1]: names the coordinate of terms[0] (expected one term of each)");
  }
}

TEST_CASE("what acts along a coordinate is a number of its range, and says which is not") {
  const Bench bench;
  const double inf = std::numeric_limits<double>::infinity();
  const std::pair<const char*, double CoordinateDef::*> fields[] = {
      {"time_constant", &CoordinateDef::time_constant},
      {"motor_stiffness", &CoordinateDef::motor_stiffness},
      {"motor_damping", &CoordinateDef::motor_damping},
      {"stiffness", &CoordinateDef::stiffness},
      {"damping", &CoordinateDef::damping},
      {"friction", &CoordinateDef::friction},
      {"armature", &CoordinateDef::armature},
      {"max_force", &CoordinateDef::max_force}};
  for (const auto& [name, member] : fields)
    for (const double value : {-1.0, std::numeric_limits<double>::quiet_NaN(), inf}) {
      CoordinateDef def{.motor = MotorKind::position};
      if (member == &CoordinateDef::motor_damping) def.motor_stiffness = 1;
      def.*member = value;
      const std::string found = bench.faults({.a = bench.planar, .coordinates = {def}});
      CAPTURE(found);
      const bool sound = member == &CoordinateDef::max_force && value == inf;
      const std::string start = std::string("joints[0].coordinates[0].") + name + ": is ";
      CHECK((sound ? found.empty() : found.starts_with(start)));
    }
  for (double CoordinateDef::*member : {&CoordinateDef::start, &CoordinateDef::target}) {
    CoordinateDef def;
    def.*member = inf;
    CHECK(bench.reports({.a = bench.planar, .coordinates = {def}}, "is not finite"));
  }
}

TEST_CASE("gains are those of the motor that has them, and stand beside no time constant") {
  const Bench bench;
  const auto with = [&](const CoordinateDef& def) {
    return bench.faults({.a = bench.planar, .coordinates = {def}});
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const MotorKind position = MotorKind::position, velocity = MotorKind::velocity;
  CHECK(with({.motor = position, .motor_stiffness = 2, .motor_damping = 1}).empty());
  CHECK(with({.motor = velocity, .motor_damping = 1}).empty());
  CHECK(has(with({.motor = velocity, .motor_stiffness = 2}), "stiffness: is that of no position"));
  CHECK(
      has(with({.motor = position, .motor_damping = 1}), "damping: is that of no velocity motor"));
  CHECK(has(with({.motor = position, .time_constant = 0.1, .motor_stiffness = 2}),
            "time_constant: stands beside gains"));
}

TEST_CASE("joints join two bodies along directions and with strengths that can be") {
  const Bench bench;
  for (const JointKind kind : {JointKind::pin, JointKind::weld, JointKind::universal})
    CHECK(bench.faults({.kind = kind, .a = bench.planar, .b = bench.planar}) ==
          "joints[0]: joins a body with itself");
  CHECK(bench.faults({.a = kWorld, .b = kWorld}) ==
        "joints[0].a: is not a body of the model (the world can only be b)");
  const Vector3d nowhere(0, std::numeric_limits<double>::quiet_NaN(), 0);
  CHECK(bench.faults({.a = bench.planar, .anchor = nowhere}) == "joints[0].anchor: is not finite");
  CHECK(bench.faults({.a = bench.planar, .anchor_b = nowhere}) ==
        "joints[0].anchor_b: is not finite");
  JointDef joint{.kind = JointKind::universal, .a = bench.solid, .axis = {0, 0, 2}};
  joint.axis_b = {0, 0, -1};
  CHECK(bench.reports(joint, "joints[0].axis_b: is not across axis"));
  joint.axis_b = {0, 1, 1};
  CHECK(bench.faults(joint).empty());
  JointDef screw{.kind = JointKind::screw, .a = bench.solid, .axis = {0, 0, 1}};
  screw.pitch = std::numeric_limits<double>::quiet_NaN();
  CHECK(bench.reports(screw, "joints[0].pitch: is not finite"));
  CHECK(bench.reports({.a = bench.planar, .break_force = -1}, "joints[0].break_force: is -1"));
  Bench coupled;
  const JointId pin = coupled.builder.add_joint({.a = coupled.planar});
  coupled.builder.add_coupler({.terms = {{pin, 0, 0.0}}});
  CHECK(to_string(coupled.builder.build().error()).find("couplers[0].terms[0].factor: is 0") !=
        std::string::npos);
}

namespace {

class Rows final : public JointType {
 public:
  explicit Rows(int rows) : rows_(rows) {}
  int rows() const override { return rows_; }
  void evaluate(const JointBody&, const JointBody&,
                std::array<JointRow, kMaxRows>&) const override {}

 private:
  int rows_;
};

}  // namespace

TEST_CASE("a custom joint has one row at least and six at most, and its type's alone") {
  const Bench bench;
  for (const int rows : {0, 1, 6, 7}) {
    const JointDef joint{
        .kind = JointKind::custom, .a = bench.planar, .type = std::make_shared<Rows>(rows)};
    const bool sound = rows == 1 || rows == 6;
    CHECK(bench.faults(joint) ==
          (sound ? "" : "joints[0].type: has " + std::to_string(rows) + " rows (expected 1 to 6)"));
    if (!sound) continue;
    ModelBuilder builder = bench.builder;
    builder.add_joint(joint);
    CHECK(builder.build()->joint_rows == rows);
    CHECK(builder.build()->joint_coordinates == 0);
  }
  // Its anchors may be anywhere, off the plane and off a particle.
  CHECK(bench
            .faults({.kind = JointKind::custom,
                     .a = bench.point,
                     .anchor = {1, 2, 3},
                     .type = std::make_shared<Rows>(2)})
            .empty());
}

TEST_CASE("both anchors and the axis of a joint in the plane lie in it, one in space may not") {
  const Bench bench;
  JointDef joint{.kind = JointKind::distance, .a = bench.planar, .anchor_b = Vector3d(3, 0, -0.5)};
  CHECK(bench.faults(joint) == "joints[0].anchor_b: is -0.5 m off the plane");
  joint.b = bench.solid;
  CHECK(bench.faults(joint).empty());
  for (const JointKind kind : {JointKind::point_on_line, JointKind::point_on_plane}) {
    const JointDef along{.kind = kind, .a = bench.planar, .axis = {1, 0, 1e-8}};
    CHECK(bench.reports(along, "joints[0].axis: leaves the plane"));
    CHECK(bench.faults({.kind = kind, .a = bench.planar, .axis = {1, 0, 1e-10}}).empty());
  }
  CHECK(bench.faults({.a = bench.planar, .axis = {0, 0, 1}}).empty());
  CHECK(bench.faults({.a = bench.planar, .axis = {0, 0, 0}}).empty());
  CHECK(bench.faults({.a = bench.solid, .axis = {0, 0, 0}}) == "joints[0].axis: has no direction");
}

TEST_CASE("a joint needs one body that forces move, a or b") {
  Bench bench;
  const BodyId cart = bench.builder.add_body({.name = "cart", .kind = BodyKind::kinematic});
  for (const BodyId other : {kWorld, bench.ground}) {
    CHECK(
        bench.reports({.a = cart, .b = other}, "joints[0]: joins two bodies that no force moves"));
    CHECK(bench.faults({.a = bench.planar, .b = other}).empty());
  }
  CHECK(bench.faults({.a = cart, .b = bench.planar}).empty());
  CHECK(bench.faults({.a = bench.ground, .b = bench.solid}).empty());
  CHECK(bench.faults({.a = {9}}) ==
        "joints[0].a: is not a body of the model (the world can only be b)");
  CHECK(bench.faults({.a = bench.planar, .b = {-2}}) == "joints[0].b: is not a body of the model");
}

TEST_CASE("starts and limits may be equal, and anchors meet to nine digits") {
  const Bench bench;
  const double inf = std::numeric_limits<double>::infinity();
  const auto faults = [&](const CoordinateDef& def) {
    return bench.faults({.a = bench.planar, .coordinates = {def}});
  };
  for (const double at : {-2.0, 3.0})
    CHECK(faults({.start = at, .lo = -2, .hi = 3, .e = 1}).empty());
  CHECK(faults({.start = 3.001, .lo = -2, .hi = 3}) ==
        "joints[0].coordinates[0].start: is 3.001, outside of the limits (expected -2 to 3)");
  CHECK(faults({.start = -2.001, .lo = -2, .hi = 3}) ==
        "joints[0].coordinates[0].start: is -2.001, outside of the limits (expected -2 to 3)");
  CHECK(faults({.start = 3 + 3e-9, .lo = -2, .hi = 3}).empty());
  CHECK(faults({.start = 1, .lo = 1, .hi = 1}).empty());
  CHECK(faults({.start = 1, .lo = 1, .hi = 1, .e = 0.5}).starts_with("joints[0].coordinates[0].e"));
  CHECK(faults({.lo = -inf, .hi = 3, .e = 0.5}).empty());
  CHECK(faults({.lo = std::nan(""), .hi = 3}).starts_with("joints[0].coordinates[0].lo: is nan"));
  CHECK(faults({.rest = inf}) == "joints[0].coordinates[0].rest: is not finite");
  const auto closing = [&](double gap) {
    return bench.faults(
        {.a = bench.planar, .anchor = {3, 4, 0}, .anchor_b = Vector3d(3, 4 + gap, 0)});
  };
  CHECK(closing(5e-9).empty());  // of 1 + 5 m
  CHECK(closing(7e-9).starts_with("joints[0].anchor_b: is 7e-09 m away from anchor"));
}

TEST_CASE("a rope that is taut at the start is sound, as far as its anchors are given") {
  const Bench bench;
  const auto rope = [&](double hi) {
    return bench.faults({.kind = JointKind::strut,
                         .a = bench.planar,
                         .anchor = {300, 0, 0},
                         .anchor_b = Vector3d(300, 2, 0),
                         .coordinates = {{.hi = hi}}});
  };
  CHECK(rope(2 - 2e-7).empty());
  CHECK(rope(2 - 4e-7).starts_with("joints[0].coordinates[0].start: is 2, outside of the limits"));
}

TEST_CASE("both strengths of a joint are above 0 and both ends of a coupler are there") {
  const Bench bench;
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    CHECK(bench.faults({.a = bench.planar, .break_force = wrong})
              .starts_with("joints[0].break_force: is "));
    CHECK(bench.faults({.a = bench.planar, .break_torque = wrong})
              .starts_with("joints[0].break_torque: is "));
  }
  Bench coupled;
  const JointId pin = coupled.builder.add_joint({.name = "a pin", .a = coupled.planar});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  coupled.builder.add_coupler({.terms = {{pin}, {pin, -1}}});
  coupled.builder.add_coupler({.terms = {{pin, 0, nan}, {{-1}}, {{1}}}});
  CHECK(to_string(coupled.builder.build().error()) ==
        "couplers[0].terms[1].coordinate: is -1 (joint 'a pin' has 1)\n"
        "couplers[1].terms[0].factor: is nan (expected a number other than 0)\n"
        "couplers[1].terms[1].joint: is not a joint of the model\n"
        "couplers[1].terms[2].joint: is not a joint of the model");
}

TEST_CASE(
    "a wheel rolls on a rim that is nine digits below its centre, and particles lie as near") {
  const Bench bench;
  JointDef rim{.kind = JointKind::rolling, .a = bench.solid, .axis = {0, 0, 1}};
  rim.anchor = {9e-10, 0, 0};
  CHECK(bench.faults(rim).empty());
  rim.anchor = {2e-9, 0, 0};
  CHECK(bench.reports(rim, "joints[0].anchor: is 2e-09 m beside the centre of 'wheel' and 0.5 m"));
  CHECK(bench.faults({.a = bench.point, .anchor = {0, 9e-10, 0}}).empty());
  CHECK(bench.reports({.a = bench.point, .anchor = {0, 2e-9, 0}}, "is 2e-09 m off the particle"));
  // Lines and planes of b may lie anywhere beside it.
  CHECK(bench
            .faults({.kind = JointKind::point_on_line,
                     .a = bench.planar,
                     .b = bench.point,
                     .anchor = {0, 5, 0}})
            .empty());
  CHECK(bench.reports(
      {.kind = JointKind::spherical, .a = bench.planar, .b = bench.point, .anchor = {0, 5, 0}},
      "joints[0].anchor_b: is 5 m off the particle 'bead'"));
}

}  // namespace perpend
