// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "perpend/model/model_builder.hpp"

namespace perpend {

/// Finds every fault of a ModelBuilder's content; the element paths are those of scene files.
///
/// definitions() comes first and decides for each body and joint whether it is sound by itself. The
/// model is assembled from the sound ones, and built() checks those in it, so that a fault in one
/// element does not hide faults of others.
class ModelCheck {
 public:
  explicit ModelCheck(const ModelBuilder& builder) : builder_(builder) {}

  /// Collects faults of single definitions and of names.
  void definitions();
  /// Collects faults that only the assembled model shows: mass, inertia, overlap at the start,
  /// anchors off the centre of mass where a joint needs them there.
  void built(const Model& model);

  /// True if definitions() found nothing that keeps the element out of the model. A joint is not
  /// sound if one of its bodies is not.
  bool sound_body(std::size_t body) const { return sound_bodies_[body]; }
  bool sound_joint(std::size_t joint) const { return sound_joints_[joint]; }

  const Diagnostics& faults() const { return faults_; }

 private:
  void fault(std::string element, std::string message, std::string hint = {});
  void surface(const SurfacePair& pair, const std::string& element);
  void spring(const SpringDamper& spring, const std::string& element);
  void materials();
  void repeated_pairs();
  void names();
  void body(const BodyDef& def, const std::string& element);
  void outline(const BodyDef& def, const std::string& element);
  void motion(const BodyDef& def, const std::string& element);
  void spatial_body(const BodyDef& def, const std::string& element);
  void solids(const BodyDef& def, const std::string& element);
  void custom_body(const BodyDef& def, const std::string& element);
  void joint(const JointDef& def, const std::string& element);
  void joint_ends(const JointDef& def, const std::string& element);
  void joint_bodies(const JointDef& def, const std::string& element);
  void joint_space(const JointDef& def, const std::string& element);
  void flatness(const JointDef& def, const std::string& element);
  void joint_geometry(const JointDef& def, const std::string& element);
  void joint_coordinates(const JointDef& def, const std::string& element);
  void coordinate(const CoordinateDef& def, const JointDef& joint, const std::string& element);
  void limits(const CoordinateDef& def, const JointDef& joint, const std::string& element);
  void coupler(const Coupler& coupler, const std::string& element);
  void actuators();
  void actuator(const Actuator& actuator, const std::string& element);
  void target(const Actuator& actuator, const CoordinateDef* motor, const std::string& element);
  void coordinate_names();
  void built_joint(const JointDef& def, const Joint& joint, const Model& model,
                   const std::string& element);
  void mass(const BodyDef& def, const Body& body, const std::string& element);
  void inertia(const BodyDef& def, const Body& body, const std::string& element);
  void exclusions();
  void overlaps(const Model& model);
  bool is_body(BodyId id) const;
  /// Returns whether the joint is planar; empty if it names a body that does not exist.
  std::optional<bool> in_plane(const JointDef& def) const;

  const ModelBuilder& builder_;
  std::vector<bool> sound_bodies_, sound_joints_;
  Diagnostics faults_;
};

}  // namespace perpend
