// SPDX-License-Identifier: Apache-2.0
// Reads the part of a scene about kinematic bodies: how they move.
#include <fmt/format.h>

#include "io/scene/scene_parts.hpp"

namespace perpend::io {
namespace {

Harmonic read_harmonic(const JsonNode& node, const std::string& element, FaultList& faults,
                       bool in_space) {
  JsonObject object(node, element, faults);
  Harmonic harmonic;
  const bool rotates = in_space && object.read("rotation", harmonic.rotation);
  if (rotates)
    object.read("amplitude", harmonic.amplitude);
  else
    object.read_needed("amplitude", harmonic.amplitude,
                       in_space ? "[x, y, z] in m" : "[x, y, angle] in m and rad");
  object.read_needed("frequency", harmonic.frequency, "a frequency in Hz");
  object.read("phase", harmonic.phase);
  object.read("start", harmonic.start);
  object.read("stop", harmonic.stop);
  object.check_keys();
  return harmonic;
}

}  // namespace

Motion read_motion(const JsonNode& node, const std::string& element, FaultList& faults,
                   bool in_space) {
  JsonObject object(node, element, faults);
  Motion motion;
  object.read("velocity", motion.velocity);
  if (in_space) object.read("omega", motion.omega);
  object.read("driven", motion.driven);
  const std::vector<JsonNode>& harmonics = object.list("harmonics");
  for (std::size_t i = 0; i < harmonics.size(); ++i)
    motion.harmonics.push_back(read_harmonic(
        harmonics[i], fmt::format("{}[{}]", object.path("harmonics"), i), faults, in_space));
  object.check_keys();
  return motion;
}

}  // namespace perpend::io
