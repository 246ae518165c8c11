// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// True if both have the same bits, except for the time, the number of steps and the work of
/// joints.
bool is_same_but_for_time(const State& a, const State& b);
bool is_same_work(const JointWork& a, const JointWork& b);

}  // namespace perpend
