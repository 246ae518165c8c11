// SPDX-License-Identifier: Apache-2.0
#include "io/recording/run_header.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <sstream>

#include "io/scene/body_kind_names.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/option_fields.hpp"

namespace perpend::io::hdf5 {
namespace {

void read_attribute(hid_t file, const std::string& name, double& value) {
  value = number_attribute(file, name.c_str());
}

void read_attribute(hid_t file, const std::string& name, int& value) {
  const double number = number_attribute(file, name.c_str());
  const bool is_whole = number == std::floor(number);
  if (!is_whole || std::abs(number) > std::numeric_limits<int>::max())
    throw Error(name, fmt::format("is {}", number), "expected a whole number");
  value = static_cast<int>(number);
}

void read_attribute(hid_t file, const std::string& name, bool& value) {
  value = number_attribute(file, name.c_str()) != 0;
}

template <typename Named>
void take_named(const std::optional<Named>& found, const std::string& name, const std::string& text,
                Named& value) {
  if (!found) throw Error(name, "has the unknown value `" + text + "`");
  value = *found;
}

void read_attribute(hid_t file, const std::string& name, ContactLaw& value) {
  const std::string text = text_attribute(file, name.c_str());
  take_named(law_from_name(text), name, text, value);
}

template <typename Enum>
requires std::is_enum_v<Enum>
void read_attribute(hid_t file, const std::string& name, Enum& value) {
  const std::string text = text_attribute(file, name.c_str());
  take_named(value_of<Enum>(text), name, text, value);
}

void read_attribute(hid_t file, const std::string& name, SpringDamper& value) {
  for_each_relaxation_field([&](const auto& part) {
    read_attribute(file, name + "_" + std::string(part.name), value.*part.member);
  });
}

SimulationOptions read_options(hid_t file) {
  SimulationOptions options;
  for_each_option([&](const auto& field) {
    const std::string name(field.name);
    if (field.before && H5Aexists(file, name.c_str()) == 0)
      options.*field.member = *field.before;
    else
      read_attribute(file, name, options.*field.member);
  });
  return options;
}

void write_attribute(hid_t file, const std::string& name, double value) {
  set_attribute(file, name.c_str(), value);
}

void write_attribute(hid_t file, const std::string& name, int value) {
  set_attribute(file, name.c_str(), std::int64_t{value});
}

void write_attribute(hid_t file, const std::string& name, bool value) {
  set_attribute(file, name.c_str(), std::int64_t{value});
}

void write_attribute(hid_t file, const std::string& name, const SpringDamper& value) {
  for_each_relaxation_field([&](const auto& part) {
    write_attribute(file, name + "_" + std::string(part.name), value.*part.member);
  });
}

// Writes enumerations and laws by name.
template <typename Named>
void write_attribute(hid_t file, const std::string& name, const Named& value) {
  set_attribute(file, name.c_str(), std::string_view(to_text(value)));
}

void write_options(hid_t file, const SimulationOptions& options) {
  for_each_option([&](const auto& field) {
    write_attribute(file, std::string(field.name), options.*field.member);
  });
}

// Reads the options; invalid ones, which no program writes, count as damage too.
SimulationOptions read_valid_options(hid_t file) {
  try {
    const SimulationOptions options = read_options(file);
    validate(options);
    return options;
  } catch (const InvalidArgument& fault) {
    throw Error(fault.argument(), fault.what());
  }
}

void expect(bool holds, const char* name, double value, const char* expected) {
  if (!holds) throw Error(name, fmt::format("is {}", value), fmt::format("expected {}", expected));
}

// Reads an attribute that files of older programs do not have.
template <typename Value>
void read_newer(hid_t file, const char* name, Value& value) {
  if (H5Aexists(file, name) > 0) read_attribute(file, name, value);
}

// Reads what the run was asked for besides its options.
void read_request(hid_t file, RunHeader& header) {
  read_newer(file, "duration", header.duration);
  read_newer(file, "level", header.level);
  read_newer(file, "tolerance", header.tolerance);
  read_newer(file, "every", header.every);
  const auto finite = [](double value) { return std::isfinite(value); };
  expect(finite(header.duration) && header.duration >= 0, "duration", header.duration,
         "at least 0 and finite");
  expect(finite(header.tolerance) && header.tolerance > 0, "tolerance", header.tolerance,
         "above 0 and finite");
  expect(header.every >= 0, "every", header.every, "at least 0");
}

// Returns one "name=value" per line; the value reads back to the same bits.
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

// Throws Error unless the slices of the bodies are contiguous.
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
  set_attribute(file, "duration", header.duration);
  write_attribute(file, "level", header.level);
  set_attribute(file, "tolerance", header.tolerance);
  write_text(file, "scene_text", header.scene_text);
}

RunHeader read_header(hid_t file, std::string_view format) {
  const htri_t is_there = H5Aexists(file, "format");
  check(is_there, "format");
  if (is_there == 0) throw Error("format", "is not `" + std::string(format) + "`");
  if (const std::string found = text_attribute(file, "format"); found != format)
    throw Error("format", "is `" + found + "`", "expected `" + std::string(format) + "`");
  const double version = number_attribute(file, "format_version");
  if (version > kFormatVersion) throw Error("format_version", "is newer than this program");
  if (version < kFormatVersion) throw Error("format_version", "is older than this program reads");
  RunHeader header{text_attribute(file, "scene"), read_text(file, "scene_text"),
                   read_parameters(file), read_valid_options(file)};
  read_request(file, header);
  return header;
}

void write_bodies(hid_t file, const Model& model) {
  const BodyTable table = body_table(model);
  std::vector<std::string> kinds;
  std::vector<double> mass, inertia;
  for (const Body& body : model.bodies) {
    kinds.push_back(body_kind_names()[static_cast<std::size_t>(body.kind)]);
    mass.push_back(body.mass);
    inertia.push_back(body.inertia());
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
