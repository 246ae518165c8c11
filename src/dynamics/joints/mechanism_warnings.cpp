// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/mechanism_warnings.hpp"

#include <algorithm>
#include <cstdio>

#include "dynamics/joints/joint_loops.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

constexpr std::size_t kMostNames = 6;

std::string two_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

}  // namespace

std::string listed_names(const Model& model, const std::vector<int>& joints) {
  std::string text;
  const std::size_t shown = std::min(kMostNames, joints.size());
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? "`" : ", `") + joint_name(model, joints[i]) + "`";
  if (joints.size() > shown) text += " and " + std::to_string(joints.size() - shown) + " more";
  return text;
}

Diagnostics warnings(const Model& model, const Mechanism& mechanism) {
  Diagnostics found = warnings(model);
  for (const Dependence& d : mechanism.dependences) {
    if (!only_welds(model, d)) continue;
    const int rows = joint_rows(model, d.joint);
    found.push_back({"", 0, joint_name(model, d.joint),
                     std::to_string(d.rows) + " of " + std::to_string(rows) +
                         (rows == 1 ? " row" : " rows") + " only repeat " +
                         listed_names(model, d.others),
                     "leave one weld out, or its reaction stays a guess"});
  }
  for (const SkewPins& skew : skew_pins(model))
    found.push_back({"", 0, model.joints[skew.second].name,
                     "in a loop with `" + model.joints[skew.first].name +
                         "`, whose axis differs by " + two_digits(skew.angle) + " rad",
                     "make the axes parallel to all digits, or the loop may not move"});
  return found;
}

Diagnostics all_warnings(const Model& model) {
  const auto is_weld = [](const Joint& joint) { return joint.kind == JointKind::weld; };
  const bool may_repeat = std::count_if(model.joints.begin(), model.joints.end(), is_weld) >= 2;
  return warnings(model, may_repeat ? mechanism_of(model) : Mechanism{});
}

}  // namespace perpend
