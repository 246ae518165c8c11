// SPDX-License-Identifier: Apache-2.0
#include "perpend/model/scale_impulses.hpp"

namespace perpend {

void scale_impulses(State& state, double factor) {
  for (ContactMemory& contact : state.contacts) contact.impulse *= factor;
  state.joint_impulses *= factor;
}

}  // namespace perpend
