// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "bench/cone/bench.hpp"
#include "embedded/chart_js.hpp"
#include "embedded/cone_page.hpp"
#include "embedded/lcp_page.hpp"
#include "embedded/page_css.hpp"
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

void replace(std::string& text, std::string_view mark, std::string_view content) {
  const std::size_t at = text.find(mark);
  text.replace(at, mark.size(), content);
}

// One file: the page with its style, the chart library and the data in it.
void write_filled(std::string page, const json& data, const std::filesystem::path& file) {
  std::string text = data.dump();
  // "</script>" inside a string would end the element it stands in.
  for (std::size_t at = 0; (at = text.find("</", at)) != std::string::npos;)
    text.insert(at + 1, "\\");
  replace(page, "/*STYLE*/", embedded::page_css());
  replace(page, "/*CHART_JS*/", embedded::chart_js());
  replace(page, "/*DATA*/null", text);
  std::ofstream out(file, std::ios::binary);
  out << page;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

}  // namespace

void write_page(const BenchReport& report, const std::filesystem::path& file) {
  json data = to_json(report);
  data["profiles"] = {profile_group(report, "n ≤ 48", 0, 48),
                      profile_group(report, "n = 96 and 150", 49, 160),
                      profile_group(report, "n = 300 and 600", 161, 1000)};
  write_filled(std::string(embedded::lcp_page()), data, file);
}

void write_page(const ConeReport& report, const std::filesystem::path& file) {
  write_filled(std::string(embedded::cone_page()), to_json(report), file);
}

}  // namespace perpend::bench
