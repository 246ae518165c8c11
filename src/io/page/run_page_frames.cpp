// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_frames.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "io/page/packed.hpp"
#include "io/page/space_view.hpp"
#include "perpend/dynamics/joint_reaction.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;
using Floats = std::vector<float>;

void append(const Eigen::VectorXd& values, Floats& into) {
  for (const double value : values) into.push_back(static_cast<float>(value));
}

void append_in_plane(const Model& model, const State& state, BodyId body, Floats& poses,
                     Floats& velocities) {
  if (is_fixed(model.bodies[body.index].kind)) return;
  const planar::Pose pose = body_pose(model, state, body);
  append(Eigen::Vector3d(pose.p.x(), pose.p.y(), pose.angle), poses);
  append(body_velocity(model, state, body), velocities);
}

void append_in_space(const Model& model, const State& state, BodyId body, Floats& poses,
                     Floats& velocities) {
  const spatial::Pose pose = spatial_pose(model, state, body);
  append(pose.p, poses);
  append(Eigen::Vector4d(pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()), poses);
  const Twist twist = body_twist(model, state, body);
  append(twist.velocity, velocities);
  append(twist.omega, velocities);
}

// The coefficient that the step used, or, read from a file without it, that of the surfaces.
double friction_of(const Model& model, const ContactRecord& contact) {
  if (contact.mu > 0 || contact.a == kWorld || contact.b == kWorld) return contact.mu;
  const SurfacePair& pair = model.surface(model.bodies[contact.a.index].material,
                                          model.bodies[contact.b.index].material);
  return contact.status == ContactStatus::slide ? pair.mu_k : pair.mu_s;
}

class Contacts {
 public:
  void add_frame(const Model& model, std::span<const ContactRecord> contacts, double dt) {
    for (const ContactRecord& contact : contacts) add(model, contact, dt);
    offset_.push_back(static_cast<std::uint32_t>(status_.size()));
  }
  json to_json(bool in_space) const {
    json columns = {{"offset", deflated(offset_)}, {"status", deflated(status_)},
                    {"a", deflated(a_)},           {"b", deflated(b_)},
                    {"gap", deflated(gap_)},       {"mu", deflated(mu_)}};
    const std::size_t axes = in_space ? 3 : 2;
    for (std::size_t k = 0; k < vectors_.size(); ++k)
      for (std::size_t axis = 0; axis < axes; ++axis)
        columns[kNames[k]].push_back(deflated(vectors_[k][axis]));
    return columns;
  }

 private:
  static constexpr std::array kNames = {"point", "force", "normal", "slip"};

  void add(const Model& model, const ContactRecord& contact, double dt) {
    const Eigen::Vector3d force = contact.impulse / dt;
    const std::array vectors = {&contact.point, &force, &contact.normal, &contact.slip};
    for (std::size_t k = 0; k < vectors.size(); ++k)
      for (int axis = 0; axis < 3; ++axis)
        vectors_[k][axis].push_back(static_cast<float>((*vectors[k])[axis]));
    gap_.push_back(static_cast<float>(contact.gap));
    mu_.push_back(static_cast<float>(friction_of(model, contact)));
    a_.push_back(contact.a.index);
    b_.push_back(contact.b.index);
    status_.push_back(static_cast<std::uint8_t>(contact.status));
  }

  std::vector<std::uint32_t> offset_ = {0};  // frames + 1
  std::array<std::array<Floats, 3>, 4> vectors_;
  Floats gap_, mu_;
  std::vector<std::int32_t> a_, b_;
  std::vector<std::uint8_t> status_;
};

struct Frames {
  Floats time, poses, velocities, reactions, coordinates, forces;
  Contacts contacts;

  void add(const Model& model, const State& state, double dt) {
    const bool in_space = is_in_space(model);
    time.push_back(static_cast<float>(state.time));
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      (in_space ? append_in_space : append_in_plane)(model, state, {i}, poses, velocities);
    for (int i = 0; i < static_cast<int>(model.joints.size()); ++i) {
      const JointReaction on_a = joint_reaction(model, state, {i}, state.joint_impulses, dt);
      append(in_space ? on_a.force : Eigen::Vector3d(on_a.force.x(), on_a.force.y(), on_a.torque.z()),
             reactions);
      if (in_space) append(on_a.torque, reactions);
    }
    append(state.coordinates, coordinates);
  }
  void add_forces(const Recording& run, std::size_t row) {
    const std::size_t count = run.coordinate_forces.size() / run.rows();
    for (const CoordinateForce& on : std::span(run.coordinate_forces).subspan(row * count, count))
      append(Eigen::Vector4d(on.motor, on.limit, on.friction, on.spring), forces);
  }
};

json frames_of(const RunPage& page, std::size_t stride) {
  const Recording& run = *page.recording;
  const double dt = run.header.options.dt;
  Frames frames;
  const std::size_t last = run.rows() - 1;
  for (std::size_t row = 0; row < last + stride; row += stride) {
    const std::size_t at = std::min(row, last);
    frames.add(*page.model, recorded_state(run, at), dt);
    frames.contacts.add_frame(*page.model, run.contacts_at(at), dt);
    frames.add_forces(run, at);
  }
  json packed = {{"count", frames.time.size()},
          {"rows", run.rows()},
          {"time", deflated(frames.time)},
          {"poses", deflated(frames.poses)},
          {"velocities", deflated(frames.velocities)},
          {"reactions", deflated(frames.reactions)},
          {"coordinates", deflated(frames.coordinates)},
          {"contacts", frames.contacts.to_json(is_in_space(*page.model))}};
  if (!frames.forces.empty()) packed["forces"] = deflated(frames.forces);
  return packed;
}

}  // namespace

json frames_json(const RunPage& page, std::size_t bytes) {
  const std::size_t longest = std::max<std::size_t>(1, page.recording->rows() - 1);
  for (std::size_t stride = 1;;) {
    json frames = frames_of(page, stride);
    const std::size_t size = frames.dump().size();
    if (size <= bytes || stride == longest) return frames;
    const double wanted = std::ceil(static_cast<double>(stride * size) / static_cast<double>(bytes));
    stride = std::clamp(static_cast<std::size_t>(wanted), stride + 1, longest);
  }
}

}  // namespace perpend::io
