// SPDX-License-Identifier: Apache-2.0
#include "io/page/compare_page_data.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/format/base64.hpp"
#include "io/page/space_view.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "the page reads little-endian arrays");

// Approximate size of all trajectories together, bytes; the other series take a few hundred
// thousand.
constexpr std::size_t kTrajectoryBytes = 2'000'000;
constexpr std::size_t kMostBodies = 12;

std::string packed(const std::vector<float>& values) {
  return base64(std::as_bytes(std::span(values)));
}

std::string packed(const std::vector<double>& values) {
  return packed(std::vector<float>(values.begin(), values.end()));
}

// Returns null for infinities and NaN, which JSON does not have.
json number(double value) {
  return std::isfinite(value) ? json(value) : json();
}

// Axes of the plot: a planar scene is drawn as it is; a scene in space is drawn from above, with
// the height as a separate series.
struct Axes {
  Eigen::Vector3d right{1, 0, 0}, upward{0, 1, 0}, height{0, 0, 1};
};

Axes axes_of(const Model& model) {
  Axes axes;
  if (!is_in_space(model)) return axes;
  axes.height = upward(model);
  // The world's x axis points right unless it is nearly vertical.
  const bool along_x = std::abs(axes.height.x()) > 0.9;
  const Eigen::Vector3d side = along_x ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitX();
  axes.right = (side - side.dot(axes.height) * axes.height).normalized();
  axes.upward = axes.height.cross(axes.right);
  return axes;
}

double largest_distance(const study::Comparison& c, std::size_t body) {
  const std::vector<Eigen::Vector3d>& reference = c.reference.series.position;
  double largest = 0;
  for (const study::ComparedRun& run : c.runs) {
    const std::vector<Eigen::Vector3d>& position = run.series.position;
    for (std::size_t i = body; i < std::min(position.size(), reference.size());
         i += c.bodies.size())
      largest = std::max(largest, (position[i] - reference[i]).norm());
  }
  return largest;
}

// Returns the columns of the bodies drawn, the one farthest from the reference first.
std::vector<std::size_t> drawn_bodies(const study::Comparison& c) {
  std::vector<std::pair<double, std::size_t>> order;
  for (std::size_t i = 0; i < c.bodies.size(); ++i) order.push_back({-largest_distance(c, i), i});
  std::sort(order.begin(), order.end());
  const std::size_t bytes = 12 * c.times.size() * (c.runs.size() + 1);
  const std::size_t room = std::clamp<std::size_t>(kTrajectoryBytes / bytes, 1, kMostBodies);
  std::vector<std::size_t> bodies;
  for (std::size_t i = 0; i < std::min(room, order.size()); ++i) bodies.push_back(order[i].second);
  return bodies;
}

json path_json(const study::Comparison& c, const study::ComparedRun& run, std::size_t body,
               const Axes& axes) {
  std::vector<float> right, up, height;
  for (std::size_t i = body; i < run.series.position.size(); i += c.bodies.size()) {
    const Eigen::Vector3d& p = run.series.position[i];
    right.push_back(static_cast<float>(axes.right.dot(p)));
    up.push_back(static_cast<float>(axes.upward.dot(p)));
    height.push_back(static_cast<float>(axes.height.dot(p)));
  }
  return {{"x", packed(right)}, {"y", packed(up)}, {"height", packed(height)}};
}

json forces_json(const study::ComparedRun& run) {
  std::vector<float> time, t1, t2;
  for (const study::ConeForce& force : run.forces) {
    time.push_back(static_cast<float>(force.time));
    t1.push_back(static_cast<float>(force.share.x()));
    t2.push_back(static_cast<float>(force.share.y()));
  }
  return {{"time", packed(time)}, {"t1", packed(t1)}, {"t2", packed(t2)}};
}

json series_json(const study::RunSeries& series) {
  return {{"distance", packed(series.distance)},
          {"energy", packed(series.energy)},
          {"residual", packed(series.residual)},
          {"residual_bound", packed(series.residual_bound)},
          {"coulomb_residual", packed(series.coulomb_residual)},
          {"direction_error", packed(series.direction_error)},
          {"cone_excess", packed(series.cone_excess)}};
}

json lead_json(const study::LeadTotals& lead) {
  return {{"problems", lead.problems},
          {"size", lead.size},
          {"missing", lead.missing},
          {"deficient", lead.deficient},
          {"smallest", lead.smallest},
          {"block_unsolved", lead.block_unsolved},
          {"lemke_unsolved", lead.lemke_unsolved}};
}

json run_json(const study::Scene& scene, const study::Comparison& c, const study::ComparedRun& run,
              const std::vector<std::size_t>& bodies, const Axes& axes) {
  json paths = json::array();
  for (const std::size_t body : bodies) paths.push_back(path_json(c, run, body, axes));
  const study::RunTotals& t = run.totals;
  const double steps = static_cast<double>(std::max<std::int64_t>(1, t.steps));
  return {{"law", to_string(run.variant.law)},
          {"solver", lcp::to_string(run.variant.solver)},
          {"dt", run.variant.dt},
          {"failure", run.failure},
          {"complete", run.complete},
          {"uncertified", t.uncertified},
          {"simulated", t.simulated},
          {"final_distance", number(run.final_distance)},
          {"largest_distance", number(run.largest_distance)},
          {"farthest",
           run.farthest == kWorld ? "" : scene.model.bodies[run.farthest.index].details->name},
          {"residual", number(t.residual)},
          {"residual_bound", number(t.residual_bound)},
          {"coulomb_residual", number(t.coulomb_residual)},
          {"direction_error", number(t.direction_error)},
          {"cone_excess", number(t.cone_excess)},
          {"energy_lost", number(t.energy_lost)},
          {"cost", number(run.cost)},
          {"pivots", static_cast<double>(t.pivots) / steps},
          {"factorisations", static_cast<double>(t.factorisations) / steps},
          {"lead", run.lead.problems > 0 ? lead_json(run.lead) : json()},
          {"paths", paths},
          {"forces", forces_json(run)},
          {"series", series_json(run.series)}};
}

}  // namespace

std::string compare_page_data(const study::Scene& scene, const study::Comparison& c) {
  const Axes axes = axes_of(scene.model);
  const std::vector<std::size_t> bodies = drawn_bodies(c);
  json names = json::array(), runs = json::array();
  for (const std::size_t body : bodies)
    names.push_back(scene.model.bodies[c.bodies[body].index].details->name);
  for (const study::ComparedRun& run : c.runs)
    runs.push_back(run_json(scene, c, run, bodies, axes));
  const json data = {{"scene", scene.name},
                     {"description", scene.description},
                     {"in_space", is_in_space(scene.model)},
                     {"bodies_in_all", c.bodies.size()},
                     {"bodies", names},
                     {"times", packed(c.times)},
                     {"reference", run_json(scene, c, c.reference, bodies, axes)},
                     {"runs", runs}};
  return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace perpend::io
