// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

// Name, kind, body or joint, against, position and quaternion w, x, y, z of the mount.
using PackedSensor = std::tuple<std::string, int, int, int, Eigen::Vector3d, Eigen::Vector4d>;

SensorDef unpacked(const PackedSensor& packed) {
  const auto& [name, kind, element, against, position, r] = packed;
  SensorDef def{.name = name, .kind = static_cast<SensorKind>(kind), .against = {against}};
  if (def.kind == SensorKind::joint_force_torque)
    def.joint = {element};
  else
    def.body = {element};
  def.mount = {position, Eigen::Quaterniond(r[0], r[1], r[2], r[3])};
  const double size = def.mount.r.squaredNorm();
  require(position.allFinite() && size > 0 && std::isfinite(size), "sensor",
          "finite, with a rotation", name);
  def.mount.r.normalize();
  return def;
}

std::shared_ptr<SensorSet> watch(World& world, const std::vector<PackedSensor>& packed) {
  std::vector<SensorDef> defs;
  for (const PackedSensor& each : packed) defs.push_back(unpacked(each));
  return world.watch(std::move(defs));
}

Vector values(const SensorSet& set, const std::string& name) {
  require(set.sensors.has_value(), "sensors", "made since World.exchange()", "older ones");
  return copied(set.sensors->values(name));
}

}  // namespace

void bind_sensors(nb::module_& m) {
  nb::class_<SensorSet>(m, "Sensors").def("values", &values, nb::rv_policy::move);
  m.def("watch", &watch);
}

}  // namespace perpend::python
