// SPDX-License-Identifier: Apache-2.0
#include "compare/compare_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>

#include "contact/collider.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;
using study::ComparedRun;
using study::Comparison;

constexpr double kDegrees = 180 / std::numbers::pi;

// Returns the energy lost since the start beyond that of the reference, J; NaN unless both reach
// the end.
double more_energy_lost(const Comparison& c, const ComparedRun& run) {
  if (!run.complete || !c.reference.complete) return std::nan("");
  return run.totals.energy_lost - c.reference.totals.energy_lost;
}

double per_step(const ComparedRun& run, std::int64_t count) {
  return static_cast<double>(count) /
         static_cast<double>(std::max<std::int64_t>(1, run.totals.steps));
}

std::string short_number(double value) {
  return std::isnan(value) ? "-" : value == 0 ? "0" : fmt::format("{:.2e}", value);
}

std::string status(const ComparedRun& run) {
  if (!run.failure.empty()) return fmt::format("FAILED {:.3g} s", run.totals.simulated);
  if (!run.complete) return fmt::format("cut {:.3g} s", run.totals.simulated);
  return run.totals.uncertified == 0 ? "ok" : "not certified";
}

const char* const kHeads =
    "  {:<22} {:<18} {:>8}  {:<13} {:>9} {:>9} {:>7} {:>9} {:>9} {:>9} {:>8} {:>10} {:>6} {:>6} "
    "{:>6}\n";

void print_heads(std::FILE* to) {
  say(to, fmt::runtime(kHeads), "", "", "", "", "distance", "largest", "slip", "outside", "Coulomb",
      "worst", "its", "more", "cost", "pivots", "fact.");
  say(to, fmt::runtime(kHeads), "law", "solver", "step s", "status", "at end m", "m", "dir. deg",
      "cone N s", "res. m/s", "residual", "bound", "lost J", "x cone", "a step", "a step");
}

void print_run(std::FILE* to, const Comparison& c, const ComparedRun& run) {
  const study::RunTotals& t = run.totals;
  say(to, fmt::runtime(kHeads), to_string(run.variant.law), lcp::to_string(run.variant.solver),
      fmt::format("{:.3g}", run.variant.dt), status(run), short_number(run.final_distance),
      short_number(run.largest_distance), fmt::format("{:.3g}", kDegrees * t.direction_error),
      short_number(t.cone_excess), short_number(t.coulomb_residual), short_number(t.residual),
      fmt::format("{:.0e}", t.residual_bound), short_number(more_energy_lost(c, run)),
      std::isnan(run.cost) ? "-" : fmt::format("{:.2f}", run.cost),
      fmt::format("{:.1f}", per_step(run, t.pivots)),
      fmt::format("{:.2f}", per_step(run, t.factorisations)));
}

const char* const kLeadHeads =
    "  {:<22} {:<18} {:>8}  {:>8} {:>6} {:>8} {:>10} {:>11} {:>10} {:>10} {:>9}\n";

void print_leads(std::FILE* to, const Comparison& c) {
  say(to, "\nmatrices of the laws, one of each step and island\n");
  say(to, fmt::runtime(kLeadHeads), "", "", "", "", "", "missing", "of short", "smallest /",
      "unsolved", "unsolved", "distance");
  say(to, fmt::runtime(kLeadHeads), "law", "solver", "step s", "problems", "size", "rank", "rank",
      "largest", "by block", "by lemke", "at end m");
  for (const ComparedRun& run : c.runs) {
    const study::LeadTotals& lead = run.lead;
    if (lead.problems == 0) continue;
    say(to, fmt::runtime(kLeadHeads), to_string(run.variant.law),
        lcp::to_string(run.variant.solver), fmt::format("{:.3g}", run.variant.dt), lead.problems,
        lead.size, lead.missing, lead.deficient, fmt::format("{:.1e}", lead.smallest),
        lead.block_unsolved, lead.lemke_unsolved, short_number(run.final_distance));
  }
}

Json lead_json(const study::LeadTotals& lead) {
  return {{"problems", lead.problems},
          {"size", lead.size},
          {"missing_rank", lead.missing},
          {"deficient", lead.deficient},
          {"smallest_singular", lead.smallest},
          {"block_unsolved", lead.block_unsolved},
          {"lemke_unsolved", lead.lemke_unsolved}};
}

Json run_json(const study::Scene& scene, const Comparison& c, const ComparedRun& run) {
  const study::RunTotals& t = run.totals;
  Json object = {
      {"law", to_string(run.variant.law)},
      {"solver", lcp::to_string(run.variant.solver)},
      {"dt", run.variant.dt},
      {"status", run.failure.empty() ? run.complete ? "ok" : "interrupted" : run.failure},
      {"steps", t.steps},
      {"uncertified", t.uncertified},
      {"simulated_s", t.simulated}};
  object["final_distance_m"] = run.final_distance;
  object["largest_distance_m"] = run.largest_distance;
  object["farthest"] =
      run.farthest == kWorld ? Json() : Json(scene.model.bodies[run.farthest.index].details->name);
  object["direction_error_rad"] = t.direction_error;
  object["cone_excess_ns"] = t.cone_excess;
  object["coulomb_residual"] = t.coulomb_residual;
  object["residual"] = t.residual;
  object["residual_bound"] = t.residual_bound;
  object["energy_lost_j"] = t.energy_lost;
  object["more_energy_lost_j"] = more_energy_lost(c, run);
  object["cost"] = run.cost;
  object["pivots_per_step"] = per_step(run, t.pivots);
  object["factorisations_per_step"] = per_step(run, t.factorisations);
  if (run.lead.problems > 0) object["matrix"] = lead_json(run.lead);
  return object;
}

}  // namespace

void print_comparison(std::FILE* to, const study::Scene& scene, const Comparison& c,
                      const std::vector<SkippedPair>& skipped) {
  const ComparedRun& reference = c.reference;
  say(to, "\n{}: {} runs of {} s; distances to {}, which {}\n", scene.name, c.runs.size(),
      scene.duration, to_string(reference.variant),
      reference.complete ? fmt::format("lost {:.6g} J", reference.totals.energy_lost)
                         : fmt::format("ended at {:.6g} s", reference.totals.simulated));
  print_heads(to);
  for (const ComparedRun& run : c.runs) print_run(to, c, run);
  if (!reference.failure.empty())
    say(to, "  reference {}: {}\n", to_string(reference.variant), reference.failure);
  for (const ComparedRun& run : c.runs) {
    if (!run.failure.empty()) say(to, "  {}: {}\n", to_string(run.variant), run.failure);
    if (run.totals.uncertified > 0)
      say(to, "  {}: {} of {} steps not certified\n", to_string(run.variant),
          run.totals.uncertified, run.totals.steps);
  }
  if (std::ranges::any_of(c.runs, [](const ComparedRun& run) { return run.lead.problems > 0; }))
    print_leads(to, c);
  for (const SkippedPair& pair : skipped)
    say(to, "  {} is not solved by {}: {}\n", to_string(pair.law), lcp::to_string(pair.solver),
        to_string(methods_of(pair.law, has_spatial_shapes(scene.model))));
}

Json to_json(const study::Scene& scene, const Comparison& c,
             const std::vector<SkippedPair>& skipped, const std::vector<std::string>& files) {
  Json runs = Json::array(), pairs = Json::array();
  for (const ComparedRun& run : c.runs) runs.push_back(run_json(scene, c, run));
  for (const SkippedPair& pair : skipped)
    pairs.push_back({{"law", to_string(pair.law)}, {"solver", lcp::to_string(pair.solver)}});
  Json object = {{"scene", scene.name}, {"duration_s", scene.duration}};
  object["reference"] = run_json(scene, c, c.reference);
  for (const char* name :
       {"final_distance_m", "largest_distance_m", "farthest", "more_energy_lost_j", "cost"})
    object["reference"].erase(name);
  object["runs"] = runs;
  object["skipped"] = pairs;
  object["files"] = files;
  return object;
}

}  // namespace perpend::app
