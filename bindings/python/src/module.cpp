// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "errors.hpp"
#include "perpend/core/version.hpp"

NB_MODULE(_core, m) {
  m.doc() = "What perpend's classes are made of; use those.";
  m.attr("__version__") = nanobind::str(perpend::version().data(), perpend::version().size());
  perpend::python::register_errors();
  perpend::python::bind_state(m);
  perpend::python::bind_world(m);
  perpend::python::bind_rollout(m);
  perpend::python::bind_solvers(m);
  perpend::python::bind_recording(m);
  perpend::python::bind_page(m);
  perpend::python::bind_robot(m);
  perpend::python::bind_sensors(m);
}
