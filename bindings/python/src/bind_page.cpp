// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "errors.hpp"
#include "io/page/run_page_bodies.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

io::RunPage page_of(const World& world) {
  const study::Scene& scene = world.scene();
  return {.model = &world.model(),
          .description = scene.description,
          .colors = scene.colors,
          .visuals = scene.visuals,
          .view = scene.view};
}

void write_page(const World& world, const io::Recording& recording,
                const std::filesystem::path& path, std::size_t max_bytes) {
  io::RunPage page = page_of(world);
  page.recording = &recording;
  page.max_bytes = max_bytes;
  throw_if_any(io::write_run_page(path, page));
}

// Returns shapes and colours as pages draw them, as JSON.
std::string bodies(const World& world) {
  return io::bodies_json(page_of(world)).dump();
}

// Returns position and quaternion w, x, y, z of the frame in which those shapes are given.
nb::tuple centre_pose(World& world, int body) {
  const spatial::Pose pose = spatial_pose(world.model(), world.state(), {body});
  return nb::make_tuple(pose.p, Eigen::Vector4d(pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()));
}

}  // namespace

void bind_page(nb::module_& m) {
  m.def("write_page", &write_page);
  m.def("bodies", &bodies);
  m.def("centre_pose", &centre_pose);
}

}  // namespace perpend::python
