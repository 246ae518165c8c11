// SPDX-License-Identifier: Apache-2.0
//
// Rays: f(t), the signed distance of the point o + t d to a convex shape, is convex along the ray,
// and its slope is n · d with the normal n of that distance. Newton's method from t = 0 therefore
// increases towards the first root and never passes it; if the slope is not negative while f > 0
// there is no root. Flat faces take one or two steps, curved shapes a few; a ray that grazes
// converges linearly. For a mesh, each triangle near the ray is intersected with it.
#include "perpend/model/query.hpp"

#include <algorithm>
#include <cmath>

#include "geometry/spatial/broad_phase/mesh_ray.hpp"
#include "geometry/spatial/manifold/witness_points.hpp"
#include "model/collision_filter.hpp"
#include "perpend/core/error.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

constexpr int kNewtonSteps = 100;
// Round-off of a signed distance, relative to the size of its coordinates.
constexpr double kRounding = 1e-14;

// Traits of the two kinds of shapes in a model: planar and spatial ones.
struct Plane {
  using Pose = planar::Pose;
  using Shape = planar::Shape;
  static const auto& shapes(const Body& body) { return body.details->shapes; }
  static Pose frame(const Model& model, const State& state, int body) {
    return outline_pose(model, state, body);
  }
  static Shape point() { return planar::Disc{0.0}; }
  static Pose at(const Vector3d& x) { return {x.head<2>(), 0}; }
  static bool has(const Ray& ray) { return ray.origin.z() == 0 && ray.direction.z() == 0; }
  static Vector3d in_space(const Eigen::Vector2d& x) { return {x.x(), x.y(), 0}; }
};
struct Space {
  using Pose = spatial::Pose;
  using Shape = spatial::Shape;
  static const auto& shapes(const Body& body) { return body.details->spatial_shapes; }
  static Pose frame(const Model& model, const State& state, int body) {
    return spatial_pose(model, state, {body});
  }
  static Shape point() { return spatial::Sphere{0.0}; }
  static Pose at(const Vector3d& x) { return {x}; }
  static bool has(const Ray&) { return true; }
  static Vector3d in_space(const Vector3d& x) { return x; }
};

void check_body(const Model& model, const char* name, BodyId body) {
  require(body.index >= 0 && body.index < static_cast<int>(model.bodies.size()), name,
          "a body of the model", body.index);
}

BodyDistance distance_of(const planar::Shape& a, const planar::Pose& pose_a, const planar::Shape& b,
                         const planar::Pose& pose_b) {
  const planar::Distance d = signed_distance(a, pose_a, b, pose_b);
  return {d.gap, Plane::in_space(d.normal), Plane::in_space(d.point_a), Plane::in_space(d.point_b)};
}

BodyDistance distance_of(const spatial::Shape& a, const spatial::Pose& pose_a,
                         const spatial::Shape& b, const spatial::Pose& pose_b) {
  const spatial::Witnesses w = spatial::witness_points(a, pose_a, b, pose_b);
  return {w.distance.gap, w.distance.normal, w.point_a, w.point_b};
}

template <class Side>
void nearest(const Model& model, const State& state, BodyId a, BodyId b,
             std::optional<BodyDistance>& found) {
  const auto frame_a = Side::frame(model, state, a.index);
  const auto frame_b = Side::frame(model, state, b.index);
  for (const auto& shape_a : Side::shapes(model.bodies[a.index]))
    for (const auto& shape_b : Side::shapes(model.bodies[b.index])) {
      const BodyDistance d = distance_of(shape_a.shape, compose(frame_a, shape_a.pose),
                                         shape_b.shape, compose(frame_b, shape_b.pose));
      if (std::isfinite(d.gap) && (!found || d.gap < found->gap)) found = d;
    }
}

std::optional<RayHit> enter_mesh(const spatial::TriangleMesh& mesh, const spatial::Pose& pose,
                                 const Vector3d& origin, const Vector3d& along, double length) {
  const spatial::Pose seen = inverse(pose);
  const auto hit =
      first_hit(mesh, transform_point(seen, origin), transform_vector(seen, along), length);
  if (!hit) return {};
  return RayHit{.distance = hit->distance,
                .point = origin + hit->distance * along,
                .normal = transform_vector(pose, hit->normal)};
}

template <class Side>
std::optional<RayHit> enter(const typename Side::Shape& shape, const typename Side::Pose& pose,
                            const Vector3d& origin, const Vector3d& along, double length) {
  if constexpr (std::is_same_v<Side, Space>)
    if (const auto* mesh = std::get_if<spatial::Mesh>(&shape))
      return enter_mesh(*mesh->mesh, pose, origin, along, length);
  double t = 0;
  for (int k = 0; k < kNewtonSteps; ++k) {
    const Vector3d x = origin + t * along;
    const auto d = signed_distance(shape, pose, Side::point(), Side::at(x));
    const Vector3d normal = Side::in_space(d.normal);
    if (d.gap <= kRounding * (1 + x.cwiseAbs().maxCoeff()))
      return RayHit{.distance = t, .point = x, .normal = normal};
    const double slope = normal.dot(along);
    if (!(slope < 0)) return std::nullopt;
    t -= d.gap / slope;
    if (!(t <= length)) return std::nullopt;
  }
  return std::nullopt;
}

template <class Side>
void cast(const Model& model, const State& state, const Ray& ray, std::span<const BodyId> without,
          std::vector<RayHit>& hits) {
  if (!Side::has(ray)) return;
  const Vector3d along = ray.direction.normalized();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const auto& shapes = Side::shapes(model.bodies[i]);
    if (shapes.empty() || std::ranges::find(without, BodyId{i}) != without.end()) continue;
    const auto frame = Side::frame(model, state, i);
    for (int s = 0; s < static_cast<int>(shapes.size()); ++s) {
      auto hit = enter<Side>(shapes[s].shape, compose(frame, shapes[s].pose), ray.origin, along,
                             ray.length);
      if (!hit) continue;
      hit->body = {i};
      hit->shape = s;
      hits.push_back(*hit);
    }
  }
}

template <class Side>
std::vector<BodyNear> near(const Model& model, const State& state,
                           const typename Side::Shape& shape, const typename Side::Pose& pose,
                           double margin) {
  require(margin >= 0, "margin", "at least 0", margin);
  std::vector<BodyNear> found;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    double gap = std::numeric_limits<double>::infinity();
    for (const auto& instance : Side::shapes(model.bodies[i])) {
      const auto at = compose(Side::frame(model, state, i), instance.pose);
      gap = std::min(gap, signed_distance(instance.shape, at, shape, pose).gap);
    }
    if (gap <= margin) found.push_back({{i}, gap});
  }
  return found;
}

}  // namespace

std::optional<BodyDistance> body_distance(const Model& model, const State& state, BodyId a,
                                          BodyId b) {
  check_body(model, "a", a);
  check_body(model, "b", b);
  require(!(a == b), "b", "another body than a", model.bodies[b.index].details->name);
  std::optional<BodyDistance> found;
  nearest<Plane>(model, state, a, b, found);
  nearest<Space>(model, state, a, b, found);
  return found;
}

std::vector<RayHit> cast_ray_through(const Model& model, const State& state, const Ray& ray,
                                     std::span<const BodyId> without) {
  require(ray.origin.allFinite(), "ray.origin", "finite", ray.origin.norm());
  require(ray.direction.allFinite() && ray.direction.norm() > 0, "ray.direction",
          "finite and not 0", ray.direction.norm());
  require(ray.length >= 0, "ray.length", "at least 0", ray.length);
  std::vector<RayHit> hits;
  cast<Plane>(model, state, ray, without, hits);
  cast<Space>(model, state, ray, without, hits);
  std::ranges::stable_sort(hits, {}, &RayHit::distance);
  return hits;
}

std::optional<RayHit> cast_ray(const Model& model, const State& state, const Ray& ray,
                               std::span<const BodyId> without) {
  const std::vector<RayHit> hits = cast_ray_through(model, state, ray, without);
  return hits.empty() ? std::nullopt : std::optional(hits.front());
}

std::vector<BodyNear> bodies_near(const Model& model, const State& state,
                                  const planar::Shape& shape, const planar::Pose& pose,
                                  double margin) {
  return near<Plane>(model, state, shape, pose, margin);
}

std::vector<BodyNear> bodies_near(const Model& model, const State& state,
                                  const spatial::Shape& shape, const spatial::Pose& pose,
                                  double margin) {
  return near<Space>(model, state, shape, pose, margin);
}

}  // namespace perpend
