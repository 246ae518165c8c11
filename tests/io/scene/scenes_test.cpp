// SPDX-License-Identifier: Apache-2.0
// The scenes that come with Perpend.
#include <doctest/doctest.h>

#include <cmath>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace study;

std::vector<std::filesystem::path> folder() {
  return {std::filesystem::path(PERPEND_SOURCE_DIR) / "scenes"};
}

Scene scene_named(const std::string& name) {
  return read_scene(find_scene(name, folder()).value()).value();
}

TEST_CASE("every scene builds, is named as its file and says what it shows") {
  const auto entries = list_scenes(folder());
  CHECK(entries.size() >= 10);
  for (const SceneEntry& entry : entries) {
    const Result<Scene> scene = read_scene(entry.file);
    CHECK_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
    CHECK(entry.name == entry.file.stem());
    CHECK(entry.description.size() > 20);
    CHECK(entry.description.size() <= 100);
  }
}

TEST_CASE("the scenes of Hart & Anitescu have the parameters of the paper") {
  const Scene ellipse = scene_named("ellipse");
  const auto shape = std::get<planar::Ellipse>(ellipse.model.bodies[1].details->shapes[0].shape);
  CHECK(shape.a == 4);
  CHECK(shape.b == 2);
  CHECK(ellipse.model.start_v.tail<1>()[0] == 3);
  CHECK(ellipse.model.surface(0, 0).mu_k == 0.3);
  const Scene discs = scene_named("discs");
  CHECK(discs.model.bodies.size() == 1 + 21);
  CHECK(discs.model.surface(0, 0).mu_s == 0.2);
  for (const Scene* scene : {&ellipse, &discs}) {
    CHECK(scene->options.dt == 0.05);
    CHECK(scene->options.margin == 0.3);
    CHECK(scene->duration == 20);
    CHECK(scene->options.law == ContactLaw::cone);
  }
  const Scene nut = scene_named("brazil_nut");
  CHECK(nut.model.bodies.size() == 1 + 201);
  CHECK(nut.options.dt == 0.1);
  CHECK(nut.duration == 75);
  CHECK(nut.options.law == ContactLaw::relaxed);
  CHECK(nut.model.surface(0, 0).mu_k == 0.5);
}

TEST_CASE("the large disc starts below every small one") {
  const Scene scene = scene_named("brazil_nut");
  const State start = initial_state(scene.model);
  const BodyId nut = find_body(scene.model, "nut");
  const auto radius =
      std::get<planar::Disc>(scene.model.bodies[nut.index].details->shapes[0].shape).radius;
  CHECK(frame_pose(scene.model, start, nut).p.y() == radius);
}

TEST_CASE("the stack spans a mass ratio of a million, lightest below") {
  const Scene scene = scene_named("stack_1e6");
  const auto& bodies = scene.model.bodies;
  CHECK(bodies.back().mass / bodies[1].mass == relative(1e6));
}

TEST_CASE("corrections of positions do not throw a four-bar off its singular postures") {
  Scene scene = scene_named("four_bar_2");
  scene.options.dt = 2.5e-4;
  scene.options.position_iterations = 3;
  State state = initial_state(scene.model);
  const double start = energy(scene.model, state);
  Simulator simulator(scene.model, scene.options);
  while (state.time < 10) REQUIRE(simulator.step(state).status == StepStatus::ok);
  CHECK(std::abs(energy(scene.model, state) - start) < 1e-2);
}

TEST_CASE("mechanisms that are driven slowly are never braked") {
  for (const char* name : {"double_action_jack", "block_feeder", "slider_crank", "squeezer"}) {
    CAPTURE(name);
    const Scene scene = scene_named(name);
    State state = initial_state(scene.model);
    Simulator simulator(scene.model, scene.options);
    for (int k = 0; k < 400 && state.time < scene.duration; ++k) {
      const StepReport report = simulator.step(state);
      REQUIRE(report.status == StepStatus::ok);
      CHECK(report.braked == 0);
    }
  }
}

}  // namespace
}  // namespace perpend::io
