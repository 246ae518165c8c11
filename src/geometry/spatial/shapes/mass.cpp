// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/spatial/mass.hpp"

#include <Eigen/Eigenvalues>
#include <numbers>

#include "perpend/geometry/spatial/polyhedron.hpp"

namespace perpend::spatial {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;
using std::numbers::pi;

// Relative size of off-diagonal round-off in an inertia that was meant to be diagonal.
constexpr double kDiagonal = 1e-12;

Matrix3d diagonal(double x, double y, double z) {
  return Vector3d(x, y, z).asDiagonal();
}

MassProperties solid(const Sphere& sphere, double density) {
  const double r2 = sphere.radius * sphere.radius;
  const double mass = density * 4 / 3 * pi * r2 * sphere.radius;
  return {mass, Vector3d::Zero(), 0.4 * mass * r2 * Matrix3d::Identity()};
}

MassProperties solid(const Box& box, double density) {
  const double mass = density * 8 * box.half.prod();
  const Vector3d h2 = box.half.cwiseAbs2();
  return {mass, Vector3d::Zero(),
          mass / 3 * diagonal(h2.y() + h2.z(), h2.z() + h2.x(), h2.x() + h2.y())};
}

MassProperties solid(const Cylinder& cylinder, double density) {
  const double r2 = cylinder.radius * cylinder.radius;
  const double l2 = cylinder.half_length * cylinder.half_length;
  const double mass = density * pi * r2 * 2 * cylinder.half_length;
  return {mass, Vector3d::Zero(), mass * diagonal(r2 / 4 + l2 / 3, r2 / 4 + l2 / 3, r2 / 2)};
}

// Sums a cylinder and two half spheres, whose centroids lie 3 r / 8 beyond its ends.
MassProperties solid(const Capsule& capsule, double density) {
  const double r = capsule.radius, l = capsule.half_length;
  const MassProperties body = solid(Cylinder{l, r}, density);
  const MassProperties ball = solid(Sphere{r}, density);
  const double across = ball.mass * (0.4 * r * r + l * l + 0.75 * l * r);
  return {body.mass + ball.mass, Vector3d::Zero(),
          body.inertia + diagonal(across, across, ball.inertia(2, 2))};
}

MassProperties solid(const Ellipsoid& ellipsoid, double density) {
  const double mass = density * 4 / 3 * pi * ellipsoid.half.prod();
  const Vector3d h2 = ellipsoid.half.cwiseAbs2();
  return {mass, Vector3d::Zero(),
          mass / 5 * diagonal(h2.y() + h2.z(), h2.z() + h2.x(), h2.x() + h2.y())};
}

// The centroid lies a quarter of the height above the base.
MassProperties solid(const Cone& cone, double density) {
  const double r2 = cone.radius * cone.radius, l = cone.half_length;
  const double mass = density * pi * r2 * 2 * l / 3;
  const double across = mass * 0.15 * (r2 + l * l);
  return {mass, {0, 0, -l / 2}, diagonal(across, across, 0.3 * mass * r2)};
}

MassProperties solid(const Hull& hull, double density) {
  const Polyhedron& body = *hull.polyhedron;
  return {density * body.volume, body.center, density * body.inertia};
}

MassProperties solid(const HalfSpace&, double) {
  return {};
}

MassProperties solid(const Mesh&, double) {
  return {};
}

// Returns the inertia of a point mass about the origin.
Matrix3d point_inertia(double mass, const Vector3d& r) {
  return mass * (r.squaredNorm() * Matrix3d::Identity() - r * r.transpose());
}

}  // namespace

MassProperties mass_properties(const Shape& shape, double density) {
  return std::visit([&](const auto& each) { return solid(each, density); }, shape);
}

MassProperties transformed(const MassProperties& properties, const Pose& pose) {
  const Matrix3d R = pose.r.toRotationMatrix();
  return {properties.mass, transform_point(pose, properties.center),
          R * properties.inertia * R.transpose()};
}

MassProperties combined(const MassProperties& a, const MassProperties& b) {
  if (a.mass == 0) return b;
  if (b.mass == 0) return a;
  MassProperties sum{.mass = a.mass + b.mass};
  sum.center = (a.mass * a.center + b.mass * b.center) / sum.mass;
  sum.inertia = a.inertia + point_inertia(a.mass, a.center - sum.center) + b.inertia +
                point_inertia(b.mass, b.center - sum.center);
  return sum;
}

PrincipalAxes principal_axes(const Matrix3d& inertia) {
  Matrix3d off = inertia;
  off.diagonal().setZero();
  if (off.cwiseAbs().maxCoeff() <= kDiagonal * inertia.diagonal().cwiseAbs().maxCoeff())
    return {inertia.diagonal(), Eigen::Quaterniond::Identity()};
  const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(inertia);
  Matrix3d axes = eigen.eigenvectors();
  if (axes.determinant() < 0) axes.col(2) *= -1;
  return {eigen.eigenvalues(), Eigen::Quaterniond(axes).normalized()};
}

bool is_realisable(const Vector3d& moments) {
  const double slack = 1e-9 * moments.sum();  // admits a thin rod given to nine digits
  return (moments.array() > 0).all() && 2 * moments.maxCoeff() <= moments.sum() + slack;
}

}  // namespace perpend::spatial
