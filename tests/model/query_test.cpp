// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/query.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <random>

#include "perpend/core/error.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

struct Random {
  std::mt19937_64 engine{4};
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-52 - 1; }
  Vector3d vector() { return {uniform(), uniform(), uniform()}; }
  Eigen::Quaterniond rotation() {
    return Eigen::Quaterniond(uniform(), uniform(), uniform(), uniform()).normalized();
  }
};

BodyDef solid(const spatial::Shape& shape, const spatial::Pose& pose) {
  BodyDef def{.kind = BodyKind::spatial};
  def.spatial.pose = pose;
  def.spatial.shapes = {{shape}};
  return def;
}

Model model_of(std::initializer_list<BodyDef> bodies) {
  ModelBuilder builder;
  builder.allow_start_overlap();
  for (const BodyDef& body : bodies) builder.add_body(body);
  return builder.build().value();
}

// Whether a point lies in a shape about the origin.
bool holds(const spatial::Shape& shape, const Vector3d& x) {
  if (const auto* box = std::get_if<spatial::Box>(&shape))
    return (x.cwiseAbs() - box->half).maxCoeff() <= 0;
  const double across = x.head<2>().norm();
  if (const auto* can = std::get_if<spatial::Cylinder>(&shape))
    return across <= can->radius && std::abs(x.z()) <= can->half_length;
  if (const auto* rod = std::get_if<spatial::Capsule>(&shape))
    return std::hypot(across, std::max(0.0, std::abs(x.z()) - rod->half_length)) <= rod->radius;
  return x.norm() <= std::get<spatial::Sphere>(shape).radius;
}

}  // namespace

// The oracle walks along the ray in steps of 1e-4 m.
TEST_CASE("rays enter shapes where walking along them does") {
  Random random;
  int hits = 0;
  for (const spatial::Shape& shape :
       {spatial::Shape(spatial::Box{{0.3, 0.5, 0.2}}), spatial::Shape(spatial::Cylinder{0.5, 0.3}),
        spatial::Shape(spatial::Capsule{0.4, 0.25}), spatial::Shape(spatial::Sphere{0.6})})
    for (int trial = 0; trial < 20; ++trial) {
      const spatial::Pose pose{random.vector(), random.rotation()};
      const Model model = model_of({solid(shape, pose)});
      const Vector3d origin = pose.p + 2 * random.vector().normalized();
      const Vector3d aim = pose.p + 0.7 * random.vector() - origin;
      const auto hit = cast_ray(model, initial_state(model), {origin, aim, 4.0});
      double walked = -1;
      for (double t = 0; t < 4 && walked < 0; t += 1e-4)
        if (holds(shape, pose.r.conjugate() * (origin + t * aim.normalized() - pose.p))) walked = t;
      REQUIRE(hit.has_value() == (walked >= 0));
      if (!hit) continue;
      ++hits;
      CHECK(std::abs(hit->distance - walked) < 1.1e-4);
      CHECK((hit->point - origin - hit->distance * aim.normalized()).norm() < 1e-12);
      CHECK(hit->normal.dot(aim) < 0);
    }
  CHECK(hits > 25);
}

TEST_CASE("a ray meets bodies in their order, and only as far as it reaches") {
  BodyDef wall{.kind = BodyKind::spatial_fixed};
  wall.spatial.shapes = {{spatial::HalfSpace{}, spatial::facing({-1, 0, 0}, {5, 0, 0})}};
  const Model model = model_of(
      {wall, solid(spatial::box(1, 1, 1), {{3, 0, 0}}), solid(spatial::Sphere{0.5}, {{1, 0, 0}})});
  const State state = initial_state(model);
  const Ray ray{{0, 0, 0}, {2, 0, 0}};
  const std::vector<RayHit> hits = cast_ray_through(model, state, ray);
  REQUIRE(hits.size() == 3);
  CHECK(hits[0].distance == relative(0.5, 1e-13));
  CHECK(hits[1].distance == relative(2.5, 1e-13));
  CHECK(hits[2].distance == relative(5.0, 1e-13));
  CHECK(hits[2].body == BodyId{0});
  CHECK((hits[2].normal - Vector3d(-1, 0, 0)).norm() < 1e-14);
  const BodyId without[] = {{2}};
  CHECK(cast_ray(model, state, ray, without)->body == BodyId{1});
  CHECK(!cast_ray(model, state, {{0, 0, 0}, {1, 0, 0}, 0.49}));
  CHECK(!cast_ray(model, state, {{0, 0, 0}, {-1, 0, 0}}));
  // From inside.
  CHECK(cast_ray(model, state, {{3, 0, 0}, {0, 1, 0}})->distance == 0);
}

TEST_CASE("rays in the plane meet planar shapes") {
  const Model model =
      model_of({{.pose = {{2, 0}, 0.5}, .shapes = {{planar::Disc{0.5}}}},
                {.pose = {{0, 3}, M_PI / 4}, .shapes = {{planar::box(1, 1)}}},
                {.pose = {{-4, 0}}, .shapes = {{planar::ellipse(2, 1)}}},
                {.kind = BodyKind::fixed, .pose = {{0, -1}}, .shapes = {{planar::HalfPlane{}}}}});
  const State state = initial_state(model);
  CHECK(cast_ray(model, state, {{0, 0, 0}, {1, 0, 0}})->distance == relative(1.5, 1e-13));
  CHECK(cast_ray(model, state, {{0, 0, 0}, {0, 1, 0}})->distance ==
        relative(3 - std::sqrt(0.5), 1e-12));
  CHECK(cast_ray(model, state, {{0, 0, 0}, {-1, 0, 0}})->distance == relative(3, 1e-12));
  CHECK(cast_ray(model, state, {{0, 0, 0}, {0, -2, 0}})->distance == relative(1, 1e-13));
  CHECK(!cast_ray(model, state, {{0, 0, 1}, {1, 0, 0}}));  // above the plane
  CHECK(!cast_ray(model, state, {{0, 0, 0}, {1, 0, 1}}));  // out of the plane
}

TEST_CASE("distances of bodies are those of their nearest shapes, with the points") {
  BodyDef dumbbell{.kind = BodyKind::spatial};
  dumbbell.spatial.pose.p = {0, 0, 0};
  const spatial::Sphere ball{0.5};
  dumbbell.spatial.shapes = {{ball, {{-2, 0, 0}}}, {ball, {{2, 0, 0}}}};
  const Model model = model_of({dumbbell,
                                solid(spatial::box(1, 1, 1), {{4, 0, 0}}),
                                solid(spatial::Sphere{0.25}, {{4, 0, 0.5}}),
                                {.kind = BodyKind::fixed, .shapes = {{planar::Disc{1}}}}});
  const State state = initial_state(model);
  const auto apart = body_distance(model, state, {0}, {1});
  REQUIRE(apart);
  CHECK(apart->gap == relative(1.0, 1e-12));
  CHECK((apart->normal - Vector3d(1, 0, 0)).norm() < 1e-9);
  CHECK((apart->point_a - Vector3d(2.5, 0, 0)).norm() < 1e-9);
  CHECK((apart->point_b - Vector3d(3.5, 0, 0)).norm() < 1e-9);
  CHECK(body_distance(model, state, {1}, {2})->gap == relative(-0.25, 1e-12));
  CHECK(!body_distance(model, state, {0}, {3}));  // space and plane
  CHECK_THROWS_AS(body_distance(model, state, {0}, {0}), InvalidArgument);
  CHECK_THROWS_AS(body_distance(model, state, {0}, {9}), InvalidArgument);
}

// Beside each other in a grid, or anywhere.
TEST_CASE("points of a distance are its gap apart along its normal, for all kinds of solids") {
  Random random;
  const spatial::Shape shapes[] = {
      spatial::Box{{0.3, 0.5, 0.2}}, spatial::Cylinder{0.5, 0.3},
      spatial::Capsule{0.4, 0.25},   spatial::Sphere{0.6},
      spatial::Cone{0.5, 0.3},       spatial::Ellipsoid{{0.3, 0.5, 0.2}}};
  for (int trial = 0; trial < 720; ++trial) {
    const bool in_grid = trial < 360;
    spatial::Pose pose_a{random.vector(), random.rotation()};
    spatial::Pose pose_b{pose_a.p + 2 * random.vector(), random.rotation()};
    if (in_grid)
      pose_a.r = pose_b.r = Eigen::Quaterniond::Identity(),
      pose_b.p = pose_a.p + Vector3d(2, 1, trial % 5 - 2);
    const Model model =
        model_of({solid(shapes[trial % 6], pose_a), solid(shapes[trial / 6 % 6], pose_b)});
    const auto d = body_distance(model, initial_state(model), {0}, {1});
    REQUIRE(d);
    CHECK((d->point_b - d->point_a - d->gap * d->normal).norm() < 1e-12);
  }
}

TEST_CASE("bodies near a shape are found with their gaps") {
  const Model model =
      model_of({solid(spatial::Sphere{0.5}, {{0, 0, 0}}), solid(spatial::Sphere{0.5}, {{3, 0, 0}}),
                solid(spatial::Sphere{0.5}, {{1, 0, 0}})});
  const State state = initial_state(model);
  const spatial::Pose pose{{0.5, 0, 0}};
  const auto touching = bodies_near(model, state, spatial::Sphere{0.25}, pose);
  REQUIRE(touching.size() == 2);
  CHECK(touching[0].body == BodyId{0});
  CHECK(touching[1].body == BodyId{2});
  CHECK(touching[1].gap == relative(-0.25));
  CHECK(bodies_near(model, state, spatial::Sphere{0.25}, pose, 1.8).size() == 3);
  CHECK(bodies_near(model, state, spatial::Sphere{0.25}, pose, 1.75).size() == 3);
  CHECK(bodies_near(model, state, spatial::Sphere{0.25}, pose, 1.7).size() == 2);
  CHECK(bodies_near(model, state, planar::Disc{9}, {}).empty());
  CHECK_THROWS_AS(bodies_near(model, state, spatial::Sphere{1}, pose, -1), InvalidArgument);
}

TEST_CASE("distances are between two bodies of the model") {
  const Model model =
      model_of({solid(spatial::Sphere{0.5}, {}), solid(spatial::Sphere{0.5}, {{3, 0, 0}})});
  const State state = initial_state(model);
  CHECK(body_distance(model, state, {0}, {1})->gap == relative(2.0));
  for (const int none : {-1, 2}) {
    CHECK_THROWS_WITH_AS(body_distance(model, state, {none}, {1}), doctest::Contains("a must be"),
                         InvalidArgument);
    CHECK_THROWS_WITH_AS(body_distance(model, state, {1}, {none}), doctest::Contains("b must be"),
                         InvalidArgument);
  }
  CHECK_THROWS_WITH_AS(body_distance(model, state, {1}, {1}), doctest::Contains("b must be"),
                       InvalidArgument);
}

TEST_CASE("rays that cannot be cast are the caller's mistake") {
  const Model model = model_of({solid(spatial::Sphere{0.5}, {})});
  const State state = initial_state(model);
  CHECK_THROWS_AS(cast_ray(model, state, {{0, 0, 0}, {0, 0, 0}}), InvalidArgument);
  CHECK_THROWS_AS(cast_ray(model, state, {{NAN, 0, 0}, {1, 0, 0}}), InvalidArgument);
  CHECK_THROWS_AS(cast_ray(model, state, {{0, 0, 0}, {1, 0, 0}, -1}), InvalidArgument);
}

// A box as twelve triangles that look outwards.
spatial::Shape shell(const Vector3d& half) {
  std::vector<Vector3d> corners;
  for (int k = 0; k < 8; ++k)
    corners.emplace_back(
        Vector3d(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1).cwiseProduct(half));
  const std::array<int, 3> triangles[] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};
  return spatial::triangle_mesh(corners, triangles);
}

TEST_CASE("a ray meets a mesh as the solid it is the surface of") {
  Random random;
  const Vector3d half(0.3, 0.5, 0.2);
  int hits = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const spatial::Pose pose{random.vector(), random.rotation()},
        part{0.5 * random.vector(), random.rotation()};
    BodyDef as_mesh{.kind = BodyKind::spatial_fixed}, as_box = as_mesh;
    as_mesh.spatial.pose = as_box.spatial.pose = pose;
    as_mesh.spatial.shapes = {{shell(half), part}};
    as_box.spatial.shapes = {{spatial::Box{half}, part}};
    const Model mesh = model_of({as_mesh}), box = model_of({as_box});
    const Vector3d center = transform_point(pose, part.p);
    const Vector3d origin = center + 2 * random.vector().normalized();
    const Ray ray{origin, center + 0.3 * random.vector() - origin, 1.9};
    const auto a = cast_ray(mesh, initial_state(mesh), ray),
               b = cast_ray(box, initial_state(box), ray);
    REQUIRE(a.has_value() == b.has_value());
    if (!a) continue;
    ++hits;
    CHECK(a->distance == relative(b->distance, 1e-10));
    CHECK((a->point - b->point).norm() < 1e-10);
    CHECK((a->normal - b->normal).norm() < 1e-10);
  }
  CHECK(hits > 30);
}

TEST_CASE("a ray that ends on a surface hits it, be it a mesh or a solid") {
  for (const spatial::Shape& cube :
       {spatial::Shape(shell({0.5, 0.5, 0.5})), spatial::Shape(spatial::box(1, 1, 1))}) {
    BodyDef fixed{.kind = BodyKind::spatial_fixed};
    fixed.spatial.shapes = {{cube}};
    const Model model = model_of({fixed});
    const Ray ray{{0.125, 0.25, 2.5}, {0, 0, -1}, 2};
    const auto hit = cast_ray(model, initial_state(model), ray);
    REQUIRE(hit);
    CHECK(hit->distance == 2);
    CHECK(!cast_ray(model, initial_state(model), {ray.origin, ray.direction, 1.999}));
  }
}

TEST_CASE("a hit says which shape of the body it is, in space and in the plane") {
  BodyDef pair{.kind = BodyKind::spatial};
  pair.spatial.shapes = {{spatial::Sphere{0.5}, {{-2, 0, 0}}}, {spatial::Sphere{0.5}, {{2, 0, 0}}}};
  const ShapeDef left{.shape = planar::Disc{0.5}, .pose = {{-2, 0}, 0}};
  const ShapeDef right{.shape = planar::Disc{0.5}, .pose = {{2, 0}, 0}};
  for (const Model& model : {model_of({pair}), model_of({{.shapes = {left, right}}})}) {
    const State state = initial_state(model);
    CHECK(cast_ray(model, state, {{-5, 0, 0}, {1, 0, 0}})->shape == 0);
    CHECK(cast_ray(model, state, {{5, 0, 0}, {-1, 0, 0}})->shape == 1);
    const auto near = cast_ray(model, state, {{0, 0, 0}, {1, 0, 0}});
    CHECK(near->shape == 1);
    CHECK((near->normal - Vector3d(-1, 0, 0)).norm() < 1e-14);
    const auto both = cast_ray_through(model, state, {{-5, 0, 0}, {1, 0, 0}});
    REQUIRE(both.size() == 2);
    CHECK(both[1].shape == 1);
  }
}

TEST_CASE(
    "in the plane distances and neighbours are those of the nearest shapes, in turned frames") {
  Random random;
  for (int trial = 0; trial < 20; ++trial) {
    const planar::Pose pose{{random.uniform(), random.uniform()}, 3 * random.uniform()};
    const ShapeDef far{.shape = planar::Disc{0.1}, .pose = {{-30, 0}, 0}};
    const ShapeDef near{.shape = planar::Disc{0.25}, .pose = {{0.5, 1}, 0}};
    const Vector3d center = Vector3d(random.uniform() + 4, random.uniform() + 4, 0);
    const Model model = model_of({{.pose = pose, .shapes = {far, near}},
                                  {.pose = {center.head<2>()}, .shapes = {{planar::Disc{0.5}}}}});
    const State state = initial_state(model);
    Vector3d disc(0, 0, 0);
    disc.head<2>() = transform_point(pose, near.pose.p);
    const Vector3d along = (center - disc).normalized();
    const double gap = (center - disc).norm() - 0.75;
    const auto d = body_distance(model, state, {0}, {1});
    REQUIRE(d);
    CHECK(d->gap == relative(gap, 1e-12));
    CHECK((d->normal - along).norm() < 1e-12);
    CHECK((d->point_a - disc - 0.25 * along).norm() < 1e-12);
    CHECK((d->point_b - center + 0.5 * along).norm() < 1e-12);
    const planar::Pose probe{center.head<2>(), 0};
    const auto found = bodies_near(model, state, planar::Disc{0.5}, probe, gap + 1e-9);
    REQUIRE(found.size() == 2);
    CHECK(found[0].gap == relative(gap, 1e-12));
    CHECK(bodies_near(model, state, planar::Disc{0.5}, probe, gap - 1e-9).size() == 1);
  }
}

TEST_CASE("of two surfaces at one distance the first body is hit, and the shapes in their order") {
  BodyDef pair{.kind = BodyKind::fixed};
  pair.shapes = {{planar::Disc{1}}, {planar::box(2, 9)}};
  const Model model = model_of({{.kind = BodyKind::fixed, .shapes = {{planar::Disc{0.5}}}},
                                {.kind = BodyKind::fixed, .shapes = {{planar::Disc{1}}}},
                                pair});
  const State state = initial_state(model);
  const Ray ray{{-3, 0, 0}, {0.25, 0, 0}};
  const auto hits = cast_ray_through(model, state, ray);
  REQUIRE(hits.size() == 4);
  CHECK(hits[0].body == BodyId{1});
  CHECK(hits[1].body == BodyId{2});
  CHECK(hits[1].shape == 0);
  CHECK(hits[2].shape == 1);
  CHECK(hits[3].body == BodyId{0});
  CHECK(hits[3].distance == relative(2.5, 1e-13));
  CHECK((hits[3].point - Vector3d(-0.5, 0, 0)).norm() < 1e-13);
  CHECK((hits[3].normal - Vector3d(-1, 0, 0)).norm() < 1e-13);
  const BodyId without[] = {{2}, {1}};
  CHECK(cast_ray(model, state, ray, without)->body == BodyId{0});
  CHECK(cast_ray(model, state, {ray.origin, ray.direction, 2}, without) == std::nullopt);
}

TEST_CASE("what reaches without end has no distance to its like, and one to all others") {
  BodyDef ground{.kind = BodyKind::spatial_fixed};
  ground.spatial.shapes = {{spatial::HalfSpace{}}};
  const Model model = model_of({ground, ground, solid(spatial::Sphere{0.5}, {{0, 0, 3}})});
  const State state = initial_state(model);
  CHECK_FALSE(body_distance(model, state, {0}, {1}));
  const auto up = body_distance(model, state, {1}, {2}),
             down = body_distance(model, state, {2}, {1});
  REQUIRE((up && down));
  CHECK(up->gap == relative(2.5));
  CHECK((up->normal - Vector3d(0, 0, 1)).norm() < 1e-14);
  CHECK((down->normal - Vector3d(0, 0, -1)).norm() < 1e-14);
  CHECK((down->point_a - Vector3d(0, 0, 2.5)).norm() < 1e-14);
  CHECK(down->point_b.norm() < 1e-14);
}

TEST_CASE("a ray of no length hits what it starts in and nothing else") {
  const Model model = model_of({solid(spatial::Sphere{0.5}, {{1, 0, 0}})});
  const State state = initial_state(model);
  CHECK(cast_ray(model, state, {{1.2, 0, 0}, {1, 0, 0}, 0})->distance == 0);
  CHECK_FALSE(cast_ray(model, state, {{0, 0, 0}, {1, 0, 0}, 0}));
  CHECK_THROWS_WITH_AS(cast_ray(model, state, {{0, 0, 0}, {1, 0, 0}, -1}),
                       doctest::Contains("ray.length must be at least 0"), InvalidArgument);
}

}  // namespace perpend
