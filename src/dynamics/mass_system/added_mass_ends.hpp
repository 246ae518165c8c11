// SPDX-License-Identifier: Apache-2.0
//
// Positions and properties of the ends of a joint, as AddedMass needs them.
#pragma once

#include "dynamics/mass_system/added_mass.hpp"

namespace perpend {

/// The factor c of B = c h K⁺.
inline constexpr double kMassFactor = 0.5;

/// Share of the inertia below which B is left out: its value at h w = 0.3, one tenth of the share
/// at which B is needed.
inline constexpr double kNegligible = 0.05;

/// True if the rotation of the body can take added mass.
inline bool takes_mass(const Model& model, BodyId id) {
  if (id == kWorld) return false;
  const BodyKind kind = model.bodies[id.index].kind;
  return kind == BodyKind::rigid || kind == BodyKind::spatial;
}

/// True if the joint connects planar and spatial bodies: a block over both has no uniform layout.
inline bool mixes_spaces(const Model& model, const Joint& joint) {
  const auto planar = [&](BodyId id) { return id != kWorld && model.bodies[id.index].is_planar(); };
  return !joint.in_plane && (planar(joint.a) || planar(joint.b));
}

/// Returns the arm of an anchor in the world frame without building the whole pose.
inline Eigen::Vector3d arm(const Model& model, const State& state, BodyId id,
                           const spatial::Pose& frame) {
  if (id == kWorld) return frame.p;
  return transform_vector(spatial_pose(model, state, id), frame.p);
}

inline Eigen::Vector3d center(const Model& model, const State& state, BodyId id) {
  return id == kWorld ? Eigen::Vector3d(0, 0, 0) : spatial_pose(model, state, id).p;
}

}  // namespace perpend
