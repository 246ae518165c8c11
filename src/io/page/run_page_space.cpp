// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_space.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

json pose_json(const spatial::Pose& pose) {
  return {pose.p.x(), pose.p.y(), pose.p.z(), pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()};
}

struct SolidJson {
  json operator()(const spatial::Sphere& sphere) const {
    return {{"kind", "sphere"}, {"r", sphere.radius}};
  }
  json operator()(const spatial::Box& box) const {
    return {{"kind", "box"}, {"half", numbers(box.half)}};
  }
  json operator()(const spatial::Cylinder& cylinder) const {
    return {{"kind", "cylinder"}, {"half", cylinder.half_length}, {"r", cylinder.radius}};
  }
  json operator()(const spatial::Capsule& capsule) const {
    return {{"kind", "capsule"}, {"half", capsule.half_length}, {"r", capsule.radius}};
  }
  json operator()(const spatial::HalfSpace&) const { return {{"kind", "half_space"}}; }
};

// Outlines of planar bodies become polygons at z = 0.
json flat_json(const planar::ShapeInstance& instance) {
  json points = json::array();
  for (const Eigen::Vector2d& local : outline_points(instance.shape)) {
    const Eigen::Vector2d p = planar::transform_point(instance.pose, local);
    points.push_back({p.x(), p.y(), 0});
  }
  return {{"kind", "flat"}, {"points", points}, {"at", pose_json({})}};
}

}  // namespace

json space_bodies_json(const Model& model, std::span<const std::string> colors) {
  json bodies = json::array();
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    json shapes = json::array(), bones = json::array();
    for (const spatial::ShapeInstance& instance : model.bodies[i].spatial_shapes) {
      json shape = std::visit(SolidJson{}, instance.shape);
      shape["at"] = pose_json(instance.pose);
      shapes.push_back(shape);
    }
    for (const planar::ShapeInstance& instance : model.bodies[i].shapes)
      shapes.push_back(flat_json(instance));
    if (shapes.empty())
      for (const Eigen::Vector3d& p : joint_anchors(model, {static_cast<int>(i)}))
        bones.push_back(numbers(p));
    bodies.push_back({{"name", model.bodies[i].name},
                      {"color", colors[i]},
                      {"shapes", shapes},
                      {"bones", bones},
                      {"backdrop", !model.bodies[i].is_dynamic()},
                      {"slot", i}});
  }
  return bodies;
}

json space_joints_json(const Model& model) {
  json joints = json::array();
  for (const Joint& joint : model.joints) {
    const Eigen::Vector3d axis = joint.frame_b.r * Eigen::Vector3d::UnitX();
    joints.push_back({{"link", acts_along_line(joint.kind)},
                      {"round", joint.kind == JointKind::spherical},
                      {"a", joint.a.index},
                      {"b", joint.b.index},
                      {"pa", numbers(joint.frame_a.p)},
                      {"pb", numbers(joint.frame_b.p)},
                      {"axis", numbers(axis)}});
  }
  return joints;
}

json space_view_json(const Model& model, const SpaceView& view) {
  return {{"center", numbers(view.center)},
          {"up", numbers(upward(model))},
          {"yaw", kYaw},
          {"pitch", kPitch}};
}

void append_space_poses(const Model& model, const State& state, std::vector<float>& poses) {
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const spatial::Pose pose = spatial_pose(model, state, {i});
    for (const double value :
         {pose.p.x(), pose.p.y(), pose.p.z(), pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()})
      poses.push_back(static_cast<float>(value));
  }
}

}  // namespace perpend::io
