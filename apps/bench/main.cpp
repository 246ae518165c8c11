// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "bench.hpp"
#include "perpend/command_line/wrong_words.hpp"
#include "perpend/terminal.hpp"
#include "perpend/verbs.hpp"
#include "scenes.hpp"

namespace {

using namespace perpend::app;

void add_bench(CLI::App& app, BenchArguments& a) {
  app.add_option("name", a.name,
                 "lcp, joints, cone, interactive, or scenes (options: bench scenes --help)")
      ->required();
  app.add_option("folder", a.folder, "cone: a folder of problem files to compare solvers on too");
  app.add_option("--only", a.only, "cone: reliability, cost, sparse, bins or solvers");
  app.add_option("--out", a.out, "Folder for the page; default runs/bench");
  app.add_flag("--quick", a.quick, "A few seconds");
  app.add_flag("--full", a.full, "Every family, size and solver");
  app.add_flag("--json", a.json, "One JSON object on stdout");
}

int dispatch(int argc, char** argv) {
  CLI::App app{"Measures the solvers of Perpend side by side and beside other engines",
               "perpend bench"};
  BenchArguments arguments;
  add_bench(app, arguments);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return exit_code(app, error);
  }
  try {
    bench(arguments);
    return kOk;
  } catch (const std::exception& error) {
    return refuse(error);
  }
}

}  // namespace

// Skips exit handlers, as `perpend` does: HDF5 1.10.8 may crash in its own.
int main(int argc, char** argv) {
  heed_json(std::vector<std::string>(argv + 1, argv + argc));
  if (argc > 1 && std::string_view(argv[1]) == "scenes")
    return perpend::app::bench_scenes(argv + 2);
  protect_streams();
  std::_Exit(exit_code_of(dispatch(argc, argv)));
}
