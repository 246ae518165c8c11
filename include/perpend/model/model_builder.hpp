// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

class ModelCheck;

/// Collects definitions, then checks them all at once.
class ModelBuilder {
 public:
  /// Overlap, relative to the smaller body's size, at the start that build() accepts.
  static constexpr double kStartOverlap = 1e-6;

  /// m/s². Where it is not set, 9.81 m/s² act along -y if some body moves in the plane, which a
  /// pull along -z could not touch, and along -z if all bodies are in space.
  void set_gravity(const Eigen::Vector3d& gravity) { gravity_ = gravity; }
  /// Adds a named surface; the name "default" sets the constants of bodies without a material.
  void add_material(const Material& material) { materials_.push_back(material); }
  /// Gives two named materials constants of their own.
  void set_surface_pair(const std::string& a, const std::string& b, const SurfacePair& pair);
  BodyId add_body(const BodyDef& body);
  JointId add_joint(const JointDef& joint);
  void add_coupler(const Coupler& coupler);
  /// These two never collide, whatever their levels and filters.
  void exclude_collision(BodyId a, BodyId b) { excluded_.push_back({a, b}); }
  /// Bodies may overlap at the start (stabilisation pushes them apart at a bounded speed).
  void allow_start_overlap() { overlap_allowed_ = true; }

  /// The model, or every fault found: duplicate or unknown names, non-positive mass or inertia,
  /// inertia no mass distribution of that outline can have, bad shapes, NaN, overlapping start,
  /// joints of a body with itself, coefficients out of range. No fault hides another.
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
  std::vector<std::pair<BodyId, BodyId>> excluded_;
  bool overlap_allowed_ = false;
};

/// What a model may have but seldom means: planar beside spatial shapes, which never meet; planar
/// bodies under a gravity normal to the plane; a ground whose surface gravity runs along; a
/// material that no body has. Elements are names of bodies or of the material.
Diagnostics warnings(const Model& model);

}  // namespace perpend
