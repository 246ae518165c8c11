// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>

#include "perpend/core/result.hpp"

namespace perpend::python {

/// Faults of an input, raised in Python as perpend.InputError.
class InputError : public std::runtime_error {
 public:
  explicit InputError(Diagnostics diagnostics)
      : std::runtime_error(to_string(diagnostics)), diagnostics_(std::move(diagnostics)) {}

  const Diagnostics& diagnostics() const { return diagnostics_; }

 private:
  Diagnostics diagnostics_;
};

/// Returns a dict for each diagnostic, as perpend.InputError.diagnostics has them.
nanobind::list packed(const Diagnostics& diagnostics);

template <typename T>
T value_or_throw(Result<T> result) {
  if (!result) throw InputError(result.error());
  return std::move(result).value();
}
inline void throw_if_any(const Diagnostics& diagnostics) {
  if (!diagnostics.empty()) throw InputError(diagnostics);
}

/// Makes InvalidArgument and InputError raise the classes of perpend.errors from here on.
void register_errors();

}  // namespace perpend::python
