// SPDX-License-Identifier: Apache-2.0
//
// Cubes that fall into a bin and come to rest, finally as one island: whole steps of the engine.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>

#include "bench.hpp"
#include "bench/problems/random_stream.hpp"
#include "bench/timing.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::bench {
namespace {

using Eigen::Vector3d;

struct Bin {
  int boxes;
  int across;    // columns along each side
  double ratio;  // of the largest to the smallest mass
  int steps;
};

constexpr Bin kBins[] = {
    {27, 2, 1, 240}, {125, 4, 1, 480}, {125, 4, 1000, 480}, {1000, 10, 1, 480}};
constexpr int kUsual = 125;  // largest number of boxes by default; more take minutes
constexpr double kDt = 1.0 / 240;
constexpr double kStep = 0.36, kHalf = 0.1;  // m, between columns and of a cube

BodyDef plane(const Vector3d& at, const Vector3d& axis, double angle) {
  return {.kind = BodyKind::spatial_fixed,
          .spatial = {.pose = {.p = at, .r = Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis))},
                      .shapes = {{.shape = spatial::HalfSpace{}}}}};
}

BodyDef cube(const Bin& bin, int i, lcp::RandomStream& random) {
  const int layer = bin.across * bin.across;
  const double middle = 0.5 * (bin.across - 1);
  const Vector3d place(i % bin.across - middle, i % layer / bin.across - middle, i / layer + 0.5);
  const Eigen::Vector4d turn(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                             random.uniform(-1, 1));
  return {.kind = BodyKind::spatial,
          .mass = 4 * std::pow(bin.ratio, random.uniform(0, 1)),
          .spatial = {.pose = {.p = kStep * place, .r = Eigen::Quaterniond(turn.normalized())},
                      .shapes = {{.shape = spatial::Box{Vector3d::Constant(kHalf)}}}}};
}

Model model_of(const Bin& bin) {
  constexpr double kRight = std::numbers::pi / 2;
  const double half = 0.5 * kStep * bin.across + 0.02;
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6}});
  builder.add_body(plane(Vector3d::Zero(), Vector3d::UnitX(), 0));
  builder.add_body(plane({half, 0, 0}, Vector3d::UnitY(), -kRight));
  builder.add_body(plane({-half, 0, 0}, Vector3d::UnitY(), kRight));
  builder.add_body(plane({0, half, 0}, Vector3d::UnitX(), kRight));
  builder.add_body(plane({0, -half, 0}, Vector3d::UnitX(), -kRight));
  lcp::RandomStream random(1, static_cast<std::uint64_t>(bin.boxes));
  for (int i = 0; i < bin.boxes; ++i) builder.add_body(cube(bin, i, random));
  return builder.build().value();
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

bool is_certified(const StepReport& report) {
  return report.status == StepStatus::ok &&
         report.inexact + report.unsolved + report.uncertified + report.halvings == 0;
}

int at_share(const std::vector<int>& ascending, double share) {
  const auto last = static_cast<double>(ascending.size() - 1);
  return ascending[static_cast<std::size_t>(share * last)];
}

// Uses the last half of the steps, when the boxes are in contact.
ConeBin measure(const Bin& bin) {
  const Model model = model_of(bin);
  State state = initial_state(model);
  Simulator simulator(model, {.dt = kDt});
  ConeBin row{.boxes = bin.boxes, .ratio = bin.ratio, .steps = bin.steps};
  std::vector<int> factorisations;
  std::vector<double> times;
  for (int i = 0; i < bin.steps; ++i) {
    const double start = processor_seconds();
    const StepReport report = simulator.step(state);
    const double time = processor_seconds() - start;
    row.certified += is_certified(report);
    row.contacts = std::max(row.contacts, report.contacts);
    if (2 * i < bin.steps) continue;
    factorisations.push_back(report.factorisations);
    times.push_back(time);
  }
  std::sort(factorisations.begin(), factorisations.end());
  row.median_factorisations = at_share(factorisations, 0.5);
  row.p90_factorisations = at_share(factorisations, 0.9);
  row.most_factorisations = factorisations.back();
  row.seconds = median(times);
  row.tail = *std::max_element(times.begin(), times.end()) / row.seconds;
  return row;
}

}  // namespace

void run_cone_bins(Effort effort, const Progress& progress, ConeReport& report) {
  const bool quick = effort == Effort::quick;
  double done = 0.0;
  for (Bin bin : kBins) {
    if (bin.boxes > kUsual && effort != Effort::full) continue;
    if (quick) bin.boxes = 8, bin.across = 2, bin.steps = 60;
    progress(std::to_string(bin.boxes) + " boxes in a bin", done);
    report.bins.push_back(measure(bin));
    report.bins.back().per_box = report.bins.back().seconds / report.bins[0].seconds *
                                 report.bins[0].boxes / report.bins.back().boxes;
    done += 1.0 / static_cast<double>(std::size(kBins));
  }
}

}  // namespace perpend::bench
