// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "io/recording/recorded_disc.hpp"
#include "perpend/io/run_page.hpp"

using namespace perpend;

namespace {

std::string value_of(const std::vector<io::SummaryRow>& rows, const std::string& name) {
  for (const io::SummaryRow& row : rows)
    if (row.name == name) return row.value;
  return "no such row";
}

void set(io::Recording& run, const std::string& field, std::vector<double> values) {
  for (io::ReportSeries& series : run.report)
    if (series.name == field) return series.values = std::move(values), void();
  FAIL(field);
}

}  // namespace

TEST_CASE("a summary has the options of its run and the worst of all rows, in their units") {
  io::Recording run = recorded_disc(4);
  run.header.scene = "a \"scene\"";
  run.header.options.law = *law_from_name("phantom(6)");
  run.header.options.solver = lcp::Method::lemke;
  run.header.options.stabilise = false;
  run.header.options.dt = 0.0025;
  run.step = {40, 45, 50, 52};
  run.time = {0.5, 0.625, 0.75, 0.8};
  run.recorder.every = 5;
  set(run, "residual", {1e-9, 3.456e-7, 2e-8, 0});
  set(run, "penetration", {0, 1e-5, 0.00123456, 0});
  set(run, "joint_gap", {0, 0.5, 2, 1});
  set(run, "energy_before", {7, 1.2345678, 2, 3});
  set(run, "energy_after", {7, 8, 9, -10.5});
  set(run, "contacts", {2, 17, 3, 1});
  set(run, "pivots", {1, 20, 300, 4000});
  set(run, "time_total", {0, 0.125, 0.25, 0.375});
  set(run, "answered_by_keller", {0, 2, 0, 5});
  set(run, "answered_by_lemke", {0, 0, 1, 0});
  const auto rows = io::summarise(run, "median 3 ms");
  const std::pair<const char*, const char*> expected[] = {{"scene", "a \"scene\""},
                                                          {"law", "phantom(6)"},
                                                          {"solver", "lemke"},
                                                          {"stabilised", "no"},
                                                          {"dt", "0.0025 s"},
                                                          {"steps", "12"},
                                                          {"simulated", "0.3 s"},
                                                          {"status", "ok"},
                                                          {"worst residual", "3.46e-07"},
                                                          {"worst penetration", "0.00123 m"},
                                                          {"worst joint gap", "2 m"},
                                                          {"energy", "1.23457 J to -10.5 J"},
                                                          {"most contacts", "17"},
                                                          {"pivots", "4321"},
                                                          {"step", "median 3 ms"},
                                                          {"wall time", "0.75 s"},
                                                          {"shown", "every 5 steps"}};
  for (const auto& [name, value] : expected) {
    CAPTURE(name);
    CHECK(value_of(rows, name) == value);
  }
  const std::string solved = value_of(rows, "solved by");
  CHECK((solved == "keller 7, lemke 1 islands" || solved == "lemke 1, keller 7 islands"));
}

TEST_CASE("a summary says how the run ended and all that its steps fall short of") {
  io::Recording run = recorded_disc(3);
  set(run, "status", {0, 0, 2});
  set(run, "uncertified", {0, 1, 2});
  set(run, "inexact", {0, 4, 0});
  set(run, "squeezed", {0, 0, 5});
  set(run, "no_push_out", {0, 6, 1});
  CHECK(value_of(io::summarise(run), "status") ==
        "diverged, 3 steps not certified, 4 islands solved to accepted_residual only, 5 islands "
        "squeezed by prescribed bodies, 7 islands without push-out");
}

TEST_CASE("a summary of a start alone, and of no row, has no step to speak of") {
  for (const std::int64_t count : {1, 0}) {
    io::Recording run = recorded_disc(count);
    if (count > 0) set(run, "answered_by_keller", {0});
    const auto rows = io::summarise(run);
    CHECK(value_of(rows, "steps") == "0");
    CHECK(value_of(rows, "simulated") == "0 s");
    CHECK(value_of(rows, "energy") == "no step");
    CHECK(value_of(rows, "step") == "no step");
    CHECK(value_of(rows, "solved by") == "no islands");
    CHECK(value_of(rows, "shown") == "no such row");
  }
}
