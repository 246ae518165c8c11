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

/// Index of a body in its Model. kWorld is the world, to which joints can attach and which never
/// moves.
struct BodyId {
  int index = -1;
  friend bool operator==(BodyId, BodyId) = default;
};
inline constexpr BodyId kWorld{};

enum class BodyKind {
  rigid,      ///< planar rigid body: q = (x, y, angle), three velocities, moved by forces
  particle,   ///< planar point mass: q = (x, y), two velocities, moved by forces
  fixed,      ///< planar body that never moves; three coordinates, which stay as they are
  kinematic,  ///< planar body that moves as its Motion says, whatever pushes it; three coordinates
  spatial,    ///< spatial rigid body: q = (x, y, z, w, i, j, k), v = (velocity, angular velocity),
              ///< both in the world frame; moved by forces
  spatial_particle,   ///< point mass in space: q = (x, y, z), three velocities, moved by forces
  spatial_fixed,      ///< never moves in space; coordinates and velocities as `spatial`
  spatial_kinematic,  ///< moves in space as its Motion says; coordinates and velocities as
                      ///< `spatial`
  custom              ///< body whose coordinates its BodyType defines; moved by forces
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

/// Collision filter of a body or of one of its shapes: two shapes of the same level collide where
/// the mask of each has a bit of the other's category.
struct CollisionFilter {
  std::uint32_t category = 1;
  std::uint32_t mask = 0xffffffff;
  friend bool operator==(const CollisionFilter&, const CollisionFilter&) = default;
};
inline bool allows(const CollisionFilter& a, const CollisionFilter& b) {
  return (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
}

/// One harmonic of a prescribed motion. From `start` to `stop` its offset is
/// amplitude · (sin(2π frequency (t - start) + phase) - sin(phase)); before it is 0, afterwards it
/// keeps its value at `stop`.
struct Harmonic {
  Eigen::Vector3d amplitude = Eigen::Vector3d::Zero();  ///< m, m, rad along x, y, angle; in space
                                                        ///< m along x, y, z
  Eigen::Vector3d rotation = Eigen::Vector3d::Zero();   ///< rad about x, y, z; in space only
  double frequency = 0.0;                               ///< Hz
  double phase = 0.0;                                   ///< rad
  double start = 0.0;                                   ///< s; at rest before
  double stop = 1e300;                                  ///< s; at rest afterwards
};

/// Motion of a kinematic body: its pose at time t is its start pose plus velocity · t plus the
/// offsets of the harmonics, in space also rotated about its origin by turn(). A driven body starts
/// with `velocity` and `omega`; from then on it moves at the constant velocity that the State has,
/// from the pose that the State has, so that dynamics/set_motion.hpp can steer it during a run.
struct Motion {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s, m/s, rad/s; in space m/s
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();     ///< rad/s, world; spatial bodies only
  std::vector<Harmonic> harmonics = {};
  bool driven = false;  ///< a program sets the motion during the run; excludes harmonics
};

/// Returns the offset (x, y, angle), in space (x, y, z), from the start pose at time t (s).
Eigen::Vector3d displacement(const Motion& motion, double t);
/// Returns the rate of displacement() at time t, m/s and rad/s. A harmonic contributes for
/// start <= t < stop.
Eigen::Vector3d displacement_rate(const Motion& motion, double t);
/// Returns the rotation from the start pose at time t in the world frame: the rotation by omega · t
/// followed by the rotation whose rotation vector is the sum of the harmonics.
Eigen::Quaterniond turn(const Motion& motion, double t);
/// Returns the angular velocity of turn() at time t, rad/s, world frame.
Eigen::Vector3d turn_rate(const Motion& motion, double t);
/// True if some harmonic has a rotation; otherwise turn_rate() is omega at all times.
bool rocks(const Motion& motion);

/// A planar shape of a body with the density that gives it mass.
struct ShapeDef {
  planar::Shape shape;
  planar::Pose pose = {};         ///< in the frame of the body
  double density = 1000.0;        ///< kg/m²; not used where BodyDef::mass is given
  double surface_velocity = 0.0;  ///< m/s, speed of the outline along itself, clockwise: the top of
                                  ///< a belt moves towards x
  std::optional<CollisionFilter> collides = {};  ///< empty: BodyDef::collides
};

/// A solid shape of a body in space with the density that gives it mass.
struct SpatialShapeDef {
  spatial::Shape shape;
  spatial::Pose pose = {};  ///< in the frame of the body
  double density = 1000.0;  ///< kg/m³; not used where BodyDef::mass is given
  /// m/s, in the frame of the body; the surface moves with the component tangential to it.
  Eigen::Vector3d surface_velocity = Eigen::Vector3d::Zero();
  std::optional<CollisionFilter> collides = {};  ///< empty: BodyDef::collides
};

/// The fields of a BodyDef that only bodies in space use. A custom body uses the shapes alone,
/// given in its frame (spatial_pose()).
struct SpatialDef {
  spatial::Pose pose = {};                             ///< start pose of the body frame
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s, of the centre of mass, world
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();     ///< rad/s, world frame
  std::optional<Eigen::Vector3d> center_of_mass = {};  ///< body frame, m; empty: from shapes
  std::optional<Eigen::Matrix3d> inertia = {};  ///< kg m² about the centre of mass, axes of the
                                                ///< body frame; empty: from shapes
  std::vector<SpatialShapeDef> shapes = {};
};

/// Definition of a body for ModelBuilder. Every field has a default.
struct BodyDef {
  std::string name = {};  ///< unique; empty: "body_<index>"
  BodyKind kind = BodyKind::rigid;
  planar::Pose pose = {};                              ///< start pose of the body frame (m, rad)
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s of the centre of mass, rad/s
  std::vector<ShapeDef> shapes =
      {};  ///< shapes of planar bodies and of custom ones that stay in the plane
  std::optional<double> mass = {};     ///< kg; empty: from shapes and density
  std::optional<double> inertia = {};  ///< kg m² about the centre of mass; empty: from shapes
  std::string material = {};           ///< empty: the default material
  int level = 0;                       ///< bodies collide only within a level
  CollisionFilter collides = {};       ///< filter of the shapes that have none of their own
  Motion motion = {};                  ///< kinematic bodies only
  SpatialDef spatial = {};             ///< bodies in space only
  std::shared_ptr<const BodyType> type = {};     ///< custom bodies only
  Eigen::VectorXd custom_q = {}, custom_v = {};  ///< custom bodies only: start state, unstretched
};

/// The data of a Body that a step does not read for every body.
struct BodyDetails {
  std::string name;
  int level = 0;
  CollisionFilter collides = {};               ///< filter of all shapes if shape_filters is empty
  std::vector<CollisionFilter> shape_filters;  ///< one per shape, planar ones first
  Motion motion = {};
  std::vector<planar::ShapeInstance> shapes;  ///< in the frame of the centre of mass
  Eigen::Vector2d body_origin{0, 0};          ///< BodyDef's origin seen from the centre of mass (m)
  std::vector<spatial::ShapeInstance> spatial_shapes;  ///< in the principal frame
  /// Surface velocity of each shape, planar ones first, in the frame of the shape, m/s. For planar
  /// shapes x is the clockwise speed along the outline. Empty where every velocity is 0.
  std::vector<Eigen::Vector3d> surface_velocities;
  spatial::Pose definition = {};  ///< BodyDef's frame in the principal frame; spatial bodies only
  std::shared_ptr<const BodyType> type = {};
};

/// A body of a Model. Its frame has its origin at the centre of mass and, for spatial bodies, the
/// principal axes as its axes. Its q and v are slices of State. The struct fills one cache line,
/// since every step reads all bodies.
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

  /// Returns the inertia of a planar rigid body about its centre of mass, kg m².
  double inertia() const { return principal_inertia.z(); }
  bool is_fixed() const { return perpend::is_fixed(kind); }
  bool is_kinematic() const { return perpend::is_kinematic(kind); }
  /// True if the body is kinematic and moves with the velocity of the State, whatever pushes it.
  bool is_driven() const { return is_kinematic() && details->motion.driven; }
  /// True if forces move the body.
  bool is_dynamic() const { return perpend::is_dynamic(kind); }
  /// True for planar kinds, which lie in the x-y plane.
  bool is_planar() const { return perpend::is_planar(kind); }
  bool is_point() const { return perpend::is_point(kind); }
  /// True if the coordinates are a position and a quaternion.
  bool has_quaternion() const {
    return kind == BodyKind::spatial || kind == BodyKind::spatial_fixed ||
           kind == BodyKind::spatial_kinematic;
  }
};
static_assert(sizeof(Body) == 64);

}  // namespace perpend
