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

// An array of a recording that keeps it alive.
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

io::Recorder* record(World& world, const std::filesystem::path& path, int every) {
  const study::Scene& scene = world.scene();
  const io::RunHeader header{scene.name, scene.text, scene.parameters, world.options()};
  auto recorder = std::make_unique<io::Recorder>(
      value_or_throw(io::Recorder::open(path, world.model(), header, {.every = every})));
  throw_if_any(recorder->write(world.state(), world.last(), world.simulator().contacts()));
  return recorder.release();
}

}  // namespace

void bind_recording(nb::module_& m) {
  nb::class_<io::Recorder>(m, "Recorder")
      .def("write",
           [](io::Recorder& r, World& w) {
             throw_if_any(r.write(w.state(), w.last(), w.simulator().contacts()));
           })
      .def("close", [](io::Recorder& r) { throw_if_any(r.close()); });
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
