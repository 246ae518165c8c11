// SPDX-License-Identifier: Apache-2.0
#include "io/robot/resource_path.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "io/scratch_file.hpp"

namespace perpend::io {

TEST_CASE("a package of an installed workspace lies in its share, one of its sources by its name") {
  namespace fs = std::filesystem;
  const ScratchFile here("workspace");
  const fs::path installed = here.path / "install/share/arm", source = here.path / "src/arm";
  for (const auto& [folder, variable, list] :
       {std::tuple(installed, "AMENT_PREFIX_PATH",
                   ":/nonexistent:" + (here.path / "install").string()),
        std::tuple(source, "ROS_PACKAGE_PATH", (here.path / "src").string() + ":/nonexistent")}) {
    fs::create_directories(folder);
    std::ofstream(folder / "part.stl") << "solid";
    ::setenv(variable, list.c_str(), 1);
    CHECK(find_resource("package://arm/part.stl", "/nonexistent/robot.urdf", {}) ==
          folder / "part.stl");
    CHECK(!find_resource("package://arm/other.stl", "/nonexistent/robot.urdf", {}));
    ::unsetenv(variable);
  }
  CHECK(!find_resource("package://arm/part.stl", "/nonexistent/robot.urdf", {}));
  fs::remove_all(here.path);
}

}  // namespace perpend::io
