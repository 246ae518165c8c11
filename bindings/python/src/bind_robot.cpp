// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "errors.hpp"
#include "names.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/convex_parts.hpp"
#include "perpend/io/mesh_file.hpp"
#include "perpend/io/scene.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perpend::python {
namespace {

using Rows = Eigen::Matrix<double, Eigen::Dynamic, 3, Eigen::RowMajor>;
using Values = std::vector<std::pair<std::string, double>>;

std::vector<study::Parameter> parameters(const Values& values) {
  std::vector<study::Parameter> found;
  for (const auto& [name, value] : values) found.push_back({name, value});
  return found;
}

// Returns the position of a word; throws InvalidArgument if it is none of them.
template <typename Enum>
Enum choice(const char* argument, const std::vector<std::string>& words, const std::string& word) {
  return static_cast<Enum>(index_named(words, word, argument));
}

// Returns the text of the scene and its notes.
nb::tuple converted(const std::filesystem::path& file, bool ground, bool allow_overlap,
                    bool mend_masses, std::optional<double> decompose,
                    std::optional<Eigen::Vector3d> gravity, const std::string& base,
                    const std::string& motors, const std::string& keyframe, const Values& start,
                    const Values& rates,
                    std::vector<std::pair<std::string, std::filesystem::path>> packages,
                    std::vector<std::pair<std::string, std::string>> arguments, double duration) {
  const io::RobotOptions options{
      .ground = ground,
      .allow_overlap = allow_overlap,
      .mend_masses = mend_masses,
      .decompose = decompose,
      .gravity = gravity,
      .base = choice<io::RobotBase>("base", {"as_file", "fixed", "free"}, base),
      .motors = choice<io::RobotMotors>("motors", {"none", "position", "velocity"}, motors),
      .keyframe = keyframe,
      .start = parameters(start),
      .rates = parameters(rates),
      .packages = std::move(packages),
      .arguments = std::move(arguments),
      .duration = duration};
  Result<study::Scene> scene = [&] {
    const nb::gil_scoped_release release;
    return io::read_scene(file, {}, options);
  }();
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  const study::Scene read = value_or_throw(std::move(scene));
  return nb::make_tuple(read.text, packed(read.notes));
}

// Returns the corners of each part of a mesh file, (n, 3).
std::vector<Rows> parts_of(const std::filesystem::path& file, double threshold) {
  using Parts = std::vector<std::vector<Eigen::Vector3d>>;
  Result<Parts> parts = [&]() -> Result<Parts> {
    const nb::gil_scoped_release release;
    const Result<io::MeshFile> mesh = io::read_mesh(file);
    if (!mesh) return mesh.error();
    return io::convex_parts(*mesh, threshold);
  }();
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  std::vector<Rows> found;
  for (const std::vector<Eigen::Vector3d>& corners : value_or_throw(std::move(parts))) {
    found.emplace_back(static_cast<Eigen::Index>(corners.size()), 3);
    for (std::size_t i = 0; i < corners.size(); ++i)
      found.back().row(static_cast<Eigen::Index>(i)) = corners[i];
  }
  return found;
}

}  // namespace

void bind_robot(nb::module_& m) {
  m.def("convert_robot", &converted, "file"_a, "ground"_a, "allow_overlap"_a, "mend_masses"_a,
        "decompose"_a.none(), "gravity"_a.none(), "base"_a, "motors"_a, "keyframe"_a, "start"_a,
        "rates"_a, "packages"_a, "arguments"_a, "duration"_a);
  m.def("convex_parts", &parts_of, "file"_a, "threshold"_a);
}

}  // namespace perpend::python
