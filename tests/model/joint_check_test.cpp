// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <limits>

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

}  // namespace perpend
