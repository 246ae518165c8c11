// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/reach.hpp"

#include <algorithm>
#include <limits>
#include <variant>

#include "geometry/planar/broad_phase.hpp"
#include "geometry/spatial/broad_phase/broad_phase.hpp"

namespace perpend {
namespace {

// Calls visit(box) for the bounds of each bounded shape, in the frame of the body.
template <typename Visitor>
void for_each_box(const Body& body, Visitor&& visit) {
  for (const planar::ShapeInstance& instance : body.details->shapes)
    if (!std::holds_alternative<planar::HalfPlane>(instance.shape))
      visit(planar::bounds(instance.shape, instance.pose));
  for (const spatial::ShapeInstance& instance : body.details->spatial_shapes)
    if (!std::holds_alternative<spatial::HalfSpace>(instance.shape))
      visit(spatial::bounds(instance.shape, instance.pose));
}

}  // namespace

double least_reach(const Model& model) {
  // Thickness of shapes that have none, m.
  constexpr double kThinnest = 1e-3;
  double least = std::numeric_limits<double>::infinity();
  for (const Body& body : model.bodies)
    for_each_box(body, [&](const auto& box) {
      least = std::min(least, std::max(kThinnest, 0.5 * (box.hi - box.lo).minCoeff()));
    });
  return least;
}

double top_speed(const Model& model, const State& state) {
  double fastest = 0;
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const Body& body = model.bodies[i];
    const Twist twist = body_twist(model, state, {i});
    for_each_box(body, [&](const auto& box) {
      const double reach = box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm();
      fastest = std::max(fastest, twist.velocity.norm() + reach * twist.omega.norm());
    });
  }
  return fastest;
}

}  // namespace perpend
