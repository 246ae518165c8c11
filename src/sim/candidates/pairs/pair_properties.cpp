// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/pair_properties.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "contact/contact_rows.hpp"

namespace perpend {
namespace {

// Share of its radius by which the centre of a round shape is off the centre of mass for more than
// rounding.
constexpr double kOffCentre = 1e-9;
// Overlap at the next pose that gets a row of its own, as a share of the smaller body's reach, or
// of the thinner piece's inner radius. A body that rocks or rolls on a corner is this far off its
// linearised path; the next step takes that out.
constexpr double kOfReach = 1e-3, kOfInside = 3e-3;

bool rolls_unevenly(const planar::ShapeInstance& placed) {
  if (const auto* disc = std::get_if<planar::Disc>(&placed.shape))
    return placed.pose.p.norm() > kOffCentre * disc->radius;
  return std::holds_alternative<planar::Ellipse>(placed.shape);
}

bool rolls_unevenly(const spatial::ShapeInstance& placed) {
  if (const auto* sphere = std::get_if<spatial::Sphere>(&placed.shape))
    return placed.pose.p.norm() > kOffCentre * sphere->radius;
  return std::holds_alternative<spatial::Cylinder>(placed.shape) ||
         std::holds_alternative<spatial::Cone>(placed.shape) ||
         std::holds_alternative<spatial::Ellipsoid>(placed.shape);
}

}  // namespace

PairProperties::PairProperties(const Model& model, const SimulationOptions& options,
                               const MovingPieces& pieces)
    : model_(&model), options_(&options), pieces_(&pieces) {
  any_compliant_ = std::ranges::any_of(model.surface_pairs, [&](const SurfacePair& pair) {
    return !normal_of(pair, options).is_hard();
  });
}

bool PairProperties::are_compliant(int body_a, int body_b) const {
  return any_compliant_ && !normal_of(model_->surface_between(body_a, body_b), *options_).is_hard();
}

bool PairProperties::has_kinematic(const ContactPair& pair) const {
  return model_->bodies[pair.body_a].is_kinematic() || model_->bodies[pair.body_b].is_kinematic();
}

bool PairProperties::is_kinematic(int piece) const {
  return model_->bodies[(*pieces_)[piece].body].is_kinematic();
}

bool PairProperties::roll_unevenly(int a, int b) const {
  return std::ranges::any_of(std::array{a, b}, [&](int index) {
    const Piece& piece = (*pieces_)[index];
    const Body& body = model_->bodies[piece.body];
    const auto shape = static_cast<std::size_t>(piece.shape);
    if (!body.is_dynamic()) return false;
    return pieces_->collider().in_space(index) ? rolls_unevenly(body.details->spatial_shapes[shape])
                                               : rolls_unevenly(body.details->shapes[shape]);
  });
}

double PairProperties::significant_overlap(int a, int b) const {
  return std::min(kOfReach * pieces_->reach((*pieces_)[a].body, (*pieces_)[b].body),
                  kOfInside * pieces_->thickness(a, b));
}

}  // namespace perpend
