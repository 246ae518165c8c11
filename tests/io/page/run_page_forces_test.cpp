// SPDX-License-Identifier: Apache-2.0
// What acts along joint coordinates, on pages that are made of files.
#include <doctest/doctest.h>

#include <cmath>

#include "io/page/page_reader.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/run_page.hpp"
#include "perpend/model/model_builder.hpp"

using namespace perpend;

namespace {

// A slider with a motor and a limit but no spring and no friction.
Model slider(CoordinateDef def = {.hi = 2, .motor = MotorKind::velocity, .max_force = 5}) {
  ModelBuilder builder;
  const BodyId a = builder.add_body({.mass = 1.0, .inertia = 1.0});
  builder.add_joint({.kind = JointKind::prismatic, .a = a, .coordinates = {def}});
  return builder.build().value();
}

State state_of(const Model& model, int step) {
  State state = initial_state(model);
  state.step = step;
  state.time = 0.5 * step;
  return state;
}

// The frames of a page of a recording of the start and two steps.
nlohmann::json frames(const Model& model, bool told) {
  const ScratchFile file("slider.h5"), page("slider.html");
  auto recorder = io::Recorder::open(file.path, model, {"slider", "{}"});
  REQUIRE(recorder);
  REQUIRE(recorder->write(state_of(model, 0), {}, {}).empty());
  for (int step = 1; step < 3; ++step) {
    const CoordinateForce forces[] = {{.motor = 4.0 + step, .limit = -0.5 * step}};
    io::RowExtras extras;
    if (told) extras.coordinate_forces = forces;
    REQUIRE(recorder->write(state_of(model, step), {}, {}, extras).empty());
  }
  REQUIRE(recorder->close().empty());
  const auto recording = io::read_recording(file.path);
  REQUIRE(recording);
  REQUIRE(io::write_run_page(page.path, {&model, &*recording}).empty());
  return page_reader::data_of(page_reader::read_text(page.path))["frames"];
}

}  // namespace

TEST_CASE("a page of a recording has motors, limits, friction and springs as that of its run") {
  const auto forces = page_reader::unpacked(frames(slider(), true)["forces"]);
  CHECK(forces == std::vector<float>{0, 0, 0, 0, 5, -0.5F, 0, 0, 6, -1, 0, 0});
}

TEST_CASE("a page of a recording that was not told of forces does not make them up") {
  const auto forces = page_reader::unpacked(frames(slider(), false)["forces"]);
  REQUIRE(forces.size() == 12);
  CHECK(forces[0] == 0);  // no step led to the start
  CHECK(std::isnan(forces[4]));
  CHECK(std::isnan(forces[5]));
  CHECK(!frames(slider({}), true).contains("forces"));
}
