// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

#include <cstdio>

#include "bindings.hpp"
#include "state_bytes.hpp"

namespace nb = nanobind;

namespace perpend::python {

void bind_state(nb::module_& m) {
  nb::class_<Snapshot>(m, "State", "Everything the next step depends on; immutable.")
      .def_prop_ro(
          "time", [](const Snapshot& s) { return s.state.time; }, "s")
      .def_prop_ro(
          "step", [](const Snapshot& s) { return s.state.step; }, "steps taken since the start")
      .def_prop_ro(
          "q", [](const Snapshot& s) { return copied(s.state.q); }, nb::rv_policy::move,
          "coordinates, a copy")
      .def_prop_ro(
          "v", [](const Snapshot& s) { return copied(s.state.v); }, nb::rv_policy::move,
          "velocities, a copy")
      .def(
          "hash", [](const Snapshot& s) { return hash(s.state); }, "64-bit FNV-1a of all bits")
      .def(
          "__eq__", [](const Snapshot& a, const Snapshot& b) { return to_bytes(a) == to_bytes(b); },
          nb::is_operator())
      .def("__repr__",
           [](const Snapshot& s) {
             char text[80];
             std::snprintf(text, sizeof text, "<State at t = %.6g s, step %lld>", s.state.time,
                           static_cast<long long>(s.state.step));
             return std::string(text);
           })
      .def("__hash__", [](const Snapshot& s) { return hash(s.state); })
      .def("__getstate__",
           [](const Snapshot& s) {
             const std::string bytes = to_bytes(s);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](Snapshot& s, const nb::bytes& bytes) {
        new (&s) Snapshot(from_bytes({bytes.c_str(), bytes.size()}));
      });
}

}  // namespace perpend::python
