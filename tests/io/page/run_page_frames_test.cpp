// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_frames.hpp"

#include <doctest/doctest.h>

#include "io/recording/recorded_disc.hpp"
#include "page_reader.hpp"
#include "perpend/io/run_page.hpp"

using namespace perpend;
using page_reader::unpacked;

TEST_CASE("frames that are left out leave the others as they are, evenly, with the last") {
  const Model model = bouncing_disc::model();
  const io::Recording run = recorded_disc(301);
  const io::RunPage page{.model = &model, .recording = &run};
  const std::size_t whole = io::frames_json(page, std::size_t{1} << 30).dump().size();
  std::size_t strides = 0;
  for (std::size_t part : {1, 2, 3, 5, 9, 1000}) {
    CAPTURE(part);
    const nlohmann::json frames = io::frames_json(page, whole / part);
    const auto times = unpacked(frames["time"]), poses = unpacked(frames["poses"]);
    const auto offset = unpacked<std::uint32_t>(frames["contacts"]["offset"]);
    const auto gaps = unpacked(frames["contacts"]["gap"]);
    const std::size_t count = frames["count"].get<std::size_t>();
    CHECK(frames["rows"] == 301);
    REQUIRE(times.size() == count);
    REQUIRE(offset.size() == count + 1);
    CHECK(times[0] == 0);
    const auto stride = static_cast<std::size_t>(std::lround(times[1] / bouncing_disc::kDt));
    CHECK(count == (300 + stride - 1) / stride + 1);
    CHECK((count == 2 || frames.dump().size() <= whole / part));
    CHECK((part > 1 || stride == 1));
    strides += stride > 1;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t row = std::min<std::size_t>(k * stride, 300);
      CHECK(times[k] == static_cast<float>(run.time[row]));
      CHECK(poses[3 * k + 1] == static_cast<float>(run.q(static_cast<Eigen::Index>(row), 4)));
      const auto contacts = run.contacts_at(row);
      REQUIRE(offset[k + 1] - offset[k] == contacts.size());
      for (std::size_t i = 0; i < contacts.size(); ++i)
        CHECK(gaps[offset[k] + i] == static_cast<float>(contacts[i].gap));
    }
  }
  CHECK(strides == 5);
}
