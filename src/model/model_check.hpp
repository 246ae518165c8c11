// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/model/model_builder.hpp"

namespace perpend {

/// Finds every fault of a ModelBuilder's content; the element paths are those of scene files.
class ModelCheck {
 public:
  explicit ModelCheck(const ModelBuilder& builder) : builder_(builder) {}

  /// Faults of single definitions and of names.
  void definitions();
  /// Faults that only the assembled model shows: mass, inertia, overlapping start, anchors off the
  /// centre of mass where a joint needs them there.
  void built(const Model& model);

  const Diagnostics& faults() const { return faults_; }

 private:
  void fault(std::string element, std::string message, std::string hint = {});
  void surface(const SurfacePair& pair, const std::string& element);
  void materials();
  void names();
  void body(const BodyDef& def, const std::string& element);
  void spatial_body(const BodyDef& def, const std::string& element);
  void custom_body(const BodyDef& def, const std::string& element);
  void joint(const JointDef& def, const std::string& element);
  void joint_space(const JointDef& def, const std::string& element);
  void joint_geometry(const JointDef& def, const std::string& element);
  void coordinate(const CoordinateDef& def, const JointDef& joint, const std::string& element);
  void coupler(const Coupler& coupler, const std::string& element);
  void joint_bodies(const JointDef& def, const std::string& element);
  void built_joint(const JointDef& def, const Joint& joint, const Model& model,
                   const std::string& element);
  bool in_plane(const JointDef& def) const;
  void mass(const BodyDef& def, const Body& body, const std::string& element);
  void overlaps(const Model& model);
  std::vector<std::string> material_names() const;

  const ModelBuilder& builder_;
  Diagnostics faults_;
};

}  // namespace perpend
