// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "io/recording/body_table.hpp"

namespace perpend::python {

/// A state with the bodies it is of, which all snapshots of one world share; perpend.State.
struct Snapshot {
  State state;
  std::shared_ptr<const io::BodyTable> bodies;
  double dt = 0.0;  ///< s, of the step that its impulses are of
};

}  // namespace perpend::python
