// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "perpend/core/indirect.hpp"
#include "perpend/geometry/planar/shape.hpp"
#include "perpend/geometry/spatial/shape.hpp"
#include "perpend/model/body_type.hpp"

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
  spatial,    ///< spatial rigid body: q = (x, y, z, w, i, j, k), v = (velocity, angular velocity),
              ///< both in the world frame; moved by forces
  spatial_particle,   ///< point mass in space: q = (x, y, z), three velocities, moved by forces
  spatial_fixed,      ///< never moves in space; coordinates and velocities as `spatial`
  spatial_kinematic,  ///< moves in space as its Motion says; coordinates and velocities as
                      ///< `spatial`
  custom              ///< as its BodyType says; moved by forces
};

constexpr bool is_fixed(BodyKind kind) {
  return kind == BodyKind::fixed || kind == BodyKind::spatial_fixed;
}
constexpr bool is_kinematic(BodyKind kind) {
  return kind == BodyKind::kinematic || kind == BodyKind::spatial_kinematic;
}
constexpr bool is_dynamic(BodyKind kind) {
  return !is_fixed(kind) && !is_kinematic(kind);
}
constexpr bool is_planar(BodyKind kind) {
  return kind <= BodyKind::kinematic;
}
constexpr bool is_point(BodyKind kind) {
  return kind == BodyKind::particle || kind == BodyKind::spatial_particle;
}

/// With whom a body, or a shape of it, collides beside its level: two do where each one's mask has
/// a bit of the other's category.
struct CollisionFilter {
  std::uint32_t category = 1;
  std::uint32_t mask = 0xffffffff;
  friend bool operator==(const CollisionFilter&, const CollisionFilter&) = default;
};
inline bool allows(const CollisionFilter& a, const CollisionFilter& b) {
  return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/// One harmonic of a prescribed motion: amplitude · sin(2π frequency t + phase).
struct Harmonic {
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();  ///< m, m, rad along x, y, angle; in space
                                                        ///< m along x, y, z
  Eigen::Vector3d rotation = Eigen::Vector3d::Zero();   ///< rad about x, y, z; in space only
  double frequency = 0.0;                               ///< Hz
  double phase = 0.0;                                   ///< rad
  double start = 0.0;                                   ///< s; at rest before
  double stop = 1e300;                                  ///< s; at rest after, where it then is
};

/// Pose of a kinematic body over time: its start pose plus velocity · t plus the harmonics; in
/// space rotated about its origin by turn(). One that is driven starts with `velocity` and `omega`
/// and goes on evenly from where the State has it, at the velocity it has there, so that
/// dynamics/set_motion.hpp sets it while it runs.
struct Motion {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s, m/s, rad/s; in space m/s
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();     ///< rad/s, world; spatial bodies only
  std::vector<Harmonic> harmonics = {};
  bool driven = false;  ///< without harmonics
};

/// Offset (x, y, angle), in space (x, y, z), from the start pose at time t (s).
Eigen::Vector3d displacement(const Motion& motion, double t);
/// Its rate at time t, m/s and rad/s: at its start a harmonic moves already, at its stop no more.
Eigen::Vector3d displacement_rate(const Motion& motion, double t);
/// Rotation from the start pose at time t, world frame: by omega · t, then by the sum of the
/// harmonics as a rotation vector.
Eigen::Quaterniond turn(const Motion& motion, double t);
/// Angular velocity of that at time t, rad/s.
Eigen::Vector3d turn_rate(const Motion& motion, double t);
/// Whether some harmonic rotates; else the turn rate is omega.
bool rocks(const Motion& motion);

/// A piece of a body's outline with the density that gives it mass.
struct ShapeDef {
  planar::Shape shape;
  planar::Pose pose = {};         ///< in the frame of the body
  double density = 1000.0;        ///< kg/m²; not used where BodyDef::mass is given
  double surface_velocity = 0.0;  ///< m/s at which the outline runs along itself, clockwise: on the
                                  ///< top of a belt towards x
  std::optional<CollisionFilter> collides = {};  ///< empty: BodyDef::collides
};

/// A solid piece of a spatial body.
struct SpatialShapeDef {
  spatial::Shape shape;
  spatial::Pose pose = {};  ///< in the frame of the body
  double density = 1000.0;  ///< kg/m³; not used where BodyDef::mass is given
  /// m/s, in the frame of the body: its part along the surface is how the surface runs.
  Eigen::Vector3d surface_velocity = Eigen::Vector3d::Zero();
  std::optional<CollisionFilter> collides = {};  ///< empty: BodyDef::collides
};

/// The part of a BodyDef that only bodies in space have; of a custom body the shapes count, in its
/// frame (spatial_pose()).
struct SpatialDef {
  spatial::Pose pose = {};                             ///< start pose of the body frame
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s, of the centre of mass, world
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();     ///< rad/s, world frame
  std::optional<Eigen::Vector3d> center_of_mass = {};  ///< body frame, m; empty: from shapes
  std::optional<Eigen::Matrix3d> inertia = {};  ///< kg m² about the centre of mass, axes of the
                                                ///< body frame; empty: from shapes
  std::vector<SpatialShapeDef> shapes = {};
};

/// What a body starts from. Every field has a default.
struct BodyDef {
  std::string name = {};  ///< unique; empty: "body_<index>"
  BodyKind kind = BodyKind::rigid;
  planar::Pose pose = {};                              ///< start pose of the body frame (m, rad)
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s of the centre of mass, rad/s
  std::vector<ShapeDef> shapes =
      {};                           ///< of planar bodies, and of custom ones that stay in the plane
  std::optional<double> mass = {};  ///< kg; empty: from shapes and density
  std::optional<double> inertia = {};  ///< kg m² about the centre of mass; empty: from shapes
  std::string material = {};           ///< empty: the default material
  int level = 0;                       ///< bodies collide only within a level
  CollisionFilter collides = {};       ///< and where filters allow it; of shapes without their own
  Motion motion = {};                  ///< kinematic bodies only
  SpatialDef spatial = {};             ///< bodies in space only
  std::shared_ptr<const BodyType> type = {};     ///< custom bodies only
  Eigen::VectorXd custom_q = {}, custom_v = {};  ///< custom bodies only: their start; not stretched
};

/// What a body is made of, apart from what every step reads of it.
struct BodyDetails {
  std::string name;
  int level = 0;
  CollisionFilter collides = {};               ///< of all shapes where shape_filters is empty
  std::vector<CollisionFilter> shape_filters;  ///< of each shape, planar ones first
  Motion motion = {};
  std::vector<planar::ShapeInstance> shapes;  ///< in the frame of the centre of mass
  Eigen::Vector2d body_origin{0, 0};          ///< BodyDef's origin seen from the centre of mass (m)
  std::vector<spatial::ShapeInstance> spatial_shapes;  ///< in the principal frame
  /// Of each shape, planar ones first, in its own frame, m/s; in the plane x is the speed along the
  /// outline, clockwise. Empty where none runs.
  std::vector<Eigen::Vector3d> surface_velocities;
  spatial::Pose definition = {};  ///< BodyDef's frame in the principal frame; spatial bodies only
  std::shared_ptr<const BodyType> type = {};
};

/// A body of a Model. Its frame sits at the centre of mass, along the principal axes where the body
/// is spatial; q and v are slices of State. One cache line: every step walks all bodies.
struct alignas(64) Body {
  BodyKind kind = BodyKind::rigid;
  int dof = 3;        ///< number of velocities
  int v_offset = 0;   ///< first velocity of the body in State::v
  int q_size = 3;     ///< number of coordinates; 7 for spatial bodies, dof for all others built in
  int q_offset = 0;   ///< first coordinate of the body in State::q
  int material = 0;   ///< index into the Model's materials
  double mass = 0.0;  ///< kg; 0 for fixed, kinematic and custom bodies
  Eigen::Vector3d principal_inertia{0, 0, 0};  ///< kg m²; rigid bodies only, planar ones about z
  Indirect<BodyDetails> details;

  /// Of a planar rigid body about its centre of mass, kg m².
  double inertia() const { return principal_inertia.z(); }
  bool is_fixed() const { return perpend::is_fixed(kind); }
  bool is_kinematic() const { return perpend::is_kinematic(kind); }
  /// Moves on with the velocity of the State, whatever pushes it.
  bool is_driven() const { return is_kinematic() && details->motion.driven; }
  /// Moved by forces.
  bool is_dynamic() const { return perpend::is_dynamic(kind); }
  /// Moves in the x-y plane.
  bool is_planar() const { return perpend::is_planar(kind); }
  bool is_point() const { return perpend::is_point(kind); }
  /// Has a position and a quaternion as coordinates.
  bool has_quaternion() const {
    return kind == BodyKind::spatial || kind == BodyKind::spatial_fixed ||
           kind == BodyKind::spatial_kinematic;
  }
};
static_assert(sizeof(Body) == 64);

}  // namespace perpend
