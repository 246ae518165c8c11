// SPDX-License-Identifier: Apache-2.0
#include "check/check_mechanism.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>

#include "dynamics/joints/joint_loops.hpp"
#include "perpend/model/model_builder.hpp"
#include "terminal.hpp"

namespace perpend::app {
namespace {

using Json = nlohmann::ordered_json;

// Largest number of lines printed; --json has the full lists.
constexpr std::size_t kMostLines = 20;
constexpr std::size_t kMostNames = 6;
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

std::string names_of(const Model& model, const std::vector<int>& joints) {
  std::string text;
  const std::size_t shown = std::min(kMostNames, joints.size());
  for (std::size_t i = 0; i < shown; ++i)
    text += fmt::format("{}`{}`", i == 0 ? "" : ", ", joint_name(model, joints[i]));
  if (joints.size() > shown) text += fmt::format(" and {} more", joints.size() - shown);
  return text;
}

std::string sentence(const Model& model, const Dependence& d) {
  const std::string start = fmt::format("loop `{}`: {} of {} ", joint_name(model, d.joint), d.rows,
                                        plural(joint_rows(model, d.joint), "row"));
  if (d.others.empty()) return start + (d.rows == 1 ? "keeps nothing" : "keep nothing");
  return start + (d.rows == 1 ? "depends on " : "depend on ") + names_of(model, d.others);
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

Diagnostics warnings(const Model& model, const Mechanism& mechanism) {
  Diagnostics found = perpend::warnings(model);
  for (const Dependence& d : mechanism.dependences) {
    if (!only_welds(model, d)) continue;
    Diagnostic& warning = found.emplace_back();
    warning.element = joint_name(model, d.joint);
    warning.message =
        fmt::format("{} of {} only repeat {}", d.rows, plural(joint_rows(model, d.joint), "row"),
                    names_of(model, d.others));
    warning.hint = "leave one weld out, or its reaction stays a guess";
  }
  for (const SkewPins& skew : skew_pins(model)) {
    Diagnostic& warning = found.emplace_back();
    warning.element = model.joints[skew.second].name;
    warning.message = fmt::format("in a loop with `{}`, whose axis differs by {:.2g} rad",
                                  model.joints[skew.first].name, skew.angle);
    warning.hint = "make the axes parallel to all digits, or the loop may not move";
  }
  return found;
}

void print_warnings(const Model& model) {
  const auto is_weld = [](const Joint& joint) { return joint.kind == JointKind::weld; };
  const bool may_repeat = std::ranges::count_if(model.joints, is_weld) >= 2;
  const Mechanism mechanism = may_repeat ? mechanism_of(model) : Mechanism{};
  for (const Diagnostic& warning : warnings(model, mechanism))
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
