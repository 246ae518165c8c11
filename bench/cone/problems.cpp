// SPDX-License-Identifier: Apache-2.0
#include "problems.hpp"

#include <algorithm>
#include <optional>

#include "perpend/io/problem_file.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/scene_catalogue.hpp"
#include "perpend/model/model_builder.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::bench {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMost = 300;  // contacts; larger problems take other solvers minutes

// The steps of a scene that are sampled, and the size of islands that count.
struct Sampling {
  int steps, every;
  std::size_t fewest, most;  // contacts
};

BodyDef ground() {
  return {.name = "ground",
          .kind = BodyKind::spatial_fixed,
          .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}};
}

BodyDef solid(const spatial::Shape& shape, const Vector3d& at, double mass,
              const Vector3d& velocity) {
  return {.kind = BodyKind::spatial,
          .mass = mass,
          .spatial = {.pose = {.p = at}, .velocity = velocity, .shapes = {{.shape = shape}}}};
}

ModelBuilder in_space() {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -9.81});
  builder.add_material({.name = "default", .self = {.mu_s = 0.6, .mu_k = 0.6, .e = 0}});
  builder.add_body(ground());
  return builder;
}

// Builds layers of cubes, each displaced by half a cube, that fall onto one another and drift
// sideways; the upper layers are heavier.
Model box_pile(int side, int layers) {
  ModelBuilder builder = in_space();
  constexpr double kPitch = 1.02, kDrop = 0.01;
  for (int k = 0; k < layers; ++k)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        const Vector3d at((i + 0.5 * (k % 2)) * kPitch, (j + 0.5 * (k % 2)) * kPitch,
                          0.5 + kDrop + k * (1 + kDrop));
        const Vector3d drift(0.3 * ((i + k) % 3 - 1), 0.2 * ((j + 2 * k) % 3 - 1), 0);
        builder.add_body(solid(spatial::box(1, 1, 1), at, 1.0 + 2 * k, drift));
      }
  return builder.build().value();
}

// Builds balls of three sizes, close enough to stay one heap.
Model ball_heap(int side, int layers) {
  ModelBuilder builder = in_space();
  for (int k = 0; k < layers; ++k)
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) {
        const double radius = 0.4 + 0.05 * ((i + 2 * j + k) % 3);
        const Vector3d at(i + 0.13 * (k % 3), j + 0.11 * ((k + 1) % 3), 0.5 + 1.01 * k);
        const Vector3d inward(-0.6 * (i - 0.5 * side), -0.6 * (j - 0.5 * side), 0);
        builder.add_body(solid(spatial::Sphere{radius}, at, radius * radius * radius * 8, inward));
      }
  return builder.build().value();
}

std::optional<lcp::ContactProblem> friction_problem(const Island& island) {
  const auto problem = island.problem();
  if (const auto* local = std::get_if<lcp::ContactProblem>(&problem)) return *local;
  if (const auto* global = std::get_if<lcp::GlobalContactProblem>(&problem))
    return condense(*global);
  return std::nullopt;
}

// Adds the largest island of every `every`-th step, and of a failed step, which ends the run.
void sample(const Model& model, const SimulationOptions& options, const Sampling& sampling,
            ConeProblemSet& into) {
  SimulationOptions strict = options;
  strict.accepted_residual = 0;
  strict.halvings = 0;
  Simulator simulator(model, strict);
  State state = initial_state(model);
  for (int step = 1; step <= sampling.steps; ++step) {
    const bool failed = simulator.step(state).status != StepStatus::ok;
    if (failed || step % sampling.every == 0) {
      const auto islands = simulator.islands();
      const auto largest = std::ranges::max_element(islands, {}, &Island::size);
      if (largest == islands.end()) continue;
      const std::optional<lcp::ContactProblem> friction = friction_problem(*largest);
      if (friction && friction->contacts.size() >= sampling.fewest &&
          friction->contacts.size() <= sampling.most)
        into.problems.push_back(*friction);
    }
    if (failed) return;
  }
}

void sample_scene(const char* name, const Sampling& sampling, ConeProblemSet& into) {
  const Result<std::filesystem::path> file = io::find_scene(name, io::scene_folders());
  if (!file) return;
  const Result<study::Scene> scene = io::read_scene(*file, {});
  if (scene) sample(scene->model, scene->options, sampling, into);
}

// Keeps `most` problems, evenly spread, including the first and the last.
void thin_out(ConeProblemSet& set, std::size_t most) {
  const std::size_t count = set.problems.size();
  if (count <= most) return;
  std::vector<lcp::ContactProblem> kept;
  for (std::size_t k = 0; k < most; ++k)
    kept.push_back(std::move(set.problems[k * (count - 1) / (most - 1)]));
  set.problems = std::move(kept);
}

}  // namespace

std::vector<ConeProblemSet> scene_problems(Effort effort, const Progress& progress) {
  const bool quick = effort == Effort::quick;
  const std::size_t fewest = quick ? 8 : 50;
  ConeProblemSet boxes{"falling boxes", {}}, balls{"heap of balls", {}};
  ConeProblemSet planar{"arch, dominoes and brazil_nut", {}};
  progress("boxes fall", 0.0);
  const Sampling falling{.steps = quick ? 40 : 160, .every = 5, .fewest = fewest, .most = kMost};
  sample(box_pile(quick ? 2 : 3, 2), {.dt = 0.005}, falling, boxes);
  // The contacts are dense among few bodies (876 rows of rank 162): a step stays unsolved and ends
  // this run.
  if (!quick) sample(box_pile(3, 3), {.dt = 0.005}, falling, boxes);
  progress("balls fall", 0.1);
  sample(ball_heap(quick ? 3 : 5, quick ? 2 : 4), {.dt = 0.005},
         {.steps = quick ? 100 : 400, .every = 10, .fewest = fewest, .most = kMost}, balls);
  progress("stones and grains", 0.2);
  const Sampling small{.steps = quick ? 20 : 200, .every = 20, .fewest = 8, .most = kMost};
  sample_scene("arch", small, planar);
  sample_scene("dominoes", small, planar);
  if (!quick)
    sample_scene("brazil_nut", {.steps = 300, .every = 30, .fewest = 50, .most = kMost}, planar);
  std::vector<ConeProblemSet> sets{std::move(boxes), std::move(balls), std::move(planar)};
  for (ConeProblemSet& set : sets) thin_out(set, quick ? 2 : 12);
  return sets;
}

ConeProblemSet folder_problems(const std::filesystem::path& folder,
                               std::vector<std::string>& skipped) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  ConeProblemSet set{folder.string(), {}};
  for (const std::filesystem::path& file : files) {
    const Result<io::Problem> read = io::read_problem(file);
    if (!read)
      skipped.push_back("skipped: " + to_string(read.error()));
    else if (const auto* local = std::get_if<lcp::ContactProblem>(&*read))
      set.problems.push_back(*local);
    else if (const auto* global = std::get_if<lcp::GlobalContactProblem>(&*read))
      set.problems.push_back(condense(*global));
    else
      skipped.push_back("skipped: " + file.string() + ": not a contact problem");
  }
  return set;
}

}  // namespace perpend::bench
