// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"
#include "perpend/model/model.hpp"

namespace perpend::io {

/// What recordings and states know of the bodies they are of, in the order of the model.
struct BodyTable {
  std::vector<std::string> names;
  std::vector<BodyKind> kind;
  std::vector<std::int32_t> dof, offset, q_size, q_offset;
};
BodyTable body_table(const Model& model);

/// What tells that a state of those bodies is none of the model: bodies, their names and kinds, and
/// sizes. Empty where it may be one.
Diagnostics mismatches(const BodyTable& bodies, const State& state, const Model& model);

}  // namespace perpend::io
