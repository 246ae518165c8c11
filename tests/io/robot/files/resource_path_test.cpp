// SPDX-License-Identifier: Apache-2.0
#include "io/robot/files/resource_path.hpp"

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

TEST_CASE("a package lies where the caller says, or else beside the file or in a folder above it") {
  namespace fs = std::filesystem;
  const ScratchFile here("clone");
  const fs::path deep = here.path / "arm/urdf", file = deep / "robot.urdf";
  const auto put = [&](const fs::path& at) {
    fs::create_directories((here.path / at).parent_path());
    std::ofstream(here.path / at) << "solid";
    return here.path / at;
  };
  const auto found = [&](const char* uri, const PackageFolders& packages = {}) {
    const auto path = find_resource(uri, file, packages);
    return path ? fs::weakly_canonical(*path) : fs::path();
  };
  fs::create_directories(deep);
  const fs::path own = put("arm/meshes/a.stl"), sister = put("hand/b.stl"),
                 renamed = put("meshes/c.stl"), beside = put("arm/urdf/d.stl"),
                 elsewhere = put("other/e.stl"), second = put("other/meshes/a.stl");
  CHECK(found("package://arm/meshes/a.stl") == own);         // a folder above that has its name
  CHECK(found("package://hand/b.stl") == sister);            // beside one of those
  CHECK(found("package://cloned/meshes/c.stl") == renamed);  // a folder above of another name
  CHECK(found("package://cloned/meshes/a.stl") == own);
  CHECK(found("d.stl") == beside);
  CHECK(found("file://../meshes/a.stl") == own);
  CHECK(found(("file://" + own.string()).c_str()) == own);
  CHECK(found("package://arm") == here.path / "arm");
  const PackageFolders told{{"arm", here.path / "other"}};
  CHECK(found("package://arm/e.stl", told) == elsewhere);
  CHECK(found("package://arm/meshes/a.stl", told) == second);  // before those above the file
  CHECK(found("package://hand/e.stl", told).empty());          // of that package alone
  fs::remove_all(here.path);
}

TEST_CASE("models of Gazebo lie in the folders of its variables, of which there are two") {
  namespace fs = std::filesystem;
  const ScratchFile here("gazebo");
  fs::create_directories(here.path / "cup");
  for (const char* variable : {"GZ_SIM_RESOURCE_PATH", "SDF_PATH"}) {
    CAPTURE(variable);
    CHECK(!find_resource("model://cup", "/nonexistent/world.sdf", {}));
    ::setenv(variable, ("/nonexistent::" + here.path.string()).c_str(), 1);
    CHECK(find_resource("model://cup", "/nonexistent/world.sdf", {}) == here.path / "cup");
    ::setenv(variable, (here.path.string() + ":").c_str(), 1);
    CHECK(find_resource("model://cup", "/nonexistent/world.sdf", {}) == here.path / "cup");
    ::unsetenv(variable);
  }
  fs::remove_all(here.path);
}

}  // namespace perpend::io
