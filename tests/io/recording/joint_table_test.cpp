// SPDX-License-Identifier: Apache-2.0
#include "io/recording/joint_table.hpp"

#include <doctest/doctest.h>

#include "changed_recording.hpp"

using namespace perpend;
using changed_recording::fault_after;
using changed_recording::fault_with;

namespace {

using Numbers = std::vector<std::int32_t>;
using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("joints of no known kind, or of other numbers than a file has, are refused by name") {
  CHECK(fault_with("joints/kind", Words{"pin", "prismatic"}) == "none");
  CHECK(fault_with("joints/kind", Words{"pin", "slider"}) ==
        "joints/kind: has the unknown value `slider`");
  CHECK(fault_with("joints/kind", Words{"pin"}) == "joints/kind: has not one entry per joint");
  CHECK(fault_with("joints/rows", Numbers{2, -1}) == "joints[1]: is damaged");
  CHECK(fault_with("joints/rows", Numbers{7, 2}) == "joints[0]: is damaged");
  CHECK(fault_with("joints/rows", Numbers{2, 3}) == "joints/impulse: has the shape 3 x 5");
  CHECK(fault_with("joints/kind", Words{"weld", "prismatic"}) ==
        "joints/coordinate: has the shape 3 x 2");
  CHECK(fault_with("joints/in_plane", Numbers{1}) == "joints/in_plane: has 1 rows");
  CHECK(fault_with("couplers/name", Words{"rack", "gear"}) ==
        "couplers/couples_angles: has 1 rows");
  CHECK(fault_with("joints/broken", Numbers{0, 0, 0}) == "joints/broken: has the shape 3");
}

TEST_CASE("joints are counted from the rows and coordinates of those before them") {
  const ScratchFile file("joint_rows.h5");
  changed_recording::write(file.path);
  const io::Recording run = io::read_recording(file.path).value();
  const Model model = changed_recording::model();
  REQUIRE(run.joints.size() == 2);
  for (std::size_t j = 0; j < 2; ++j) {
    CHECK(run.joints[j].rows == model.joints[j].rows);
    CHECK(run.joints[j].first_row == model.joints[j].first_row);
    CHECK(run.joints[j].coordinates == 1);
    CHECK(run.joints[j].first_coordinate == model.joints[j].first_coordinate);
  }
  CHECK(run.joint_broken == std::vector<std::int8_t>(6, 0));
  CHECK(run.couples_angles == std::vector<std::int32_t>{0});
}

TEST_CASE("a file that does not tell what couplers couple has the rest") {
  CHECK(fault_after([](hid_t file) {
          REQUIRE(H5Ldelete(file, "couplers/couples_angles", H5P_DEFAULT) >= 0);
        }) == "none");
}
