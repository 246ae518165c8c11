// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

/// Values from callers whose type Python leaves open.
namespace perpend::python {

/// Returns a text for an error: a string as it is, else its repr; cut to a line.
std::string shown(nanobind::handle value);

/// Returns a finite number, NumPy's too. True, False and values beyond the range of a double do not
/// count.
std::optional<double> number_of(nanobind::handle value);

bool is_truth_value(nanobind::handle value);

}  // namespace perpend::python
