// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "errors.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

// Returns an array that refers to the data of a recording and keeps it alive.
Matrix rows(nb::handle_t<io::Recording> self, io::Recording::Rows& values) {
  return Matrix(values.data(),
                {static_cast<std::size_t>(values.rows()), static_cast<std::size_t>(values.cols())},
                self);
}

template <io::Recording::Rows io::Recording::*member>
Matrix view(nb::handle_t<io::Recording> self) {
  return rows(self, nb::cast<io::Recording&>(self).*member);
}

nb::dict reports(const io::Recording& recording) {
  nb::dict values;
  for (const io::ReportSeries& series : recording.report)
    values[series.name.c_str()] = copied(series.values);
  return values;
}

// A recorder with the merged reports of the steps since its last write().
struct WorldRecorder {
  std::shared_ptr<const study::Scene> scene;  // its model is the recorder's
  io::Recorder recorder;
  std::shared_ptr<MergedReport> steps = std::make_shared<MergedReport>();

  void write(World& world);
};

void WorldRecorder::write(World& world) {
  // Accepts a copy of the world too, which may continue in its place.
  require(world.shared_scene() == scene || world.scene().text == scene->text, "world",
          "one with the scene that the recording began with", "one with another scene");
  StepReport report = world.last();
  const std::span<const ReportField> fields = report_fields();
  for (std::size_t i = 0; i < steps->values().size(); ++i)
    fields[i].set(report, steps->values()[i]);
  steps->clear();
  io::RowExtras extras;
  if (world.has_stepped()) extras.coordinate_forces = world.simulator().coordinate_forces();
  throw_if_any(recorder.write(world.state(), report, world.contacts(), extras));
}

WorldRecorder* record(World& world, const std::filesystem::path& path, int every) {
  const study::Scene& scene = world.scene();
  const io::RunHeader header{scene.name, scene.text, scene.parameters, world.options()};
  auto made = std::make_unique<WorldRecorder>(WorldRecorder{
      world.shared_scene(),
      value_or_throw(io::Recorder::open(path, world.model(), header, {.every = every}))});
  made->write(world);
  world.tell(made->steps);
  return made.release();
}

}  // namespace

void bind_recording(nb::module_& m) {
  nb::class_<WorldRecorder>(m, "Recorder")
      .def("write", &WorldRecorder::write)
      .def("close", [](WorldRecorder& r) { throw_if_any(r.recorder.close()); });
  m.def("record", &record, nb::rv_policy::take_ownership);
  nb::class_<io::Recording>(m, "Recording")
      .def_prop_ro(
          "time", [](const io::Recording& r) { return copied(r.time); }, nb::rv_policy::move)
      .def_prop_ro("q", &view<&io::Recording::q>, nb::rv_policy::reference)
      .def_prop_ro("v", &view<&io::Recording::v>, nb::rv_policy::reference)
      .def_prop_ro("joint_impulse", &view<&io::Recording::joint_impulse>, nb::rv_policy::reference)
      .def_prop_ro("joint_coordinate", &view<&io::Recording::joint_coordinate>,
                   nb::rv_policy::reference)
      .def_prop_ro("body_names", [](const io::Recording& r) { return r.bodies.names; })
      .def_prop_ro("scene", [](const io::Recording& r) { return r.header.scene; })
      .def_prop_ro("log", [](const io::Recording& r) { return r.log; })
      .def_prop_ro("report", &reports);
  m.def("read_recording",
        [](const std::filesystem::path& path) { return value_or_throw(io::read_recording(path)); });
}

}  // namespace perpend::python
