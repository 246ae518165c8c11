// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <cmath>
#include <exception>
#include <string_view>

#include "print.hpp"

namespace perpend::print {

std::string number(double value) {
  const double shown = value == 0 ? 0.0 : value;  // no -0
  return fmt::format("{:.10g}", shown);
}

void faults(const Diagnostics& found) {
  for (const Diagnostic& each : found)
    fmt::print("fault{} file \"{}\" line {} element \"{}\" message \"{}\" hint \"{}\"\n",
               each.is_note ? " (note)" : "", each.file, each.line, each.element, each.message,
               each.hint);
}

namespace {

int print(std::string_view what, const std::filesystem::path& file, const Words& words) {
  if (what == "scene")
    scene(file, words);
  else if (what == "picture")
    picture(file);
  else if (what == "mesh")
    mesh(file);
  else if (what == "problem")
    problem(file);
  else if (what == "hdf5")
    hdf5(file);
  else if (what == "without" && !words.empty())
    without(file, words[0]);
  else if (what == "live")
    live(file);
  else
    return 2;
  return 0;
}

}  // namespace
}  // namespace perpend::print

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  try {
    return perpend::print::print(argv[1], argv[2], {argv + 3, argv + argc});
  } catch (const std::exception& error) {
    fmt::print("thrown: {}\n", error.what());
    return 1;
  }
}
