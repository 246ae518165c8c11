// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "view/world.hpp"

/// Messages sent to pages (docs/view.md).
namespace perpend::view {

/// Returns JSON with the constant parts of the drawing, as in the page of a recording. `goes_on`
/// means that it is the same world with bodies added or removed.
std::string scene_message(const study::Scene& scene, const std::vector<std::string>& joint_notes,
                          bool goes_on);
/// Returns JSON that says why there is no scene.
std::string faults_message(const Diagnostics& faults);
/// Returns JSON that says why a command was refused.
std::string refusal_message(const std::string& words);

struct Pace {
  bool running = false;
  double speed = 1.0;     ///< requested
  double achieved = 0.0;  ///< simulated seconds per second while it runs
};
/// Returns JSON with everything that commands set, so that every page shows the same.
std::string settings_message(const World& world, const Pace& pace, const std::string& notice);

/// Returns bytes: the length of a JSON text (uint32), the text, padded with blanks to a multiple of
/// four, and the arrays it names in "arrays" as [name, type, entries], little-endian, four bytes
/// each.
std::string frame_message(const World& world, const Pace& pace);

}  // namespace perpend::view
