// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>

namespace perpend::python {

using Vector = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<1>>;
using Matrix = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<2>>;
/// Arrays from callers, converted to C-contiguous doubles if needed.
using GivenVector =
    nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using GivenMatrix =
    nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::c_contig, nanobind::device::cpu>;

/// Returns an array with memory of its own.
template <typename Values>
Vector copied(const Values& values) {
  auto* memory = new double[values.size()];
  std::copy_n(values.data(), values.size(), memory);
  const nanobind::capsule owner(memory, [](void* p) noexcept { delete[] static_cast<double*>(p); });
  return Vector(memory, {static_cast<std::size_t>(values.size())}, owner);
}

class World;

void bind_world(nanobind::module_& m);
void bind_drive(nanobind::class_<World>& world);
void bind_frames(nanobind::class_<World>& world);
void bind_measure(nanobind::class_<World>& world);
void bind_joints(nanobind::class_<World>& world);
void bind_derivatives(nanobind::class_<World>& world);
void bind_shapes(nanobind::class_<World>& world);
void bind_state(nanobind::module_& m);
void bind_rollout(nanobind::module_& m);
void bind_solvers(nanobind::module_& m);
void bind_recording(nanobind::module_& m);
void bind_sensors(nanobind::module_& m);
void bind_page(nanobind::module_& m);
void bind_robot(nanobind::module_& m);

}  // namespace perpend::python
