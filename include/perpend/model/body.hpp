// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "perpend/geometry/planar/shape.hpp"

namespace perpend {

/// Index of a body in its Model. The world, which bears joints but never moves, is kWorld.
struct BodyId {
  int index = -1;
  friend bool operator==(BodyId, BodyId) = default;
};
inline constexpr BodyId kWorld{};

enum class BodyKind {
  rigid,      ///< planar rigid body: q = (x, y, angle), three velocities, moved by forces
  particle,   ///< point mass: q = (x, y), two velocities, moved by forces
  fixed,      ///< never moves; three coordinates that stay as they are
  kinematic,  ///< moves as its Motion says, whatever pushes it; three coordinates
};

/// One harmonic of a prescribed motion: amplitude · sin(2π frequency t + phase).
struct Harmonic {
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();  ///< m, m, rad along x, y, angle
  double frequency = 0.0;                               ///< Hz
  double phase = 0.0;                                   ///< rad
  double start = 0.0;                                   ///< s; at rest before
  double stop = 1e300;                                  ///< s; at rest after, where it then is
};

/// Pose of a kinematic body over time: its start pose plus velocity · t plus the harmonics.
struct Motion {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s, m/s, rad/s
  std::vector<Harmonic> harmonics = {};
};

/// Offset (x, y, angle) from the start pose at time t (s).
Eigen::Vector3d displacement(const Motion& motion, double t);

/// A piece of a body's outline with the density that gives it mass.
struct ShapeDef {
  planar::Shape shape;
  planar::Pose pose = {};   ///< in the frame of the body
  double density = 1000.0;  ///< kg/m²; not used where BodyDef::mass is given
};

/// What a body starts from. Every field has a default.
struct BodyDef {
  std::string name = {};  ///< unique; empty: "body_<index>"
  BodyKind kind = BodyKind::rigid;
  planar::Pose pose = {};                              ///< start pose of the body frame (m, rad)
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s of the centre of mass, rad/s
  std::vector<ShapeDef> shapes = {};
  std::optional<double> mass = {};     ///< kg; empty: from shapes and density
  std::optional<double> inertia = {};  ///< kg m² about the centre of mass; empty: from shapes
  std::string material = {};           ///< empty: the default material
  int level = 0;                       ///< bodies collide only within a level
  Motion motion = {};                  ///< kinematic bodies only
};

/// A body of a Model. Its frame sits at the centre of mass; q and v are slices of State.
struct Body {
  std::string name;
  BodyKind kind = BodyKind::rigid;
  int dof = 3;         ///< number of velocities: 3, or 2 for particles
  int v_offset = 0;    ///< first velocity of the body in State::v; q has the same layout
  double mass = 0.0;   ///< kg; 0 for fixed and kinematic bodies
  double inertia = 0;  ///< kg m²; 0 for particles, fixed and kinematic bodies
  int material = 0;    ///< index into the Model's materials
  int level = 0;
  Motion motion = {};
  std::vector<planar::ShapeInstance> shapes;  ///< in the frame of the centre of mass
  Eigen::Vector2d body_origin{0, 0};          ///< BodyDef's origin seen from the centre of mass (m)

  bool is_dynamic() const { return kind == BodyKind::rigid || kind == BodyKind::particle; }
};

}  // namespace perpend
