// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// True if joints in space may have redundant rows: if they form a loop, through the world or not,
/// or connect planar and spatial bodies. Planar linkages do not count: those of planar bodies, or
/// of bodies on pins about parallel axes that are principal axes. Couplers do not count either.
bool has_loops_in_space(const Model& model);
/// Returns the least number of degrees of freedom, velocities less joint rows, among assemblies
/// with a loop; the rigid motion of an assembly that nothing holds is not counted. Empty if there
/// is no loop.
std::optional<int> freedom_of_loops(const Model& model);
/// Two pins of an assembly with a loop whose axes are parallel except for a small angle.
struct SkewPins {
  int first = 0, second = 0;  // indices in Model::joints
  double angle = 0.0;         // rad, up to 1e-3
};
/// Returns one entry per assembly with such pins, of those whose axes differ most. Ideal pins about
/// different axes lock the loop or load each other.
std::vector<SkewPins> skew_pins(const Model& model);
/// True if some assembly without loops, of up to four degrees of freedom, has a body ten times as
/// heavy as another: its light bodies whip when it folds.
bool has_light_links(const Model& model);

}  // namespace perpend
