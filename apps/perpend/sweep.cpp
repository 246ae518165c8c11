// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {

int sweep() {
  return refuse(
      {{"perpend", 0, "",
        "studies are part of the Python package, which brings a program with this verb\n"
        "  install it: pip install \".[sweep]\" in the source folder, then `python3 -m perpend "
        "sweep`",
        ""}},
      kFailed);
}

}  // namespace perpend::app
