// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "view/world.hpp"

/// What pages are sent (docs/view.md).
namespace perpend::view {

/// JSON: what is drawn and does not change, as the page of a recording has it. `goes_on`: it is the
/// world there was, with bodies more or less.
std::string scene_message(const study::Scene& scene, const std::vector<std::string>& joint_notes,
                          bool goes_on);
/// JSON: why there is no scene.
std::string faults_message(const Diagnostics& faults);
/// JSON: what a command was refused for.
std::string refusal_message(const std::string& words);

struct Pace {
  bool running = false;
  double speed = 1.0;     ///< asked for
  double achieved = 0.0;  ///< simulated seconds per second, where it runs
};
/// JSON: all that commands set, so that every page shows the same.
std::string settings_message(const World& world, const Pace& pace, const std::string& notice);

/// Bytes: the length of a JSON text (uint32), the text, filled up with blanks to a multiple of
/// four, and the arrays it names in "arrays" as [name, type, entries], little-endian, four bytes
/// each.
std::string frame_message(const World& world, const Pace& pace);

}  // namespace perpend::view
