// SPDX-License-Identifier: Apache-2.0
//
//   perpend_fuzz SCENES [--inputs N] [--seed S] [--target NAME] [--file FILE]
//
// Damages inputs of every reader and watches that each ends: without a crash, within some seconds
// of processor time and within some memory, with a diagnostic that is not empty, or with a value
// that survives writing and reading. The same seed gives the same inputs. What fails is kept and
// named; --file tries it again.
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <string>

#include "fuzz/damage_hdf5.hpp"
#include "fuzz/mutator.hpp"
#include "fuzz/targets.hpp"
#include "io/format/zip_archive.hpp"

namespace perpend::fuzz {
namespace {

using std::filesystem::path;

constexpr int kSeconds = 20;                 // of processor time for one input; most take 1 ms
constexpr rlim_t kMemory = rlim_t{2} << 30;  // address space; inputs have some 10 kB

struct Order {
  path scenes;
  int inputs = 500;  // per reader
  std::uint64_t seed = 1;
  std::string target;
  std::string file;
};

// Of the input under way, for the handlers of signals.
std::string under_way;

void die(int signal) {
  const char* what = signal == SIGPROF ? "took too long on " : "crashed on ";
  // Nothing but write() is safe here.
  [[maybe_unused]] auto ignored = write(STDERR_FILENO, what, std::strlen(what));
  ignored = write(STDERR_FILENO, under_way.data(), under_way.size());
  ignored = write(STDERR_FILENO, "\n", 1);
  _exit(1);
}

void watch() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGPROF})
    std::signal(signal, die);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const rlimit memory{kMemory, kMemory};
  setrlimit(RLIMIT_AS, &memory);
#endif
}

void start_clock() {
  const itimerval timer{{0, 0}, {kSeconds, 0}};
  setitimer(ITIMER_PROF, &timer, nullptr);
}

Verdict judge(const Target& target, const path& file) {
  start_clock();
  try {
    return target.judge(file);
  } catch (const std::exception& thrown) {
    return {false, std::string("throws ") + thrown.what()};
  }
}

// Of every other member the bytes are damaged, then all are packed with true checksums.
std::string damaged_zip(const std::string& archive, Mutator& mutator) {
  std::vector<io::ZipMember> members = io::read_zip(archive, "seed").value();
  const std::vector<std::string> others{members.front().bytes, members.back().bytes};
  for (io::ZipMember& member : members)
    if (mutator.below(2) == 0)
      member.bytes = mutator.damaged(member.bytes, others, mutator.below(2) == 0);
  return io::write_zip(members);
}

void write_input(const Target& target, const Order& order, int index, const path& file) {
  std::uint64_t seed = order.seed * 1000003 + static_cast<std::uint64_t>(index);
  for (const char c : target.name) seed = seed * 131 + static_cast<unsigned char>(c);
  Mutator mutator(seed);
  const std::string& input = target.inputs[mutator.below(target.inputs.size())];
  // Checksums stop most damage to the bytes of archives and of HDF5 files at the door.
  const bool past_checksums = (target.is_hdf5 || target.is_zip) && mutator.below(4) > 0;
  std::string bytes = input;
  if (past_checksums && target.is_zip) bytes = damaged_zip(input, mutator);
  if (!past_checksums) bytes = mutator.damaged(input, target.inputs, target.is_text);
  std::ofstream(file, std::ios::binary) << bytes;
  if (past_checksums && target.is_hdf5) damage_hdf5(file, mutator);
}

// Returns how many inputs failed.
int try_target(const Target& target, const Order& order, const path& scratch) {
  int failed = 0, accepted = 0;
  for (int i = 0; i < order.inputs; ++i) {
    const path file = scratch / ("input_" + target.name + target.ending);
    under_way = file.string();
    write_input(target, order, i, file);
    const Verdict verdict = judge(target, file);
    accepted += verdict.accepted;
    if (verdict.fault.empty()) continue;
    const path kept = scratch / ("failed_" + target.name + std::to_string(i) + target.ending);
    std::filesystem::copy_file(file, kept, std::filesystem::copy_options::overwrite_existing);
    std::printf("%s: %s\n", kept.c_str(), verdict.fault.c_str());
    ++failed;
  }
  std::printf("%-10s %d inputs, %d accepted, %d failed\n", target.name.c_str(), order.inputs,
              accepted, failed);
  return failed;
}

Order read_order(int argc, char** argv) {
  Order order;
  if (argc < 2 || argc % 2 != 0) throw std::runtime_error("usage: see the head of main.cpp");
  order.scenes = argv[1];
  for (int i = 2; i + 1 < argc; i += 2) {
    const std::string key = argv[i], value = argv[i + 1];
    if (key == "--inputs") order.inputs = std::stoi(value);
    if (key == "--seed") order.seed = std::stoull(value);
    if (key == "--target") order.target = value;
    if (key == "--file") order.file = value;
  }
  return order;
}

int run(const Order& order) {
  const path scratch =
      std::filesystem::temp_directory_path() / ("perpend_fuzz_" + std::to_string(getpid()));
  std::filesystem::create_directories(scratch);
  int failed = 0;
  for (const Target& target : all_targets(order.scenes, scratch)) {
    for (const std::string& input : target.inputs) {
      std::ofstream(scratch / ("seed" + target.ending), std::ios::binary) << input;
      const Verdict verdict = judge(target, scratch / ("seed" + target.ending));
      if (!verdict.accepted || !verdict.fault.empty())
        throw std::runtime_error(target.name + " as it was: " + verdict.fault);
    }
    if (!order.target.empty() && order.target != target.name) continue;
    if (order.file.empty())
      failed += try_target(target, order, scratch);
    else
      std::printf("%s: %s\n", target.name.c_str(),
                  judge(target, under_way = order.file).fault.c_str());
  }
  if (failed == 0) std::filesystem::remove_all(scratch);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace perpend::fuzz

int main(int argc, char** argv) {
  try {
    perpend::fuzz::watch();
    return perpend::fuzz::run(perpend::fuzz::read_order(argc, argv));
  } catch (const std::exception& fault) {
    std::fprintf(stderr, "perpend_fuzz: %s\n", fault.what());
    return 2;
  }
}
