// SPDX-License-Identifier: Apache-2.0
#include "model/start_overlap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "geometry/planar/broad_phase.hpp"
#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "model/collision_filter.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/spatial/distance.hpp"

namespace perpend {
namespace {

// All planar or all spatial shapes in the start pose.
template <typename Instance, typename Pose, typename Aabb>
struct Pieces {
  std::vector<int> bodies, numbers;  // numbers: index of the shape in its body, planar ones first
  std::vector<const Instance*> instances;
  std::vector<Pose> poses;
  std::vector<Aabb> boxes;

  void add(int body, const Pose& frame, const std::vector<Instance>& shapes, std::size_t before) {
    for (const Instance& instance : shapes) {
      bodies.push_back(body);
      numbers.push_back(
          static_cast<int>(before + static_cast<std::size_t>(&instance - shapes.data())));
      instances.push_back(&instance);
      poses.push_back(compose(frame, instance.pose));
      boxes.push_back(bounds(instance.shape, poses.back()));
    }
  }
};
using Outlines = Pieces<planar::ShapeInstance, planar::Pose, planar::Aabb>;
using Solids = Pieces<spatial::ShapeInstance, spatial::Pose, spatial::Aabb>;

// Returns the size of a body relative to which its overlap is measured.
double size_of(const Body& body) {
  return body.is_dynamic() ? reach(body) : std::numeric_limits<double>::infinity();
}

template <typename Sweep, typename AnyPieces>
void find(const Model& model, double tolerance, const AnyPieces& pieces, StartOverlaps& found) {
  std::vector<double> sizes;
  for (const Body& body : model.bodies) sizes.push_back(size_of(body));
  Sweep sweep;
  sweep.visit(pieces.boxes, [&](int i, int j) {
    const int a = pieces.bodies[i], b = pieces.bodies[j];
    if (!may_collide(model, a, b) ||
        !shapes_may_collide(model.bodies[a], pieces.numbers[i], model.bodies[b], pieces.numbers[j]))
      return true;
    const double gap = signed_distance(pieces.instances[i]->shape, pieces.poses[i],
                                       pieces.instances[j]->shape, pieces.poses[j])
                           .gap;
    if (gap < -tolerance * std::min(sizes[a], sizes[b])) found.pairs.push_back({a, b, -gap});
    found.all = static_cast<int>(found.pairs.size()) < kMostOverlaps;
    return found.all;
  });
}

// Sorts the pairs and keeps, for each pair of bodies, the deepest pair of shapes.
void merge(std::vector<StartOverlap>& pairs) {
  std::sort(pairs.begin(), pairs.end(), [](const StartOverlap& x, const StartOverlap& y) {
    return std::tuple(x.body_a, x.body_b, -x.depth) < std::tuple(y.body_a, y.body_b, -y.depth);
  });
  const auto same = [](const StartOverlap& x, const StartOverlap& y) {
    return x.body_a == y.body_a && x.body_b == y.body_b;
  };
  pairs.erase(std::unique(pairs.begin(), pairs.end(), same), pairs.end());
}

template <typename Aabb>
double farthest(const Aabb& box) {
  return box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm();
}

}  // namespace

double reach(const Body& body) {
  double most = 0;
  for (const planar::ShapeInstance& instance : body.details->shapes)
    most = std::max(most, farthest(bounds(instance.shape, instance.pose)));
  for (const spatial::ShapeInstance& instance : body.details->spatial_shapes)
    most = std::max(most, farthest(bounds(instance.shape, instance.pose)));
  return most;
}

StartOverlaps start_overlaps(const Model& model, double tolerance) {
  const State start = initial_state(model);
  Outlines outlines;
  Solids solids;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    if (!body.details->shapes.empty())
      outlines.add(i, outline_pose(model, start, i), body.details->shapes, 0);
    if (!body.details->spatial_shapes.empty())
      solids.add(i, spatial_pose(model, start, {i}), body.details->spatial_shapes,
                 body.details->shapes.size());
  }
  StartOverlaps found;
  find<planar::SweepAndPrune>(model, tolerance, outlines, found);
  if (found.all) find<spatial::SweepAndPrune>(model, tolerance, solids, found);
  merge(found.pairs);
  return found;
}

}  // namespace perpend
