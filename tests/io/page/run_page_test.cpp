// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/run_page.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "io/page/run_page_bodies.hpp"
#include "io/page/run_page_frames.hpp"
#include "io/recording/recorded_disc.hpp"
#include "io/recording/run_sampler.hpp"
#include "page_reader.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"
#include "relative.hpp"

using namespace perpend;
using namespace page_reader;

namespace {

std::string value_of(const std::vector<io::SummaryRow>& rows, const std::string& name) {
  for (const io::SummaryRow& row : rows)
    if (row.name == name) return row.value;
  return "no such row";
}

}  // namespace

TEST_CASE("a page holds poses, contacts and plots of the run") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(300);
  io::RunPage page{&model, &recording};
  page.notes = {{"recording", "disc.h5"}};
  const ScratchFile file("page.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const nlohmann::json data = data_of(read_text(file.path));
  const nlohmann::json& frames = data["frames"];
  CHECK(frames["count"] == 300);
  const auto poses = unpacked(frames["poses"]), velocities = unpacked(frames["velocities"]);
  REQUIRE(poses.size() == 3 * 300);  // the ground never moves and has none
  REQUIRE(velocities.size() == 3 * 300);
  CHECK(poses[3 * 120 + 1] == static_cast<float>(recording.q(120, 4)));
  CHECK(velocities[3 * 120 + 1] == static_cast<float>(recording.v(120, 4)));
  const auto penetration = unpacked(data["plots"]["penetration"]);
  REQUIRE(penetration.size() == 299);  // the start is no step
  CHECK(penetration[41] == static_cast<float>(io::report_field(recording, "penetration")[42]));
  CHECK(data["notes"][0][1] == "disc.h5");
  CHECK(!data.contains("other"));
}

TEST_CASE("contacts of a page are columns, with the coefficient of their surfaces") {
  Model model = bouncing_disc::model();
  model.surface_pairs = {{.mu_s = 0.7, .mu_k = 0.4}};
  const io::Recording recording = recorded_disc(300);
  const ScratchFile file("contacts.html");
  REQUIRE(io::write_run_page(file.path, {&model, &recording}).empty());
  const nlohmann::json contacts = data_of(read_text(file.path))["frames"]["contacts"];
  const std::size_t count = recording.contacts.size();
  const auto offset = unpacked<std::uint32_t>(contacts["offset"]);
  const auto status = unpacked<std::uint8_t>(contacts["status"]);
  const auto b = unpacked<std::int32_t>(contacts["b"]);
  const auto mu = unpacked(contacts["mu"]), up = unpacked(contacts["force"][1]);
  REQUIRE(count > 10);
  REQUIRE(offset.size() == 301);
  CHECK(offset.back() == count);
  REQUIRE(status.size() == count);
  CHECK(contacts["point"].size() == 2);
  for (std::size_t i = 0; i < count; ++i) {
    const ContactRecord& contact = recording.contacts[i];
    CHECK(status[i] == static_cast<int>(contact.status));
    CHECK(b[i] == 1);
    CHECK(mu[i] == (contact.status == ContactStatus::slide ? 0.4F : 0.7F));
    CHECK(up[i] == relative(contact.impulse.y() / bouncing_disc::kDt));
  }
}

TEST_CASE("a page of a run at hand has what acts along joint coordinates") {
  const auto scene = io::parse_scene(R"({"format": 1, "name": "lift", "gravity": [0, -10],
    "bodies": [{"name": "cage", "mass": 2, "inertia": 1}],
    "joints": [{"name": "rail", "kind": "prismatic", "a": "cage", "axis": [0, 1],
      "coordinates": [{"coordinate": 0, "motor": {"kind": "velocity", "target": 0, "max_force": 50}}]}],
    "simulation": {"dt": 0.01, "duration": 1}})",
                                     "lift.json");
  REQUIRE_MESSAGE(scene.has_value(), (scene ? "" : to_string(scene.error())));
  const Model& model = scene->model;
  io::RunSampler sampler(model, {"lift", "{}"});
  Simulator simulator(model, {.dt = 0.01});
  State state = initial_state(model);
  sampler.add(state, {}, {});
  for (int i = 0; i < 5; ++i) {
    const StepReport report = simulator.step(state);
    sampler.add(state, report, simulator.contacts(), simulator.coordinate_forces());
  }
  const io::Recording rows = sampler.take();
  const ScratchFile file("lift.html");
  REQUIRE(io::write_run_page(file.path, {&model, &rows}).empty());
  const auto forces = unpacked(data_of(read_text(file.path))["frames"]["forces"]);
  REQUIRE(forces.size() == 4 * 6);
  CHECK(forces[0] == 0);  // the start, which no step led to
  for (int row = 1; row < 6; ++row) CHECK(forces[4 * row] == relative(20));  // the weight
}

// One contact, one joint and one coordinate of which no number is that of another.
TEST_CASE("each number of a frame stands in its column of the page") {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -10});
  BodyDef def{.name = "arm", .kind = BodyKind::spatial, .mass = 2};
  def.spatial.inertia = Eigen::Matrix3d::Identity();
  const BodyId arm = builder.add_body(def);
  def.name = "hand";
  def.spatial.pose.p = {0, 0, 3};
  builder.add_body(def);
  builder.add_joint({.name = "root", .kind = JointKind::spherical, .a = arm});
  const Model model = builder.build().value();
  State state = initial_state(model);
  state.v << 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  state.joint_impulses << 0.5, -0.75, 1.25;
  ContactRecord contact{.a = {0}, .b = {1}, .point = {1, 2, 3}, .normal = {4, 5, 6}, .gap = 7};
  contact.impulse = {8, 9, 10};
  contact.slip = {11, 12, 13};
  contact.mu = 0.25;
  io::RunHeader header{"hand", "{}"};
  header.options.dt = 0.5;
  io::RunSampler sampler(model, header);
  const CoordinateForce forces[] = {{.spring = 1, .motor = 2, .friction = 3, .limit = 4},
                                    {.spring = 5, .motor = 6, .friction = 7, .limit = 8}};
  sampler.add(state, {}, std::span(&contact, 1), forces);
  const io::Recording rows = sampler.take();
  const ScratchFile file("columns.html");
  REQUIRE(io::write_run_page(file.path, {&model, &rows}).empty());
  const nlohmann::json frames = data_of(read_text(file.path))["frames"];
  using Numbers = std::vector<float>;
  CHECK(unpacked(frames["velocities"]) == Numbers{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  // Impulses over half a second; nothing is out of the centre that the joint holds.
  CHECK(unpacked(frames["reactions"]) == Numbers{1, -1.5F, 2.5F, 0, 0, 0});
  CHECK(unpacked(frames["forces"]) == Numbers{2, 4, 3, 1, 6, 8, 7, 5});
  const nlohmann::json contacts = frames["contacts"];
  CHECK(unpacked<std::int32_t>(contacts["a"]) == std::vector<std::int32_t>{0});
  CHECK(unpacked(contacts["gap"]) == Numbers{7});
  CHECK(unpacked(contacts["mu"]) == Numbers{0.25F});
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<float>(axis);
    CHECK(unpacked(contacts["point"][axis]) == Numbers{1 + k});
    CHECK(unpacked(contacts["normal"][axis]) == Numbers{4 + k});
    CHECK(unpacked(contacts["force"][axis]) == Numbers{2 * (8 + k)});
    CHECK(unpacked(contacts["slip"][axis]) == Numbers{11 + k});
  }
}

TEST_CASE("each plot of a page shows the field of its name") {
  const Model model = bouncing_disc::model();
  io::RunSampler sampler(model, {"disc", "{}"});
  for (int step = 0; step < 4; ++step) {
    const double k = step;
    StepReport report = bouncing_disc::report(step);
    report.contacts = 10 + step;
    report.pivots = 20 + step;
    report.factorisations = 30 + step;
    report.certificate.joint_gap = 40 + k;
    report.certificate.penetration = 50 + k;
    report.certificate.residual = 60 + k;
    report.certificate.residual_bound = 70 + k;
    report.certificate.energy_after = 80 + k;
    report.phases.solve = 90 + k;
    report.phases.total = 100 + k;
    sampler.add(bouncing_disc::state(step), report, {});
  }
  const io::Recording rows = sampler.take();
  const ScratchFile file("plots.html");
  REQUIRE(io::write_run_page(file.path, {&model, &rows}).empty());
  const nlohmann::json plots = data_of(read_text(file.path))["plots"];
  const std::pair<const char*, float> fields[] = {
      {"contacts", 10},    {"pivots", 20},   {"factorisations", 30}, {"joint_gap", 40},
      {"penetration", 50}, {"residual", 60}, {"bound", 70},          {"energy", 80}};
  for (const auto& field : fields) {
    CAPTURE(field.first);
    const float start = field.second;
    CHECK(unpacked(plots[field.first]) == std::vector<float>{start + 1, start + 2, start + 3});
  }
  CHECK(unpacked(plots["solve_ms"]) == std::vector<float>{91e3F, 92e3F, 93e3F});
  CHECK(unpacked(plots["total_ms"]) == std::vector<float>{101e3F, 102e3F, 103e3F});
  CHECK(unpacked(plots["time"])[2] == static_cast<float>(3 * bouncing_disc::kDt));
}

TEST_CASE("expected values stand beside computed ones, with whether they hold") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(3);
  io::RunPage page{&model, &recording};
  page.expectations = {{"disc.y", 0.5, 0.5001, 1e-3, "rests"},
                       {"disc.x", 0.8, 0.7, 1e-3, ""},
                       {"disc.vx", std::nan(""), 0.7, 1e-3, ""}};
  const ScratchFile file("expected.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const nlohmann::json rows = data_of(read_text(file.path))["expectations"];
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["holds"] == true);
  CHECK(rows[0]["why"] == "rests");
  CHECK(rows[1]["holds"] == false);
  CHECK(rows[2]["holds"] == false);
  CHECK(rows[2]["computed"].is_null());
}

TEST_CASE("contacts in space have three numbers for the point, three for the force") {
  const auto scene = io::parse_scene(R"({"format": 1, "name": "ball", "simulation": {"duration": 1},
    "gravity": [0, 0, -10], "bodies": [
      {"name": "floor", "kind": "spatial_fixed", "shapes": [{"half_space": {}}]},
      {"name": "ball", "kind": "spatial", "mass": 3, "position": [7, 5, 1],
       "shapes": [{"sphere": {"radius": 1}}]}]})",
                                     "ball.json");
  const Model& model = scene.value().model;
  const ScratchFile run("ball.h5"), file("ball.html");
  io::RunHeader header{"ball", "{}"};
  header.options.dt = 0.1;
  auto recorder = io::Recorder::open(run.path, model, header);
  Simulator simulator(model, header.options);
  State state = initial_state(model);
  for (int i = 0; i < 3; ++i) {
    const StepReport report = simulator.step(state);
    REQUIRE(recorder->write(state, report, simulator.contacts()).empty());
  }
  REQUIRE(recorder->close().empty());
  const io::Recording recording = io::read_recording(run.path).value();
  REQUIRE(io::write_run_page(file.path, {&model, &recording}).empty());
  const nlohmann::json data = data_of(read_text(file.path));
  const nlohmann::json contacts = data["frames"]["contacts"];
  const std::vector<float> expected{7, 5, 0, 0, 0, 30};
  for (int axis = 0; axis < 3; ++axis) {
    const auto point = unpacked(contacts["point"][axis]), force = unpacked(contacts["force"][axis]);
    REQUIRE(point.size() == 3);
    CHECK(point[0] == relative(expected[axis], 1e-6));
    CHECK(force[0] == relative(expected[3 + axis], 1e-6));
  }
}

TEST_CASE("a page needs nothing from outside and scripts no names") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(3);
  const io::RunPage page{&model, &recording};
  const ScratchFile file("alone.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const std::string html = read_text(file.path);
  // The browser itself is told to load nothing; web/test/page_test.mjs watches that it does not.
  CHECK(html.find("default-src 'none'") != std::string::npos);
  CHECK(html.find("<script src") == std::string::npos);
  CHECK(html.find("<link rel=\"style") == std::string::npos);
  for (const char* hole : {"{{title}}", "{{css}}", "{{body}}", "{{data}}", "{{scripts}}"})
    CHECK_MESSAGE(html.find(hole) == std::string::npos, hole);
  CHECK(html.find("bouncing <disc>") == std::string::npos);
  CHECK(html.find("<title>bouncing &lt;disc> · Perpend</title>") != std::string::npos);
  CHECK(data_of(html)["scene"] == "bouncing <disc>");
}

TEST_CASE("a page keeps to its size by leaving out frames, not peaks") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(20001);
  io::RunPage page{&model, &recording};
  page.max_bytes = 100'000;
  const ScratchFile file("small.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  CHECK(std::filesystem::file_size(file.path) < 1'100'000);
  const nlohmann::json data = data_of(read_text(file.path));
  const auto times = unpacked(data["frames"]["time"]);
  CHECK(times.size() == data["frames"]["count"]);
  CHECK(times.size() < 20001);
  CHECK(times.size() > 1000);
  CHECK(times.front() == 0);
  CHECK(times.back() == static_cast<float>(recording.time.back()));
  const auto all = io::report_field(recording, "penetration");
  const auto plotted = unpacked(data["plots"]["penetration"]);
  CHECK(plotted.size() <= 2000);
  CHECK(*std::max_element(plotted.begin(), plotted.end()) ==
        static_cast<float>(*std::max_element(all.begin() + 1, all.end())));
}

TEST_CASE("the end of a run is within the view of its page, and its last frame") {
  const Model model = bouncing_disc::model();
  io::Recording recording = recorded_disc(250);
  recording.q(249, 3) = 100;
  const ScratchFile file("end.html");
  const io::RunPage page{.model = &model, .recording = &recording};
  REQUIRE(io::write_run_page(file.path, page).empty());
  CHECK(data_of(read_text(file.path))["view"]["hi"][0].get<double>() > 100);
  std::set<int> counts;
  for (std::size_t bytes = 2000; bytes < 20000; bytes += 1000) {
    const nlohmann::json frames = io::frames_json(page, bytes);
    CHECK(unpacked(frames["time"]).back() == static_cast<float>(recording.time.back()));
    counts.insert(frames["count"].get<int>());
  }
  CHECK(counts.size() > 3);
}

TEST_CASE("both ends of a joint are told in the frames of their bodies") {
  ModelBuilder builder;
  const BodyId a = builder.add_body({.pose = {{1, 2}, 0}, .mass = 1, .inertia = 1});
  const BodyId b = builder.add_body({.pose = {{4, 7}, 0}, .mass = 1, .inertia = 1});
  builder.add_joint({.a = a, .b = b, .anchor = {2, 2.5, 0}});
  const Model model = builder.build().value();
  const nlohmann::json joint = io::joints_json({.model = &model})[0];
  CHECK(joint["pa"] == nlohmann::json({1, 0.5, 0}));
  CHECK(joint["pb"] == nlohmann::json({-2, -4.5, 0}));
}

TEST_CASE("a second run is drawn beside the first") {
  const Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(30), other = recorded_disc(20);
  io::RunPage page{&model, &recording, &other, "stabilised", "not stabilised"};
  const ScratchFile file("two.html");
  REQUIRE(io::write_run_page(file.path, page).empty());
  const nlohmann::json data = data_of(read_text(file.path));
  CHECK(unpacked(data["other"]["penetration"]).size() == 19);
  CHECK(data["other_label"] == "not stabilised");
}

TEST_CASE("the summary speaks of the worst of all steps") {
  const auto rows = io::summarise(recorded_disc(101));
  CHECK(value_of(rows, "steps") == "100");
  CHECK(value_of(rows, "simulated") == "1 s");
  CHECK(value_of(rows, "status") == "ok");
  CHECK(value_of(rows, "worst residual") == "7.00e-14");
  CHECK(value_of(rows, "worst penetration") == "0.0002 m");
  CHECK(value_of(rows, "solved by") == "keller 101 islands");
  CHECK(value_of(rows, "energy").starts_with("1 J to "));
}

TEST_CASE("the summary says beside the status what its steps fall short of") {
  io::Recording recording = recorded_disc(11);
  for (io::ReportSeries& series : recording.report) {
    if (series.name == "uncertified") series.values[3] = series.values[7] = 1;
    if (series.name == "squeezed") series.values[5] = 4;
  }
  CHECK(value_of(io::summarise(recording), "status") ==
        "ok, 2 steps not certified, 4 islands squeezed by prescribed bodies");
}

// Rows of a thinned run hold the sum of their steps.
TEST_CASE("the summary of a thinned run has the times of single steps and counts all of them") {
  const ScratchFile file("thinned.h5");
  for (const int every : {1, 2, 5}) {
    CAPTURE(every);
    io::RunHeader header{"thinned", "{}"};
    header.options.dt = bouncing_disc::kDt;
    auto recorder = io::Recorder::open(file.path, bouncing_disc::model(), header, {.every = every});
    REQUIRE(recorder.has_value());
    for (int step = 0; step <= 200; ++step) {
      StepReport report = bouncing_disc::report(step);
      report.phases.total = step == 0 ? 0.0 : 0.002;
      report.phases.solve = 0.0005;
      report.pivots = step == 0 ? 0 : 3;
      report.contacts = step == 77 ? 9 : 4;
      report.certificate.penetration = step == 78 ? 0.03 : 1e-5;
      REQUIRE(recorder->write(bouncing_disc::state(step), report, {}).empty());
    }
    REQUIRE(recorder->close().empty());
    const io::Recording recording = io::read_recording(file.path).value();
    const Model model = bouncing_disc::model();
    const ScratchFile page("thinned.html");
    REQUIRE(io::write_run_page(page.path, {&model, &recording}).empty());
    const nlohmann::json plots = data_of(read_text(page.path))["plots"];
    const auto total = unpacked(plots["total_ms"]), solve = unpacked(plots["solve_ms"]);
    REQUIRE(total.size() == 200U / every);
    CHECK(total[3] == relative(2, 1e-6));
    CHECK(solve[3] == relative(0.5, 1e-6));
    const auto rows = io::summarise(recording);
    const std::string means = every == 1 ? "" : "means of " + std::to_string(every) + ": ";
    CHECK(value_of(rows, "step") == means + "median 2 ms, 99 % 2 ms, longest 2 ms");
    CHECK(value_of(rows, "wall time") == "0.4 s");
    CHECK(value_of(rows, "pivots") == "600");
    CHECK(value_of(rows, "steps") == "200");
    CHECK(value_of(rows, "simulated") == "2 s");
    CHECK(value_of(rows, "most contacts") == "9");
    CHECK(value_of(rows, "worst penetration") == "0.03 m");
    CHECK(value_of(rows, "shown") ==
          (every == 1 ? "no such row" : "every " + std::to_string(every) + " steps"));
  }
}

TEST_CASE("a page is refused where it has nothing to show or no place") {
  Model model = bouncing_disc::model();
  const io::Recording recording = recorded_disc(2), empty = recorded_disc(0);
  CHECK_THROWS_AS(static_cast<void>(io::write_run_page("p.html", {&model, nullptr})),
                  InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(io::write_run_page("p.html", {&model, &empty})),
                  InvalidArgument);
  CHECK(!io::write_run_page("/nonexistent/p.html", {&model, &recording}).empty());
}

// The numbers of another model may be as many as those of this one.
TEST_CASE("a page is refused to a recording of other bodies, whatever their sizes") {
  const io::Recording recording = recorded_disc(2);
  const auto is_refused = [](const Model& model, const io::Recording& shown) {
    CHECK_THROWS_AS(static_cast<void>(io::run_page({&model, &shown})), InvalidArgument);
  };
  const Model model = bouncing_disc::model();
  CHECK(!io::run_page({&model, &recording}).empty());
  Model renamed = bouncing_disc::model();
  renamed.bodies.back().details->name = "another";
  is_refused(renamed, recording);
  Model of_points = bouncing_disc::model();
  of_points.bodies.back().kind = BodyKind::particle;
  is_refused(of_points, recording);
  io::Recording narrow = recording;
  narrow.v.conservativeResize(Eigen::NoChange, narrow.v.cols() - 1);
  is_refused(model, narrow);
  io::Recording joined = recording;
  joined.joint_impulse.setZero(joined.joint_impulse.rows(), 3);
  is_refused(model, joined);
  for (const int body : {-2, 99}) {
    io::Recording foreign = recording;
    ContactRecord contact;
    contact.b = {body};
    foreign.contacts.push_back(contact);
    is_refused(model, foreign);
  }
}

TEST_CASE("the last row of a thinned run, of fewer steps, has the time of single steps as well") {
  const ScratchFile file("last_row.h5");
  io::RunHeader header{"thinned", "{}"};
  header.options.dt = bouncing_disc::kDt;
  auto recorder = io::Recorder::open(file.path, bouncing_disc::model(), header, {.every = 5});
  for (int step = 0; step <= 8; ++step) {
    StepReport report = bouncing_disc::report(step);
    report.phases.total = step == 0 ? 0.0 : 0.002;
    REQUIRE(recorder->write(bouncing_disc::state(step), report, {}).empty());
  }
  REQUIRE(recorder->close().empty());
  const io::Recording run = io::read_recording(file.path).value();
  const std::vector<double> means = io::report_means(run, "time_total");
  REQUIRE(means.size() == 3);
  CHECK(means[0] == 0);
  CHECK(means[1] == relative(0.002));
  CHECK(means[2] == relative(0.002));
  CHECK(value_of(io::summarise(run), "step") == "means of 5: median 2 ms, 99 % 2 ms, longest 2 ms");
}
