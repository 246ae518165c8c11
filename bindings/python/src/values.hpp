// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <optional>
#include <string>

/// What callers give where Python does not say of which type it must be.
namespace perpend::python {

/// For an error: a string as it is, else its repr; cut to a line.
std::string shown(nanobind::handle value);

/// Of a finite number, NumPy's too. True and False are no numbers, nor is what double cannot hold.
std::optional<double> number_of(nanobind::handle value);

bool is_truth_value(nanobind::handle value);

}  // namespace perpend::python
