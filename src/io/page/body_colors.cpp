// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "perpend/io/picture.hpp"

namespace perpend::io {
namespace {

// The colours are distinguishable in pairs also for the colour-blind, and readable on white and on
// near-black.
constexpr std::array kPalette = {"#4a8fd9", "#eb7a3c", "#1fae7e", "#e0a526",
                                 "#d76ba0", "#7a68d0", "#5f9e2f", "#dd5151"};
constexpr const char* kFixed = "#8c8f94";

// Returns the same class for masses that differ only by rounding, so that such bodies look alike.
long mass_class(const Body& body) {
  return std::lround(std::log(body.mass) * 1e6);
}

// Returns the classes by number of bodies, most numerous first; among equals the lighter first.
std::vector<long> ordered_classes(const Model& model) {
  std::map<long, int> members;
  for (const Body& body : model.bodies)
    if (body.is_dynamic()) ++members[mass_class(body)];
  std::vector<long> order;
  for (const auto& [mass, count] : members) order.push_back(mass);
  std::stable_sort(order.begin(), order.end(),
                   [&](long a, long b) { return members[a] > members[b]; });
  return order;
}

}  // namespace

std::vector<std::string> body_colors(const Model& model, std::span<const std::string> chosen) {
  const std::vector<long> order = ordered_classes(model);
  std::vector<std::string> colors;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    std::string color = kFixed;
    if (body.is_dynamic()) {
      const auto found = std::find(order.begin(), order.end(), mass_class(body));
      color = kPalette[(found - order.begin()) % kPalette.size()];
    }
    const bool is_chosen = i < chosen.size() && !chosen[i].empty();
    colors.push_back(is_chosen ? chosen[i] : color);
  }
  return colors;
}

}  // namespace perpend::io
