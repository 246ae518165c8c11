// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <iterator>

#include "io/file_bytes.hpp"
#include "perpend/io/export.hpp"

namespace perpend::io {
namespace {

using Text = fmt::memory_buffer;

template <typename... Args>
void append(Text& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

// A field of RFC 4180: quoted where it holds a separator, quotes doubled.
std::string field(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

void append_header(Text& text, const Recording& recording) {
  struct Coordinate {
    const char *name, *unit;
  };
  static constexpr std::array<Coordinate, 3> kPosition{{{"x", "m"}, {"y", "m"}, {"angle", "rad"}}};
  static constexpr std::array<Coordinate, 3> kVelocity{
      {{"vx", "m/s"}, {"vy", "m/s"}, {"omega", "rad/s"}}};
  append(text, "time [s],step [1]");
  for (const auto& coordinates : {kPosition, kVelocity})
    for (std::size_t body = 0; body < recording.body_names.size(); ++body)
      for (int k = 0; k < recording.body_dof[body]; ++k)
        append(text, ",{}",
               field(fmt::format("{}.{} [{}]", recording.body_names[body], coordinates[k].name,
                                 coordinates[k].unit)));
  for (const ReportSeries& series : recording.report)
    append(text, ",{} [{}]", series.name, series.unit);
  append(text, "\n");
}

std::string body_name(const Recording& recording, BodyId body) {
  return body == kWorld ? "world" : field(recording.body_names[body.index]);
}

Diagnostics write(const std::filesystem::path& path, const Text& text) {
  return write_bytes(path, {text.data(), text.size()});
}

}  // namespace

Diagnostics export_csv(const Recording& recording, const std::filesystem::path& path) {
  Text text;
  append_header(text, recording);
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    append(text, "{},{}", recording.time[row], recording.step[row]);
    for (const double value : recording.q.row(row)) append(text, ",{}", value);
    for (const double value : recording.v.row(row)) append(text, ",{}", value);
    for (const ReportSeries& series : recording.report) append(text, ",{}", series.values[row]);
    append(text, "\n");
  }
  return write(path, text);
}

Diagnostics export_contacts_csv(const Recording& recording, const std::filesystem::path& path) {
  Text text;
  append(text,
         "time [s],step [1],body_a,body_b,x [m],y [m],normal_x [1],normal_y [1],gap [m],"
         "impulse_n [N s],impulse_t [N s],slip [m/s],status\n");
  for (std::size_t row = 0; row < recording.rows(); ++row)
    for (const ContactRecord& c : recording.contacts_at(row))
      append(text, "{},{},{},{},{},{},{},{},{},{},{},{},{}\n", recording.time[row],
             recording.step[row], body_name(recording, c.a), body_name(recording, c.b), c.point.x(),
             c.point.y(), c.normal.x(), c.normal.y(), c.gap, c.impulse_n, c.impulse_t, c.slip,
             to_string(c.status));
  return write(path, text);
}

}  // namespace perpend::io
