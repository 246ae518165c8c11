// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "io/recording/bouncing_disc.hpp"
#include "perpend/io/fclib.hpp"
#include "perpend/io/problem_file.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/snapshot.hpp"
#include "perpend/sim/simulator.hpp"

namespace perpend::fuzz {
namespace {

using std::filesystem::path;

std::string bytes_of(const path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void require_written(const Diagnostics& faults) {
  if (!faults.empty()) throw std::runtime_error(to_string(faults));
}

Verdict judge_refusal(const Diagnostics& faults) {
  if (faults.empty()) return {false, "refused without a diagnostic"};
  for (const Diagnostic& fault : faults) {
    if (fault.message.empty()) return {false, "refused with an empty message"};
    if (fault.file.empty()) return {false, "refused without a file name: " + to_string(fault)};
  }
  return {};
}

// Scenes

Verdict judge_scene(const path& file) {
  const Result<study::Scene> scene = io::read_scene(file);
  if (!scene) return judge_refusal(scene.error());
  const Result<study::Scene> again = io::parse_scene(scene->text, file.string());
  if (!again) return {true, "refuses the text of a scene it accepted: " + to_string(again.error())};
  if (hash(initial_state(scene->model)) != hash(initial_state(again->model)))
    return {true, "the text of the scene gives another start"};
  constexpr std::size_t kMany = 1000;
  if (scene->model.bodies.size() > kMany) return {true, {}};
  Simulator simulator(scene->model, scene->options);  // a scene that was accepted can be run
  return {true, {}};
}

// Problems

lcp::ContactProblem contact_problem(int tangents) {
  const int n = 2 * (tangents + 1);
  lcp::ContactProblem problem{Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Ones(n), {}};
  problem.A(0, 1) = problem.A(1, 0) = 0.25;
  for (int i = 0; i < 2; ++i)
    problem.contacts.push_back(
        {.row = i * (tangents + 1), .tangents = tangents, .mu_s = 0.5, .mu_k = 0.5});
  return problem;
}

lcp::GlobalContactProblem global_problem() {
  lcp::GlobalContactProblem problem;
  problem.M = Eigen::MatrixXd(2.0 * Eigen::MatrixXd::Identity(6, 6)).sparseView();
  problem.H = Eigen::MatrixXd(Eigen::MatrixXd::Identity(6, 3)).sparseView();
  problem.f = Eigen::VectorXd::Ones(6);
  problem.w = Eigen::VectorXd::Zero(3);
  problem.contacts = {{.row = 0, .tangents = 2, .mu_s = 0.3, .mu_k = 0.3}};
  return problem;
}

bool same_entries(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() && (a.array() == b.array()).all();
}

bool same(const lcp::Lcp& a, const lcp::Lcp& b) {
  return same_entries(a.A, b.A) && same_entries(a.b, b.b);
}
bool same(const lcp::BoxedLcp& a, const lcp::BoxedLcp& b) {
  return same_entries(a.A, b.A) && same_entries(a.b, b.b) && same_entries(a.lo, b.lo) &&
         same_entries(a.hi, b.hi);
}
bool same(const lcp::ContactProblem& a, const lcp::ContactProblem& b) {
  return same_entries(a.A, b.A) && same_entries(a.b, b.b) && a.law == b.law &&
         a.contacts.size() == b.contacts.size();
}
bool same(const lcp::GlobalContactProblem& a, const lcp::GlobalContactProblem& b) {
  return same_entries(a.f, b.f) && same_entries(a.w, b.w) && same_entries(a.M, b.M) &&
         same_entries(a.H, b.H) && a.contacts.size() == b.contacts.size();
}

bool same(const io::Problem& a, const io::Problem& b) {
  return a.index() == b.index() &&
         std::visit([&](const auto& x) { return same(x, std::get<std::decay_t<decltype(x)>>(b)); },
                    a);
}

Verdict judge_problem(const path& file) {
  const Result<io::Problem> problem = io::read_problem(file);
  if (!problem) return judge_refusal(problem.error());
  const bool global = std::holds_alternative<lcp::GlobalContactProblem>(*problem);
  for (const char* ending : {".json", ".npz", ".hdf5"}) {
    if (global != (std::string(ending) == ".hdf5")) continue;
    path copy = file;
    copy.replace_filename("copy").replace_extension(ending);
    const Diagnostics refused = io::write_problem(copy, *problem);
    if (global && !refused.empty())
      return {true, {}};  // FCLIB holds fewer problems than a text file
    if (!refused.empty()) return {true, "cannot write what it read: " + to_string(refused)};
    const Result<io::Problem> again = io::read_problem(copy);
    if (!again) return {true, "cannot read what it wrote: " + to_string(again.error())};
    if (!same(*problem, *again)) return {true, std::string("is another problem as ") + ending};
  }
  return {true, {}};
}

std::vector<std::string> written_problems(const path& folder, const std::string& ending) {
  std::vector<io::Problem> problems{contact_problem(1), contact_problem(2)};
  if (ending == ".hdf5") {
    problems.emplace_back(global_problem());
  } else {
    const lcp::ContactProblem from = contact_problem(0);
    problems.emplace_back(lcp::Lcp{from.A, from.b});
    problems.emplace_back(lcp::to_boxed({from.A, from.b}));
  }
  std::vector<std::string> inputs;
  for (const io::Problem& problem : problems) {
    require_written(io::write_problem(folder / ("seed" + ending), problem));
    inputs.push_back(bytes_of(folder / ("seed" + ending)));
  }
  return inputs;
}

const std::vector<std::string> kTextProblems{
    "2\n0\n2\n2\n2\t2\n1 2\n3 4\n-1 -2\n\nA remark\n",
    "3\n1\n3 3\n3 2 2\n1 3\n1 3\n3 3\n0 1 3\n0 0 1\n0\n7\n1\n1 2\n2\n3 4 5 6\n-1 -2 -3\n",
    "2 1 0 2 2 2 2\n4 1 1 3\n-1 0.5\n0.3\n",
    "2\n2\n2\n2\n1\nCSparse Version 3.2.0\ntriplet: 2-by-2, nzmax: 9 nnz: 4\n"
    "    0 0 : 2\n    0 1 : 0.5\n    1 1 : 3\n    1 1 : 1\n-1 1\n",
    "2\n0\n2\n2\n2\t2\n1 2\n3 4\n-1 -2\n-1 -0.5\n1 2\n",
    "1\n0\n1\n1\n0 1 2\n1 0\n0\n2\n2\n2 2\n4 1\n2 5\n-1 3\n",
    "2 1\n0 3 3 3 3\n2 0 0  0 2 0  0 0 4\n0 3 2 3 2\n1 0 -1  0 1 0\n1 2 3\n0.5 0\n0.3\n"};

// Runs

std::string written_snapshot(const path& folder) {
  State state = bouncing_disc::state(57);
  state.contacts = {{3, {0.1, -0.2, 0.7}}, {9, {1, 0, 0}}};
  require_written(io::write_snapshot(folder / "seed.h5", bouncing_disc::model(), state,
                                     {"disc", "{}", {{"links", 3}}}));
  return bytes_of(folder / "seed.h5");
}

Verdict judge_snapshot(const path& file) {
  const Model model = bouncing_disc::model();
  const Result<io::RunHeader> header = io::read_snapshot_header(file);
  const Result<State> state = io::read_snapshot(file, model);
  if (!header) return judge_refusal(header.error());
  if (!state) return judge_refusal(state.error());
  path copy = file;
  copy.replace_filename("copy.h5");
  require_written(io::write_snapshot(copy, model, *state, *header));
  const Result<State> again = io::read_snapshot(copy, model);
  if (!again) return {true, "cannot read what it wrote: " + to_string(again.error())};
  return {true, hash(*again) == hash(*state) ? "" : "gives another state the second time"};
}

std::string written_recording(const path& folder) {
  auto recorder = io::Recorder::open(folder / "seed.h5", bouncing_disc::model(), {"disc", "{}"});
  if (!recorder) throw std::runtime_error(to_string(recorder.error()));
  for (std::int64_t step = 0; step < 80; ++step)
    require_written(recorder->write(bouncing_disc::state(step), bouncing_disc::report(step),
                                    bouncing_disc::contacts(step)));
  require_written(recorder->close());
  return bytes_of(folder / "seed.h5");
}

Verdict judge_recording(const path& file) {
  const Result<io::Recording> recording = io::read_recording(file);
  if (!recording) return judge_refusal(recording.error());
  const Result<io::Recording> again = io::read_recording(file);
  if (!again || again->rows() != recording->rows())
    return {true, "reads otherwise the second time"};
  std::size_t contacts = 0;
  for (std::size_t row = 0; row < recording->rows(); ++row) {
    contacts += recording->contacts_at(row).size();
    if (hash(recorded_state(*recording, row)) != hash(recorded_state(*again, row)))
      return {true, "gives another state the second time"};
  }
  return {true, contacts == recording->contacts.size() ? "" : "has contacts outside of its rows"};
}

}  // namespace

std::vector<Target> all_targets(const path& scenes, const path& scratch) {
  std::vector<std::string> scene_texts;
  std::vector<path> files;
  for (const auto& entry : std::filesystem::directory_iterator(scenes))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const path& file : files) scene_texts.push_back(bytes_of(file));
  return {{"scene", ".json", scene_texts, true, false, false, judge_scene},
          {"json", ".json", written_problems(scratch, ".json"), true, false, false, judge_problem},
          {"npz", ".npz", written_problems(scratch, ".npz"), false, true, false, judge_problem},
          {"text", ".dat", kTextProblems, true, false, false, judge_problem},
          {"fclib", ".hdf5", written_problems(scratch, ".hdf5"), false, false, true, judge_problem},
          {"snapshot", ".h5", {written_snapshot(scratch)}, false, false, true, judge_snapshot},
          {"recording", ".h5", {written_recording(scratch)}, false, false, true, judge_recording}};
}

}  // namespace perpend::fuzz
