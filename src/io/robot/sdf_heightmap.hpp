// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>

#include "io/robot/sdf_element.hpp"

namespace perpend::io {

/// Reads a `heightmap`: the heights of a PNG picture, whose upper row is at +y, from black at `pos`
/// to its brightest pixel `size` z above, as in Gazebo. Returns nothing, after a fault or a note,
/// where there are none.
std::optional<LinkShape> read_heightmap(const XmlElement& at, const std::filesystem::path& from,
                                        const RobotOptions& options);

/// Leaves out the heights of a body that moves, with a note.
void leave_out_heights(Assembly& assembly, std::vector<LinkShape>& shapes);

}  // namespace perpend::io
