// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "perpend/model/model.hpp"
#include "state_bytes.hpp"

namespace nb = nanobind;

namespace perpend::python {

void bind_state(nb::module_& m) {
  nb::class_<State>(m, "State", "Everything the next step depends on; immutable.")
      .def_prop_ro("time", [](const State& s) { return s.time; }, "s")
      .def_prop_ro("step", [](const State& s) { return s.step; }, "steps taken since the start")
      .def_prop_ro("q", [](const State& s) { return copied(s.q); }, nb::rv_policy::move, "coordinates, a copy")
      .def_prop_ro("v", [](const State& s) { return copied(s.v); }, nb::rv_policy::move, "velocities, a copy")
      .def("hash", [](const State& s) { return hash(s); }, "64-bit FNV-1a of all bits")
      .def("__eq__", [](const State& a, const State& b) { return to_bytes(a) == to_bytes(b); })
      .def("__hash__", [](const State& s) { return hash(s); })
      .def("__getstate__",
           [](const State& s) {
             const std::string bytes = to_bytes(s);
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def("__setstate__", [](State& s, const nb::bytes& bytes) {
        new (&s) State(from_bytes({bytes.c_str(), bytes.size()}));
      });
}

}  // namespace perpend::python
