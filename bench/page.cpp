// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/cone/bench.hpp"
#include "embedded/bench_js.hpp"
#include "io/page/page_text.hpp"
#include "profile.hpp"
#include "report.hpp"

namespace perpend::bench {
namespace {

using nlohmann::json;

json profile_group(const BenchReport& report, const std::string& title, int smallest, int largest) {
  json lines = json::array();
  int problems = 0;
  for (const Profile& profile : performance_profiles(report.samples, smallest, largest)) {
    lines.push_back({{"solver", profile.solver}, {"factors", profile.factors}});
    problems = profile.problems;
  }
  return {{"title", title}, {"problems", problems}, {"lines", lines}};
}

// Writes one self-contained file; `page` selects one of the pages of web/src/bench.
void write_filled(const char* page, const char* title, json data,
                  const std::filesystem::path& file) {
  data["page"] = page;
  std::ofstream out(file, std::ios::binary);
  out << io::page({.title = title, .data = data.dump(), .script = embedded::bench_js()});
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace

void write_page(const BenchReport& report, const std::filesystem::path& file) {
  json data = to_json(report);
  data["profiles"] = {profile_group(report, "n ≤ 48", 0, 48),
                      profile_group(report, "n = 96 and 150", 49, 160),
                      profile_group(report, "n = 300 and 600", 161, 1000)};
  write_filled("lcp", "Complementarity solvers compared", std::move(data), file);
}

void write_page(const ConeReport& report, const std::filesystem::path& file) {
  write_filled("cone", "The exact friction cone", to_json(report), file);
}

}  // namespace perpend::bench
