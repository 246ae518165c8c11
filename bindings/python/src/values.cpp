// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <nanobind/stl/string.h>

#include <cmath>

namespace nb = nanobind;

namespace perpend::python {

std::string shown(nb::handle value) {
  constexpr std::size_t kLine = 80;
  const bool is_string = nb::isinstance<nb::str>(value);
  std::string text;
  try {
    text =
        nb::cast<std::string>(is_string ? nb::object(nb::str(value)) : nb::object(nb::repr(value)));
  } catch (const nb::python_error&) {
    // Whole numbers of more than 4300 digits have no repr.
    return "one of type " + nb::cast<std::string>(value.type().attr("__name__"));
  }
  return text.size() <= kLine ? text : text.substr(0, kLine) + "...";
}

bool is_truth_value(nb::handle value) {
  const auto type = nb::cast<std::string>(value.type().attr("__name__"));
  return type == "bool" || type == "bool_";  // Python's and NumPy 2's, NumPy 1's
}

std::optional<double> number_of(nb::handle value) {
  if (is_truth_value(value) || PyNumber_Check(value.ptr()) == 0) return std::nullopt;
  const nb::object number = nb::steal(PyNumber_Float(value.ptr()));
  if (!number.is_valid()) {
    PyErr_Clear();
    return std::nullopt;
  }
  const double found = PyFloat_AsDouble(number.ptr());
  return std::isfinite(found) ? std::optional(found) : std::nullopt;
}

}  // namespace perpend::python
