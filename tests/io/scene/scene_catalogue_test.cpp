// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/scene_catalogue.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace perpend::io {
namespace {

namespace fs = std::filesystem;

// Two folders: `first` with alpha and a broken file, `second` with another alpha and beta.
struct Folders {
  fs::path root = fs::temp_directory_path() / "perpend_catalogue_test";
  fs::path first = root / "first", second = root / "second";

  Folders() {
    fs::remove_all(root);
    fs::create_directories(first);
    fs::create_directories(second);
    std::ofstream(first / "a.json") << R"({"name": "alpha", "description": "the first"})";
    std::ofstream(first / "broken.json") << "{";
    std::ofstream(first / "notes.txt") << "no scene";
    std::ofstream(second / "a.json") << R"({"name": "alpha", "description": "hidden"})";
    std::ofstream(second / "beta.json") << R"({"description": "named by its file"})";
  }
  std::vector<fs::path> both() const { return {first, second}; }
};

TEST_CASE("scenes are listed by name, the first folder wins, broken files say why") {
  const Folders folders;
  const auto scenes = list_scenes(folders.both());
  REQUIRE(scenes.size() == 3);
  CHECK(scenes[0].name == "alpha");
  CHECK(scenes[0].description == "the first");
  CHECK(scenes[1].name == "beta");
  CHECK(scenes[2].name == "broken");
  CHECK(scenes[2].description.find("broken.json:1") != std::string::npos);
}

TEST_CASE("a scene is found by name or path; else the nearest name is told") {
  const Folders folders;
  CHECK(find_scene("beta", folders.both()).value() == folders.second / "beta.json");
  const fs::path hidden = folders.second / "a.json";
  CHECK(find_scene(hidden.string(), folders.both()).value() == hidden);
  const auto missing = find_scene("alpa", folders.both());
  REQUIRE_FALSE(missing.has_value());
  CHECK(to_string(missing.error()) ==
        "no scene or file is named \"alpa\" (did you mean \"alpha\"? known: alpha, beta, broken)");
}

TEST_CASE("a path at which there is no file is told as such, without all names of scenes") {
  const Folders folders;
  const auto words = [&](const char* path) {
    const auto missing = find_scene(path, folders.both());
    REQUIRE_FALSE(missing.has_value());
    return to_string(missing.error());
  };
  CHECK(words("models/arm.urdf") == "models/arm.urdf: no such file");
  CHECK(words("./arm") == "./arm: no such file");
  CHECK(words("beta.json") == "beta.json: no such file (did you mean the scene \"beta\"?)");
}

TEST_CASE("PERPEND_SCENES adds folders before the one that lies beside the program") {
  const Folders folders;
  const std::string list = folders.first.string() + "::/nowhere:" + folders.second.string();
  setenv("PERPEND_SCENES", list.c_str(), 1);
  const auto searched = scene_folders();
  unsetenv("PERPEND_SCENES");
  const auto at = [&](const fs::path& folder) {
    return std::find(searched.begin(), searched.end(), folder) - searched.begin();
  };
  CHECK(at(folders.first) + 1 == at(folders.second));
  REQUIRE(at(folders.second) + 1 < std::ssize(searched));
  CHECK(fs::equivalent(searched.back(), fs::path(PERPEND_SOURCE_DIR) / "scenes"));
}

TEST_CASE("a folder, a pipe and the input are told from names of scenes") {
  const Folders folders;
  CHECK(find_scene("-", folders.both()).value() == "/dev/stdin");
  CHECK(find_scene("/dev/null", folders.both()).value() == "/dev/null");
  const auto folder = find_scene(folders.first.string(), folders.both());
  REQUIRE_FALSE(folder.has_value());
  CHECK(to_string(folder.error()) ==
        folders.first.string() + ": is a folder (expected a scene or a robot in it)");
  const auto nothing = find_scene("alpha", {});
  REQUIRE_FALSE(nothing.has_value());
  CHECK(to_string(nothing.error()) ==
        "no scene or file is named \"alpha\" (no folder with scenes was found; set "
        "PERPEND_SCENES)");
}

TEST_CASE("the folder scenes where the program runs comes first, then those of the environment") {
  const Folders folders;
  const fs::path before = fs::current_path();
  fs::create_directories(folders.root / "scenes");
  std::ofstream(folders.root / "scenes/own.json") << R"({"name": 7, "description": ["none"]})";
  std::ofstream(folders.root / "beta") << "{}";
  fs::current_path(folders.root);
  setenv("PERPEND_SCENES", ":second", 1);
  const auto searched = scene_folders();
  const auto scenes = list_scenes({"scenes"});
  const auto file = find_scene("beta", {"second"});
  unsetenv("PERPEND_SCENES");
  fs::current_path(before);
  REQUIRE(searched.size() >= 2);
  CHECK(searched[0] == "scenes");
  CHECK(searched[1] == "second");
  // What is no text names nothing: the file does.
  REQUIRE(scenes.size() == 1);
  CHECK(scenes[0].name == "own");
  CHECK(scenes[0].description.empty());
  CHECK(file.value() == "beta");  // a file goes before the scene of its name
}

}  // namespace
}  // namespace perpend::io
