// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/recorder.hpp"

#include <doctest/doctest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "bouncing_disc.hpp"
#include "io/format/hdf5.hpp"
#include "io/scratch_file.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/sim/report_fields.hpp"

using namespace perpend;

namespace {

io::RunHeader header() {
  io::RunHeader header{"disc", "{ \"format\": 1 }\n// bouncing \u00b5\n"};
  header.options.dt = bouncing_disc::kDt;
  header.options.law = ContactLaw::relaxed;
  header.options.solver = lcp::Method::keller;
  header.options.impact = ImpactLaw::poisson;
  header.options.margin = 0.1;
  return header;
}

io::Recorder open(const std::filesystem::path& path, const io::RecorderOptions& options = {}) {
  auto recorder = io::Recorder::open(path, bouncing_disc::model(), header(), options);
  REQUIRE_MESSAGE(recorder.has_value(), (recorder ? "" : to_string(recorder.error())));
  return std::move(recorder).value();
}

Diagnostics record(io::Recorder& recorder, std::int64_t first, std::int64_t end) {
  Diagnostics faults;
  for (std::int64_t step = first; step < end && faults.empty(); ++step)
    faults = recorder.write(bouncing_disc::state(step), bouncing_disc::report(step),
                            bouncing_disc::contacts(step));
  return faults;
}

io::Recording read(const std::filesystem::path& path) {
  auto recording = io::read_recording(path);
  REQUIRE_MESSAGE(recording.has_value(), (recording ? "" : to_string(recording.error())));
  return std::move(recording).value();
}

bool same(const ContactRecord& a, const ContactRecord& b) {
  return a.a == b.a && a.b == b.b && a.point == b.point && a.normal == b.normal && a.gap == b.gap &&
         a.impulse == b.impulse && a.slip == b.slip && a.status == b.status;
}

// Every row of a recording with one row per step is exactly the closed form.
void check_rows(const io::Recording& recording) {
  const auto energy = io::report_field(recording, "energy_after");
  const auto keller = io::report_field(recording, "answered_by_keller");
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    const auto step = static_cast<std::int64_t>(row);
    const State expected = bouncing_disc::state(step);
    CAPTURE(row);
    REQUIRE(recording.step[row] == step);
    REQUIRE(recording.time[row] == expected.time);
    REQUIRE(recording.q.row(row).transpose() == expected.q);
    REQUIRE(recording.v.row(row).transpose() == expected.v);
    REQUIRE(energy[row] == bouncing_disc::report(step).certificate.energy_after);
    REQUIRE(keller[row] == 1);
    const auto contacts = bouncing_disc::contacts(step);
    REQUIRE(std::ranges::equal(recording.contacts_at(row), contacts, same));
  }
}

// A child that records without end, one flush per row, until it is killed a while after row 100.
void record_and_kill(const std::filesystem::path& path, int after_us) {
  int ready[2];
  REQUIRE(pipe(ready) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    auto recorder = io::Recorder::open(path, bouncing_disc::model(), header(), {1, 0.0});
    if (!recorder || !record(*recorder, 0, 100).empty() || ::write(ready[1], "r", 1) != 1) _exit(1);
    record(*recorder, 100, 1000000);
    _exit(1);
  }
  char byte = 0;
  REQUIRE(::read(ready[0], &byte, 1) == 1);
  usleep(after_us);
  kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  close(ready[0]);
  close(ready[1]);
}

void limit_file_size(rlim_t bytes) {
  const rlimit limit{bytes, RLIM_INFINITY};
  setrlimit(RLIMIT_FSIZE, &limit);
}

// A Python with h5py, or nothing: some machines have several.
std::string python_with_h5py() {
  for (const char* python : {"python3", "/usr/bin/python3"})
    if (std::system((std::string(python) + " -c 'import h5py' 2>/dev/null").c_str()) == 0)
      return python;
  return {};
}

// The program of docs/formats/recording.md, which prints rows and the last height.
int run_h5py(const std::string& python, const std::filesystem::path& file,
             const std::filesystem::path& output) {
  const std::string program =
      "import h5py, sys\n"
      "f = h5py.File(sys.argv[1], 'r', libver='latest', swmr=True)\n"
      "n = len(f['time'])\n"
      "q, c = f['q'][:n], f['contacts/count'][:n].sum()\n"
      "assert f['q'].attrs['unit'] == b'm, rad' or f['q'].attrs['unit'] == 'm, rad'\n"
      "print(n, repr(float(q[-1, 4])), c)\n";
  const std::string command =
      python + " -c \"" + program + "\" " + file.string() + " > " + output.string();
  return std::system(command.c_str());
}

}  // namespace

TEST_CASE("a recording gives back every number, option and name") {
  const ScratchFile file("whole.h5");
  io::Recorder recorder = open(file.path);
  REQUIRE(record(recorder, 0, 300).empty());
  CHECK(recorder.rows() == 300);
  REQUIRE(recorder.close().empty());
  const io::Recording recording = read(file.path);
  REQUIRE(recording.rows() == 300);
  check_rows(recording);
  CHECK(recording.contacts.size() > 10);
  CHECK(recording.header.scene == "disc");
  CHECK(recording.header.scene_text == header().scene_text);
  CHECK(recording.header.options.dt == bouncing_disc::kDt);
  CHECK(recording.header.options.law == ContactLaw::relaxed);
  CHECK(recording.header.options.solver == lcp::Method::keller);
  CHECK(recording.header.options.impact == ImpactLaw::poisson);
  CHECK(recording.header.options.margin == 0.1);
  CHECK(recording.bodies.names == std::vector<std::string>{"ground", "disc"});
  CHECK(recording.bodies.offset == std::vector<int>{0, 3});
}

TEST_CASE("a recording can be read while it is written") {
  const ScratchFile file("live.h5");
  io::Recorder recorder = open(file.path, {1, 0.0});
  REQUIRE(record(recorder, 0, 40).empty());
  const io::Recording recording = read(file.path);
  CHECK(recording.rows() == 40);
  check_rows(recording);
}

TEST_CASE("a recording survives kill -9 at any moment") {
  const std::string python = python_with_h5py();
  for (const int after_us : {0, 300, 1100, 3700, 9100, 20900}) {
    CAPTURE(after_us);
    const ScratchFile file("killed.h5");
    record_and_kill(file.path, after_us);
    const io::Recording recording = read(file.path);
    CHECK(recording.rows() >= 100);
    check_rows(recording);
    if (python.empty() || after_us < 20000) continue;  // starting a Python takes long
    const ScratchFile output("h5py.txt");
    REQUIRE(run_h5py(python, file.path, output.path) == 0);
    std::ifstream text(output.path);
    std::size_t rows = 0, contacts = 0;
    double height = 0;
    text >> rows >> height >> contacts;
    CHECK(rows == recording.rows());
    CHECK(height == recording.q(rows - 1, 4));
    CHECK(contacts == recording.contacts.size());
  }
}

// Killed in the midst of one write in 130, when entries crossed pages.
TEST_CASE("no write of a recording is torn by kill -9") {
  for (int after_us = 0; after_us < 20000; after_us += 331) {
    CAPTURE(after_us);
    const ScratchFile file("torn.h5");
    record_and_kill(file.path, after_us);
    CHECK(read(file.path).rows() >= 100);
  }
}

TEST_CASE("thinned rows hold the worst of the steps between them, and the last state") {
  const ScratchFile file("thin.h5");
  io::Recorder recorder = open(file.path, {.every = 7, .flush_seconds = 0.5});
  REQUIRE(record(recorder, 0, 101).empty());
  REQUIRE(recorder.close().empty());
  const io::Recording recording = read(file.path);
  // Step 0, then 7, 14, ..., 98, then the last one.
  REQUIRE(recording.rows() == 16);
  CHECK(recording.step.front() == 0);
  CHECK(recording.step[2] == 14);
  CHECK(recording.step.back() == 100);
  CHECK(recording.recorder.every == 7);
  const auto residual = io::report_field(recording, "residual");
  const auto pivots = io::report_field(recording, "pivots");
  const auto before = io::report_field(recording, "energy_before");
  const auto after = io::report_field(recording, "energy_after");
  CHECK(residual[2] == 7e-14);                    // steps 8 ... 14 hold every residue of 7
  CHECK(pivots[2] == 3 + 4 + 0 + 1 + 2 + 3 + 4);  // sum of step % 5
  CHECK(before[2] == 8);
  CHECK(after[2] == bouncing_disc::report(14).certificate.energy_after);
}

TEST_CASE("a recording that is too old for a field has all the others") {
  const ScratchFile file("old.h5");
  io::Recorder recorder = open(file.path);
  REQUIRE(record(recorder, 0, 5).empty());
  REQUIRE(recorder.close().empty());
  const io::Recording whole = read(file.path);
  CHECK(whole.report.size() == report_fields().size());
  {
    const io::hdf5::Handle opened(H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "");
    for (const ReportField& field : report_fields())
      if (field.may_be_missing)
        REQUIRE(H5Ldelete(opened, ("report/" + field.name).c_str(), H5P_DEFAULT) >= 0);
  }
  const io::Recording old = read(file.path);
  const auto young = std::ranges::count(report_fields(), true, &ReportField::may_be_missing);
  CHECK(old.report.size() + static_cast<std::size_t>(young) == whole.report.size());
  CHECK_THROWS_AS(static_cast<void>(io::report_field(old, "joint_work")), InvalidArgument);
  CHECK(io::report_field(old, "pivots")[4] == io::report_field(whole, "pivots")[4]);
}

TEST_CASE("a failed step makes a row at once and is told in the log") {
  const ScratchFile file("failed.h5");
  io::Recorder recorder = open(file.path, {.every = 10, .flush_seconds = 1e9});
  REQUIRE(record(recorder, 0, 4).empty());
  StepReport failed = bouncing_disc::report(4);
  failed.status = StepStatus::unsolved;
  failed.message = "disc and ground at 0.04 s: residual 2e-3";
  failed.certificate.residual = std::nan("");
  REQUIRE(recorder.write(bouncing_disc::state(3), failed, {}).empty());
  // Not closed: what follows must already be in the file.
  const io::Recording recording = read(file.path);
  REQUIRE(recording.rows() == 2);
  CHECK(recording.step[1] == 3);
  CHECK(io::report_field(recording, "status")[1] == 1);
  CHECK(std::isnan(io::report_field(recording, "residual")[1]));
  CHECK(recording.log == "step 4: unsolved: disc and ground at 0.04 s: residual 2e-3\n");
}

TEST_CASE("a full disk is reported, and the rows before it stay readable") {
  const ScratchFile file("full.h5");
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // A write past 2 MB fails once, as on a full disk; holes stay possible, as there.
    signal(SIGXFSZ, [](int) { limit_file_size(RLIM_INFINITY); });
    limit_file_size(2000000);
    auto recorder = io::Recorder::open(file.path, bouncing_disc::model(), header(), {1, 0.0});
    if (!recorder || record(*recorder, 0, 100000).empty()) _exit(2);
    _exit(record(*recorder, 100000, 100001).empty() ? 3 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  const io::Recording recording = read(file.path);
  CHECK(recording.rows() > 100);
  check_rows(recording);
}

TEST_CASE("files that are no recordings are refused with a reason") {
  CHECK(!io::read_recording("/nonexistent/run.h5"));
  CHECK(!io::Recorder::open("/nonexistent/run.h5", bouncing_disc::model(), header()));
  const ScratchFile file("text.h5");
  std::ofstream(file.path) << "no HDF5";
  const auto refused = io::read_recording(file.path);
  REQUIRE(!refused);
  CHECK(refused.error().front().file == file.path.string());
  CHECK(!refused.error().front().message.empty());
}

TEST_CASE("a damaged recording is refused or read, never more") {
  const ScratchFile file("damaged.h5");
  io::Recorder recorder = open(file.path);
  REQUIRE(record(recorder, 0, 50).empty());
  REQUIRE(recorder.close().empty());
  const auto size = std::filesystem::file_size(file.path);
  for (std::uintmax_t kept = 0; kept < size; kept += size / 23) {
    const ScratchFile cut("cut.h5");
    std::filesystem::copy_file(file.path, cut.path);
    std::filesystem::resize_file(cut.path, kept);
    CHECK(!io::read_recording(cut.path));
  }
}

TEST_CASE("a recorder refuses what makes no rows") {
  const ScratchFile file("refused.h5");
  CHECK_THROWS_AS(open(file.path, {.every = 0}), InvalidArgument);
  CHECK_THROWS_AS(open(file.path, {.every = 1, .flush_seconds = -1}), InvalidArgument);
  io::Recorder recorder = open(file.path);
  REQUIRE(recorder.close().empty());
  const io::Recording empty = read(file.path);
  CHECK(empty.rows() == 0);
  CHECK_THROWS_AS(static_cast<void>(io::report_field(empty, "no_such_field")), InvalidArgument);
  CHECK_THROWS_AS(static_cast<void>(empty.contacts_at(0)), InvalidArgument);
}

// A step that failed leaves the number of the state as it was.
TEST_CASE("a step that failed has its time, and the row that it ends has one step more") {
  for (const int every : {1, 3}) {
    CAPTURE(every);
    const ScratchFile file("failed_step.h5");
    auto recorder =
        io::Recorder::open(file.path, bouncing_disc::model(), {"disc", "{}"}, {.every = every});
    REQUIRE(recorder.has_value());
    for (int call = 0; call < 6; ++call) {
      StepReport report = bouncing_disc::report(call);
      report.phases.total = call == 0 ? 0 : 0.5;
      if (call == 5) report.status = StepStatus::unsolved;
      REQUIRE(recorder->write(bouncing_disc::state(std::min(call, 4)), report, {}).empty());
    }
    REQUIRE(recorder->close().empty());
    const io::Recording recording = io::read_recording(file.path).value();
    CHECK(recording.step.back() == 4);
    const std::vector<double> means = io::report_means(recording, "time_total");
    for (std::size_t row = 1; row < means.size(); ++row) CHECK(means[row] == 0.5);
  }
}

TEST_CASE("a run that goes on from a later step has rows from there on") {
  const ScratchFile file("resumed.h5");
  io::Recorder recorder = open(file.path, {.every = 5});
  REQUIRE(record(recorder, 57, 75).empty());
  CHECK(recorder.rows() == 4);
  REQUIRE(recorder.close().empty());
  const io::Recording run = read(file.path);
  CHECK(run.step == std::vector<std::int64_t>{57, 62, 67, 72, 74});
  for (std::size_t row = 0; row < run.rows(); ++row) {
    CHECK(run.time[row] == bouncing_disc::state(run.step[row]).time);
    CHECK(run.q.row(row).transpose() == bouncing_disc::state(run.step[row]).q);
    CHECK(std::ranges::equal(run.contacts_at(row), bouncing_disc::contacts(run.step[row]), same));
  }
  CHECK(io::report_field(run, "answered_by_keller")[4] == 2);
  CHECK(io::report_field(run, "energy_before")[4] == 73);
}

TEST_CASE("rows are counted on from a failed step, and the log has a line for each") {
  const ScratchFile file("failures.h5");
  io::Recorder recorder = open(file.path, {.every = 4, .flush_seconds = 1e9});
  for (std::int64_t call = 0; call < 14; ++call) {
    StepReport report = bouncing_disc::report(call);
    if (call == 2) report.status = StepStatus::unsolved, report.message = "jammed";
    if (call == 7) report.status = StepStatus::diverged, report.message = "too fast";
    REQUIRE(recorder.write(bouncing_disc::state(call), report, {}).empty());
  }
  REQUIRE(recorder.close().empty());
  const io::Recording run = read(file.path);
  CHECK(run.step == std::vector<std::int64_t>{0, 2, 6, 7, 11, 13});
  const auto pivots = io::report_field(run, "pivots");
  CHECK(std::vector<double>(pivots.begin(), pivots.end()) ==
        std::vector<double>{0, 1 + 2, 3 + 4 + 0 + 1, 2, 3 + 4 + 0 + 1, 2 + 3});
  CHECK(run.log == "step 2: unsolved: jammed\nstep 7: diverged: too fast\n");
}

TEST_CASE("a closed recorder takes nothing more, and says what a row took before") {
  const ScratchFile file("closed.h5");
  io::Recorder recorder = open(file.path);
  const std::size_t bare = recorder.bytes_per_row(0);
  // Time, step, six positions, six velocities, the report, and where the contacts are.
  CHECK(bare == 8 * (2 + 12 + report_fields().size() + 2));
  CHECK(recorder.bytes_per_row(3) == bare + 3 * (2 * 4 + 4 * 24 + 8 + 1));
  REQUIRE(record(recorder, 0, 3).empty());
  REQUIRE(recorder.close().empty());
  CHECK(recorder.rows() == 0);
  CHECK(record(recorder, 3, 5).empty());
  CHECK(recorder.close().empty());
  CHECK(read(file.path).rows() == 3);
}
