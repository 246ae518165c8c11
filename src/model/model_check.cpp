// SPDX-License-Identifier: Apache-2.0
#include "model/model_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "geometry/planar/broad_phase.hpp"
#include "perpend/geometry/planar/distance.hpp"
#include "perpend/geometry/spatial/mass.hpp"

namespace perpend {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

std::string indexed(const char* name, std::size_t i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}

// Farthest point of the outline from the centre of mass; bounds every possible inertia.
double reach(const Body& body) {
  double farthest = 0;
  for (const planar::ShapeInstance& instance : body.shapes) {
    const planar::Aabb box = planar::bounds(instance.shape, instance.pose);
    farthest = std::max(farthest, box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).norm());
  }
  return farthest;
}

bool may_collide(const Model& model, int i, int j) {
  const Body &a = model.bodies[i], &b = model.bodies[j];
  if (!a.is_planar() || !b.is_planar()) return false;
  if (a.level != b.level || (!a.is_dynamic() && !b.is_dynamic())) return false;
  return !std::binary_search(model.joined.begin(), model.joined.end(), std::pair(i, j));
}

// Smallest gap over the shapes of two bodies in the start pose.
double start_gap(const Model& model, const State& start, int i, int j) {
  const planar::Pose a = body_pose(model, start, {i}), b = body_pose(model, start, {j});
  double gap = INFINITY;
  for (const planar::ShapeInstance& shape_a : model.bodies[i].shapes)
    for (const planar::ShapeInstance& shape_b : model.bodies[j].shapes)
      gap = std::min(gap, planar::signed_distance(shape_a.shape, compose(a, shape_a.pose),
                                                  shape_b.shape, compose(b, shape_b.pose))
                              .gap);
  return gap;
}

}  // namespace

void ModelCheck::fault(std::string element, std::string message, std::string hint) {
  faults_.push_back({"", 0, std::move(element), std::move(message), std::move(hint)});
}

void ModelCheck::surface(const SurfacePair& pair, const std::string& element) {
  if (!(pair.mu_k >= 0 && std::isfinite(pair.mu_k)))
    fault(element + ".mu_k", "is " + number(pair.mu_k), "expected a finite number >= 0");
  if (!(pair.mu_s >= pair.mu_k && std::isfinite(pair.mu_s)))
    fault(element + ".mu_s", "is " + number(pair.mu_s), "expected a finite number >= mu_k");
  if (!(pair.e >= 0 && pair.e <= 1))
    fault(element + ".e", "is " + number(pair.e), "expected 0 to 1");
}

std::vector<std::string> ModelCheck::material_names() const {
  std::vector<std::string> names{"default"};
  for (const Material& material : builder_.materials_) names.push_back(material.name);
  return names;
}

void ModelCheck::materials() {
  const std::vector<std::string> known = material_names();
  const auto require_known = [&](const std::string& name, const std::string& element) {
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    const std::string_view near = nearest_name(name, known);
    fault(element, "no material named '" + name + "'",
          near.empty() ? "" : "nearest is '" + std::string(near) + "'");
  };
  for (std::size_t i = 0; i < builder_.materials_.size(); ++i)
    surface(builder_.materials_[i].self, indexed("materials", i));
  for (std::size_t i = 0; i < builder_.pairs_.size(); ++i) {
    const std::string element = indexed("surface_pairs", i);
    require_known(builder_.pairs_[i].a, element + ".a");
    require_known(builder_.pairs_[i].b, element + ".b");
    surface(builder_.pairs_[i].pair, element);
  }
  for (std::size_t i = 0; i < builder_.bodies_.size(); ++i)
    if (!builder_.bodies_[i].material.empty())
      require_known(builder_.bodies_[i].material, indexed("bodies", i) + ".material");
}

void ModelCheck::names() {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < builder_.bodies_.size(); ++i)
    if (!seen.insert(builder_.bodies_[i].name).second || builder_.bodies_[i].name == "world")
      fault(indexed("bodies", i) + ".name", "'" + builder_.bodies_[i].name + "' is taken");
  seen.clear();
  for (std::size_t i = 0; i < builder_.joints_.size(); ++i)
    if (!seen.insert(builder_.joints_[i].name).second)
      fault(indexed("joints", i) + ".name", "'" + builder_.joints_[i].name + "' is taken");
  seen.clear();
  for (std::size_t i = 0; i < builder_.couplers_.size(); ++i)
    if (!seen.insert(builder_.couplers_[i].name).second)
      fault(indexed("couplers", i) + ".name", "'" + builder_.couplers_[i].name + "' is taken");
  seen.clear();
  for (std::size_t i = 0; i < builder_.materials_.size(); ++i)
    if (!seen.insert(builder_.materials_[i].name).second)
      fault(indexed("materials", i) + ".name", "'" + builder_.materials_[i].name + "' is taken");
}

void ModelCheck::body(const BodyDef& def, const std::string& element) {
  if (!def.pose.p.allFinite()) fault(element + ".position", "is not finite");
  if (!std::isfinite(def.pose.angle)) fault(element + ".angle", "is not finite");
  if (!def.velocity.allFinite()) fault(element + ".velocity", "is not finite");
  for (std::size_t s = 0; s < def.shapes.size(); ++s) {
    const std::string shape = element + "." + indexed("shapes", s);
    for (Diagnostic& found : planar::check(def.shapes[s].shape, shape))
      faults_.push_back(std::move(found));
    if (!def.shapes[s].pose.p.allFinite() || !std::isfinite(def.shapes[s].pose.angle))
      fault(shape + ".position", "is not finite");
    if (!(def.shapes[s].density > 0 && std::isfinite(def.shapes[s].density)))
      fault(shape + ".density", "is " + number(def.shapes[s].density), "expected > 0");
    const bool moves = def.kind == BodyKind::rigid || def.kind == BodyKind::particle;
    if (!is_planar(def.kind) && def.kind != BodyKind::custom)
      fault(shape, "is planar; the body is not");
    if (moves && std::holds_alternative<planar::HalfPlane>(def.shapes[s].shape))
      fault(shape, "a half-plane cannot move freely", "use a fixed or kinematic body");
  }
  const bool has_motion =
      !def.motion.harmonics.empty() || !def.motion.velocity.isZero() || !def.motion.omega.isZero();
  if (has_motion && def.kind != BodyKind::kinematic && def.kind != BodyKind::spatial_kinematic)
    fault(element + ".motion", "only kinematic bodies have one");
  if (def.kind > BodyKind::kinematic && def.kind < BodyKind::custom) spatial_body(def, element);
  if (def.kind == BodyKind::custom) custom_body(def, element);
}

void ModelCheck::spatial_body(const BodyDef& def, const std::string& element) {
  const SpatialDef& body = def.spatial;
  if (!body.pose.p.allFinite()) fault(element + ".position", "is not finite");
  if (!(body.pose.r.coeffs().allFinite() && body.pose.r.norm() > 0))
    fault(element + ".orientation", "is no rotation", "expected a quaternion w, x, y, z");
  if (!body.velocity.allFinite()) fault(element + ".velocity", "is not finite");
  if (!body.omega.allFinite()) fault(element + ".omega", "is not finite");
  if (body.center_of_mass && !body.center_of_mass->allFinite())
    fault(element + ".center_of_mass", "is not finite");
  if (body.inertia && !body.inertia->isApprox(body.inertia->transpose(), 1e-9))
    fault(element + ".inertia", "is not symmetric");
  for (std::size_t s = 0; s < body.shapes.size(); ++s) {
    const std::string shape = element + "." + indexed("shapes", s);
    for (Diagnostic& found : spatial::check(body.shapes[s].shape, shape))
      faults_.push_back(std::move(found));
    if (!(body.shapes[s].density > 0 && std::isfinite(body.shapes[s].density)))
      fault(shape + ".density", "is " + number(body.shapes[s].density), "expected > 0");
    const bool moves = def.kind == BodyKind::spatial || def.kind == BodyKind::spatial_particle;
    if (moves && std::holds_alternative<spatial::HalfSpace>(body.shapes[s].shape))
      fault(shape, "a half space cannot move freely", "use a fixed or kinematic body");
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

void ModelCheck::definitions() {
  if (builder_.bodies_.empty()) fault("bodies", "there are none");
  if (!builder_.gravity_.allFinite()) fault("gravity", "is not finite");
  names();
  materials();
  for (std::size_t i = 0; i < builder_.bodies_.size(); ++i)
    body(builder_.bodies_[i], indexed("bodies", i));
  for (std::size_t i = 0; i < builder_.joints_.size(); ++i)
    joint(builder_.joints_[i], indexed("joints", i));
  for (std::size_t i = 0; i < builder_.couplers_.size(); ++i)
    coupler(builder_.couplers_[i], indexed("couplers", i));
}

void ModelCheck::mass(const BodyDef& def, const Body& body, const std::string& element) {
  if (!body.is_dynamic() || body.kind == BodyKind::custom) return;
  if (!(body.mass > 0 && std::isfinite(body.mass))) {
    const std::string hint = def.mass ? "expected > 0" : "give a mass, or shapes with a density";
    return fault(element + ".mass", "is " + number(body.mass), hint);
  }
  if (body.is_point()) return;
  if (body.kind == BodyKind::spatial) {
    if (!spatial::is_realisable(body.principal_inertia))
      fault(element + ".inertia",
            "has the principal moments " + number(body.principal_inertia.x()) + ", " +
                number(body.principal_inertia.y()) + ", " + number(body.principal_inertia.z()),
            "expected > 0, and none above the sum of the other two");
    return;
  }
  if (!(body.inertia > 0 && std::isfinite(body.inertia)))
    return fault(element + ".inertia", "is " + number(body.inertia), "expected > 0");
  const double largest = body.mass * reach(body) * reach(body);
  if (def.inertia && !body.shapes.empty() && body.inertia > largest)
    fault(element + ".inertia", "is " + number(body.inertia) + ", more than mass times reach²",
          "at most " + number(largest));
}

void ModelCheck::overlaps(const Model& model) {
  const State start = initial_state(model);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    for (int j = i + 1; j < static_cast<int>(model.bodies.size()); ++j) {
      if (!may_collide(model, i, j)) continue;
      double size = std::min(model.bodies[i].is_dynamic() ? reach(model.bodies[i]) : INFINITY,
                             model.bodies[j].is_dynamic() ? reach(model.bodies[j]) : INFINITY);
      const double gap = start_gap(model, start, i, j);
      if (gap < -ModelBuilder::kStartOverlap * size)
        fault(indexed("bodies", j),
              "'" + model.bodies[j].name + "' overlaps '" + model.bodies[i].name + "' by " +
                  number(-gap) + " m at the start",
              "move it, put it on another level, or allow overlap");
    }
  }
}

void ModelCheck::built(const Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    mass(builder_.bodies_[i], model.bodies[i], indexed("bodies", i));
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    built_joint(builder_.joints_[i], model.joints[i], model, indexed("joints", i));
  if (!builder_.overlap_allowed_) overlaps(model);
}

}  // namespace perpend
