// SPDX-License-Identifier: Apache-2.0
#include "check/check_mechanism.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "dynamics/joints/mechanism_warnings.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

// Largest number of lines printed; --json has the full lists.
constexpr std::size_t kMostLines = 20;
// Largest number of joint rows for which joints are explained one by one; the analysis then takes
// some milliseconds.
constexpr int kMostRows = 2000;

std::string_view body_name(const Model& model, BodyId body) {
  return body == kWorld ? "world" : std::string_view(model.bodies[body.index].details->name);
}

std::string plural(int count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

Json joints_json(const Model& model, const Mechanism& mechanism) {
  Json joints = Json::array();
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    joints.push_back({{"name", joint.name},
                      {"kind", to_string(joint.kind, joint.in_plane)},
                      {"a", body_name(model, joint.a)},
                      {"b", body_name(model, joint.b)},
                      {"rows", joint.rows},
                      {"unique_reaction", mechanism.shared[i] == 0}});
  }
  return joints;
}

Json dependences_json(const Model& model, const Mechanism& mechanism) {
  Json rows = Json::array();
  for (const Dependence& d : mechanism.dependences) {
    Json others = Json::array();
    for (const int other : d.others) others.push_back(joint_name(model, other));
    rows.push_back({{"joint", joint_name(model, d.joint)},
                    {"dependent", d.rows},
                    {"rows", joint_rows(model, d.joint)},
                    {"depends_on", others}});
  }
  return rows;
}

void print_joints(const Model& model) {
  const std::size_t shown = std::min(kMostLines, model.joints.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const Joint& joint = model.joints[i];
    say(stdout, "    {:<18} {:<14} {} - {}, {}\n", joint.name,
        to_string(joint.kind, joint.in_plane), body_name(model, joint.a), body_name(model, joint.b),
        plural(joint.rows, "row"));
  }
  if (model.joints.size() > shown) say(stdout, "    and {} more\n", model.joints.size() - shown);
  for (const Coupler& coupler : model.couplers)
    say(stdout, "    {:<18} {:<14} {} terms, 1 row\n", coupler.name, "coupler",
        coupler.terms.size());
}

std::string sentence(const Model& model, const Dependence& d) {
  const std::string start = fmt::format("loop `{}`: {} of {} ", joint_name(model, d.joint), d.rows,
                                        plural(joint_rows(model, d.joint), "row"));
  if (d.others.empty()) return start + (d.rows == 1 ? "keeps nothing" : "keep nothing");
  return start + (d.rows == 1 ? "depends on " : "depend on ") + listed_names(model, d.others);
}

void print_dependences(const Model& model, const Mechanism& mechanism) {
  const std::size_t shown = std::min(kMostLines, mechanism.dependences.size());
  for (std::size_t i = 0; i < shown; ++i)
    say(stdout, "    {}\n", sentence(model, mechanism.dependences[i]));
  if (mechanism.dependences.size() > shown)
    say(stdout, "    and {} more\n", mechanism.dependences.size() - shown);
}

}  // namespace

Json to_json(const Model& model, const Mechanism& mechanism) {
  return {{"dof", mechanism.dof},
          {"rows", mechanism.rows},
          {"loops", mechanism.loops},
          {"rank", mechanism.rank},
          {"mobility", mechanism.mobility()},
          {"dependences", dependences_json(model, mechanism)},
          {"joints", joints_json(model, mechanism)}};
}

void print_mechanism(const Model& model, const Mechanism& mechanism) {
  say(stdout, "  joints      {} ({} rows), {} couplers, {} closed loops\n", model.joints.size(),
      mechanism.rows, model.couplers.size(), mechanism.loops);
  print_joints(model);
  say(stdout, "  mobility    {} at the start: {} velocities, {} independent rows\n",
      mechanism.mobility(), mechanism.dof, mechanism.rank);
  if (mechanism.dependences.empty()) return;
  const auto shared = std::ranges::count(mechanism.shared, char{1});
  say(stdout, "  redundant   {}; the reactions of {} are not unique\n",
      plural(mechanism.rows - mechanism.rank, "row"), plural(static_cast<int>(shared), "joint"));
  print_dependences(model, mechanism);
}

void print_warnings(const Model& model) {
  for (const Diagnostic& warning : all_warnings(model))
    say(stderr, "warning: {}: {} ({})\n", warning.element, warning.message, warning.hint);
}

std::vector<std::string> joint_notes(const Model& model) {
  std::vector<std::string> notes(model.joints.size());
  if (model.joint_rows == 0 || model.joint_rows > kMostRows) return notes;
  const Mechanism mechanism = mechanism_of(model);
  for (std::size_t i = 0; i < notes.size(); ++i)
    if (mechanism.shared[i] != 0)
      notes[i] = "its reaction is not unique: redundant rows share it with other joints";
  for (const Dependence& d : mechanism.dependences)
    if (d.joint < static_cast<int>(notes.size()))
      notes[d.joint] = sentence(model, d) + "; " + notes[d.joint];
  return notes;
}

}  // namespace perpend::app
