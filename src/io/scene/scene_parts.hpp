// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/format/json_object.hpp"
#include "perpend/dynamics/body_frame.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::io {

/// Elements of one kind by name, with the element of the file from which each comes.
class NamedElements {
 public:
  static constexpr int kLost = -2;

  /// Adds the next element; an empty `name` becomes "<fallback>_<index>". An unread element has a
  /// fault of reading, so its values in the model may not be those of the file.
  void add(const std::string& name, const std::string& fallback, int element, bool unread);
  /// Marks names with this prefix as those of an unreadable array, so that a missing one is no
  /// fault.
  void lose(const std::string& prefix) { lost_.push_back(prefix); }
  /// Returns the index of the element that a string member names. For an unknown name it returns -1
  /// and adds a fault, or kLost without a fault if the name may belong to an unread array.
  int read(JsonObject& object, const std::string& key, const std::string& kind) const;
  /// Adds another name of element `index`.
  void add_alias(const std::string& name, int index);
  /// Returns the index in the file of the element that made element `index` of the model.
  int element(std::size_t index) const { return elements_[index]; }
  bool unread(std::size_t index) const { return unread_[index]; }
  bool any_unread() const {
    return !lost_.empty() || std::ranges::find(unread_, true) != unread_.end();
  }
  std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_, aliases_, lost_;
  std::map<std::string, int, std::less<>> index_;
  std::vector<int> elements_;
  std::vector<bool> unread_;
};

/// A joint coordinate as the scene gives it.
struct SceneCoordinate {
  CoordinateDef def = {};
  bool starts_outside = false;  ///< its start may violate its limits
};

/// Limits of a joint coordinate that its start may violate. A model is built without them, since
/// its builder refuses such a start, and has them from then on, as if set from outside.
struct LateLimits {
  std::size_t joint = 0;  ///< index in the model
  int coordinate = 0;
  double lo = 0, hi = 0, e = 0;
};

/// The data that reading a scene collects in addition to the Scene itself.
struct SceneDraft {
  FaultList faults;
  ModelBuilder builder = {};
  NamedElements body_names = {}, joint_names = {};
  std::vector<BodyDef> bodies = {};   ///< as given to the builder
  std::vector<JointDef> joints = {};  ///< as given to the builder
  std::vector<LateLimits> late_limits = {};
  std::vector<std::string> colors = {};
  std::vector<study::Visuals> visuals = {};
  std::vector<BodyFrame> frames = {};

  /// Returns the body that a string member names; kWorld for "world" and, with a fault, for an
  /// unknown name; index kLost as read().
  BodyId read_body(JsonObject& object, const std::string& key) const;
  /// Returns the coordinate that the members `joint` and `coordinate` name, the latter 0 unless
  /// given; `joint` may be the name of the coordinate itself. The index of an unknown joint is that
  /// of NamedElements::read().
  CoordinateId read_coordinate(JsonObject& object) const;
  /// Returns the frame that a string member names; one of the world, with a fault, for an unknown
  /// name.
  BodyFrame read_frame_name(JsonObject& object, const std::string& key) const;
};

/// Reads the one member of `object` that names its kind (a shape) and the remaining members.
/// Reports a fault if there is no such member or more than one, or if there are unknown members.
void read_one_of(JsonObject& object, const std::vector<std::string>& kinds,
                 const std::function<void(JsonObject&, std::size_t)>& read_kind,
                 const std::function<void()>& read_rest);
/// Return the names of planar shapes, and of solids.
const std::vector<std::string>& outline_names();
const std::vector<std::string>& solid_names();
/// Reads `category` and `mask` if they are given.
void read_filter(JsonObject& object, CollisionFilter& filter);
/// Reads a shape element such as {"disc": {"radius": 1}, "position": [0, 2]}: one shape, or one per
/// segment of a chain. `defaults` holds the values given for all shapes of the body.
std::vector<ShapeDef> read_shape(const JsonNode& node, const std::string& element,
                                 const ShapeDef& defaults, FaultList& faults);
/// Reads a solid such as {"sphere": {"radius": 1}, "position": [0, 0, 2]}.
SpatialShapeDef read_spatial_shape(const JsonNode& node, const std::string& element,
                                   const SpatialShapeDef& defaults, FaultList& faults);

/// Returns the text of a valid scene with the points of its mesh files in place of their names; the
/// text itself if the scene names no files. `document` is the scene with its parameters
/// substituted.
std::string text_with_meshes(std::string_view text, const JsonNode& document,
                             const std::filesystem::path& file);

/// Read the content of "hull", "mesh" and "height_field". They throw InvalidArgument on points that
/// form no such shape, and return a sphere if there are faults.
spatial::Shape read_hull(JsonObject& object);
spatial::Shape read_surface_mesh(JsonObject& object);
spatial::Shape read_height_field(JsonObject& object);

/// Reads the content of "mesh" of a visual, whose triangles may be any.
spatial::TriangleSoup read_triangle_soup(JsonObject& object);

/// Reads `position` and one of `orientation` and `axis_angle` if they are given.
void read_pose(JsonObject& object, spatial::Pose& pose);

/// Reads `color`: "#rrggbb", or empty where it is not given.
std::string read_color(JsonObject& object);

/// Reads `visuals` of a body; a fault on a body of the plane, which has none.
study::Visuals read_visuals(JsonObject& object, BodyKind kind);

/// Reads the solid of a kind, an index into solid_names().
spatial::Shape read_solid(JsonObject& object, std::size_t kind);

/// Reads the members that only spatial bodies and particles have.
void read_spatial(JsonObject& object, BodyDef& def);

/// Reads how a kinematic body moves; in space with `omega` and harmonics along x, y, z.
Motion read_motion(const JsonNode& node, const std::string& element, FaultList& faults,
                   bool in_space);

/// Returns the kind that fits the members of a body: `kind` itself, or its counterpart in space or
/// in the plane, with one fault, if the members are those of the other.
BodyKind kind_of_members(JsonObject& object, BodyKind kind);

/// Reads bodies[index] and adds it, or the bodies of its array.
void read_body(const JsonNode& node, int index, SceneDraft& draft);

/// Reads frames[index] and adds it; bodies must have been read.
void read_frame(const JsonNode& node, int index, SceneDraft& draft);

/// Reads joints[index] and adds it, or the joints of its array; bodies must have been read.
void read_joint(const JsonNode& node, int index, SceneDraft& draft);

/// Reads the member `key`, [lo, hi], if it is given; null leaves the bound of its side as it is.
void read_range(JsonObject& object, const std::string& key, std::string_view expected, double& lo,
                double& hi);

/// Reads limits, motors, springs and other forces along the coordinates of a joint.
std::vector<SceneCoordinate> read_coordinates(JsonObject& joint);

/// Reads couplers[index]; joints must have been read.
void read_coupler(const JsonNode& node, int index, SceneDraft& draft);

/// Reads actuators[index]; joints must have been read.
void read_actuator(const JsonNode& node, int index, SceneDraft& draft);

/// Reads the member `key`, {"stiffness": ..., "damping": ...}, if it is given.
void read_spring_damper(JsonObject& object, const std::string& key, SpringDamper& spring);

/// Reads `simulation` into the scene's options, duration and record_every.
void read_simulation(JsonObject& simulation, study::Scene& scene);

/// Reads expect[index]; bodies and joints must have been read.
study::Expectation read_expectation(const JsonNode& node, int index, SceneDraft& draft);

/// Adds the builder's faults with file, element and line of the file. Leaves out those that may
/// follow from a fault of reading, and reports equal faults of an array's copies once.
void add_model_faults(const Diagnostics& found, const JsonNode& root, SceneDraft& draft);

/// Reports names that are given but empty, which the model would replace by generated ones.
void refuse_empty_names(const JsonNode& root, FaultList& faults);
/// Reports names with a "{...}" that does not evaluate to a whole number.
void refuse_unfilled_names(const JsonNode& root, FaultList& faults);
/// Reports a name that is empty or has control characters.
void check_name(const JsonNode& node, const std::string& element, std::string_view name,
                FaultList& faults);

/// Adds the name of the body, joint or other list element that a fault is in to its hint.
void name_elements(const JsonNode& root, Diagnostics& faults);

}  // namespace perpend::io
