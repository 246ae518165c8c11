// SPDX-License-Identifier: Apache-2.0
// The content of robot and world files, independent of their format: links, joints and their
// relations, in the pose where all joints are at zero. Readers fill it, scene_text() writes it as a
// scene.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/geometry/spatial/mass.hpp"
#include "perpend/geometry/spatial/shape.hpp"
#include "perpend/io/mesh_file.hpp"
#include "perpend/study/visual.hpp"

namespace perpend::io {

/// The position of an element in a file.
struct Place {
  std::string file = {};
  int line = 0;
  std::string element = {};  ///< such as `link "wheel"`
};

/// The mesh of a collision, scaled, in the frame of its shape.
struct LinkMesh {
  std::string words = {};  ///< the name of its file in quotes
  Place place = {};
  MeshFile file = {};
};

/// The heights of a terrain, as in spatial::height_field().
struct HeightGrid {
  Eigen::Vector2d spacing{1, 1};  ///< m, along x and y
  Eigen::MatrixXd heights = {};   ///< m, rows along y
};

struct LinkShape {
  spatial::Shape shape;     ///< the convex hull of a mesh
  spatial::Pose pose = {};  ///< in the frame of the link
  Place place = {};
  std::shared_ptr<const LinkMesh> mesh = {};
  bool in_parts = false;  ///< the file asks for the convex parts of the mesh
  std::shared_ptr<const HeightGrid> heights = {};  ///< a terrain, whose `shape` join_links() makes
  std::optional<std::uint32_t> bits = {};          ///< two shapes collide where they share a bit
};

/// Instantaneous motion of a rigid body, world frame.
struct LinkTwist {
  Eigen::Vector3d omega{0, 0, 0};   ///< rad/s
  Eigen::Vector3d origin{0, 0, 0};  ///< m/s, of the body point at the world's origin

  Eigen::Vector3d at(const Eigen::Vector3d& point) const { return origin + omega.cross(point); }
};

/// Contact surface of a link.
struct LinkSurface {
  double mu = 0.5, e = 0;
  friend bool operator==(const LinkSurface&, const LinkSurface&) = default;
};

struct Link {
  std::string name = {};
  Place place = {};
  spatial::Pose pose = {};                ///< world
  spatial::MassProperties inertial = {};  ///< frame of the link; mass 0 if there is none
  Place inertial_place = {};              ///< line 0 where the file gives none
  std::vector<LinkShape> shapes = {};
  std::optional<LinkSurface> surface = {};
  std::string color = {};       ///< "#rrggbb" or empty
  study::Visuals visuals = {};  ///< frame of the link
  bool fixed = false;           ///< never moves
  LinkTwist twist = {};
};

/// Joint kinds, named as in scene files; `fixed` merges two links into one body, `free` imposes no
/// constraint.
enum class LinkJointKind { fixed, free, pin, prismatic, planar, spherical, universal, screw };

/// Limits, spring, motor and friction along one joint coordinate.
struct LinkDrive {
  std::optional<double> lo = {}, hi = {};
  double damping = 0, friction = 0;
  double stiffness = 0, rest = 0;
  std::optional<double> effort = {};  ///< largest force of an actuator; empty if not given

  /// Returns true if a value is within the limits.
  bool allows(double value) const {
    return value >= lo.value_or(value) && value <= hi.value_or(value);
  }
};

inline constexpr int kNoLink = -1;  ///< stands for the world as a parent

struct LinkJoint {
  std::string name = {};
  Place place = {};
  LinkJointKind kind = LinkJointKind::fixed;
  int parent = kNoLink, child = kNoLink;  ///< indices of links
  Eigen::Vector3d anchor{0, 0, 0};        ///< world
  Eigen::Vector3d axis{1, 0, 0};          ///< world, unit
  Eigen::Vector3d axis_b{0, 1, 0};        ///< universal joint: axis of the parent
  double pitch = 0;                       ///< screw joint, m/rad
  LinkDrive drive = {}, drive_b = {};     ///< along coordinate 0, and 1 of a universal joint
  double start = 0, start_b = 0;          ///< initial values of the coordinates
  double rate = 0;                        ///< initial rate of coordinate 0
};

/// Constraint joint = multiplier * master + offset.
struct Mimic {
  int joint = 0, master = 0;  ///< indices of joints
  double multiplier = 1, offset = 0;
  Place place = {};
};

/// A named pose that moves with a link, or stays in the world with kNoLink.
struct LinkFrame {
  std::string name = {};
  int link = kNoLink;
  spatial::Pose pose = {};  ///< in the frame of the link; in the world for kNoLink
};

struct Assembly {
  std::string name = {}, description = {};
  std::vector<Link> links = {};
  std::vector<LinkJoint> joints = {};
  std::vector<Mimic> mimics = {};
  std::vector<LinkFrame> frames = {};
  std::vector<std::pair<int, int>> apart = {};  ///< links that do not collide
  std::optional<Eigen::Vector3d> gravity = {};  ///< empty if not given
  std::optional<double> dt = {};                ///< empty if not given
  Diagnostics faults = {};                      ///< reasons why there is no valid model
  Diagnostics notes = {};  ///< requests of the file that the scene does not support

  void fault(const Place& place, std::string message, std::string hint = {}) {
    faults.push_back({place.file, place.line, place.element, std::move(message), std::move(hint)});
  }
  void note(const Place& place, std::string message, std::string hint = {}) {
    notes.push_back({place.file, place.line, place.element, std::move(message), std::move(hint)});
  }
};

/// Returns the index of the link or joint of that name, or -1.
template <typename Named>
int index_of(const std::vector<Named>& all, std::string_view name) {
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].name == name) return static_cast<int>(i);
  return -1;
}

}  // namespace perpend::io
