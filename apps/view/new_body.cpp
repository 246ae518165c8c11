// SPDX-License-Identifier: Apache-2.0
#include "view/new_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "model/start_overlap.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBodies = 10'000;
constexpr int kTries = 400;
constexpr double kFarthest = 1e6;  // m; gaps of larger bodies have errors above a micrometre

// Rejects files, which pages must not open, and arrays, which may be of any size.
void check_keys(const json& of) {
  for (const auto& [key, value] : of.items()) {
    if (of.is_object())
      require(key != "file" && key != "array", "body", "one body without files", key);
    if (value.is_structured()) check_keys(value);
  }
}

void check_lengths(const json& of) {
  for (const json& each : of) {
    if (each.is_structured()) check_lengths(each);
    if (!each.is_number()) continue;
    const double length = each.get<double>();
    require(std::abs(length) <= kFarthest, "body", "one of sizes and places to 1e6 m", length);
  }
}

std::string free_name(const Model& model) {
  for (std::size_t k = model.bodies.size();; ++k) {
    std::string name = fmt::format("new_{}", k);
    if (find_body(model, name) == kWorld) return name;
  }
}

Eigen::Vector3d up(const Model& model) {
  if (model.gravity.norm() > 0) return -model.gravity.normalized();
  return model.bodies.back().is_planar() ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
}

}  // namespace

study::Scene read_new_body(const std::string& text, const Model& model) {
  require(model.bodies.size() < kMostBodies, "body", "one of at most 10 000",
          static_cast<double>(model.bodies.size() + 1));
  json body = json::parse(text);
  check_keys(body);
  for (const char* key : {"position", "shapes"})
    if (body.contains(key)) check_lengths(body[key]);
  if (!body.contains("name")) body["name"] = free_name(model);
  json materials = json::array();
  for (const Material& material : model.materials) materials.push_back({{"name", material.name}});
  const json scene = {{"format", 1},
                      {"name", "body"},
                      {"materials", materials},
                      {"bodies", {body}},
                      {"simulation", {{"dt", 0.01}, {"duration", 1}}}};
  Result<study::Scene> read = io::parse_scene(scene.dump(), "");
  if (!read) {
    std::string words;
    for (const Diagnostic& fault : read.error())
      words += fmt::format("{}{} {}", words.empty() ? "" : "; ", fault.element, fault.message);
    throw InvalidArgument("body", words, body["name"].dump());
  }
  return std::move(*read);
}

bool find_room(const State& state, Model& model) {
  const int last = static_cast<int>(model.bodies.size()) - 1;
  const Body& body = model.bodies[last];
  const double size = reach(body);
  Eigen::Vector3d way = up(model);
  if (body.is_planar()) way.z() = 0;
  Model placed = model;
  placed.start_q.head(state.q.size()) = state.q;
  for (int k = 0; k < kTries; ++k) {
    const StartOverlaps overlaps = start_overlaps(placed, ModelBuilder::kStartOverlap);
    double depth = 0;
    for (const StartOverlap& pair : overlaps.pairs)
      if (pair.body_b == last) depth = std::max(depth, pair.depth);
    if (depth == 0) {
      model.start_q.tail(body.q_size) = placed.start_q.tail(body.q_size);
      return overlaps.all;
    }
    if (!std::isfinite(size)) return false;  // a half space
    const double lift = std::clamp(1.01 * depth, 0.02 * size, size);
    const int axes = body.is_planar() ? 2 : 3;
    placed.start_q.segment(body.q_offset, axes) += lift * way.head(axes);
  }
  return false;
}

}  // namespace perpend::view
