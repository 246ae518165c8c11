// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "io/robot/files/resource_path.hpp"
#include "perpend/core/result.hpp"

namespace perpend::io {

/// Values of the arguments (xacro:arg) of a file, by name.
using XacroArguments = std::vector<std::pair<std::string, std::string>>;

/// Returns the URDF that a xacro file expands to, with these arguments, or the fault that xacro
/// tells. Packages are found as in find_resource().
Result<std::string> expand_xacro(const std::filesystem::path& file, const PackageFolders& packages,
                                 const XacroArguments& arguments);

}  // namespace perpend::io
