// SPDX-License-Identifier: Apache-2.0
#include "io/robot/robot_bodies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "geometry/spatial/shapes/extent.hpp"
#include "io/robot/mended_mass.hpp"
#include "io/robot/mesh/mesh_surface.hpp"
#include "io/robot/sdf_heightmap.hpp"
#include "io/robot/start_pose.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::io {
namespace {

// Size above which a note is given: no robot is as large, but a file in millimetres is; a terrain
// may be.
constexpr double kLargest = 200;  // m

// Limits of hinges between which a note is given: few hinges turn that far, but a file in degrees
// says so; files give thousands of radians to hinges without a limit.
constexpr double kMostTurns = 4, kNoLimit = 1000;  // turns, rad

// Returns the smallest index that i is joined with.
int root_of(std::vector<int>& joined, int i) {
  while (joined[static_cast<std::size_t>(i)] != i) i = joined[static_cast<std::size_t>(i)];
  return i;
}

void join(std::vector<int>& joined, int i, int j) {
  const int a = root_of(joined, i), b = root_of(joined, j);
  joined[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
}

std::vector<int> numbers(std::size_t count) {
  std::vector<int> all(count);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// Returns for each link the uppermost link that a chain of fixed joints joins it to.
std::vector<int> lumps(const Assembly& assembly) {
  std::vector<int> lump = numbers(assembly.links.size());
  const std::vector<int> holding = holding_joints(assembly);
  const auto above = [&](int link) {
    const int j = holding[static_cast<std::size_t>(link)];
    if (j < 0) return kNoLink;
    const LinkJoint& joint = assembly.joints[static_cast<std::size_t>(j)];
    return joint.kind == LinkJointKind::fixed ? joint.parent : kNoLink;
  };
  for (std::size_t i = 0; i < lump.size(); ++i)
    for (int up = above(lump[i]); up != kNoLink; up = above(up)) lump[i] = up;
  return lump;
}

spatial::MassProperties sum(const spatial::MassProperties& a, const spatial::MassProperties& b) {
  if (a.mass == 0) return b;
  return b.mass == 0 ? a : combined(a, b);
}

void add_link(Assembly& assembly, const Link& link, RobotBody& body) {
  const spatial::Pose pose = compose(inverse(body.pose), link.pose);
  if (link.inertial.mass > 0) body.inertial = sum(body.inertial, transformed(link.inertial, pose));
  for (const LinkShape& shape : link.shapes) {
    body.shapes.push_back(shape);
    body.shapes.back().pose = compose(pose, shape.pose);
  }
  if (body.color.empty()) body.color = link.color;
  for (study::Visual visual : link.visuals) {
    visual.pose = compose(pose, visual.pose);
    if (visual.color.empty()) visual.color = link.color;
    body.visuals.push_back(std::move(visual));
  }
  if (body.surface && link.surface && body.surface != link.surface)
    assembly.note(link.place,
                  fmt::format("has the surface of body \"{}\" that it is part of", body.name));
  if (!body.surface) body.surface = link.surface;
  body.fixed = body.fixed || link.fixed;
}

// Returns true if the joint fixes its child, or the body that the child belongs to, to the world.
bool holds_to_world(const Assembly& assembly, const LinkJoint& joint) {
  if (joint.kind != LinkJointKind::fixed) return false;
  return joint.parent == kNoLink || assembly.links[static_cast<std::size_t>(joint.parent)].fixed;
}

RobotBodies joined_links(Assembly& assembly) {
  RobotBodies bodies;
  const std::vector<int> lump = lumps(assembly);
  bodies.of_link.assign(assembly.links.size(), -1);
  for (std::size_t i = 0; i < assembly.links.size(); ++i) {
    const Link& link = assembly.links[i];
    if (lump[i] != static_cast<int>(i)) continue;
    bodies.of_link[i] = static_cast<int>(bodies.all.size());
    bodies.all.push_back(
        {.name = link.name, .place = link.place, .pose = link.pose, .twist = link.twist});
  }
  for (std::size_t i = 0; i < assembly.links.size(); ++i) {
    bodies.of_link[i] = bodies.of_link[static_cast<std::size_t>(lump[i])];
    add_link(assembly, assembly.links[i], bodies.all[static_cast<std::size_t>(bodies.of_link[i])]);
  }
  for (const LinkJoint& joint : assembly.joints)
    if (joint.child != kNoLink && holds_to_world(assembly, joint))
      bodies.all[static_cast<std::size_t>(bodies.of(joint.child))].fixed = true;
  return bodies;
}

// Keeps the frames of the file, and each link that has become part of the body of another one.
void add_frames(const Assembly& assembly, RobotBodies& bodies) {
  const auto pose_in = [&](int body, const spatial::Pose& world) {
    return compose(inverse(bodies.all[static_cast<std::size_t>(body)].pose), world);
  };
  for (std::size_t i = 0; i < assembly.links.size(); ++i) {
    const int body = bodies.of_link[i];
    const Link& link = assembly.links[i];
    if (bodies.all[static_cast<std::size_t>(body)].name != link.name)
      bodies.frames.push_back({link.name, body, pose_in(body, link.pose)});
  }
  for (const LinkFrame& frame : assembly.frames) {
    const int body = bodies.of(frame.link);
    if (body < 0) {
      bodies.frames.push_back({frame.name, body, frame.pose});
      continue;
    }
    const spatial::Pose link = assembly.links[static_cast<std::size_t>(frame.link)].pose;
    bodies.frames.push_back({frame.name, body, pose_in(body, compose(link, frame.pose))});
  }
}

void number_robots(const Assembly& assembly, RobotBodies& bodies) {
  std::vector<int> joined = numbers(bodies.all.size());
  for (const LinkJoint& joint : assembly.joints)
    if (joint.parent != kNoLink && joint.child != kNoLink && joint.kind != LinkJointKind::free)
      join(joined, bodies.of(joint.parent), bodies.of(joint.child));
  for (std::size_t i = 0; i < joined.size(); ++i)
    bodies.all[i].robot = root_of(joined, static_cast<int>(i));
}

void hold_roots(Assembly& assembly, const RobotOptions& options, RobotBodies& bodies) {
  std::vector<bool> is_root(bodies.all.size(), true), bears(bodies.all.size(), false);
  for (const LinkJoint& joint : assembly.joints) {
    const int child = bodies.of(joint.child), parent = bodies.of(joint.parent);
    if (parent >= 0) bears[static_cast<std::size_t>(parent)] = true;
    if (joint.kind != LinkJointKind::free && child >= 0 && child != parent)
      is_root[static_cast<std::size_t>(child)] = false;
  }
  for (std::size_t i = 0; i < bodies.all.size(); ++i) {
    RobotBody& body = bodies.all[i];
    if (!is_root[i] || body.fixed || options.base == RobotBase::free) continue;
    const bool as_said = body.name == "world" || body.inertial.mass == 0;
    body.fixed = options.base == RobotBase::fixed || as_said;
    if (body.fixed && body.inertial.mass == 0 && !bears[i])
      assembly.note(body.place, "has no mass: it is held");
  }
}

// Notes masses of links that are held, of models that are not static as a whole.
void note_held_masses(Assembly& assembly, const RobotBodies& bodies) {
  for (std::size_t i = 0; i < assembly.links.size(); ++i) {
    const Link& link = assembly.links[i];
    const bool is_held = bodies.all[static_cast<std::size_t>(bodies.of_link[i])].fixed;
    if (is_held && !link.fixed && link.inertial_place.line > 0 && link.inertial.mass > 0)
      assembly.note(link.inertial_place, "is not used: the body is held, and does not move");
  }
}

// Returns the radius of a ball about the origin of the shape that holds the shape.
double radius(const spatial::Shape& shape) {
  if (std::holds_alternative<spatial::HalfSpace>(shape))
    return std::numeric_limits<double>::infinity();
  return spatial::core_reach(shape) + spatial::rounding(shape);
}

void check_size(Assembly& assembly, const RobotBodies& bodies, const RobotBody& body) {
  const RobotBody& root = bodies.all[static_cast<std::size_t>(body.robot)];
  double size = (body.pose.p - root.pose.p).norm();
  for (const LinkShape& shape : body.shapes)
    if (!shape.heights && std::isfinite(radius(shape.shape)))
      size = std::max(size, 2 * radius(shape.shape));
  if (size > kLargest)
    assembly.note(body.place, fmt::format("makes the robot {:.4g} m large", size),
                  "lengths are in m: is the file in mm?");
}

void check_angles(Assembly& assembly) {
  for (const LinkJoint& joint : assembly.joints) {
    if (joint.kind != LinkJointKind::pin) continue;
    const double most =
        std::max(std::abs(joint.drive.lo.value_or(0)), std::abs(joint.drive.hi.value_or(0)));
    const double turns = most / (2 * std::numbers::pi);
    if (turns > kMostTurns && most < kNoLimit)
      assembly.note(joint.place,
                    fmt::format("turns as far as {:.4g} rad, {:.3g} turns", most, turns),
                    "angles are in rad: is the file in degrees?");
  }
}

// Makes the surfaces of terrains that are part of a robot: its links may lie in them.
void make_fields(RobotBodies& bodies) {
  for (RobotBody& body : bodies.all)
    for (LinkShape& part : body.shapes)
      if (part.heights && std::ranges::count(bodies.all, body.robot, &RobotBody::robot) > 1)
        part.shape = spatial::height_field(part.heights->heights, part.heights->spacing.x(),
                                           part.heights->spacing.y());
}

double gap_between(const RobotBody& a, const RobotBody& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const LinkShape& s : a.shapes)
    for (const LinkShape& t : b.shapes) {
      const spatial::Pose at_s = compose(a.pose, s.pose), at_t = compose(b.pose, t.pose);
      const double size = std::min(radius(s.shape), radius(t.shape));
      if ((at_s.p - at_t.p).norm() > radius(s.shape) + radius(t.shape)) continue;
      least = std::min(least, spatial::signed_distance(s.shape, at_s, t.shape, at_t).gap / size);
    }
  return least;
}

}  // namespace

RobotBodies join_links(Assembly& assembly, const RobotOptions& options) {
  RobotBodies bodies = joined_links(assembly);
  add_frames(assembly, bodies);
  number_robots(assembly, bodies);
  hold_roots(assembly, options, bodies);
  MeshShapes meshes(assembly, options.decompose);
  for (RobotBody& body : bodies.all) {
    if (!body.fixed) leave_out_heights(assembly, body.shapes);
    meshes.choose(body.fixed, body.shapes);
  }
  make_fields(bodies);
  check_angles(assembly);
  note_held_masses(assembly, bodies);
  mend_masses(assembly, options, bodies);
  for (const RobotBody& body : bodies.all) check_size(assembly, bodies, body);
  return bodies;
}

std::vector<std::pair<int, int>> overlapping(const Assembly& assembly, const RobotBodies& bodies) {
  std::vector<std::pair<int, int>> found;
  const auto are_joined = [&](int i, int j) {
    return std::ranges::any_of(assembly.joints, [&](const LinkJoint& joint) {
      const int a = bodies.of(joint.child), b = bodies.of(joint.parent);
      return joint.kind != LinkJointKind::free && std::minmax(a, b) == std::minmax(i, j);
    });
  };
  for (int i = 0; i < static_cast<int>(bodies.all.size()); ++i)
    for (int j = i + 1; j < static_cast<int>(bodies.all.size()); ++j) {
      const RobotBody& a = bodies.all[static_cast<std::size_t>(i)];
      const RobotBody& b = bodies.all[static_cast<std::size_t>(j)];
      if (a.robot != b.robot || (a.fixed && b.fixed) || are_joined(i, j)) continue;
      if (gap_between(a, b) < -1e-7) found.emplace_back(i, j);
    }
  return found;
}

double lowest_point(const RobotBody& body, const Eigen::Vector3d& up) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const LinkShape& part : body.shapes) {
    const spatial::Pose at = compose(body.pose, part.pose);
    const spatial::Shape below = spatial::HalfSpace{};
    if (std::holds_alternative<spatial::HalfSpace>(part.shape)) continue;
    const spatial::Pose ground = spatial::facing(up);
    lowest = std::min(lowest, spatial::signed_distance(below, ground, part.shape, at).gap);
  }
  return lowest;
}

}  // namespace perpend::io
