// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "io/format/json_object.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::io {

/// Elements of one kind by name, with the element of the file each comes from.
class NamedElements {
 public:
  static constexpr int kLost = -2;

  /// The next element; `name` may be empty, then it is "<fallback>_<index>". An unread one has a
  /// fault of reading and so stands in the model with values the file may not mean.
  void add(const std::string& name, const std::string& fallback, int element, bool unread);
  /// Names that start so belong to an array that could not be read: to miss one is no fault.
  void lose(const std::string& prefix) { lost_.push_back(prefix); }
  /// The index that a string member names. Where there is none of that name: -1 and a fault, or
  /// kLost without a fault where the name may belong to an unread array.
  int read(JsonObject& object, const std::string& key, const std::string& kind) const;
  /// Index in the file of the element that made the element `index` of the model.
  int element(std::size_t index) const { return elements_[index]; }
  bool unread(std::size_t index) const { return unread_[index]; }
  bool any_unread() const {
    return !lost_.empty() || std::ranges::find(unread_, true) != unread_.end();
  }
  std::size_t size() const { return names_.size(); }

 private:
  std::vector<std::string> names_, lost_;
  std::map<std::string, int, std::less<>> index_;
  std::vector<int> elements_;
  std::vector<bool> unread_;
};

/// What reading a scene collects besides the Scene itself.
struct SceneDraft {
  FaultList faults;
  ModelBuilder builder = {};
  NamedElements body_names = {}, joint_names = {};
  std::vector<BodyDef> bodies = {};   ///< as given to the builder
  std::vector<JointDef> joints = {};  ///< as given to the builder
  std::vector<std::string> colors = {};

  /// The body that a string member names; kWorld and a fault where there is none of that name.
  BodyId read_body(JsonObject& object, const std::string& key) const;
};

/// Reads the one member of `object` that names its kind, a shape, and what else it has; a fault
/// where it names none or several, or has members that nobody asked for.
void read_one_of(JsonObject& object, const std::vector<std::string>& kinds,
                 const std::function<void(JsonObject&, std::size_t)>& read_kind,
                 const std::function<void()>& read_rest);
/// Names of the shapes of the plane, and of solids.
const std::vector<std::string>& outline_names();
const std::vector<std::string>& solid_names();
/// `category` and `mask`, as far as they are given.
void read_filter(JsonObject& object, CollisionFilter& filter);
/// What a shape element such as {"disc": {"radius": 1}, "position": [0, 2]} says: one shape, of a
/// chain one per segment. `defaults` has what is said of all shapes of the body.
std::vector<ShapeDef> read_shape(const JsonNode& node, const std::string& element,
                                 const ShapeDef& defaults, FaultList& faults);
/// A solid such as {"sphere": {"radius": 1}, "position": [0, 0, 2]}.
SpatialShapeDef read_spatial_shape(const JsonNode& node, const std::string& element,
                                   const SpatialShapeDef& defaults, FaultList& faults);

/// The text of a valid scene, `document` once its parameters have their values, with the points of
/// its mesh files in the place of their names. It is the text itself where the scene names none.
std::string text_with_meshes(std::string_view text, const JsonNode& document,
                             const std::filesystem::path& file);

/// What stands in "hull", "mesh" and "height_field"; they throw InvalidArgument on points that make
/// none, and give a sphere where there are faults.
spatial::Shape read_hull(JsonObject& object);
spatial::Shape read_surface_mesh(JsonObject& object);
spatial::Shape read_height_field(JsonObject& object);

/// `position` and one of `orientation` and `axis_angle`, as far as they are given.
void read_pose(JsonObject& object, spatial::Pose& pose);

/// The members that only spatial bodies and particles have.
void read_spatial(JsonObject& object, BodyDef& def);

/// How a kinematic body moves; with `omega` and harmonics along x, y, z where it is in space.
Motion read_motion(const JsonNode& node, const std::string& element, FaultList& faults,
                   bool in_space);

/// The kind whose members a body has: `kind`, or where they are those of the plane and it is one of
/// space, or the other way round, the kind like it there, and a fault that says so once.
BodyKind kind_of_members(JsonObject& object, BodyKind kind);

/// Reads bodies[index] and adds it, or the bodies of its array.
void read_body(const JsonNode& node, int index, SceneDraft& draft);

/// Reads joints[index] and adds it, or the joints of its array; bodies must have been read.
void read_joint(const JsonNode& node, int index, SceneDraft& draft);

/// What acts along the coordinates of a joint.
std::vector<CoordinateDef> read_coordinates(JsonObject& joint);

/// Reads couplers[index]; joints must have been read.
void read_coupler(const JsonNode& node, int index, SceneDraft& draft);

/// Reads the member `key`, {"stiffness": ..., "damping": ...}, as far as it is given.
void read_relaxation(JsonObject& object, const std::string& key, Relaxation& relaxation);

/// Reads `simulation` into the scene's options, duration and record_every.
void read_simulation(JsonObject& simulation, study::Scene& scene);

/// Reads expect[index]; bodies and joints must have been read.
study::Expectation read_expectation(const JsonNode& node, int index, SceneDraft& draft);

/// Adds the builder's faults with file, element and line of the file, without those that may follow
/// from a fault of reading, and once where many copies of an array have the same.
void add_model_faults(const Diagnostics& found, const JsonNode& root, SceneDraft& draft);

/// Faults of names that are given and empty, for which the model would make some.
void refuse_empty_names(const JsonNode& root, FaultList& faults);
/// Faults of names in which "{...}" stands that is no whole number of parameters.
void refuse_unfilled_names(const JsonNode& root, FaultList& faults);
/// A fault where the name is empty or cannot be printed.
void check_name(const JsonNode& node, const std::string& element, std::string_view name,
                FaultList& faults);

/// Puts the name of the body, joint or other element of a list that a fault is in into its hint.
void name_elements(const JsonNode& root, Diagnostics& faults);

}  // namespace perpend::io
