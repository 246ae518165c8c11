// SPDX-License-Identifier: Apache-2.0
//
// B = c h Σ_j K_j⁺(lambda_j), c = 1/2: the impulse-weighted stiffness of the last step acts on v⁺ -
// v. A mode of frequency w then moves with w² / (1 + c h² w²), so h² w² stays below 4 for any
// stiffness once c >= 1/4. D damps the relative rotation of two light bodies where B exceeds half
// of both their inertias, which ends the parametric pumping that B alone leaves.
//
// A body is stable without B while h w < 2, and B changes the energy of a fast spinning body by
// O(h²). So B is reduced by the share kNegligible of the body's least inertia, and is 0 below it.
// This is continuous, and h² w² stays below 4: with x = h² w² without B,
// x / (1 - kNegligible + x/2) < 4.
// Rejected: K as a damper on v⁺ (backward Euler; kills the slow swing), larger c.
#include "dynamics/mass_system/added_mass.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>

#include "dynamics/mass_system/added_mass_ends.hpp"
#include "dynamics/mass_system/ball_ends.hpp"

namespace perpend {
namespace {

using Eigen::Matrix3d, Eigen::Vector2d, Eigen::Vector3d;

constexpr double kDampingFactor = 1.0;
// Share of the mean inertia of both bodies above which D acts.
constexpr double kLight = 0.5;

// Returns the least principal moment of a body whose rotation takes added mass.
double least_inertia(const Body& body) {
  return body.kind == BodyKind::rigid ? body.inertia() : body.principal_inertia.minCoeff();
}

double mean_inertia(const Body& body) {
  return body.kind == BodyKind::rigid ? body.inertia() : body.principal_inertia.sum() / 3;
}

}  // namespace

bool is_ball(JointKind kind) {
  return kind == JointKind::pin || kind == JointKind::weld || kind == JointKind::spherical ||
         kind == JointKind::universal;
}

AddedMass::AddedMass(const Model& model)
    : model_(&model),
      rotation_(model.bodies.size(), Matrix3d::Zero()),
      borne_(model.bodies.size(), 0.0),
      bearers_(model.bodies.size() + 1) {
  find_ends();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (!takes_mass(model, {i})) continue;
    const Body& body = model.bodies[i];
    Bearer& bearer = bearers_[i];
    bearer.in_plane = body.kind == BodyKind::rigid;
    bearer.pose = body.q_offset;
    bearer.rotation = body.v_offset + (bearer.in_plane ? 2 : 3);
    bearer.least_inertia = perpend::least_inertia(body);
    bearer.mean_inertia = mean_inertia(body);
  }
}

void AddedMass::find_ends() {
  std::vector<std::vector<End>> of_body(model_->bodies.size());
  for (int j = 0; j < static_cast<int>(model_->joints.size()); ++j) {
    const Joint& joint = model_->joints[j];
    if (couples_bodies(joint) && !mixes_spaces(*model_, joint)) couplings_.push_back(j);
    if (!is_ball(joint.kind)) continue;
    balls_.push_back(j);
    if (takes_mass(*model_, joint.a))
      of_body[joint.a.index].push_back({joint.first_row, 1.0, joint.frame_a.p});
    if (takes_mass(*model_, joint.b))
      of_body[joint.b.index].push_back({joint.first_row, -1.0, joint.frame_b.p});
  }
  for (std::size_t i = 0; i < of_body.size(); ++i) {
    ends_.insert(ends_.end(), of_body[i].begin(), of_body[i].end());
    bearers_[i + 1].first_end = static_cast<int>(ends_.size());
  }
}

void AddedMass::clear() {
  for (Matrix3d& block : rotation_) block.setZero();
  pairs_.clear();
  has_rotation_ = couples_ = false;
  dampers_.clear();
}

// A planar body rotates about the normal of its plane only.
void AddedMass::add_balls(Chunk bodies, const State& state, double factor) {
  BallEnds spatial(factor, rotation_);
  for (int i = bodies.first; i < bodies.last; ++i) {
    rotation_[i].setZero();
    borne_[i] = 0;
    const Bearer& bearer = bearers_[i];
    for (int e = bearer.first_end; e < bearers_[i + 1].first_end; ++e) {
      const End& end = ends_[e];
      const double* impulse = state.joint_impulses.data() + end.impulse;
      if (!bearer.in_plane) {
        const double* quaternion = state.q.data() + bearer.pose + 3;
        spatial.add(i, quaternion, end.anchor.data(), impulse, end.sign);
        continue;
      }
      const Vector3d r = transform_vector(spatial_pose(*model_, state, {i}), end.anchor);
      const Vector2d f = end.sign * Vector2d(impulse[0], impulse[1]);
      rotation_[i](0, 0) += factor * std::max(0.0, planar::pin_stiffness(r.head<2>(), f));
    }
  }
  spatial.finish();
}

void AddedMass::add_coupling(int joint, const State& state, double factor) {
  if (model_->joints[joint].kind == JointKind::distance) return add_rod(joint, state, factor);
  if (model_->joints[joint].kind == JointKind::strut) return add_strut(joint, state, factor);
  add_rotating(joint, state, factor);
}

double AddedMass::least_inertia(BodyId id) const {
  return id == kWorld ? std::numeric_limits<double>::infinity() : bearers_[id.index].least_inertia;
}

void AddedMass::add_dampers() {
  const auto excess = [&](BodyId id) {
    if (id == kWorld) return 0.0;
    const double k = borne_[id.index];
    return k > kLight * bearers_[id.index].mean_inertia ? k : 0.0;
  };
  for (const int j : balls_) {
    const Joint& joint = model_->joints[j];
    if (mixes_spaces(*model_, joint)) continue;
    const double k = std::min(excess(joint.a), excess(joint.b));
    if (k > 0) dampers_.push_back({j, kDampingFactor * k});
  }
}

AddedMass::Found AddedMass::drop_negligible(Chunk bodies) {
  Found found;
  for (int i = bodies.first; i < bodies.last; ++i) {
    const double trace = rotation_[i].trace();
    borne_[i] += trace;
    found.light = found.light || borne_[i] > kLight * bearers_[i].mean_inertia;
    if (trace == 0) continue;
    const double kept = std::max(0.0, 1.0 - kNegligible * bearers_[i].least_inertia / trace);
    rotation_[i] *= kept;
    found.rotates = found.rotates || kept > 0;
  }
  return found;
}

// Each body is written by one chunk; the few joints that couple two bodies are handled serially.
void AddedMass::compute(const State& state, double dt) {
  const double factor = kMassFactor * dt;
  const int bodies = static_cast<int>(rotation_.size());
  pairs_.clear();
  dampers_.clear();
  couples_ = false;
  if (!couplings_.empty()) {
    threads_->chunks(bodies, [&](Chunk s) { add_balls(s, state, factor); });
    for (const int joint : couplings_) add_coupling(joint, state, factor);
  }
  const auto settle = [&](Chunk s) {
    if (couplings_.empty()) add_balls(s, state, factor);
    return drop_negligible(s);
  };
  const Found found = threads_->reduce(bodies, Found(), settle, [](Found a, Found b) {
    return Found{a.light || b.light, a.rotates || b.rotates};
  });
  has_rotation_ = found.rotates;
  if (found.light) add_dampers();
}

}  // namespace perpend
