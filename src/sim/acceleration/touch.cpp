// SPDX-License-Identifier: Apache-2.0
#include "sim/acceleration/touch.hpp"

#include <algorithm>
#include <cmath>

#include "dynamics/joints/coordinate_rows.hpp"
#include "dynamics/joints/coordinates.hpp"

namespace perpend {
namespace {

// Largest margin with which touches are looked for again at poses along the motion, m.
constexpr double kFindReach = 1e-3;
// Margin with which touches are first looked for again, m. The points of a rim depend on the
// margin: with the contact gap they are those that were found.
constexpr double kLeastReach = InstantThresholds{}.contact_gap;
// Overlap from which a touch that approaches counts as met, m: a hundred roundings of a metre.
constexpr double kMeets = 2e-14;
// Time constant of a position motor that has none: fast against the motion of a scene, s.
constexpr double kLeastTimeConstant = 1e-3;

std::uint64_t joint_key(int joint, int coordinate, int what) {
  return (static_cast<std::uint64_t>(joint) << 16) | static_cast<std::uint64_t>(coordinate << 3) |
         static_cast<std::uint64_t>(what);
}

bool drives(const CoordinateDef& def) {
  return def.motor != MotorKind::none && def.max_force > 0 && !def.is_servo();
}

Touch drive(int joint, const CoordinateDef& def, int what, double bound) {
  return {.kind = TouchKind::drive,
          .key = joint_key(joint, def.coordinate, what),
          .joint = joint,
          .coordinate = def.coordinate,
          .bound = bound,
          .mu_s = 1,
          .mu_k = 1,
          .tangents = 1};
}

}  // namespace

double motor_speed(const Model& model, const State& state, int joint, const CoordinateDef& def) {
  if (def.motor == MotorKind::velocity) return def.target;
  return (def.target - coordinate(model, state, {joint}, def.coordinate)) /
         std::max(def.time_constant, kLeastTimeConstant);
}

double motor_speed_rate(const Model& model, const State& state, int joint,
                        const CoordinateDef& def) {
  if (def.motor == MotorKind::velocity) return 0.0;
  return -coordinate_rate(model, state, {joint}, def.coordinate) /
         std::max(def.time_constant, kLeastTimeConstant);
}

TouchFinder::TouchFinder(const Model& model)
    : model_(&model), collider_(model), with_coordinates_(joints_with_coordinates(model)) {}

void TouchFinder::find_contacts(const State& state, double reach, std::vector<Touch>& touches) {
  for (const ContactPair& pair : collider_.collide(state, std::max(0.0, reach))) {
    if (pair.gap > reach) continue;
    const SurfacePair& surface = model_->surface_between(pair.body_a, pair.body_b);
    touches.push_back({.key = pair.key,
                       .mu_s = surface.mu_s,
                       .mu_k = surface.mu_k,
                       .e = surface.e,
                       .tangents = surface.mu_s > 0 ? pair.tangents : 0,
                       .reference_gap = pair.gap});
  }
}

void TouchFinder::find_limits_and_drives(const State& state, double reach,
                                         std::vector<Touch>& touches) const {
  for (const int j : with_coordinates_)
    for (const CoordinateDef& def : model_->joints[j].coordinates) {
      const double value = coordinate(*model_, state, {j}, def.coordinate);
      if (drives(def) && std::isfinite(def.max_force)) {
        touches.push_back(drive(j, def, 2, def.max_force));
        touches.back().motor = true;
      }
      const bool held = drives(def) && std::isinf(def.max_force);
      if (def.friction > 0 && !held) touches.push_back(drive(j, def, 3, def.friction));
      if (!(def.lo < def.hi)) continue;
      for (const double sign : {1.0, -1.0}) {
        const double bound = sign > 0 ? def.lo : def.hi;
        const double gap = sign * (value - bound);
        if (!(gap <= reach)) continue;
        touches.push_back({.kind = TouchKind::limit,
                           .key = joint_key(j, def.coordinate, sign > 0 ? 0 : 1),
                           .joint = j,
                           .coordinate = def.coordinate,
                           .sign = sign,
                           .bound = bound,
                           .e = def.e,
                           .reference_gap = gap});
      }
    }
}

std::vector<Touch> TouchFinder::find(const State& state, double reach) {
  std::vector<Touch> touches;
  find_contacts(state, reach, touches);
  find_limits_and_drives(state, reach, touches);
  return touches;
}

bool TouchFinder::meets(const State& state, std::span<const Touch> held,
                        std::span<const Touch> released, const InstantThresholds& thresholds) {
  const auto is_one_of = [](std::span<const Touch> touches, TouchKind kind, std::uint64_t key) {
    return std::ranges::any_of(
        touches, [&](const Touch& touch) { return touch.kind == kind && touch.key == key; });
  };
  const auto is_new = [&](TouchKind kind, std::uint64_t key, double rate) {
    if (!(rate < 0) || is_one_of(held, kind, key)) return false;
    return rate < -thresholds.rest_speed || !is_one_of(released, kind, key);
  };
  for (const ContactPair& pair : collider_.collide(state, thresholds.contact_gap))
    if (pair.gap < -kMeets &&
        is_new(TouchKind::contact, pair.key, contact_velocity(*model_, pair, state, state.v).x()))
      return true;
  std::vector<Touch> limits;
  find_limits_and_drives(state, -kMeets, limits);
  return std::ranges::any_of(limits, [&](const Touch& touch) {
    return touch.kind == TouchKind::limit &&
           is_new(touch.kind, touch.key,
                  touch.sign * coordinate_rate(*model_, state, {touch.joint}, touch.coordinate));
  });
}

void TouchFinder::ask_motor(const State& state, const Touch& touch, TouchRows& out) const {
  for (const CoordinateDef& def : model_->joints[touch.joint].coordinates) {
    if (def.coordinate != touch.coordinate) continue;
    out.target = motor_speed(*model_, state, touch.joint, def);
    out.target_rate = motor_speed_rate(*model_, state, touch.joint, def);
  }
}

// Adds the contact points within `reach` of touches that are not found yet, each to the first touch
// of its key.
void TouchFinder::match(const State& state, double reach, std::span<const Touch> touches,
                        std::vector<ContactPair>& pairs, std::vector<std::size_t>& owners,
                        std::vector<TouchRows>& out) {
  for (const ContactPair& pair : collider_.collide(state, reach))
    for (std::size_t i = 0; i < touches.size(); ++i)
      if (touches[i].kind == TouchKind::contact && touches[i].key == pair.key && !out[i].found) {
        pairs.push_back(pair);
        owners.push_back(i);
        out[i].found = true;
        break;
      }
}

// Looks for the touches with margins that grow a hundredfold until all are found.
void TouchFinder::add_contact_rows(const State& state, std::span<const Touch> touches,
                                   RowPool& pool, std::vector<TouchRows>& out) {
  double most = kFindReach;
  std::size_t sought = 0;
  for (const Touch& touch : touches) {
    if (touch.kind != TouchKind::contact) continue;
    most = std::max(most, 2 * touch.reference_gap);
    ++sought;
  }
  std::vector<ContactPair> pairs;
  std::vector<std::size_t> owners;
  for (double reach = kLeastReach; owners.size() < sought; reach = std::min(most, 100 * reach)) {
    match(state, reach, touches, pairs, owners, out);
    if (reach >= most) break;
  }
  if (owners.empty()) return;
  contacts_.clear();
  append_contact_rows(*model_, state, ContactLaw::cone, 0.0, 0.0, pairs, pool, contacts_);
  for (std::size_t k = 0; k < owners.size(); ++k) {
    TouchRows& rows = out[owners[k]];
    rows.group = contacts_[k].group;
    rows.pair = contacts_[k].pair;
    rows.frame = contacts_[k].frame;
    rows.surface_velocity = contacts_[k].surface_velocity;
    rows.gap = contacts_[k].pair.gap;
  }
}

void TouchFinder::add_coordinate_rows(const State& state, std::span<const Touch> touches,
                                      RowPool& pool, std::vector<TouchRows>& out) const {
  for (std::size_t i = 0; i < touches.size(); ++i) {
    const Touch& touch = touches[i];
    if (touch.kind == TouchKind::contact) continue;
    out[i].found = true;
    out[i].group =
        append_coordinate(*model_, state, {touch.joint}, touch.coordinate, touch.sign, pool);
    if (touch.kind == TouchKind::limit)
      out[i].gap =
          touch.sign * (coordinate(*model_, state, {touch.joint}, touch.coordinate) - touch.bound);
    else if (touch.motor)
      ask_motor(state, touch, out[i]);
  }
}

void TouchFinder::rows(const State& state, std::span<const Touch> touches, RowPool& pool,
                       std::vector<TouchRows>& out) {
  pool.clear();
  out.assign(touches.size(), {});
  add_contact_rows(state, touches, pool, out);
  add_coordinate_rows(state, touches, pool, out);
}

}  // namespace perpend
