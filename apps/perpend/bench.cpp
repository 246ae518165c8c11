// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <system_error>

#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {

int bench(const std::vector<std::string>& arguments) {
  std::error_code error;
  const auto program =
      std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "perpend-bench";
  std::string name = "perpend bench";
  std::vector<char*> argv{name.data()};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::signal(SIGPIPE, SIG_DFL);  // the other program would keep ignoring it
  ::execv(program.c_str(), argv.data());
  return refuse({{"perpend", 0, "",
                  "the benchmarks are a program of their own, and there is no " + program.string() +
                      "\n  build it: cmake --build build/release --target perpend_bench_program",
                  ""}},
                kFailed);
}

}  // namespace perpend::app
