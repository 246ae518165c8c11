// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {

int sweep() {
  say(stderr,
      "perpend: studies are part of the Python package, which brings a program with this verb\n"
      "  install it: pip install \".[sweep]\" in the source folder, then `python3 -m perpend "
      "sweep`\n");
  return kFailed;
}

}  // namespace perpend::app
