// SPDX-License-Identifier: Apache-2.0
// The checks of ModelCheck for bodies.
#include <cmath>

#include "model/fault_text.hpp"
#include "model/model_check.hpp"
#include "model/start_overlap.hpp"
#include "perpend/geometry/spatial/mass.hpp"

namespace perpend {
namespace {

// True if the quaternion is a rotation after normalisation.
bool is_rotation(const Eigen::Quaterniond& r) {
  return r.squaredNorm() > 0 && std::isfinite(r.squaredNorm());
}

}  // namespace

void ModelCheck::outline(const BodyDef& def, const std::string& element) {
  for (std::size_t s = 0; s < def.shapes.size(); ++s) {
    const ShapeDef& piece = def.shapes[s];
    const std::string shape = element + "." + indexed("shapes", s);
    for (Diagnostic& found : planar::check(piece.shape, shape)) faults_.push_back(std::move(found));
    if (!piece.pose.p.allFinite()) fault(shape + ".position", "is not finite");
    if (!std::isfinite(piece.pose.angle)) fault(shape + ".angle", "is not finite");
    if (!(piece.density > 0 && std::isfinite(piece.density)))
      fault(shape + ".density", "is " + number(piece.density), "expected > 0");
    if (!std::isfinite(piece.surface_velocity)) fault(shape + ".surface_velocity", "is not finite");
    if (!is_planar(def.kind) && def.kind != BodyKind::custom)
      fault(shape, "is planar; the body is not");
    const bool moves = def.kind == BodyKind::rigid || def.kind == BodyKind::particle;
    if (moves && std::holds_alternative<planar::HalfPlane>(piece.shape))
      fault(shape, "a half-plane cannot move freely", "use a fixed or kinematic body");
  }
}

void ModelCheck::motion(const BodyDef& def, const std::string& element) {
  const Motion& motion = def.motion;
  if (!is_kinematic(def.kind)) {
    if (!motion.harmonics.empty() || !motion.velocity.isZero() || !motion.omega.isZero() ||
        motion.driven)
      fault(element, "only kinematic bodies have one");
    return;
  }
  if (motion.driven && !motion.harmonics.empty())
    fault(element + ".harmonics", "is not for a body that is driven from outside");
  if (!motion.velocity.allFinite()) fault(element + ".velocity", "is not finite");
  if (!motion.omega.allFinite()) fault(element + ".omega", "is not finite");
  for (std::size_t i = 0; i < motion.harmonics.size(); ++i) {
    const Harmonic& harmonic = motion.harmonics[i];
    const std::string path = element + "." + indexed("harmonics", i);
    if (!harmonic.amplitude.allFinite()) fault(path + ".amplitude", "is not finite");
    if (!harmonic.rotation.allFinite()) fault(path + ".rotation", "is not finite");
    if (!std::isfinite(harmonic.frequency)) fault(path + ".frequency", "is not finite");
    if (!std::isfinite(harmonic.phase)) fault(path + ".phase", "is not finite");
    if (!std::isfinite(harmonic.start))
      fault(path + ".start", "is not finite");
    else if (!(harmonic.start <= harmonic.stop))
      fault(path + ".stop", "is " + number(harmonic.stop) + ", before start",
            "expected at least " + number(harmonic.start));
  }
}

void ModelCheck::body(const BodyDef& def, const std::string& element) {
  if (!def.pose.p.allFinite()) fault(element + ".position", "is not finite");
  if (!std::isfinite(def.pose.angle)) fault(element + ".angle", "is not finite");
  if (!def.velocity.allFinite()) fault(element + ".velocity", "is not finite");
  outline(def, element);
  motion(def, element + ".motion");
  if (def.kind == BodyKind::custom)
    custom_body(def, element);
  else if (!is_planar(def.kind))
    spatial_body(def, element);
  solids(def, element);
}

void ModelCheck::spatial_body(const BodyDef& def, const std::string& element) {
  const SpatialDef& body = def.spatial;
  if (!body.pose.p.allFinite()) fault(element + ".position", "is not finite");
  if (!is_rotation(body.pose.r))
    fault(element + ".orientation", "is no rotation", "expected a quaternion w, x, y, z");
  if (!body.velocity.allFinite()) fault(element + ".velocity", "is not finite");
  if (!body.omega.allFinite()) fault(element + ".omega", "is not finite");
  if (body.center_of_mass && !body.center_of_mass->allFinite())
    fault(element + ".center_of_mass", "is not finite");
  if (body.inertia && !body.inertia->allFinite())
    fault(element + ".inertia", "is not finite");
  else if (body.inertia && !body.inertia->isApprox(body.inertia->transpose(), 1e-9))
    fault(element + ".inertia", "is not symmetric");
}

void ModelCheck::solids(const BodyDef& def, const std::string& element) {
  for (std::size_t s = 0; s < def.spatial.shapes.size(); ++s) {
    const SpatialShapeDef& piece = def.spatial.shapes[s];
    const std::string shape = element + "." + indexed("shapes", s);
    for (Diagnostic& found : spatial::check(piece.shape, shape))
      faults_.push_back(std::move(found));
    if (!piece.pose.p.allFinite()) fault(shape + ".position", "is not finite");
    if (!is_rotation(piece.pose.r))
      fault(shape + ".orientation", "is no rotation", "expected a quaternion w, x, y, z");
    if (!(piece.density > 0 && std::isfinite(piece.density)))
      fault(shape + ".density", "is " + number(piece.density), "expected > 0");
    if (!piece.surface_velocity.allFinite()) fault(shape + ".surface_velocity", "is not finite");
    if (is_planar(def.kind)) fault(shape, "is in space; the body is not");
    const bool moves = def.kind == BodyKind::spatial || def.kind == BodyKind::spatial_particle;
    if (moves && std::holds_alternative<spatial::HalfSpace>(piece.shape))
      fault(shape, "a half space cannot move freely", "use a fixed or kinematic body");
    if (moves && std::holds_alternative<spatial::Mesh>(piece.shape))
      fault(shape, "a mesh cannot move freely", "use a fixed or kinematic body, or a hull");
  }
}

void ModelCheck::custom_body(const BodyDef& def, const std::string& element) {
  if (!def.type) return fault(element + ".type", "is missing", "a custom body needs a BodyType");
  const int v = def.type->velocities(), q = def.type->positions();
  if (v < 1 || v > BodyType::kMaxVelocities)
    fault(element + ".type", "has " + std::to_string(v) + " velocities",
          "expected 1 to " + std::to_string(BodyType::kMaxVelocities));
  if (def.custom_q.size() != q || !def.custom_q.allFinite())
    fault(element + ".custom_q", "has " + std::to_string(def.custom_q.size()) + " entries",
          "expected " + std::to_string(q) + " finite numbers");
  if (def.custom_v.size() != v || !def.custom_v.allFinite())
    fault(element + ".custom_v", "has " + std::to_string(def.custom_v.size()) + " entries",
          "expected " + std::to_string(v) + " finite numbers");
}

void ModelCheck::mass(const BodyDef& def, const Body& body, const std::string& element) {
  if (!body.is_dynamic() || body.kind == BodyKind::custom) return;
  const bool weighs = body.mass > 0 && std::isfinite(body.mass);
  if (!weighs)
    fault(element + ".mass", "is " + number(body.mass),
          def.mass ? "expected > 0" : "give a mass, or shapes with a density");
  // An inertia that follows from a wrong mass is not a second fault; a given inertia may be.
  const bool given = body.is_planar() ? def.inertia.has_value() : def.spatial.inertia.has_value();
  if (!body.is_point() && (weighs || given)) inertia(def, body, element + ".inertia");
}

void ModelCheck::inertia(const BodyDef& def, const Body& body, const std::string& element) {
  const bool given = body.is_planar() ? def.inertia.has_value() : def.spatial.inertia.has_value();
  if (!given && body.details->shapes.empty() && body.details->spatial_shapes.empty())
    return fault(element, "is missing", "give an inertia, or shapes");
  if (body.kind == BodyKind::spatial) {
    if (!spatial::is_realisable(body.principal_inertia))
      fault(element,
            "has the principal moments " + number(body.principal_inertia.x()) + ", " +
                number(body.principal_inertia.y()) + ", " + number(body.principal_inertia.z()),
            "expected > 0, and none above the sum of the other two");
    return;
  }
  if (!(body.inertia() > 0 && std::isfinite(body.inertia())))
    return fault(element, "is " + number(body.inertia()), "expected > 0");
  const double largest = body.mass * reach(body) * reach(body);
  if (body.mass > 0 && def.inertia && !body.details->shapes.empty() && body.inertia() > largest)
    fault(element, "is " + number(body.inertia()) + ", more than mass times reach²",
          "at most " + number(largest));
}

}  // namespace perpend
