// SPDX-License-Identifier: Apache-2.0
// Writes a robot as a scene: one line per body and per joint.
#include "io/robot/scene_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "io/format/spread_json.hpp"
#include "io/robot/mesh/visual_mesh.hpp"
#include "perpend/geometry/spatial/polyhedron.hpp"
#include "perpend/geometry/spatial/triangle_mesh.hpp"

namespace perpend::io {
namespace {

using Json = nlohmann::ordered_json;

Json list_of(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

void add_pose(const spatial::Pose& pose, Json& object) {
  if (!pose.p.isZero(0)) object["position"] = list_of(pose.p);
  if (pose.r.vec().norm() > 0)
    object["orientation"] = {pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()};
}

struct ShapeWords {
  Json operator()(const spatial::Sphere& s) const { return {{"sphere", {{"radius", s.radius}}}}; }
  Json operator()(const spatial::Box& b) const {
    return {{"box", {{"size", list_of(2 * b.half)}}}};
  }
  Json operator()(const spatial::Cylinder& c) const { return {{"cylinder", round(c)}}; }
  Json operator()(const spatial::Capsule& c) const { return {{"capsule", round(c)}}; }
  Json operator()(const spatial::Ellipsoid& e) const {
    return {{"ellipsoid", {{"axes", list_of(2 * e.half)}}}};
  }
  Json operator()(const spatial::Cone& c) const { return {{"cone", round(c)}}; }
  Json operator()(const spatial::HalfSpace&) const { return {{"half_space", Json::object()}}; }
  Json operator()(const spatial::Hull& hull) const {
    Json corners = Json::array();
    for (const auto corner : hull.polyhedron->vertices.colwise())
      corners.push_back(list_of(corner));
    return Json::object({{"hull", Json::object({{"vertices", corners}})}});
  }
  Json operator()(const spatial::Mesh& mesh) const {
    Json vertices = Json::array(), triangles = Json::array();
    for (const auto vertex : mesh.mesh->vertices.colwise()) vertices.push_back(list_of(vertex));
    for (const auto& each : mesh.mesh->triangles) triangles.push_back(each.corner);
    return Json::object(
        {{"mesh", Json::object({{"vertices", vertices}, {"triangles", triangles}})}});
  }

 private:
  template <typename Round>
  static Json round(const Round& shape) {
    return {{"length", 2 * shape.half_length}, {"radius", shape.radius}};
  }
};

Json field_of(const HeightGrid& grid) {
  Json rows = Json::array();
  for (const auto row : grid.heights.rowwise()) {
    Json heights = Json::array();
    for (const double height : row) heights.push_back(height);
    rows.push_back(std::move(heights));
  }
  Json field{{"spacing", {grid.spacing.x(), grid.spacing.y()}}, {"heights", std::move(rows)}};
  return Json::object({{"height_field", std::move(field)}});
}

// Bits of SDF's collisions that say none.
constexpr std::uint32_t kDefaultBits = 0xffff;

// Returns true if some collision says which others it meets.
bool has_bits(const RobotBodies& bodies) {
  return std::ranges::any_of(bodies.all, [](const RobotBody& body) {
    return std::ranges::any_of(body.shapes,
                               [](const LinkShape& shape) { return shape.bits.has_value(); });
  });
}

Json shapes_of(const RobotBody& body, bool with_bits) {
  Json shapes = Json::array();
  for (const LinkShape& part : body.shapes) {
    Json shape = part.heights ? field_of(*part.heights) : std::visit(ShapeWords{}, part.shape);
    add_pose(part.pose, shape);
    if (with_bits)
      for (const char* key : {"category", "mask"}) shape[key] = part.bits.value_or(kDefaultBits);
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

Json words_of(const spatial::Shape& shape) {
  return std::visit(ShapeWords{}, shape);
}

Json words_of(const std::shared_ptr<const spatial::TriangleSoup>& mesh) {
  return Json::object({{"mesh", mesh_json(*mesh)}});
}

// Returns the visuals; empty where they show no more than the shapes in the color of the body.
Json visuals_of(const RobotBody& body) {
  Json visuals = Json::array();
  bool is_colored = false;
  for (const study::Visual& each : body.visuals) {
    Json visual =
        std::visit([](const auto& geometry) { return words_of(geometry); }, each.geometry);
    add_pose(each.pose, visual);
    const bool has_own = !each.color.empty() && each.color != body.color;
    if (has_own) visual["color"] = each.color;
    is_colored = is_colored || has_own;
    visuals.push_back(std::move(visual));
  }
  return is_colored || visuals != shapes_of(body, false) ? visuals : Json::array();
}

void add_mass(const spatial::MassProperties& inertial, Json& body) {
  body["mass"] = inertial.mass;
  body["center_of_mass"] = list_of(inertial.center);
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) rows.push_back(list_of(inertial.inertia.row(i)));
  body["inertia"] = rows;
}

class SceneWriter {
 public:
  SceneWriter(Assembly& assembly, RobotBodies& bodies, const RobotOptions& options)
      : assembly_(assembly), bodies_(bodies), options_(options), with_bits_(has_bits(bodies)) {}

  std::string write();

 private:
  Eigen::Vector3d gravity() const;
  void stand_on_ground();
  std::string body_name(int body) const;
  std::string free_name(std::string_view wanted) const;
  std::string material_of(const RobotBody& body);
  Json body(const RobotBody& body);
  Json joint(const LinkJoint& joint) const;
  Json motor(double effort, double start) const;
  bool has_motor(const LinkJoint& joint, const LinkDrive& drive) const;
  Json coordinate(const LinkJoint& joint, int index) const;
  bool moves(const LinkJoint& joint) const;
  void add_bodies(Json& scene);
  void add_frames(Json& scene) const;
  void add_joints(Json& scene);
  void add_couplers(Json& scene);
  void add_exclusions(Json& scene);

  Assembly& assembly_;
  RobotBodies& bodies_;
  const RobotOptions& options_;
  const bool with_bits_;
  std::vector<LinkSurface> surfaces_;
};

Eigen::Vector3d SceneWriter::gravity() const {
  return options_.gravity.value_or(assembly_.gravity.value_or(Eigen::Vector3d(0, 0, -9.81)));
}

Eigen::Vector3d up_against(const Eigen::Vector3d& gravity) {
  return gravity.norm() > 0 ? Eigen::Vector3d(-gravity.normalized()) : Eigen::Vector3d(0, 0, 1);
}

// Moves each free robot up or down until its lowest point is on the ground. A robot that is fixed
// stays where its file puts it, since its file defines where the ground is.
void SceneWriter::stand_on_ground() {
  const Eigen::Vector3d up = up_against(gravity());
  std::vector<double> lowest(bodies_.all.size(), std::numeric_limits<double>::infinity());
  for (const RobotBody& body : bodies_.all) {
    double& least = lowest[static_cast<std::size_t>(body.robot)];
    least = std::min(
        least, body.fixed ? -std::numeric_limits<double>::infinity() : lowest_point(body, up));
  }
  for (const LinkJoint& joint : assembly_.joints)
    if (joint.parent == kNoLink && joint.child != kNoLink && joint.kind != LinkJointKind::free)
      lowest[static_cast<std::size_t>(
          bodies_.all[static_cast<std::size_t>(bodies_.of(joint.child))].robot)] =
          -std::numeric_limits<double>::infinity();
  const auto shift = [&](int robot) -> Eigen::Vector3d {
    const double by = lowest[static_cast<std::size_t>(robot)];
    return std::isfinite(by) ? Eigen::Vector3d(-by * up) : Eigen::Vector3d(0, 0, 0);
  };
  for (LinkJoint& joint : assembly_.joints)
    if (joint.child != kNoLink)
      joint.anchor += shift(bodies_.all[static_cast<std::size_t>(bodies_.of(joint.child))].robot);
  for (RobotBody& body : bodies_.all) {
    body.pose.p += shift(body.robot);
    body.twist.origin -= body.twist.omega.cross(shift(body.robot));
  }
}

// Returns the first of the names wanted, wanted_2, wanted_3 ... that no body has.
std::string SceneWriter::free_name(std::string_view wanted) const {
  std::string name(wanted);
  for (int i = 2; index_of(bodies_.all, name) >= 0; ++i) name = fmt::format("{}_{}", wanted, i);
  return name;
}

// Returns the name of a body. In scenes "world" names the fixed frame, so a fixed link named
// "world" of which nothing is seen is that frame and any other such link is renamed.
std::string SceneWriter::body_name(int body) const {
  if (body < 0) return "world";
  const RobotBody& found = bodies_.all[static_cast<std::size_t>(body)];
  if (found.name != "world") return found.name;
  return is_world(found) ? "world" : free_name("world_link");
}

std::string SceneWriter::material_of(const RobotBody& body) {
  if (!body.surface || *body.surface == LinkSurface{}) return {};
  const auto at = std::ranges::find(surfaces_, *body.surface);
  if (at == surfaces_.end()) surfaces_.push_back(*body.surface);
  return fmt::format("surface_{}", std::ranges::find(surfaces_, *body.surface) - surfaces_.begin());
}

Json SceneWriter::body(const RobotBody& body) {
  const int index = static_cast<int>(&body - bodies_.all.data());
  Json object{{"name", body_name(index)}, {"kind", body.fixed ? "spatial_fixed" : "spatial"}};
  add_pose(body.pose, object);
  if (!body.fixed) {
    const Eigen::Vector3d velocity =
        body.twist.at(transform_point(body.pose, body.inertial.center));
    if (!velocity.isZero(0)) object["velocity"] = list_of(velocity);
    if (!body.twist.omega.isZero(0)) object["omega"] = list_of(body.twist.omega);
    add_mass(body.inertial, object);
  }
  if (!body.shapes.empty()) object["shapes"] = shapes_of(body, with_bits_);
  if (Json visuals = visuals_of(body); !visuals.empty()) object["visuals"] = std::move(visuals);
  if (const std::string material = material_of(body); !material.empty())
    object["material"] = material;
  if (!body.color.empty()) object["color"] = body.color;
  return object;
}

void SceneWriter::add_bodies(Json& scene) {
  Json list = Json::array();
  if (options_.ground) {
    const bool taken = index_of(bodies_.all, "ground") >= 0;
    Json ground{{"name", taken ? free_name("ground_plane") : "ground"}, {"kind", "spatial_fixed"}};
    add_pose(spatial::facing(up_against(gravity())), ground);
    if (with_bits_) ground["category"] = std::numeric_limits<std::uint32_t>::max();
    ground["shapes"] = Json::array({Json::object({{"half_space", Json::object()}})});
    list.push_back(ground);
  }
  for (const RobotBody& each : bodies_.all)
    if (!is_world(each)) list.push_back(body(each));
  Json materials = Json::array();
  for (std::size_t i = 0; i < surfaces_.size(); ++i)
    materials.push_back(
        {{"name", fmt::format("surface_{}", i)}, {"mu", surfaces_[i].mu}, {"e", surfaces_[i].e}});
  if (!materials.empty()) scene["materials"] = materials;
  scene["bodies"] = list;
}

void SceneWriter::add_frames(Json& scene) const {
  Json list = Json::array();
  for (const RobotFrame& frame : bodies_.frames) {
    const bool has_body =
        frame.body >= 0 && !is_world(bodies_.all[static_cast<std::size_t>(frame.body)]);
    Json object{{"name", frame.name}, {"body", has_body ? body_name(frame.body) : "world"}};
    const bool is_held = frame.body >= 0 && !has_body;  // by a link that is the world itself
    add_pose(is_held ? compose(bodies_.all[static_cast<std::size_t>(frame.body)].pose, frame.pose)
                     : frame.pose,
             object);
    list.push_back(std::move(object));
  }
  if (!list.empty()) scene["frames"] = list;
}

Json SceneWriter::motor(double effort, double start) const {
  const bool holds = options_.motors == RobotMotors::position;
  Json object{{"kind", holds ? "position" : "velocity"},
              {"target", holds ? start : 0.0},
              {"max_force", effort}};
  // With a time constant of one step of 2 ms the motor would drive the joint at full force.
  if (holds) object["time_constant"] = 0.05;
  return object;
}

// Returns true if the joint gets a motor. A joint that follows another is driven by the motor of
// that one; a second motor would act against it.
bool SceneWriter::has_motor(const LinkJoint& joint, const LinkDrive& drive) const {
  const int index = static_cast<int>(&joint - assembly_.joints.data());
  return options_.motors != RobotMotors::none && drive.effort &&
         std::ranges::find(assembly_.mimics, index, &Mimic::joint) == assembly_.mimics.end();
}

Json SceneWriter::coordinate(const LinkJoint& joint, int index) const {
  const LinkDrive& drive = index == 0 ? joint.drive : joint.drive_b;
  const double start = index == 0 ? joint.start : joint.start_b;
  Json object{{"coordinate", index}};
  if (start != 0) object["start"] = start;
  const auto bound = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json();
  };
  if (drive.lo || drive.hi) object["limits"] = {bound(drive.lo), bound(drive.hi)};
  if (!drive.allows(start)) object["start_outside"] = true;
  if (has_motor(joint, drive)) object["motor"] = motor(*drive.effort, start);
  if (drive.stiffness > 0)
    object["spring"] = {{"stiffness", drive.stiffness}, {"rest", drive.rest}};
  if (drive.damping > 0) object["damping"] = drive.damping;
  if (drive.friction > 0) object["friction"] = drive.friction;
  return object;
}

const char* word_of(LinkJointKind kind) {
  switch (kind) {
    case LinkJointKind::pin:
      return "pin";
    case LinkJointKind::prismatic:
      return "prismatic";
    case LinkJointKind::planar:
      return "planar";
    case LinkJointKind::spherical:
      return "spherical";
    case LinkJointKind::universal:
      return "universal";
    case LinkJointKind::screw:
      return "screw";
    default:
      return "weld";
  }
}

Json SceneWriter::joint(const LinkJoint& joint) const {
  Json object{{"name", joint.name},
              {"kind", word_of(joint.kind)},
              {"a", body_name(bodies_.of(joint.child))},
              {"b", body_name(bodies_.of(joint.parent))},
              {"anchor", list_of(joint.anchor)}};
  if (joint.kind == LinkJointKind::fixed) return object;
  object["axis"] = list_of(joint.axis);
  if (joint.kind == LinkJointKind::screw) object["pitch"] = joint.pitch;
  if (joint.kind == LinkJointKind::universal) object["axis_b"] = list_of(joint.axis_b);
  Json coordinates = Json::array();
  const bool has_two =
      joint.kind == LinkJointKind::universal || joint.kind == LinkJointKind::spherical;
  for (int index = 0; index < (has_two ? 2 : 1); ++index) {
    const Json each = coordinate(joint, index);
    if (each.size() > 1) coordinates.push_back(each);
  }
  if (!coordinates.empty()) object["coordinates"] = coordinates;
  return object;
}

// Returns true if forces move one of the bodies that the joint connects.
bool SceneWriter::moves(const LinkJoint& joint) const {
  const auto is_moved = [&](int body) {
    return body >= 0 && !bodies_.all[static_cast<std::size_t>(body)].fixed;
  };
  return is_moved(bodies_.of(joint.child)) || is_moved(bodies_.of(joint.parent));
}

// Adds the joints between different bodies; a fixed joint among them closes a loop and becomes a
// weld.
void SceneWriter::add_joints(Json& scene) {
  Json list = Json::array();
  for (const LinkJoint& each : assembly_.joints) {
    const int a = bodies_.of(each.child), b = bodies_.of(each.parent);
    if (each.kind == LinkJointKind::free || a == b) continue;
    if (moves(each))
      list.push_back(joint(each));
    else if (each.kind != LinkJointKind::fixed)
      assembly_.note(each.place, "joins what does not move");
  }
  if (!list.empty()) scene["joints"] = list;
}

// Adds a coupler for each follower that can move; if its master cannot move, it holds the follower
// at its start.
void SceneWriter::add_couplers(Json& scene) {
  Json list = Json::array();
  for (const Mimic& mimic : assembly_.mimics) {
    const LinkJoint& follower = assembly_.joints[static_cast<std::size_t>(mimic.joint)];
    const LinkJoint& master = assembly_.joints[static_cast<std::size_t>(mimic.master)];
    if (!moves(follower)) continue;
    if (options_.motors != RobotMotors::none && follower.drive.effort)
      assembly_.note(mimic.place,
                     fmt::format("has no motor: it follows joint \"{}\"", master.name));
    Json terms = Json::array({{{"joint", follower.name}, {"factor", 1}}});
    if (mimic.multiplier != 0 && moves(master))
      terms.push_back({{"joint", master.name}, {"factor", -mimic.multiplier}});
    list.push_back({{"name", follower.name + "_follows_" + master.name}, {"terms", terms}});
  }
  if (!list.empty()) scene["couplers"] = list;
}

void SceneWriter::add_exclusions(Json& scene) {
  Json list = Json::array();
  std::set<std::pair<int, int>> known;
  const auto add = [&](int a, int b) {
    const bool is_new = known.insert(std::minmax(a, b)).second;
    if (is_new) list.push_back({{"a", body_name(a)}, {"b", body_name(b)}});
    return is_new;
  };
  const auto stands = [&](int body) { return bodies_.all[static_cast<std::size_t>(body)].fixed; };
  for (const auto& [link, other] : assembly_.apart) {
    const int a = bodies_.of(link), b = bodies_.of(other);
    if (a != b && !(stands(a) && stands(b))) add(a, b);
  }
  for (const auto& [a, b] : overlapping(assembly_, bodies_)) {
    const RobotBody& body = bodies_.all[static_cast<std::size_t>(a)];
    if (!add(a, b)) continue;
    assembly_.note(body.place,
                   fmt::format("overlaps link \"{}\" at the start: the two do not collide",
                               bodies_.all[static_cast<std::size_t>(b)].name));
  }
  if (!list.empty()) scene["exclude_collisions"] = list;
}

// Escapes texts of the robot file so that none is read as an expression, whatever it begins with.
void take_literally(Json& value) {
  for (Json& part : value) {
    if (part.is_structured()) take_literally(part);
    const std::string* text = part.get_ptr<std::string*>();
    if (text && (text->starts_with('$') || text->find('{') != std::string::npos))
      part = "$$" + *text;
  }
}

std::string SceneWriter::write() {
  Json scene{{"format", 1}, {"name", assembly_.name}};
  if (!assembly_.description.empty()) scene["description"] = assembly_.description;
  scene["gravity"] = list_of(gravity());
  if (options_.ground) stand_on_ground();
  add_bodies(scene);
  add_frames(scene);
  add_joints(scene);
  add_couplers(scene);
  add_exclusions(scene);
  scene["simulation"] = {{"duration", options_.duration}, {"dt", assembly_.dt.value_or(0.002)}};
  if (options_.allow_overlap) scene["simulation"]["allow_overlap"] = true;
  take_literally(scene);
  return spread(scene);
}

}  // namespace

std::string scene_text(Assembly& assembly, RobotBodies& bodies, const RobotOptions& options) {
  return SceneWriter(assembly, bodies, options).write();
}

}  // namespace perpend::io
