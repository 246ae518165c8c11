// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>

#include "bindings.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

using Eigen::Vector3d, Eigen::Vector4d;

// Index of the body (-1: the world), position and quaternion w, x, y, z in its frame.
using PackedFrame = std::tuple<int, Vector3d, Vector4d>;

Vector4d wxyz(const Eigen::Quaterniond& r) {
  return {r.w(), r.x(), r.y(), r.z()};
}

BodyFrame frame_of(const PackedFrame& packed) {
  const auto& [body, p, r] = packed;
  return {"", {body}, {p, Eigen::Quaterniond(r[0], r[1], r[2], r[3])}};
}

std::vector<std::string> frame_names(const World& world) {
  std::vector<std::string> names;
  for (const BodyFrame& frame : world.scene().frames) names.push_back(frame.name);
  return names;
}

PackedFrame frame_named(const World& world, const std::string& name) {
  if (const auto found = find_frame(world.model(), world.scene().frames, name))
    return {found->body.index, found->pose.p, wxyz(found->pose.r)};
  std::vector<std::string> names = frame_names(world);
  for (std::string& body : body_names(world.model())) names.push_back(std::move(body));
  throw InvalidArgument("frame", one_of(names, name, kMostNames), name);
}

}  // namespace

void bind_frames(nb::class_<World>& world) {
  world.def("frame_names", &frame_names)
      .def("frame", &frame_named)
      .def("frame_pose",
           [](World& w, const PackedFrame& frame) {
             const spatial::Pose pose = world_pose(w.model(), w.state(), frame_of(frame));
             return nb::make_tuple(pose.p, wxyz(pose.r));
           })
      .def("frame_joint_jacobian",
           [](World& w, const PackedFrame& packed, const std::vector<std::pair<int, int>>& joints) {
             std::vector<CoordinateId> coordinates;
             for (const auto& [joint, k] : joints) coordinates.push_back({{joint}, k});
             const BodyFrame frame = frame_of(packed);
             return joint_jacobian(w.model(), w.state(), frame.body, frame.pose.p, Frame::body,
                                   coordinates);
           })
      .def("frame_motion", [](World& w, const PackedFrame& frame) {
        const Twist twist = world_twist(w.model(), w.state(), frame_of(frame));
        return nb::make_tuple(twist.velocity, twist.omega);
      });
}

}  // namespace perpend::python
