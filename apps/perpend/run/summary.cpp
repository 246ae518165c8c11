// SPDX-License-Identifier: Apache-2.0
#include "run/summary.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "command_line/field_tables.hpp"
#include "core/worst.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

std::string_view method_name(std::size_t index) {
  return lcp::to_string(static_cast<lcp::Method>(index));
}

// Prints lines of the table.
struct Rows {
  std::FILE* to;
  void operator()(std::string_view name, const std::string& value) const {
    say(to, "  {:<20} {}\n", name, value);
  }
};

std::string answered(const RunSummary& summary) {
  std::string text;
  for (std::size_t i = 0; i < summary.answered_by.size(); ++i)
    if (summary.answered_by[i] > 0)
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", method_name(i), summary.answered_by[i]);
  return text.empty() ? "no contact" : text;
}

std::string representations(const RunSummary& summary) {
  std::string text;
  for (std::size_t i = 0; i < summary.representations.size(); ++i) {
    const auto kind = static_cast<lcp::Representation>(i);
    if (summary.representations[i] > 0)
      text += fmt::format("{}{} {} ({})", text.empty() ? "" : ", ", to_string(kind),
                          summary.representations[i], reason(kind));
  }
  return text;
}

// Returns nothing if the stabilised run leaves no overlap to compare with.
std::string times_as_much(const RunSummary& other, const RunSummary& s) {
  if (s.late_penetration <= 0) return "";
  return fmt::format(" ({:.3g} times as much)", other.late_penetration / s.late_penetration);
}

// Describes what keeps steps from being certified. If all rows are within their bounds it is
// another cause than a row.
std::string missed(const RunSummary& s) {
  const bool by_rows = s.total("velocity_ratio") > 1 || s.total("unsolved") > 0 || s.cause.empty();
  if (!by_rows) return s.cause;
  return fmt::format("a row at {:.2e} of its bound in m/s, residual {:.2e}{}{}",
                     s.total("velocity_ratio"), s.residual, s.cause.empty() ? "" : "; ", s.cause);
}

// Says whether every step is within the bounds of its certificate, and how many are not.
std::string certified(const RunSummary& s) {
  if (s.steps == 0) return "at its end, no step was left (--duration sets a later one)";
  if (s.uncertified > 0)
    return fmt::format("{} of {} steps not certified: {}", s.uncertified, s.steps, missed(s));
  if (s.inexact > 0)
    return fmt::format("{} of {} steps certified, the others to {:.2e} only", s.steps - s.inexact,
                       s.steps, s.residual);
  if (s.given_up > 0)
    return fmt::format("every step certified, {} of {} gave up what has no solution: {}",
                       s.given_up, s.steps, s.first_given_up);
  return "every step certified";
}

// Prints the requirements that had no solution and were given up, if any.
void print_given_up(const Rows& row, const RunSummary& s) {
  constexpr std::array<std::pair<const char*, const char*>, 5> kCounts{
      {{"no_restitution", "jammed without bounce"},
       {"no_push_out", "jammed in overlap"},
       {"squeezed", "squeezed by prescribed bodies"},
       {"stalled", "motors stalled"},
       {"unsolved", "taken unsolved, at the best point"}}};
  std::string text;
  for (const auto& [field, words] : kCounts)
    if (const double count = s.total(field); count > 0)
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, words);
  if (!text.empty()) row("without solution", text);
  if (!s.note.empty())
    row(!text.empty() ? "" : s.uncertified > 0 ? "not certified" : "note", s.note);
}

// Returns the kinetic energy below which no motion shows: that of a step of free fall, or of a
// tenth of a millimetre per second.
double energy_at_rest(const study::Scene& scene) {
  constexpr double kSlow = 1e-4;  // m/s
  const double speed = std::max(scene.model.gravity.norm() * scene.options.dt, kSlow);
  double mass = 0;
  for (const Body& body : scene.model.bodies) mass += body.mass;
  return 0.5 * mass * speed * speed;
}

// Hard joints do no work. If they do, bodies rotate too much per step for the linearised geometry,
// or the energy guard removed energy: on the mechanisms of docs/mechanisms.md the work is below
// 1e-3 of the energy. Stalled motors press so hard that rounding does visible work.
void print_joint_work(const Rows& row, const study::Scene& scene, const RunSummary& s) {
  constexpr double kVisible = 0.01;
  const double work = s.total("joint_work");
  const double scale = std::max({std::abs(s.energy_start), std::abs(s.energy_end),
                                 std::abs(s.energy_end - s.energy_start), energy_at_rest(scene)});
  const bool is_told = scene.options.joints.is_hard() && s.total("stalled") == 0;
  if (!is_told || !(std::abs(work) > kVisible * scale)) return;
  row("work of joints",
      fmt::format("{:.6g} J, by the laws 0: the step is too long for this motion; try --dt {:g}",
                  work, scene.options.dt / 4));
}

// Prints the energy and the work that no law accounts for.
void print_energy(const Rows& row, const RunSummary& s) {
  constexpr double kVisible = 1e-3;
  row("energy",
      fmt::format("{:.6g} J at the start, {:.6g} J at the end", s.energy_start, s.energy_end));
  const double scale = std::max(std::abs(s.energy_start), std::abs(s.energy_end));
  std::string parts;
  for (const auto& [name, words] :
       {std::pair("push_out_work", "push-out of overlap"), std::pair("drift_work", "drifts"),
        std::pair("projection_work", "projection of joints")})
    if (const double work = s.total(name); std::abs(work) > kVisible * scale)
      parts += fmt::format("{}{} {:.3g} J", parts.empty() ? "" : ", ", words, work);
  if (!parts.empty()) row("beside the laws", parts);
}

void print_expectations(const Rows& row, const study::Scene& scene, const RunSummary& summary) {
  for (std::size_t i = 0; i < scene.expectations.size(); ++i) {
    const study::Expectation& expected = scene.expectations[i];
    const std::string name = study::to_string(scene.model, expected.measurand);
    if (std::isnan(summary.measured[i])) {
      row(name, std::isinf(expected.time) ? "not reached (the end)"
                                          : fmt::format("not reached (t = {} s)", expected.time));
      continue;
    }
    const bool holds = std::abs(summary.measured[i] - expected.value) <= expected.tolerance;
    row(name, fmt::format("{:.9g}, expected {:.9g} ± {:.2g} {} {}", summary.measured[i],
                          expected.value, expected.tolerance, holds ? "ok" : "FAILED",
                          expected.why.empty() ? "" : "(" + expected.why + ")"));
  }
}

Json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

Json planar_json(const Model& model, const State& state, BodyId body) {
  const planar::Pose pose = frame_pose(model, state, body);
  return {{"x", {pose.p.x(), pose.p.y()}},
          {"q", pose.angle},
          {"v", numbers(body_velocity(model, state, body))}};
}

Json spatial_json(const Model& model, const State& state, BodyId body) {
  const spatial::Pose pose = spatial_frame_pose(model, state, body);
  const Twist twist = body_twist(model, state, body);
  Json v = numbers(twist.velocity);
  for (const double omega : twist.omega) v.push_back(omega);
  return {
      {"x", numbers(pose.p)}, {"q", {pose.r.w(), pose.r.x(), pose.r.y(), pose.r.z()}}, {"v", v}};
}

Json bodies_json(const Model& model, const State& state) {
  Json bodies = Json::object();
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
    bodies[model.bodies[i].details->name] = model.bodies[i].is_planar()
                                                ? planar_json(model, state, {i})
                                                : spatial_json(model, state, {i});
  return bodies;
}

// Describes what is measured by the names of the scene.
Json measurand_json(const Model& model, const study::Measurand& what) {
  Json object = Json::object();
  if (what.body != kWorld) object["body"] = model.bodies[what.body.index].details->name;
  if (what.point) object["point"] = numbers(*what.point);
  if (what.quantity == study::Quantity::coordinate) {
    object["joint"] = model.joints[what.joint.index].name;
    object["coordinate"] = what.coordinate;
  }
  object["quantity"] = study::to_string(what.quantity);
  return object;
}

Json expectations_json(const study::Scene& scene, const RunSummary& summary) {
  Json rows = Json::array();
  for (std::size_t i = 0; i < scene.expectations.size(); ++i) {
    const study::Expectation& expected = scene.expectations[i];
    Json row = measurand_json(scene.model, expected.measurand);
    row["value"] = summary.measured[i];
    row["expected"] = expected.value;
    row["tolerance"] = expected.tolerance;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

std::string RunSummary::status() const {
  if (!failure.empty()) return failure;
  return interrupted ? "interrupted" : "ok";
}

// Returns a field of the merged report by its name.
double RunSummary::total(std::string_view field) const {
  const auto fields = report_fields();
  for (std::size_t i = 0; i < report.values().size(); ++i)
    if (fields[i].name == field) return report.values()[i];
  return 0.0;
}

void RunSummary::add(const StepReport& step, bool late) {
  const StepCertificate& c = step.certificate;
  ++steps;
  report.add(step);
  raise(residual, c.residual);
  velocity_residual = std::max(velocity_residual, c.velocity_residual);
  relaxation_error = std::max(relaxation_error, c.relaxation_error);
  penetration = std::max(penetration, c.penetration);
  joint_gap = std::max(joint_gap, c.joint_gap);
  joint_angle = std::max(joint_angle, c.joint_angle);
  joint_residual = std::max(joint_residual, c.joint_residual);
  if (late) late_penetration = std::max(late_penetration, c.penetration);
  braked += step.braked;
  stiffened += step.stiffened;
  inexact += step.inexact > 0;
  const bool is_first = note.empty() || (uncertified == 0 && step.uncertified > 0);
  uncertified += step.uncertified > 0;
  if (cause.empty() && step.uncertified > 0 && step.unsolved == 0 && c.velocity_ratio <= 1)
    cause = step.message;
  if (is_first && !step.message.empty() && step.status == StepStatus::ok)
    note = fmt::format("step {}, t = {:.6g} s: {}", step.step, step.time, step.message);
  if (step.no_restitution + step.no_push_out + step.squeezed + step.stalled > 0 && given_up++ == 0)
    first_given_up = step.message;
  halved += step.halvings > 0;
  contacts_max = std::max(contacts_max, step.contacts);
  for (std::size_t i = 0; i < answered_by.size(); ++i) answered_by[i] += step.answered_by[i] > 0;
  step_times.add(step.phases.total);
}

void RunSummary::add(std::span<const Island> islands) {
  for (const Island& island : islands)
    ++representations[static_cast<std::size_t>(island.representation())];
}

void print_table(std::FILE* to, const study::Scene& scene, const RunSummary& s,
                 const RunSummary* unstabilised) {
  const Rows row{to};
  say(to, "\n{}: {}\n", scene.name, s.failure.empty() ? certified(s) : s.failure);
  row("law, solver",
      fmt::format("{}, {}", to_string(scene.options.law), lcp::to_string(scene.options.solver)));
  if (s.level != "velocity") row("level", s.level);
  row("steps", fmt::format("{} of {} s, {:.6g} s simulated in {:.3g} s ({:.3g} x real time)",
                           s.steps, scene.options.dt, s.simulated, s.wall, s.simulated / s.wall));
  row("step", to_string(s.step_times));
  if (s.halved > 0)
    row("halved steps", fmt::format("{}, which were not solved in one piece", s.halved));
  print_given_up(row, s);
  row("contacts", fmt::format("at most {}", s.contacts_max));
  row("solved by", answered(s));
  if (const std::string kinds = representations(s); !kinds.empty()) row("matrices W", kinds);
  const std::string residual =
      s.residual > 0 ? fmt::format("{:.2e} (bound {:.2e})", s.residual, s.total("residual_bound"))
                     : "none above rounding";
  row("worst residual", fmt::format("{}; {:.2e} m/s", residual, s.velocity_residual));
  if (scene.options.relaxation_passes > 0)
    row("relaxation left", fmt::format("{:.2e} m/s after at most {} passes", s.relaxation_error,
                                       scene.options.relaxation_passes));
  row("worst penetration",
      fmt::format("{:.3e} m; {:.3e} m in the last quarter", s.penetration, s.late_penetration));
  if (unstabilised)
    row("  unstabilised",
        fmt::format("{:.3e} m; {:.3e} m in the last quarter{}", unstabilised->penetration,
                    unstabilised->late_penetration, times_as_much(*unstabilised, s)));
  if (!scene.model.joints.empty())
    row("worst joint error", fmt::format("{:.3e} m, {:.3e} rad; solved to {:.1e}", s.joint_gap,
                                         s.joint_angle, s.joint_residual));
  if (s.braked + s.stiffened > 0)
    row("energy guard",
        fmt::format("{} steps braked; {} with joints that became taut", s.braked, s.stiffened));
  print_joint_work(row, scene, s);
  print_energy(row, s);
  for (const std::string& event : s.events) row("events", event);
  print_expectations(row, scene, s);
  for (const std::string& file : s.files) row("wrote", file);
}

Json to_json(const study::Scene& scene, const RunSummary& s, const State& state,
             const RunSummary* unstabilised) {
  Json answered_by = Json::object();
  for (std::size_t i = 0; i < s.answered_by.size(); ++i)
    if (s.answered_by[i] > 0) answered_by[std::string(method_name(i))] = s.answered_by[i];
  Json representations = Json::object();
  for (std::size_t i = 0; i < s.representations.size(); ++i)
    if (s.representations[i] > 0)
      representations[std::string(to_string(static_cast<lcp::Representation>(i)))] =
          s.representations[i];
  Json object = {{"scene", scene.name},
                 {"level", s.level},
                 {"law", to_string(scene.options.law)},
                 {"solver", lcp::to_string(scene.options.solver)},
                 {"dt", scene.options.dt},
                 {"steps", s.steps},
                 {"simulated_s", s.simulated},
                 {"time_s", state.time},
                 {"wall_s", s.wall},
                 {"status", s.status()},
                 {"worst",
                  {{"residual", s.residual},
                   {"penetration_m", s.penetration},
                   {"late_penetration_m", s.late_penetration},
                   {"velocity_residual", s.velocity_residual},
                   {"joint_gap", s.joint_gap},
                   {"joint_residual", s.joint_residual}}},
                 {"inexact", s.inexact},
                 {"uncertified", s.uncertified},
                 {"note", s.note},
                 {"halved", s.halved},
                 {"braked", s.braked},
                 {"stiffened", s.stiffened},
                 {"energy_drift_j", s.energy_end - s.energy_start},
                 {"contacts_max", s.contacts_max},
                 {"step_ms",
                  {{"p50", 1e3 * s.step_times.quantile(0.5)},
                   {"p99", 1e3 * s.step_times.quantile(0.99)},
                   {"max", 1e3 * s.step_times.longest()}}},
                 {"answered_by", answered_by},
                 {"representations", representations},
                 {"hash", fmt::format("{:016x}", s.hash)},
                 {"bodies", bodies_json(scene.model, state)},
                 {"expectations", expectations_json(scene, s)},
                 {"events", s.events},
                 {"files", s.files},
                 {"options", options_json(scene.options)},
                 {"report", report_json(s.report)}};
  if (unstabilised)
    object["unstabilised"] = {{"penetration_m", unstabilised->penetration},
                              {"late_penetration_m", unstabilised->late_penetration}};
  return object;
}

bool expectations_hold(const study::Scene& scene, const RunSummary& summary) {
  for (std::size_t i = 0; i < scene.expectations.size(); ++i) {
    const study::Expectation& expected = scene.expectations[i];
    if (std::abs(summary.measured[i] - expected.value) > expected.tolerance) return false;
  }
  return true;
}

}  // namespace perpend::app
