// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Core>
#include <fstream>
#include <string>
#include <thread>

#include "report.hpp"

namespace perpend::bench {
namespace {

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown";
}

// Returns the first instruction set, since Eigen lists the widest first.
std::string widest_simd() {
  const std::string all = Eigen::SimdInstructionSetsInUse();
  return all.substr(0, all.find(','));
}

}  // namespace

Host this_host() {
  return {.cpu = cpu_name(),
          .cores = static_cast<int>(std::thread::hardware_concurrency()),
#ifdef __clang__
          .compiler = "clang " __clang_version__,
#else
          .compiler = "g++ " __VERSION__,
#endif
          .simd = widest_simd(),
          .eigen = std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) +
                   "." + std::to_string(EIGEN_MINOR_VERSION)};
}

}  // namespace perpend::bench
