// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mjcf.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>

#include "io/robot/files/run_tool.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {
namespace {

namespace fs = std::filesystem;

// Stands in for Python: its answer is the words it was called with, line by line.
constexpr const char* kEcho = R"(#!/bin/sh
shift
printf '{"notes": [], "text": "'
printf '%s\\n' "$@"
printf '"}'
)";

class StandIn {
 public:
  explicit StandIn(const std::string& text) : file_("python") {
    std::ofstream(file_.path) << text;
    fs::permissions(file_.path, fs::perms::owner_all);
    if (const char* before = std::getenv("PERPEND_PYTHON")) before_ = before;
    setenv("PERPEND_PYTHON", file_.path.c_str(), 1);
  }
  ~StandIn() {
    if (before_.empty())
      unsetenv("PERPEND_PYTHON");
    else
      setenv("PERPEND_PYTHON", before_.c_str(), 1);
  }
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

 private:
  ScratchFile file_;
  std::string before_;
};

}  // namespace

TEST_CASE("MuJoCo's reader is told where the joints start, how fast, and what else was asked for") {
  const StandIn python(kEcho);
  const Result<ConvertedRobot> converted =
      convert_mjcf("arm.xml", {.ground = true,
                               .allow_overlap = true,
                               .gravity = Eigen::Vector3d(0, -2.5, 0),
                               .motors = RobotMotors::velocity,
                               .start = {{"knee", 0.5}, {"hip", -0.25}},
                               .rates = {{"hip", 2}},
                               .duration = 3.5});
  REQUIRE(converted);
  CHECK(
      converted->text ==
      "arm.xml\n--duration=3.5\n--ground\n--allow-overlap\n--gravity=0,-2.5,0\n--motors=velocity\n"
      "--start=knee=0.5\n--start=hip=-0.25\n--rate=hip=2\n");
}

TEST_CASE("a reader that gives no answer is a fault that names it") {
  const StandIn python("#!/bin/sh\necho '{\"notes\": 1'\n");
  const Result<ConvertedRobot> converted = convert_mjcf("arm.xml", {});
  REQUIRE(!converted);
  CHECK(to_string(converted.error()).find("gave no answer") != std::string::npos);
}

TEST_CASE(
    "a file that is refused says what was noted before, copies without a line by their names") {
  const StandIn python(R"(#!/bin/sh
echo '{"faults": [{"file": "arm.xml", "line": 7, "element": "body", "message": "is light", "hint": ""}], "notes": ['
for k in 1 2 3; do
  echo '{"file": "arm.xml", "line": 0, "element": "joint \"j'$k'\"", "message": "is soft", "hint": ""},'
done
echo '{"file": "arm.xml", "line": 0, "element": "key", "message": "is not done", "hint": ""}]}'
)");
  const Result<ConvertedRobot> converted = convert_robot_text("<mujoco/>", "arm.xml", {});
  REQUIRE(!converted);
  CHECK(to_string(converted.error()) ==
        "arm.xml:7: body: is light\n"
        "note: arm.xml: joint \"j1\": is soft; so in joint \"j2\", joint \"j3\"\n"
        "note: arm.xml: key: is not done");
}

TEST_CASE("a program that fails is told with the last line it wrote to standard error") {
  const auto run = [](const char* script) { return run_tool({"sh", "-c", script}); };
  CHECK(run("echo one; echo two >&2").value() == "one\n");
  const auto failed = run("echo one; printf 'two\\nthree\\n\\n' >&2; exit 3");
  REQUIRE(!failed);
  CHECK(to_string(failed.error()) == "sh: failed (three)");
  CHECK(to_string(run("echo two >&2; exit 1").error()) == "sh: failed (two)");
  CHECK(to_string(run("exit 1").error()) == "sh: failed");
}

TEST_CASE("a program that a signal ends has failed, whatever it said before") {
  const auto ended = run_tool({"sh", "-c", "echo one; kill -9 $$"});
  REQUIRE(!ended);
  CHECK(to_string(ended.error()) == "sh: failed");
}

TEST_CASE("how the base of a robot of MuJoCo is held is what its own file says, with a note") {
  const StandIn python(kEcho);
  for (const RobotBase base : {RobotBase::fixed, RobotBase::free}) {
    const Result<ConvertedRobot> converted = convert_mjcf("arm.xml", {.base = base});
    REQUIRE(converted);
    REQUIRE(converted->notes.size() == 1);
    CHECK(to_string(converted->notes[0]).find("is as the file says") != std::string::npos);
  }
  CHECK(convert_mjcf("arm.xml", {})->notes.empty());
}

TEST_CASE("masses and meshes of a robot of MuJoCo are judged by its reader alone, with notes") {
  const StandIn python(kEcho);
  const Result<ConvertedRobot> converted =
      convert_mjcf("arm.xml", {.mend_masses = true, .decompose = 0.1});
  REQUIRE(converted);
  CHECK(converted->text.find("mend") == std::string::npos);
  REQUIRE(converted->notes.size() == 2);
  CHECK(to_string(converted->notes[0]).find("masses: are as the file says") != std::string::npos);
  CHECK(to_string(converted->notes[1]).find("meshes: are convex hulls") != std::string::npos);
}

TEST_CASE("a variable that is set to nothing names no program") {
  const StandIn before("");
  setenv("PERPEND_PYTHON", "", 1);
  setenv("PERPEND_MJCF", "/nonexistent/reader", 1);
  const Result<ConvertedRobot> converted = convert_mjcf("/nonexistent/arm.xml", {});
  unsetenv("PERPEND_MJCF");
  REQUIRE(!converted);
  CHECK(converted.error()[0].file == "/nonexistent/arm.xml");
  CHECK(converted.error()[0].element == "python3");
}

TEST_CASE("notes are gathered where file, words and hint are the same, in the order of lines") {
  const StandIn python(R"(#!/bin/sh
echo '{"faults": [{"file": "a.xml", "line": 3, "element": "body", "message": "is light", "hint": ""}], "notes": ['
note() {
  echo '{"file": "'$1'", "line": '$2', "element": "geom", "message": "is soft", "hint": "'$3'"}'$4
}
note a.xml 9 less ,
note a.xml 5 less ,
note a.xml 6 more ,
note b.xml 7 less ,
note a.xml 8 less
echo ']}'
)");
  const Result<ConvertedRobot> converted = convert_robot_text("<mujoco/>", "a.xml", {});
  REQUIRE(!converted);
  CHECK(to_string(converted.error()) ==
        "a.xml:3: body: is light\n"
        "note: a.xml:5: geom: is soft; so in lines 8, 9 (less)\n"
        "note: a.xml:6: geom: is soft (more)\n"
        "note: b.xml:7: geom: is soft (less)");
}

}  // namespace perpend::io
