// SPDX-License-Identifier: Apache-2.0
#include "io/recording/run_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <sstream>

#include "io/scene/body_kind_names.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io::hdf5 {
namespace {

template <typename T>
T named(const std::optional<T>& value, const char* element, const std::string& name) {
  if (!value) throw Error(element, "has the unknown value `" + name + "`");
  return *value;
}

Relaxation read_relaxation(hid_t file, const std::string& rows) {
  return {number_attribute(file, (rows + "_stiffness").c_str()),
          number_attribute(file, (rows + "_damping").c_str())};
}

void write_relaxation(hid_t file, const std::string& rows, const Relaxation& relaxation) {
  set_attribute(file, (rows + "_stiffness").c_str(), relaxation.stiffness);
  set_attribute(file, (rows + "_damping").c_str(), relaxation.damping);
}

int count_attribute(hid_t file, const char* name) {
  const double value = number_attribute(file, name);
  if (value >= 0 && value <= std::numeric_limits<int>::max()) return static_cast<int>(value);
  throw Error(name, fmt::format("is {}", value), "expected a whole number >= 0");
}

SimulationOptions read_options(hid_t file) {
  const std::string law = text_attribute(file, "law"), solver = text_attribute(file, "solver"),
                    impact = text_attribute(file, "impact");
  SimulationOptions options;
  options.dt = number_attribute(file, "dt");
  options.law = named(law_from_name(law), "law", law);
  options.solver = named(lcp::method_from_name(solver), "solver", solver);
  options.impact = named(impact_law_from_name(impact), "impact", impact);
  const std::string stepper = text_attribute(file, "stepper"),
                    drift = text_attribute(file, "drift");
  options.stepper = named(stepper_from_name(stepper), "stepper", stepper);
  options.drift = named(drift_control_from_name(drift), "drift", drift);
  options.baumgarte = number_attribute(file, "baumgarte");
  options.position_iterations = count_attribute(file, "position_iterations");
  options.energy_guard = number_attribute(file, "energy_guard") != 0;
  options.relaxation_passes = count_attribute(file, "relaxation_passes");
  options.stabilise = number_attribute(file, "stabilise") != 0;
  options.margin = number_attribute(file, "margin");
  options.recovery_speed = number_attribute(file, "recovery_speed");
  options.impact_speed = number_attribute(file, "impact_speed");
  options.stick_speed = number_attribute(file, "stick_speed");
  options.normal = read_relaxation(file, "normal");
  options.tangential = read_relaxation(file, "tangential");
  options.joints = read_relaxation(file, "joints");
  options.warm_start = number_attribute(file, "warm_start") != 0;
  options.accepted_residual = number_attribute(file, "accepted_residual", 0);
  const bool halves = H5Aexists(file, "halvings") > 0;
  options.halvings = halves ? count_attribute(file, "halvings") : 0;
  options.threads = count_attribute(file, "threads");
  return options;
}

void write_options(hid_t file, const SimulationOptions& options) {
  set_attribute(file, "dt", options.dt);
  set_attribute(file, "law", to_string(options.law));
  set_attribute(file, "solver", lcp::to_string(options.solver));
  set_attribute(file, "impact", to_string(options.impact));
  set_attribute(file, "stepper", to_string(options.stepper));
  set_attribute(file, "drift", to_string(options.drift));
  set_attribute(file, "baumgarte", options.baumgarte);
  set_attribute(file, "position_iterations", std::int64_t{options.position_iterations});
  set_attribute(file, "energy_guard", std::int64_t{options.energy_guard});
  set_attribute(file, "relaxation_passes", std::int64_t{options.relaxation_passes});
  set_attribute(file, "stabilise", std::int64_t{options.stabilise});
  set_attribute(file, "margin", options.margin);
  set_attribute(file, "recovery_speed", options.recovery_speed);
  set_attribute(file, "impact_speed", options.impact_speed);
  set_attribute(file, "stick_speed", options.stick_speed);
  write_relaxation(file, "normal", options.normal);
  write_relaxation(file, "tangential", options.tangential);
  write_relaxation(file, "joints", options.joints);
  set_attribute(file, "warm_start", std::int64_t{options.warm_start});
  set_attribute(file, "accepted_residual", options.accepted_residual);
  set_attribute(file, "halvings", std::int64_t{options.halvings});
  set_attribute(file, "threads", std::int64_t{options.threads});
}

// What a program would not have written is damage too.
SimulationOptions read_valid_options(hid_t file) {
  try {
    const SimulationOptions options = read_options(file);
    validate(options);
    return options;
  } catch (const InvalidArgument& fault) {
    throw Error(fault.argument(), fault.what());
  }
}

// One "name=value" per line; the value reads back to the same bits.
std::string to_text(const std::vector<study::Parameter>& parameters) {
  std::string text;
  for (const study::Parameter& parameter : parameters)
    text += fmt::format("{}={}\n", parameter.name, parameter.value);
  return text;
}

std::vector<study::Parameter> read_parameters(hid_t file) {
  std::vector<study::Parameter> parameters;
  std::istringstream text(text_attribute(file, "parameters"));
  for (std::string line; std::getline(text, line);) {
    const std::size_t equals = line.rfind('=');
    double value = 0.0;
    if (equals == std::string::npos) throw Error("parameters", "is damaged");
    std::from_chars(line.data() + equals + 1, line.data() + line.size(), value);
    parameters.push_back({line.substr(0, equals), value});
  }
  return parameters;
}

std::vector<BodyKind> read_kinds(hid_t file, std::size_t bodies) {
  const std::vector<std::string>& known = body_kind_names();
  std::vector<BodyKind> kinds;
  for (const std::string& name : read_names(file, "bodies/kind")) {
    const auto at = std::find(known.begin(), known.end(), name);
    if (at == known.end()) throw Error("bodies/kind", "has the unknown value `" + name + "`");
    kinds.push_back(static_cast<BodyKind>(at - known.begin()));
  }
  if (kinds.size() != bodies) throw Error("bodies/kind", "has not one entry per body");
  return kinds;
}

// Bodies follow each other without gaps.
void check_slices(const std::vector<std::int32_t>& sizes,
                  const std::vector<std::int32_t>& offsets) {
  int next = 0;
  for (std::size_t i = 0; i < sizes.size(); next += sizes[i++])
    if (offsets[i] != next || sizes[i] < 1 || sizes[i] > BodyType::kMaxVelocities)
      throw Error("bodies[" + std::to_string(i) + "]", "is damaged");
}

}  // namespace

void write_header(hid_t file, std::string_view format, const RunHeader& header) {
  set_attribute(file, "format", format);
  set_attribute(file, "format_version", std::int64_t{kFormatVersion});
  set_attribute(file, "scene", std::string_view(header.scene));
  set_attribute(file, "parameters", std::string_view(to_text(header.parameters)));
  write_options(file, header.options);
  write_text(file, "scene_text", header.scene_text);
}

RunHeader read_header(hid_t file, std::string_view format) {
  const htri_t is_there = H5Aexists(file, "format");
  check(is_there, "format");
  if (is_there == 0 || text_attribute(file, "format") != format)
    throw Error("format", "is not `" + std::string(format) + "`");
  const double version = number_attribute(file, "format_version");
  if (version > kFormatVersion) throw Error("format_version", "is newer than this program");
  if (version < kFormatVersion) throw Error("format_version", "is older than this program reads");
  return {text_attribute(file, "scene"), read_text(file, "scene_text"), read_parameters(file),
          read_valid_options(file)};
}

void write_bodies(hid_t file, const Model& model) {
  BodyTable table;
  std::vector<std::string> kinds;
  std::vector<double> mass, inertia;
  for (const Body& body : model.bodies) {
    table.names.push_back(body.name);
    kinds.push_back(body_kind_names()[static_cast<std::size_t>(body.kind)]);
    table.dof.push_back(body.dof);
    table.offset.push_back(body.v_offset);
    table.q_size.push_back(body.q_size);
    table.q_offset.push_back(body.q_offset);
    mass.push_back(body.mass);
    inertia.push_back(body.inertia);
  }
  const hsize_t shape[] = {model.bodies.size()};
  const auto integers = [&](const char* name, const std::vector<std::int32_t>& values) {
    write_rows(file, name, memory_type<std::int32_t>(), values.data(), shape);
  };
  write_names(file, "bodies/name", table.names);
  write_names(file, "bodies/kind", kinds);
  integers("bodies/dof", table.dof);
  integers("bodies/offset", table.offset);
  integers("bodies/q_size", table.q_size);
  integers("bodies/q_offset", table.q_offset);
  write_rows(file, "bodies/mass", memory_type<double>(), mass.data(), shape);
  write_rows(file, "bodies/inertia", memory_type<double>(), inertia.data(), shape);
}

BodyTable read_bodies(hid_t file) {
  BodyTable table;
  table.names = read_names(file, "bodies/name");
  const std::size_t n = table.names.size();
  table.dof = read_vector<std::int32_t>(file, "bodies/dof", n);
  table.offset = read_vector<std::int32_t>(file, "bodies/offset", n);
  table.kind = read_kinds(file, n);
  table.q_size = read_vector<std::int32_t>(file, "bodies/q_size", n);
  table.q_offset = read_vector<std::int32_t>(file, "bodies/q_offset", n);
  check_slices(table.dof, table.offset);
  check_slices(table.q_size, table.q_offset);
  return table;
}

}  // namespace perpend::io::hdf5
