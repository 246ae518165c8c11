// SPDX-License-Identifier: Apache-2.0
// The checks of ModelCheck for joints and couplers.
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "model/fault_text.hpp"
#include "model/joint_frames.hpp"
#include "model/joint_traits.hpp"
#include "model/model_check.hpp"

namespace perpend {
namespace {

// Distance up to which anchors given to nine digits count as one point, relative to their distance
// from the origin plus 1 m.
constexpr double kCloses = 1e-9;

// Distance of the anchors of a and b where the joint needs them together (m): at one point, on a
// line along the axis, or in a plane normal to it.
struct StartGap {
  double gap;
  const char* direction;
};
StartGap start_gap(const JointDef& def) {
  const Eigen::Vector3d d = def.anchor_b ? *def.anchor_b - def.anchor : Eigen::Vector3d(0, 0, 0);
  const Eigen::Vector3d axis = def.axis.normalized();
  switch (traits(def.kind).meeting) {
    case Meeting::at_point:
      return {d.norm(), ""};
    case Meeting::on_line:
      return {d.cross(axis).norm(), " across the axis"};
    case Meeting::on_plane:
      return {std::abs(d.dot(axis)), " along the axis"};
    case Meeting::free:
      break;
  }
  return {0.0, ""};
}

}  // namespace

bool ModelCheck::is_body(BodyId id) const {
  return id.index >= 0 && id.index < static_cast<int>(builder_.bodies_.size());
}

std::optional<bool> ModelCheck::in_plane(const JointDef& def) const {
  if (!is_body(def.a) || !(def.b == kWorld || is_body(def.b))) return {};
  const BodyKind a = builder_.bodies_[def.a.index].kind;
  return lies_in_plane(a, def.b == kWorld ? a : builder_.bodies_[def.b.index].kind);
}

void ModelCheck::joint_bodies(const JointDef& def, const std::string& element) {
  const BodyDef& a = builder_.bodies_[def.a.index];
  const BodyDef* b = def.b == kWorld ? nullptr : &builder_.bodies_[def.b.index];
  const bool moves_b = b && is_dynamic(b->kind);
  if (!is_dynamic(a.kind) && !moves_b)
    return fault(element, "joins two bodies that no force moves", "expected one that forces move");
  const bool point = is_point(a.kind) || (b && is_point(b->kind));
  if (traits(def.kind).angle_rows(*in_plane(def)) > 0 && point)
    fault(element + ".kind",
          "'" + std::string(to_string(def.kind, *in_plane(def))) +
              "' keeps angles, but particles do not turn",
          "nearest joints of particles: spherical, point_on_line, point_on_plane, distance");
}

void ModelCheck::built_joint(const JointDef& def, const Joint& joint, const Model& model,
                             const std::string& element) {
  const Body& a = model.bodies[def.a.index];
  // This is the centre of mass of a in the joint frame.
  const Eigen::Vector3d center = -(joint.frame_a.r.conjugate() * joint.frame_a.p);
  const double tolerance = kCloses * (1 + def.anchor.norm());
  if (def.kind == JointKind::rolling && !(center.tail<2>().norm() <= tolerance && center.x() != 0))
    fault(element + ".anchor",
          "is " + number(center.tail<2>().norm()) + " m beside the centre of '" + a.details->name +
              "' and " + number(std::abs(center.x())) + " m below it",
          "expected the point of the rim that touches the plane, off the centre along the axis");
  // Lines and planes fixed to a particle do not rotate with it either, but may lie anywhere.
  const auto check_particle = [&](BodyId id, const char* field, const spatial::Pose& frame) {
    if (id == kWorld || !model.bodies[id.index].is_point() || frame.p.norm() <= tolerance) return;
    fault(element + field,
          "is " + number(frame.p.norm()) + " m off the particle '" +
              model.bodies[id.index].details->name + "'",
          "a particle bears no torque");
  };
  if (def.kind != JointKind::custom) check_particle(def.a, ".anchor", joint.frame_a);
  if (traits(def.kind).joins_points) check_particle(def.b, ".anchor_b", joint.frame_b);
}

void ModelCheck::joint_space(const JointDef& def, const std::string& element) {
  if (def.kind == JointKind::custom) {
    if (!def.type)
      fault(element + ".type", "is missing", "a custom joint needs a JointType");
    else if (def.type->rows() < 1 || def.type->rows() > JointType::kMaxRows)
      fault(element + ".type", "has " + std::to_string(def.type->rows()) + " rows",
            "expected 1 to " + std::to_string(JointType::kMaxRows));
  } else if (row_count(def.kind, *in_plane(def)) == 0 && def.kind != JointKind::strut) {
    fault(element + ".kind", "'" + std::string(to_string(def.kind)) + "' joins spatial bodies only",
          "both of its bodies are planar");
  }
}

void ModelCheck::joint_ends(const JointDef& def, const std::string& element) {
  const bool finite = def.anchor.allFinite() && def.anchor_b.value_or(def.anchor).allFinite();
  if (!def.anchor.allFinite()) fault(element + ".anchor", "is not finite");
  if (def.anchor_b && !def.anchor_b->allFinite()) fault(element + ".anchor_b", "is not finite");
  if (!finite) return;
  const double apart = (def.anchor_b.value_or(def.anchor) - def.anchor).norm();
  const char* found = def.anchor_b ? "coincides with anchor" : "is missing";
  if (def.kind == JointKind::distance && apart == 0)
    fault(element + ".anchor_b", found,
          "a rod needs a length; use a pin or a spherical joint for length 0");
  if (def.kind == JointKind::strut && apart == 0)
    fault(element + ".anchor_b", found, "a strut acts along the line between its anchors");
}

// The third components of a planar joint's vectors would be ignored silently.
void ModelCheck::flatness(const JointDef& def, const std::string& element) {
  const auto off_plane = [&](const char* field, double z) {
    if (std::abs(z) > kCloses) fault(element + field, "is " + number(z) + " m off the plane");
  };
  off_plane(".anchor", def.anchor.z());
  if (def.anchor_b) off_plane(".anchor_b", def.anchor_b->z());
  if (has_axis(def.kind, true) && std::abs(def.axis.z()) > kCloses * def.axis.norm())
    fault(element + ".axis", "leaves the plane", "both of its bodies are planar");
}

void ModelCheck::joint_geometry(const JointDef& def, const std::string& element) {
  joint_ends(def, element);
  if (in_plane(def).value_or(false) && def.kind != JointKind::custom) flatness(def, element);
  // If the bodies are unknown, so is whether the joint is planar and needs an axis.
  const bool has_direction = def.axis.norm() > 0 && def.axis.allFinite();
  if (has_axis(def.kind, in_plane(def).value_or(true)) && !has_direction)
    fault(element + ".axis", "has no direction");
  else if (const auto [gap, direction] = start_gap(def); gap > kCloses * (1 + def.anchor.norm()))
    fault(element + ".anchor_b", "is " + number(gap) + " m away from anchor" + direction,
          "the joint cannot close in the start pose");
  if (def.kind == JointKind::universal &&
      !(def.axis.cross(def.axis_b).norm() > 1e-6 * def.axis.norm() * def.axis_b.norm()))
    fault(element + ".axis_b", "is not across axis", "expected a direction normal to axis");
  if (!std::isfinite(def.pitch)) fault(element + ".pitch", "is not finite", "expected m/rad");
}

void ModelCheck::limits(const CoordinateDef& def, const JointDef& joint,
                        const std::string& element) {
  const bool strut = joint.kind == JointKind::strut;
  const double start =
      strut ? (joint.anchor_b.value_or(joint.anchor) - joint.anchor).norm() : def.start;
  if (strut && def.start != 0)
    fault(element + ".start", "is " + number(def.start),
          "the coordinate of a strut is its length, at the start " + number(start) + " m");
  // A rope that is taut at the start has its anchors at a distance equal to its limit, up to
  // round-off.
  const double slack = kCloses * (1 + std::abs(start) + (strut ? joint.anchor.norm() : 0.0));
  if (!(def.lo <= def.hi))
    fault(element + ".lo", "is " + number(def.lo) + ", above hi = " + number(def.hi),
          "expected lo <= hi");
  else if (std::isfinite(start) && !(start >= def.lo - slack && start <= def.hi + slack))
    fault(element + ".start", "is " + exact_number(start) + ", outside of the limits",
          "expected " + exact_number(def.lo) + " to " + exact_number(def.hi));
  if (!(def.e >= 0 && def.e <= 1))
    fault(element + ".e", "is " + number(def.e), "expected 0 to 1");
  else if (def.e > 0 && !(def.lo < def.hi && (std::isfinite(def.lo) || std::isfinite(def.hi))))
    fault(element + ".e", "is " + number(def.e) + ", but nothing can bounce",
          "expected a limit, lo < hi");
}

void ModelCheck::coordinate(const CoordinateDef& def, const JointDef& joint,
                            const std::string& element) {
  if (const std::optional<bool> plane = in_plane(joint)) {
    const int count = coordinate_count(joint.kind, *plane);
    if (def.coordinate < 0 || def.coordinate >= count)
      fault(element + ".coordinate", "is " + std::to_string(def.coordinate),
            "a joint '" + std::string(to_string(joint.kind, *plane)) + "' has " +
                (count == 0 ? "no coordinates" : std::to_string(count) + " here"));
  }
  limits(def, joint, element);
  const auto at_least_0 = [&](const char* field, double value, bool finite) {
    if (!(value >= 0) || (finite && std::isinf(value)))
      fault(element + "." + field, "is " + number(value), "expected a number >= 0");
  };
  at_least_0("max_force", def.max_force, false);
  at_least_0("time_constant", def.time_constant, true);
  at_least_0("motor_stiffness", def.motor_stiffness, true);
  at_least_0("motor_damping", def.motor_damping, true);
  if (def.motor_stiffness > 0 && def.motor != MotorKind::position)
    fault(element + ".motor_stiffness", "is that of no position motor");
  if (def.motor_damping > 0 && def.motor_stiffness == 0 && def.motor != MotorKind::velocity)
    fault(element + ".motor_damping", "is that of no velocity motor",
          "a position motor has it beside a stiffness");
  if (def.is_servo() && def.time_constant > 0)
    fault(element + ".time_constant", "stands beside gains", "a servo has gains alone");
  at_least_0("stiffness", def.stiffness, true);
  at_least_0("damping", def.damping, true);
  at_least_0("friction", def.friction, true);
  at_least_0("armature", def.armature, true);
  if (!std::isfinite(def.start)) fault(element + ".start", "is not finite");
  if (!std::isfinite(def.target)) fault(element + ".target", "is not finite");
  if (!std::isfinite(def.rest.value_or(0))) fault(element + ".rest", "is not finite");
}

void ModelCheck::joint_coordinates(const JointDef& def, const std::string& element) {
  std::set<int> seen;
  for (std::size_t i = 0; i < def.coordinates.size(); ++i) {
    const std::string path = element + "." + indexed("coordinates", i);
    coordinate(def.coordinates[i], def, path);
    if (!seen.insert(def.coordinates[i].coordinate).second)
      fault(path + ".coordinate", "is given twice",
            def.coordinates[i].coordinate == 0 ? "0 is that of an entry without one" : "");
  }
}

void ModelCheck::joint(const JointDef& def, const std::string& element) {
  if (!is_body(def.a))
    fault(element + ".a", "is not a body of the model", "the world can only be b");
  if (!(def.b == kWorld || is_body(def.b))) fault(element + ".b", "is not a body of the model");
  if (is_body(def.a) && def.a == def.b) fault(element, "joins a body with itself");
  if (in_plane(def) && def.a != def.b) {
    joint_bodies(def, element);
    joint_space(def, element);
  }
  joint_geometry(def, element);
  joint_coordinates(def, element);
  if (!(def.break_force > 0))
    fault(element + ".break_force", "is " + number(def.break_force), "expected > 0");
  if (!(def.break_torque > 0))
    fault(element + ".break_torque", "is " + number(def.break_torque), "expected > 0");
}

void ModelCheck::coupler(const Coupler& coupler, const std::string& element) {
  if (coupler.terms.empty()) fault(element + ".terms", "are none", "expected one or more");
  std::map<std::pair<int, int>, std::size_t> first;  // first term of each coordinate
  for (std::size_t i = 0; i < coupler.terms.size(); ++i) {
    const CouplerTerm& term = coupler.terms[i];
    const std::string path = element + ".terms[" + std::to_string(i) + "]";
    if (term.joint.index < 0 || term.joint.index >= static_cast<int>(builder_.joints_.size())) {
      fault(path + ".joint", "is not a joint of the model");
      continue;
    }
    const JointDef& def = builder_.joints_[term.joint.index];
    if (const std::optional<bool> plane = in_plane(def)) {
      const int count = coordinate_count(def.kind, *plane);
      if (term.coordinate < 0 || term.coordinate >= count)
        fault(path + ".coordinate", "is " + std::to_string(term.coordinate),
              "joint '" + def.name + "' has " + std::to_string(count));
    }
    const auto [at, is_new] = first.emplace(std::pair(term.joint.index, term.coordinate), i);
    if (!is_new)
      fault(path, "names the coordinate of " + indexed("terms", at->second),
            "expected one term of each");
    if (!(std::isfinite(term.factor) && term.factor != 0))
      fault(path + ".factor", "is " + number(term.factor), "expected a number other than 0");
  }
}

}  // namespace perpend
