// SPDX-License-Identifier: Apache-2.0
#include "io/page/compare_page.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "io/recording/sliding_box.hpp"
#include "io/scratch_file.hpp"
#include "page_reader.hpp"
#include "perpend/core/error.hpp"

using namespace perpend;
using namespace page_reader;

namespace {

study::Comparison compared(const study::Scene& scene) {
  const study::RunVariant cone{ContactLaw::cone, lcp::Method::automatic, 0.01};
  const study::RunVariant box{ContactLaw::box, lcp::Method::automatic, 0.01};
  return study::run_comparison(scene, {{cone, box}, {cone.law, cone.solver, 0.005}, 1});
}

}  // namespace

TEST_CASE("a page of a comparison holds every run's series and numbers") {
  const study::Scene scene = sliding_box();
  const study::Comparison c = compared(scene);
  const ScratchFile file("compare.html");
  REQUIRE(io::write_compare_page(file.path, scene, c).empty());
  const nlohmann::json data = data_of(read_text(file.path));
  CHECK(data["in_space"] == true);
  CHECK(data["bodies"] == nlohmann::json::array({"box"}));
  CHECK(floats(data["times"]).size() == c.times.size());
  REQUIRE(data["runs"].size() == 2);
  const nlohmann::json& box = data["runs"][1];
  CHECK(box["law"] == "box");
  CHECK(box["final_distance"] == c.runs[1].final_distance);
  CHECK(box["farthest"] == "box");
  CHECK(box["complete"] == true);
  const auto distance = floats(box["series"]["distance"]);
  REQUIRE(distance.size() == c.times.size());
  CHECK(distance.back() == static_cast<float>(c.runs[1].final_distance));
  const auto x = floats(box["paths"][0]["x"]), height = floats(box["paths"][0]["height"]);
  REQUIRE(x.size() == c.times.size());
  CHECK(x.back() == static_cast<float>(c.runs[1].series.position.back().x()));
  CHECK(height.front() == 0.1F);  // gravity is along -z
  CHECK(floats(box["forces"]["t1"]).size() == c.runs[1].forces.size());
}

// A run of which no number is that of another.
TEST_CASE("each number of a comparison stands under its name on the page") {
  const study::Scene scene = sliding_box();
  study::Comparison c;
  c.times = {0, 0.5};
  c.bodies.push_back({1});
  study::ComparedRun run;
  run.variant = {ContactLaw::box, lcp::Method::lemke, 0.25};
  run.failure = "stuck";
  run.totals = {.steps = 4, .pivots = 8, .factorisations = 12, .simulated = 13};
  run.totals.residual = 14, run.totals.residual_bound = 15;
  run.totals.coulomb_residual = 16, run.totals.direction_error = 17;
  run.totals.cone_excess = 18, run.totals.energy_lost = 19;
  run.final_distance = 20, run.largest_distance = 21, run.cost = 22;
  run.lead = {.problems = 23, .deficient = 24, .size = 25, .missing = 26};
  run.lead.smallest = 27, run.lead.block_unsolved = 28, run.lead.lemke_unsolved = 29;
  run.series = {.position = {{30, 31, 32}, {33, 34, 35}},
                .distance = {36},
                .energy = {37},
                .residual = {38},
                .residual_bound = {39},
                .coulomb_residual = {40},
                .direction_error = {41},
                .cone_excess = {42}};
  run.forces.push_back({43, {44, 45}});
  c.reference = run;
  c.runs = {run};
  const ScratchFile file("compare_numbers.html");
  REQUIRE(io::write_compare_page(file.path, scene, c).empty());
  const nlohmann::json row = data_of(read_text(file.path))["runs"][0];
  CHECK(row["solver"] == "lemke");
  CHECK(row["dt"] == 0.25);
  CHECK(row["failure"] == "stuck");
  CHECK(row["complete"] == false);
  const std::pair<const char*, double> numbers[] = {
      {"pivots", 2},           {"factorisations", 3},    {"simulated", 13},
      {"residual", 14},        {"residual_bound", 15},   {"coulomb_residual", 16},
      {"direction_error", 17}, {"cone_excess", 18},      {"energy_lost", 19},
      {"final_distance", 20},  {"largest_distance", 21}, {"cost", 22}};
  for (const auto& number : numbers) {
    CAPTURE(number.first);
    CHECK(row[number.first] == number.second);
  }
  const char* const lead[] = {"problems", "deficient",      "size",          "missing",
                              "smallest", "block_unsolved", "lemke_unsolved"};
  for (int k = 0; k < 7; ++k) {
    CAPTURE(lead[k]);
    CHECK(row["lead"][lead[k]] == 23 + k);
  }
  const char* const series[] = {"distance",       "energy",           "residual",
                                "residual_bound", "coulomb_residual", "direction_error",
                                "cone_excess"};
  using Numbers = std::vector<float>;
  for (int k = 0; k < 7; ++k) {
    CAPTURE(series[k]);
    CHECK(floats(row["series"][series[k]]) == Numbers{36.0F + static_cast<float>(k)});
  }
  CHECK(floats(row["paths"][0]["x"]) == Numbers{30, 33});
  CHECK(floats(row["paths"][0]["y"]) == Numbers{31, 34});
  CHECK(floats(row["paths"][0]["height"]) == Numbers{32, 35});
  CHECK(floats(row["forces"]["time"]) == Numbers{43});
  CHECK(floats(row["forces"]["t1"]) == Numbers{44});
  CHECK(floats(row["forces"]["t2"]) == Numbers{45});
}

TEST_CASE("a page of a comparison needs nothing from outside and scripts no names") {
  const study::Scene scene = sliding_box();
  const ScratchFile file("compare_alone.html");
  REQUIRE(io::write_compare_page(file.path, scene, compared(scene)).empty());
  const std::string html = read_text(file.path);
  for (const char* outside : {"src=", "<link rel=\"style", "fetch(", "{{", "sliding <box>"})
    CHECK_MESSAGE(html.find(outside) == std::string::npos, outside);
  CHECK(html.find("<title>sliding &lt;box> · laws compared · Perpend</title>") !=
        std::string::npos);
  CHECK(data_of(html)["scene"] == "sliding <box>");
}

TEST_CASE("a page of many bodies keeps to the farthest of them") {
  study::Scene scene = sliding_box(2);
  study::Comparison c;
  for (int k = 0; k <= 1000; ++k) c.times.push_back(0.002 * k);
  const int bodies = 40;
  for (int i = 0; i < bodies; ++i)
    c.bodies.push_back({static_cast<int>(scene.model.bodies.size()) + i});
  for (int i = 0; i < bodies; ++i) {
    Body body = scene.model.bodies[1];
    body.details->name = "body_" + std::to_string(i);
    scene.model.bodies.push_back(body);
  }
  c.runs.resize(20);
  const auto fill = [&](study::ComparedRun& run, double apart) {
    run.farthest = c.bodies[7];
    for (std::size_t k = 0; k < c.times.size(); ++k)
      for (int i = 0; i < bodies; ++i) run.series.position.push_back({i == 7 ? apart : 0, 0, 0});
  };
  fill(c.reference, 0);
  for (study::ComparedRun& run : c.runs) fill(run, 1);
  const ScratchFile file("many.html");
  REQUIRE(io::write_compare_page(file.path, scene, c).empty());
  CHECK(std::filesystem::file_size(file.path) < 4'500'000);
  const nlohmann::json data = data_of(read_text(file.path));
  CHECK(data["bodies_in_all"] == bodies);
  CHECK(data["bodies"].size() < 12);
  CHECK(data["bodies"][0] == "body_7");
  CHECK(data["runs"][0]["paths"].size() == data["bodies"].size());
}

TEST_CASE("a page of a comparison is refused where it has nothing to show or no place") {
  const study::Scene scene = sliding_box(0.02);
  CHECK_THROWS_AS(static_cast<void>(io::write_compare_page("p.html", scene, {})), InvalidArgument);
  CHECK(!io::write_compare_page("/nonexistent/p.html", scene, compared(scene)).empty());
}

namespace {

// Two runs of bodies 1 and 3 beside a reference, all places at three times drawn by a rule.
study::Comparison two_bodies(study::Scene& scene) {
  for (const char* name : {"second", "third"}) {
    scene.model.bodies.push_back(scene.model.bodies[1]);
    scene.model.bodies.back().details->name = name;
  }
  study::Comparison c;
  c.times = {0, 0.5, 1};
  c.bodies = {{1}, {3}};
  const auto places = [](double a, double b) {
    return std::vector<Eigen::Vector3d>{{0, 0, 0}, {1, 2, 3}, {a, 1, 2},
                                        {4, b, 5}, {a, 3, 4}, {6, 7, b}};
  };
  c.reference.series.position = places(1, 1);
  c.runs.resize(2);
  c.runs[0].series.position = places(1.5, 1);
  c.runs[1].series.position = places(1, 4);
  return c;
}

nlohmann::json page_of(const study::Scene& scene, const study::Comparison& c) {
  const ScratchFile file("compare_axes.html");
  REQUIRE(io::write_compare_page(file.path, scene, c).empty());
  return data_of(read_text(file.path));
}

}  // namespace

TEST_CASE("paths are seen from above, x to the right where it is level, with the height apart") {
  using Eigen::Vector3d;
  struct View {
    Vector3d gravity, right, upward, height;
  };
  const View views[] = {{{0, 0, -9}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                        {{0, -9, 0}, {1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                        {{-9, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}},
                        {{3, 0, -4}, Vector3d(4, 0, 3) / 5, {0, 1, 0}, Vector3d(-3, 0, 4) / 5},
                        {{9, 0, 0}, {0, 1, 0}, {0, 0, -1}, {-1, 0, 0}}};
  for (const View& view : views) {
    CAPTURE(view.gravity.transpose());
    study::Scene scene = sliding_box();
    scene.model.gravity = view.gravity;
    const study::Comparison c = two_bodies(scene);
    const nlohmann::json path = page_of(scene, c)["runs"][0]["paths"][1];  // of body 1
    const std::vector<float> x = floats(path["x"]), y = floats(path["y"]);
    const std::vector<float> height = floats(path["height"]);
    REQUIRE(x.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3d& p = c.runs[0].series.position[2 * k];
      CHECK(std::abs(x[k] - view.right.dot(p)) < 1e-6);
      CHECK(std::abs(y[k] - view.upward.dot(p)) < 1e-6);
      CHECK(std::abs(height[k] - view.height.dot(p)) < 1e-6);
    }
  }
}

TEST_CASE("bodies are told by how far any run takes them, each with its own path and name") {
  study::Scene scene = sliding_box();
  study::Comparison c = two_bodies(scene);
  c.runs[1].series.position.resize(4);  // it failed after the second time
  c.runs[1].farthest = {3};
  c.runs[1].final_distance = c.runs[1].largest_distance = std::nan("");
  c.runs[1].cost = INFINITY;
  const nlohmann::json data = page_of(scene, c);
  CHECK(data["bodies"] == nlohmann::json({"third", "box"}));
  CHECK(data["bodies_in_all"] == 2);
  using Numbers = std::vector<float>;
  CHECK(floats(data["reference"]["paths"][0]["x"]) == Numbers{1, 4, 6});
  CHECK(floats(data["runs"][0]["paths"][1]["x"]) == Numbers{0, 1.5F, 1.5F});
  CHECK(floats(data["runs"][1]["paths"][0]["y"]) == Numbers{2, 4});
  CHECK(data["runs"][0]["farthest"] == "");
  CHECK(data["runs"][1]["farthest"] == "third");
  for (const char* name : {"final_distance", "largest_distance", "cost", "lead"})
    CHECK(data["runs"][1][name].is_null());
  CHECK(data["runs"][0]["pivots"] == 0);
}
