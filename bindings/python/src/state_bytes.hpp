// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "snapshot.hpp"

namespace perpend::python {

/// Every bit of a state and its bodies, for pickle: read back by the same version on a machine of
/// the same byte order. Files are io::write_snapshot()'s.
std::string to_bytes(const Snapshot& snapshot);
/// Throws InvalidArgument where the bytes are none of to_bytes().
Snapshot from_bytes(std::string_view bytes);

}  // namespace perpend::python
