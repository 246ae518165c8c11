// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "snapshot.hpp"

namespace perpend::python {

/// Returns every bit of a state and its bodies, for pickle. It can be read by the same version on a
/// machine of the same byte order. Files are written by io::write_snapshot().
std::string to_bytes(const Snapshot& snapshot);
/// Throws InvalidArgument if the bytes are not from to_bytes().
Snapshot from_bytes(std::string_view bytes);

}  // namespace perpend::python
