// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "io/recording/body_table.hpp"

namespace perpend::python {

/// A state with the table of its bodies, which all snapshots of one world share; perpend.State.
struct Snapshot {
  State state;
  std::shared_ptr<const io::BodyTable> bodies;
  double dt = 0.0;  ///< s, step length that its impulses belong to
};

}  // namespace perpend::python
