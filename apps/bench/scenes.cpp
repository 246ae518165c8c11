// SPDX-License-Identifier: Apache-2.0
#include "scenes.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "perpend/terminal.hpp"
#include "perpend/verbs.hpp"

namespace perpend::app {

namespace fs = std::filesystem;

int bench_scenes(char** arguments) {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::string study = (folder.parent_path() / "share/perpend/bench_scenes").string();
  if (!fs::exists(study, error)) {
    return refuse(
        {{"perpend", 0, "", "the study is a folder of the sources; there is no " + study, ""}},
        kFailed);
  }
  const char* wanted = std::getenv("PERPEND_PYTHON");
  std::string python = wanted && *wanted ? wanted : "python3";
  ::setenv("PERPEND", (folder / "perpend").c_str(), 0);

  std::vector<char*> argv{python.data(), study.data()};
  for (; *arguments; ++arguments) argv.push_back(*arguments);
  argv.push_back(nullptr);
  ::execvp(python.c_str(), argv.data());
  return refuse({{"perpend", 0, "",
                  "bench scenes needs Python; there is no " + python + " (PERPEND_PYTHON)", ""}},
                kFailed);
}

}  // namespace perpend::app
