// SPDX-License-Identifier: Apache-2.0
// Drawn robots, as URDF and as SDF, against the kinematics of their trees.
#include <fmt/format.h>

#include <random>

#include "io/robot/robot_text.hpp"
#include "perpend/dynamics/joint_coordinate.hpp"
#include "perpend/dynamics/measure.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using spatial::Pose;

// A place in words: x y z and roll pitch yaw.
struct Words {
  Vector3d xyz, rpy;

  Pose pose() const {
    return {xyz, Eigen::Quaterniond(Eigen::AngleAxisd(rpy.z(), Vector3d::UnitZ()) *
                                    Eigen::AngleAxisd(rpy.y(), Vector3d::UnitY()) *
                                    Eigen::AngleAxisd(rpy.x(), Vector3d::UnitX()))};
  }
};

struct DrawnLink {
  int parent = -1;  // of link 0, which floats
  std::string type = "fixed";
  Words origin = {}, inertial = {}, collision = {};
  Vector3d axis = {};
  double start = 0, rate = 0, mass = 1;
  Matrix3d inertia = {};
};

std::string triple(const Vector3d& v) {
  return fmt::format("{} {} {}", v.x(), v.y(), v.z());
}

struct Draw {
  std::mt19937 random;

  double number(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random);
  }
  int index(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }
  Vector3d vector(double size) {
    return {number(-size, size), number(-size, size), number(-size, size)};
  }
  Words words() { return {vector(1), vector(1.4)}; }
  // Of three point masses: no moment is above the sum of the other two.
  Matrix3d inertia() {
    Matrix3d sum = 0.01 * Matrix3d::Identity();
    for (int i = 0; i < 3; ++i) {
      const Vector3d r = vector(0.5);
      sum += r.squaredNorm() * Matrix3d::Identity() - r * r.transpose();
    }
    return sum;
  }
  DrawnLink link(int parent) {
    const std::array types{"fixed", "continuous", "prismatic"};
    DrawnLink link{.parent = parent, .type = types[static_cast<std::size_t>(index(3))]};
    link.origin = words(), link.inertial = words(), link.collision = words();
    link.axis = vector(2);
    if (link.type != "fixed") link.start = number(-1, 1), link.rate = number(-2, 2);
    link.mass = number(0.5, 3);
    link.inertia = inertia();
    return link;
  }
};

using Tree = std::vector<DrawnLink>;

std::string name_of(int link) {
  return "link" + std::to_string(link);
}

// Each link has a box of its own.
Vector3d box_of(int link) {
  return 0.01 * Vector3d(1 + link, 2, 3);
}

std::string joint_of(int link) {
  return "joint" + std::to_string(link);
}

Tree drawn_tree(unsigned seed) {
  Draw draw{std::mt19937(seed)};
  Tree tree{draw.link(-1)};
  for (int i = 1; i < 7; ++i) tree.push_back(draw.link(draw.index(i)));
  tree[0].start = tree[0].rate = 0;
  return tree;
}

// Where link i stands `t` seconds after the start, were all rates to stay.
Pose placed(const Tree& tree, int i, double t) {
  const DrawnLink& link = tree[static_cast<std::size_t>(i)];
  if (link.parent < 0) return {};
  const Pose zero = compose(placed(tree, link.parent, t), link.origin.pose());
  const double value = link.start + t * link.rate;
  const Vector3d axis = link.axis.normalized();
  if (link.type == "prismatic") return compose(zero, Pose{value * axis});
  return compose(zero, Pose{{0, 0, 0}, Eigen::Quaterniond(Eigen::AngleAxisd(value, axis))});
}

// The link whose body link i is part of.
int top_of(const Tree& tree, int i) {
  const DrawnLink& link = tree[static_cast<std::size_t>(i)];
  return link.parent >= 0 && link.type == "fixed" ? top_of(tree, link.parent) : i;
}

struct Lump {
  double mass = 0;
  Vector3d center{0, 0, 0};
  Matrix3d inertia = Matrix3d::Zero();  // about the centre, axes of the world
};

Lump lump_of(const Tree& tree, int top, double t) {
  Lump lump;
  Matrix3d about_origin = Matrix3d::Zero();
  const auto steiner = [](double mass, const Vector3d& r) -> Matrix3d {
    return mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
  };
  for (int i = 0; i < static_cast<int>(tree.size()); ++i) {
    if (top_of(tree, i) != top) continue;
    const DrawnLink& link = tree[static_cast<std::size_t>(i)];
    const Pose at = compose(placed(tree, i, t), link.inertial.pose());
    const Matrix3d r = at.r.toRotationMatrix();
    lump.mass += link.mass;
    lump.center += link.mass * at.p;
    about_origin += r * link.inertia * r.transpose() + steiner(link.mass, at.p);
  }
  lump.center /= lump.mass;
  lump.inertia = about_origin - steiner(lump.mass, lump.center);
  return lump;
}

RobotOptions options_of(const Tree& tree) {
  RobotOptions options;
  for (int i = 1; i < static_cast<int>(tree.size()); ++i) {
    const DrawnLink& link = tree[static_cast<std::size_t>(i)];
    if (link.type == "fixed") continue;
    options.start.push_back({joint_of(i), link.start});
    options.rates.push_back({joint_of(i), link.rate});
  }
  return options;
}

void check_mass(const Tree& tree, const Model& model, int top) {
  const BodyId id{body_of(model, name_of(top))};
  const Lump lump = lump_of(tree, top, 0);
  const Body& body = model.bodies[static_cast<std::size_t>(id.index)];
  const Pose at = spatial_pose(model, initial_state(model), id);
  const Matrix3d r = at.r.toRotationMatrix();
  CHECK(body.mass == relative(lump.mass));
  CHECK((at.p - lump.center).norm() < 1e-12);
  const Matrix3d inertia = r * body.principal_inertia.asDiagonal() * r.transpose();
  CHECK((inertia - lump.inertia).norm() < 1e-12 * lump.inertia.norm());
}

// The boxes of all links of a body stand where those links are, whatever their order in it.
void check_boxes(const Tree& tree, const Model& model, int top) {
  const BodyId id{body_of(model, name_of(top))};
  const auto& shapes = model.bodies[static_cast<std::size_t>(id.index)].details->spatial_shapes;
  const Pose at = spatial_pose(model, initial_state(model), id);
  std::size_t found = 0;
  for (int i = 0; i < static_cast<int>(tree.size()); ++i) {
    if (top_of(tree, i) != top) continue;
    const Pose expected =
        compose(placed(tree, i, 0), tree[static_cast<std::size_t>(i)].collision.pose());
    for (const auto& shape : shapes) {
      if ((2 * std::get<spatial::Box>(shape.shape).half - box_of(i)).norm() > 1e-12) continue;
      const Pose box = compose(at, shape.pose);
      CHECK((box.p - expected.p).norm() < 1e-12);
      CHECK(box.r.angularDistance(expected.r) < 1e-12);
      ++found;
    }
  }
  CHECK(found == shapes.size());
}

void check_motion(const Tree& tree, const Model& model, int top) {
  const BodyId id{body_of(model, name_of(top))};
  const State start = initial_state(model);
  const Pose frame = spatial_frame_pose(model, start, id), expected = placed(tree, top, 0);
  CHECK((frame.p - expected.p).norm() < 1e-12);
  CHECK(frame.r.angularDistance(expected.r) < 1e-12);
  constexpr double h = 1e-5;  // s
  const Twist twist = body_twist(model, start, id);
  const Vector3d step = lump_of(tree, top, h).center - lump_of(tree, top, -h).center;
  CHECK((twist.velocity - step / (2 * h)).norm() < 1e-8);
  const Matrix3d turn =
      (placed(tree, top, h).r * placed(tree, top, -h).r.conjugate()).toRotationMatrix();
  const Matrix3d spin = (turn - turn.transpose()) / (4 * h);
  CHECK((twist.omega - Vector3d(spin(2, 1), spin(0, 2), spin(1, 0))).norm() < 1e-8);
}

void check_joints(const Tree& tree, const Model& model) {
  const State start = initial_state(model);
  CHECK(constraint_rows(model, start).error.norm() < 1e-12);
  CHECK((constraint_rows(model, start).jacobian * start.v).norm() < 1e-12);
  for (int i = 0; i < static_cast<int>(model.joints.size()); ++i) {
    const int link = std::stoi(model.joints[static_cast<std::size_t>(i)].name.substr(5));
    const DrawnLink& drawn = tree[static_cast<std::size_t>(link)];
    CHECK(std::abs(coordinate(model, start, {i}, 0) - drawn.start) < 1e-12);
    CHECK(std::abs(coordinate_rate(model, start, {i}, 0) - drawn.rate) < 1e-12);
  }
}

void check_robot(const Tree& tree, const std::string& text) {
  const study::Scene scene = scene_of(text, options_of(tree));
  std::size_t bodies = 0;
  for (int i = 0; i < static_cast<int>(tree.size()); ++i) {
    if (top_of(tree, i) != i) continue;
    ++bodies;
    CAPTURE(i);
    check_mass(tree, scene.model, i);
    check_boxes(tree, scene.model, i);
    check_motion(tree, scene.model, i);
  }
  CHECK(scene.model.bodies.size() == bodies);
  CHECK(scene.model.joints.size() == bodies - 1);
  check_joints(tree, scene.model);
}

std::string origin_words(const Words& at) {
  return fmt::format("<origin xyz='{}' rpy='{}'/>", triple(at.xyz), triple(at.rpy));
}

std::string urdf_of(const Tree& tree) {
  std::string links, joints;
  for (int i = 0; i < static_cast<int>(tree.size()); ++i) {
    const DrawnLink& link = tree[static_cast<std::size_t>(i)];
    const Matrix3d& I = link.inertia;
    const std::string words = fmt::format(
        "<link name='{}'><inertial>{}<mass value='{}'/><inertia ixx='{}' ixy='{}' ixz='{}' "
        "iyy='{}' iyz='{}' izz='{}'/></inertial>",
        name_of(i), origin_words(link.inertial), link.mass, I(0, 0), I(0, 1), I(0, 2), I(1, 1),
        I(1, 2), I(2, 2));
    const std::string box =
        fmt::format("<collision>{}<geometry><box size='{}'/></geometry></collision></link>\n",
                    origin_words(link.collision), triple(box_of(i)));
    links = i % 2 ? links + words + box : words + box + links;  // in another order than in the tree
    if (i == 0) continue;
    joints = fmt::format("<joint name='{}' type='{}'><parent link='{}'/><child link='{}'/>{}",
                         joint_of(i), link.type, name_of(link.parent), name_of(i),
                         origin_words(link.origin)) +
             fmt::format("<axis xyz='{}'/></joint>\n", triple(link.axis)) + joints;
  }
  return robot(links + joints);
}

std::string pose_words(const Words& at, const std::string& in = "") {
  return fmt::format("<pose{}>{} {}</pose>", in, triple(at.xyz), triple(at.rpy));
}

std::string inertia_words(const Matrix3d& I) {
  return fmt::format(
      "<inertia><ixx>{}</ixx><ixy>{}</ixy><ixz>{}</ixz><iyy>{}</iyy><iyz>{}</iyz><izz>{}</izz>"
      "</inertia>",
      I(0, 0), I(0, 1), I(0, 2), I(1, 1), I(1, 2), I(2, 2));
}

std::string sdf_of(const Tree& tree) {
  std::string links, joints;
  for (int i = 0; i < static_cast<int>(tree.size()); ++i) {
    const DrawnLink& link = tree[static_cast<std::size_t>(i)];
    const std::string in = i == 0 ? "" : fmt::format(" relative_to='{}'", name_of(link.parent));
    const Words at = i == 0 ? Words{{0, 0, 0}, {0, 0, 0}} : link.origin;
    const std::string words = fmt::format(
        "<link name='{}'>{}<inertial>{}<mass>{}</mass>{}</inertial>", name_of(i),
        pose_words(at, in), pose_words(link.inertial), link.mass, inertia_words(link.inertia));
    const std::string box = fmt::format(
        "<collision name='c'>{}<geometry><box><size>{}</size></box></geometry>"
        "</collision></link>\n",
        pose_words(link.collision), triple(box_of(i)));
    links = i % 2 ? links + words + box : words + box + links;
    if (i == 0) continue;
    joints = fmt::format("<joint name='{}' type='{}'><parent>{}</parent><child>{}</child>",
                         joint_of(i), link.type, name_of(link.parent), name_of(i)) +
             fmt::format("<axis><xyz>{}</xyz></axis></joint>\n", triple(link.axis)) + joints;
  }
  return "<sdf version='1.9'><model name='m'>" + links + joints + "</model></sdf>";
}

TEST_CASE("drawn robots of URDF start where their trees say, with their masses and rates") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const Tree tree = drawn_tree(seed);
    check_robot(tree, urdf_of(tree));
  }
}

TEST_CASE("drawn robots of SDF start where their trees say, with their masses and rates") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    CAPTURE(seed);
    const Tree tree = drawn_tree(seed);
    check_robot(tree, sdf_of(tree));
  }
}

// The lowest of all corners of all boxes of a scene.
double lowest_corner(const Model& model, const Vector3d& up) {
  double lowest = std::numeric_limits<double>::infinity();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    for (const auto& shape : model.bodies[static_cast<std::size_t>(i)].details->spatial_shapes) {
      const auto* box = std::get_if<spatial::Box>(&shape.shape);
      if (!box) continue;
      const Pose at = compose(spatial_pose(model, initial_state(model), {i}), shape.pose);
      for (int corner = 0; corner < 8; ++corner) {
        const Vector3d signs(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1);
        const Vector3d x = transform_point(at, Vector3d(signs.cwiseProduct(box->half)));
        lowest = std::min(lowest, up.dot(x));
      }
    }
  return lowest;
}

TEST_CASE("a drawn robot touches the ground with its lowest corner, whichever way is down") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    CAPTURE(seed);
    const Tree tree = drawn_tree(seed);
    RobotOptions options = options_of(tree);
    const Vector3d up = Draw{std::mt19937(seed + 100)}.vector(1).normalized();
    options.ground = true;
    options.gravity = -3.7 * up;
    const Model model = scene_of(urdf_of(tree), options).model;
    CHECK(std::abs(lowest_corner(model, up)) < 1e-9);
    check_joints(tree, model);
    const Pose ground = spatial_frame_pose(model, initial_state(model), {body_of(model, "ground")});
    CHECK((ground.r * Vector3d::UnitZ() - up).norm() < 1e-12);
  }
}

}  // namespace
}  // namespace perpend::io
