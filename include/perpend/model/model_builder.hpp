// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

class ModelCheck;

/// Collects definitions and checks all of them at once in build().
class ModelBuilder {
 public:
  /// Largest overlap at the start that build() accepts, relative to the smaller body's size: what
  /// coordinates rounded to four digits leave. The first steps push the bodies apart.
  static constexpr double kStartOverlap = 1e-4;

  /// Sets gravity, m/s². The default is 9.81 m/s² along -y if some body lies in the plane, since
  /// gravity along -z would not act on it, and along -z if all bodies are in space.
  void set_gravity(const Eigen::Vector3d& gravity) { gravity_ = gravity; }
  /// Adds a named surface. The name "default" sets the constants of bodies without a material.
  void add_material(const Material& material) { materials_.push_back(material); }
  /// Sets the constants of a pair of named materials, in place of those that follow from Material.
  void set_surface_pair(const std::string& a, const std::string& b, const SurfacePair& pair);
  BodyId add_body(const BodyDef& body);
  JointId add_joint(const JointDef& joint);
  void add_coupler(const Coupler& coupler);
  ActuatorId add_actuator(const Actuator& actuator);
  /// Excludes collisions between a and b, whatever their levels and filters.
  void exclude_collision(BodyId a, BodyId b) { excluded_.push_back({a, b}); }
  /// Allows bodies to overlap at the start; stabilisation separates them at a bounded speed.
  void allow_start_overlap() { overlap_allowed_ = true; }

  /// Returns the model, or every fault found: duplicate or unknown names, non-positive mass or
  /// inertia, an inertia that no mass distribution within the outline has, invalid shapes, NaN,
  /// overlap at the start, joints between a body and itself, coefficients out of range. No fault
  /// hides another.
  Result<Model> build() const;

 private:
  friend class ModelCheck;
  struct NamedPair {
    std::string a, b;
    SurfacePair pair;
  };
  Eigen::Vector3d gravity() const;
  void add_surfaces(Model& model) const;
  void add_bodies(const ModelCheck& check, Model& model) const;
  void add_joints(const ModelCheck& check, Model& model) const;
  void add_couplers(Model& model) const;
  void add_exclusions(Model& model) const;

  std::optional<Eigen::Vector3d> gravity_;
  std::vector<Material> materials_;
  std::vector<NamedPair> pairs_;
  std::vector<BodyDef> bodies_;
  std::vector<JointDef> joints_;
  std::vector<Coupler> couplers_;
  std::vector<Actuator> actuators_;
  std::vector<std::pair<BodyId, BodyId>> excluded_;
  bool overlap_allowed_ = false;
};

/// Returns warnings about features of a valid model that are seldom intended: planar and spatial
/// shapes in one model, which never meet; planar bodies under gravity normal to the plane; a ground
/// whose surface is parallel to gravity; a mesh whose outside faces down; a material that no body
/// uses. Diagnostic::element is the name of the body or material.
Diagnostics warnings(const Model& model);

}  // namespace perpend
