// SPDX-License-Identifier: Apache-2.0
#include "io/recording/run_sampler.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "bouncing_disc.hpp"
#include "perpend/model/model_builder.hpp"
#include "relative.hpp"

using namespace perpend;

namespace {

io::Recording sampled(std::int64_t steps, std::size_t max_bytes) {
  const Model model = bouncing_disc::model();
  io::RunSampler sampler(model, {"disc", "{}"}, max_bytes);
  for (std::int64_t step = 0; step < steps; ++step)
    sampler.add(bouncing_disc::state(step), bouncing_disc::report(step),
                bouncing_disc::contacts(step));
  return sampler.take();
}

double sum(const io::Recording& rows, const char* name) {
  const auto values = io::report_field(rows, name);
  return std::accumulate(values.begin(), values.end(), 0.0);
}

double largest(const io::Recording& rows, const char* name) {
  const auto values = io::report_field(rows, name);
  return *std::max_element(values.begin(), values.end());
}

std::size_t bytes_of(const io::Recording& rows) {
  return sizeof(double) * static_cast<std::size_t>(rows.q.size() + rows.v.size()) +
         rows.report.size() * rows.rows() * sizeof(double) +
         rows.contacts.size() * sizeof(ContactRecord);
}

}  // namespace

TEST_CASE("a short run is sampled whole") {
  const io::Recording rows = sampled(500, 32'000'000);
  REQUIRE(rows.rows() == 500);
  CHECK(rows.recorder.every == 1);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const State expected = bouncing_disc::state(static_cast<std::int64_t>(row));
    REQUIRE(rows.time[row] == expected.time);
    REQUIRE(rows.q.row(row).transpose() == expected.q);
    REQUIRE(rows.v.row(row).transpose() == expected.v);
  }
  CHECK(rows.contacts_at(400).size() == bouncing_disc::contacts(400).size());
  CHECK(rows.bodies.names == std::vector<std::string>{"ground", "disc"});
}

TEST_CASE("a long run keeps its start, its end, its worst values and its sums") {
  const std::int64_t steps = 30011;
  const io::Recording all = sampled(steps, std::size_t{1} << 40), rows = sampled(steps, 500'000);
  CHECK(all.rows() <= io::RunSampler::kMostRows);
  CHECK(rows.rows() < all.rows());
  CHECK(rows.rows() >= io::RunSampler::kFewestRows / 2);
  CHECK(bytes_of(rows) <= 500'000);
  for (const io::Recording* each : {&all, &rows}) {
    CHECK(each->time.front() == 0);
    CHECK(each->step.back() == steps - 1);
    CHECK(each->q.row(static_cast<Eigen::Index>(each->rows()) - 1).transpose() ==
          bouncing_disc::state(steps - 1).q);
    CHECK(largest(*each, "penetration") == largest(all, "penetration"));
    CHECK(largest(*each, "longest_solve") == relative(7e-5));
    CHECK(largest(*each, "longest_step") == relative(14e-5));
    CHECK(sum(*each, "answered_by_keller") == static_cast<double>(steps));
    CHECK(io::report_field(*each, "energy_before")[1] == 1);
    CHECK(io::report_field(*each, "energy_after").back() ==
          bouncing_disc::report(steps - 1).certificate.energy_after);
  }
}

TEST_CASE("rows of a long run are equally long, each with the state at its end") {
  const io::Recording rows = sampled(30011, 500'000);
  const auto penetration = io::report_field(rows, "penetration");
  CHECK((rows.recorder.every & (rows.recorder.every - 1)) == 0);
  for (std::size_t row = 1; row < rows.rows(); ++row) {
    CAPTURE(row);
    const std::int64_t steps = rows.step[row] - rows.step[row - 1];
    REQUIRE((steps == rows.recorder.every || row + 1 == rows.rows()));
    REQUIRE(rows.q.row(row).transpose() == bouncing_disc::state(rows.step[row]).q);
    double worst = 0;
    for (std::int64_t step = rows.step[row - 1] + 1; step <= rows.step[row]; ++step)
      worst = std::max(worst, bouncing_disc::report(step).certificate.penetration);
    REQUIRE(penetration[row] == worst);
    REQUIRE(rows.contacts_at(row).size() == bouncing_disc::contacts(rows.step[row]).size());
  }
}

TEST_CASE("the longest step of a row is one of its own") {
  const Model model = bouncing_disc::model();
  io::RunSampler sampler(model, {"disc", "{}"}, 1);
  const auto wall = [](std::int64_t step) { return 1.0 / static_cast<double>(1 + step); };
  for (std::int64_t step = 0; step < 1000; ++step) {
    StepReport report = bouncing_disc::report(step);
    report.phases.total = wall(step);
    report.phases.solve = 0.5 * wall(step);
    sampler.add(bouncing_disc::state(step), report, {});
  }
  const io::Recording rows = sampler.take();
  REQUIRE(rows.recorder.every > 1);
  for (std::size_t row = 1; row < rows.rows(); ++row) {
    const double longest = wall(rows.step[row - 1] + 1);
    CHECK(io::report_field(rows, "longest_step")[row] == longest);
    CHECK(io::report_field(rows, "longest_solve")[row] == 0.5 * longest);
  }
}

TEST_CASE("samples of large states stay few, but never too few to see a motion") {
  const io::Recording rows = sampled(1000, 1);
  CHECK(rows.rows() >= io::RunSampler::kFewestRows / 2);
  CHECK(rows.rows() <= io::RunSampler::kFewestRows + 1);
}

TEST_CASE("forces along coordinates are those of the step a row ends with") {
  Model model = bouncing_disc::model();
  model.joint_coordinates = 1;
  io::RunSampler sampler(model, {"disc", "{}"}, 1);
  for (std::int64_t step = 0; step < 3000; ++step) {
    const CoordinateForce force[] = {{.motor = static_cast<double>(step)}};
    sampler.add(bouncing_disc::state(step), bouncing_disc::report(step), {}, force);
  }
  const io::Recording rows = sampler.take();
  REQUIRE(rows.recorder.every > 1);
  REQUIRE(rows.coordinate_forces.size() == rows.rows());
  for (std::size_t row = 0; row < rows.rows(); ++row)
    CHECK(rows.coordinate_forces[row].motor == static_cast<double>(rows.step[row]));
}

// A pin that turns and a rail that slides, every number apart from every other.
TEST_CASE("a sampler keeps joints and couplers, and tells failed steps") {
  ModelBuilder builder;
  const BodyId wheel = builder.add_body({.mass = 1, .inertia = 1});
  const BodyId cart = builder.add_body({.pose = {{2, 0}}, .mass = 1, .inertia = 1});
  const JointId hub = builder.add_joint({.name = "hub", .kind = JointKind::pin, .a = wheel});
  const JointId rail = builder.add_joint(
      {.name = "rail", .kind = JointKind::prismatic, .a = cart, .anchor = {2, 0, 0}});
  builder.add_coupler(
      {.name = "rack", .terms = {{.joint = rail, .factor = 1}, {.joint = hub, .factor = 0.5}}});
  const Model model = builder.build().value();
  const auto at = [&](int step) {
    State state = initial_state(model);
    state.step = step;
    state.time = 0.25 * step;
    double next = 100.0 * step;
    for (Eigen::VectorXd* values : {&state.q, &state.v, &state.joint_impulses, &state.coordinates})
      for (double& value : *values) value = next += 0.125;
    return state;
  };
  io::RunSampler sampler(model, {"rack", "{}"});
  for (int step = 0; step < 3; ++step) {
    StepReport report;
    report.step = step;
    if (step == 2) report.status = StepStatus::unsolved, report.message = "too hard";
    sampler.add(at(step), report, {});
  }
  const io::Recording rows = sampler.take();
  REQUIRE(rows.rows() == 3);
  for (std::size_t row = 0; row < 3; ++row)
    CHECK(hash(io::recorded_state(rows, row)) == hash(at(static_cast<int>(row))));
  REQUIRE(rows.joints.size() == 2);
  for (std::size_t j = 0; j < 2; ++j) {
    CHECK(rows.joints[j].name == model.joints[j].name);
    CHECK(rows.joints[j].kind == model.joints[j].kind);
    CHECK(rows.joints[j].in_plane);
    CHECK(rows.joints[j].rows == 2);
    CHECK(rows.joints[j].coordinates == 1);
    CHECK(rows.joints[j].first_row == model.joints[j].first_row);
    CHECK(rows.joints[j].first_coordinate == model.joints[j].first_coordinate);
  }
  CHECK(rows.coupler_names == std::vector<std::string>{"rack"});
  CHECK(rows.couples_angles == std::vector<std::int32_t>{0});
  REQUIRE(rows.bodies.q_offset.size() == model.bodies.size());
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    CHECK(rows.bodies.q_offset[i] == model.bodies[i].q_offset);
    CHECK(rows.bodies.q_size[i] == model.bodies[i].q_size);
    CHECK(rows.bodies.offset[i] == model.bodies[i].v_offset);
    CHECK(rows.bodies.dof[i] == model.bodies[i].dof);
  }
  CHECK(rows.log.find("step 2: unsolved: too hard") != std::string::npos);
  CHECK(rows.log.find("step 1") == std::string::npos);
}

TEST_CASE("a sampler that was given nothing or one state") {
  CHECK(sampled(0, 1000).rows() == 0);
  CHECK(sampled(1, 1000).rows() == 1);
}

// Every field of every step is drawn, whole numbers of which no sum is rounded.
TEST_CASE("a row of a sampled run is the report of its steps merged, whatever their number") {
  std::mt19937 random(6);
  for (const std::int64_t steps : {16, 17, 18, 33, 34, 35, 66, 67, 131, 400}) {
    CAPTURE(steps);
    const Model model = bouncing_disc::model();
    io::RunSampler sampler(model, {"disc", "{}"}, 1);
    std::vector<StepReport> reports(static_cast<std::size_t>(steps));
    for (std::int64_t step = 0; step < steps; ++step) {
      StepReport& report = reports[static_cast<std::size_t>(step)];
      for (const ReportField& field : report_fields())
        if (field.name != "status") field.set(report, static_cast<double>(random() % 1000));
      sampler.add(bouncing_disc::state(step), report, bouncing_disc::contacts(step));
    }
    const io::Recording rows = sampler.take();
    CHECK(rows.step.back() == steps - 1);
    for (std::size_t row = 0; row < rows.rows(); ++row) {
      MergedReport merged;
      for (std::int64_t step = row == 0 ? 0 : rows.step[row - 1] + 1; step <= rows.step[row];
           ++step)
        merged.add(reports[static_cast<std::size_t>(step)]);
      for (std::size_t k = 0; k < merged.values().size(); ++k)
        CHECK_MESSAGE(rows.report[k].values[row] == merged.values()[k], rows.report[k].name);
      CHECK(rows.time[row] == bouncing_disc::state(rows.step[row]).time);
    }
  }
}

TEST_CASE("a sampler is empty once its rows are taken, and begins again with the next") {
  const Model model = bouncing_disc::model();
  io::RunSampler sampler(model, {"disc", "{}"});
  StepReport failed = bouncing_disc::report(3);
  failed.status = StepStatus::diverged;
  failed.message = "too fast";
  for (std::int64_t step = 0; step < 3; ++step)
    sampler.add(bouncing_disc::state(step), bouncing_disc::report(step), {});
  sampler.add(bouncing_disc::state(2), failed, {});
  const io::Recording first = sampler.take();
  CHECK(first.rows() == 4);
  CHECK(first.log == "step 3: diverged: too fast\n");
  CHECK(io::report_field(first, "status")[3] == 2);
  CHECK(sampler.take().rows() == 0);
  sampler.add(bouncing_disc::state(57), bouncing_disc::report(57), {});
  const io::Recording second = sampler.take();
  REQUIRE(second.rows() == 1);
  CHECK(second.step[0] == 57);
  CHECK(second.log.empty());
}
