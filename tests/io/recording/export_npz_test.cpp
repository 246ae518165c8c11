// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "every_column.hpp"
#include "io/format/npz.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/export.hpp"

using namespace perpend;

namespace {

using Numbers = std::vector<double>;
using Shape = std::vector<std::int64_t>;

std::vector<io::NamedArray> arrays_of(const io::Recording& recording) {
  const ScratchFile file("every_column.npz");
  REQUIRE(io::export_npz(recording, file.path).empty());
  return io::read_npz(file.path).value();
}

void check(const io::NamedArray& array, const char* name, const Shape& shape,
           const Numbers& values) {
  CAPTURE(name);
  CHECK(array.name == name);
  CHECK(array.shape == shape);
  CHECK(array.values == values);
}

// Both rows of so many columns of EveryColumn from `first` on.
Numbers columns(int first, int count) {
  Numbers numbers;
  for (const int sign : {1, -1})
    for (int k = first; k < first + count; ++k) numbers.push_back(sign * k);
  return numbers;
}

}  // namespace

TEST_CASE("every number of a recording is in the array of its name, and no array besides") {
  const auto arrays = arrays_of(EveryColumn().recording());
  REQUIRE(arrays.size() == 33);
  check(arrays[0], "time", {2}, columns(0, 1));
  check(arrays[1], "step", {2}, columns(1, 1));
  check(arrays[2], "q", {2, 37}, columns(2, 37));
  check(arrays[3], "v", {2, 33}, columns(39, 33));
  check(arrays[4], "bodies_dof", {9}, {1, 6, 3, 2, 3, 3, 3, 6, 6});
  check(arrays[5], "bodies_offset", {9}, {0, 1, 7, 10, 12, 15, 18, 21, 27});
  check(arrays[6], "bodies_kind", {9}, {8, 4, 0, 1, 2, 3, 5, 6, 7});
  check(arrays[7], "bodies_q_size", {9}, {2, 7, 3, 2, 3, 3, 3, 7, 7});
  check(arrays[8], "bodies_q_offset", {9}, {0, 2, 9, 12, 14, 17, 20, 23, 30});
  check(arrays[9], "dt", {}, {0.125});
  check(arrays[10], "report_penetration", {2}, columns(72, 1));
  check(arrays[11], "report_pivots", {2}, columns(73, 1));
  check(arrays[12], "joints_kind", {5}, {13, 3, 10, 12, 7});
  check(arrays[13], "joints_first_row", {5}, {0, 1, 4, 9, 9});
  check(arrays[14], "joints_first_coordinate", {5}, {0, 0, 0, 1, 2});
  check(arrays[15], "joints_impulse", {2, 14}, columns(79, 14));
  check(arrays[16], "joints_coordinate", {2, 5}, columns(74, 5));
  check(arrays[17], "joints_broken", {2, 5}, columns(93, 5));
  check(arrays[18], "joints_spring_force", {2, 5}, columns(98, 5));
  check(arrays[19], "joints_motor_force", {2, 5}, columns(103, 5));
  check(arrays[20], "joints_friction_force", {2, 5}, columns(108, 5));
  check(arrays[21], "joints_limit_force", {2, 5}, columns(113, 5));
  check(arrays[22], "channels_load", {2, 2}, columns(118, 2));
  check(arrays[23], "channels_a, \"b\"", {2, 1}, columns(120, 1));
  check(arrays[24], "contacts_offset", {3}, {0, 0, 0});
  check(arrays[25], "contacts_body_a", {0}, {});
  check(arrays[27], "contacts_point", {0, 3}, {});
  CHECK(arrays[32].name == "contacts_status");
}

TEST_CASE("arrays of what a recording does not have are left out") {
  io::Recording recording = EveryColumn().recording();
  recording.joint_broken.clear();
  recording.motor_force.resize(0, 0);
  recording.recorder.channels.clear();
  std::vector<std::string> names;
  for (const io::NamedArray& array : arrays_of(recording)) names.push_back(array.name);
  CHECK(names.size() == 29);
  for (const char* name : {"joints_broken", "joints_motor_force", "channels_load"})
    CHECK(std::find(names.begin(), names.end(), name) == names.end());
}
