// SPDX-License-Identifier: Apache-2.0
#include "perpend/sim/contact_events.hpp"

#include <algorithm>
#include <utility>

#include "perpend/core/error.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

std::pair<int, int> pair_of(const TouchingPair& touch) {
  return {touch.a.index, touch.b.index};
}

const TouchingPair* find(std::span<const TouchingPair> touches, const TouchingPair& touch) {
  const auto at = std::ranges::lower_bound(touches, pair_of(touch), {}, pair_of);
  return at != touches.end() && pair_of(*at) == pair_of(touch) ? &*at : nullptr;
}

// Finds one touch for each point with a load, sorted by pair.
void find_touches(std::span<const ContactRecord> contacts, double time,
                  std::vector<TouchingPair>& touches) {
  touches.clear();
  for (const ContactRecord& contact : contacts) {
    if (!(contact.normal.dot(contact.impulse) > 0)) continue;
    touches.push_back({contact.a, contact.b, time, contact.impulse, contact.point});
  }
  std::ranges::stable_sort(touches, {}, pair_of);
}

// Merges the touches of a pair into one, at the mean of its points.
void merge(std::vector<TouchingPair>& touches) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < touches.size();) {
    TouchingPair whole = touches[i];
    double weight = 0;
    Vector3d point(0, 0, 0), impulse(0, 0, 0);
    for (; i < touches.size() && pair_of(touches[i]) == pair_of(whole); ++i) {
      const double share = touches[i].impulse.stableNorm();
      weight += share;
      point += share * touches[i].point;
      impulse += touches[i].impulse;
    }
    whole.point = point / weight;
    whole.impulse = impulse;
    touches[kept++] = whole;
  }
  touches.resize(kept);
}

}  // namespace

std::span<const ContactEvent> ContactEvents::update(std::span<const ContactRecord> contacts,
                                                    double time) {
  find_touches(contacts, time, next_);
  merge(next_);
  events_.clear();
  for (const TouchingPair& touch : touches_)
    if (!find(next_, touch)) events_.push_back({ContactEventKind::end, time, touch});
  for (TouchingPair& touch : next_) {
    const TouchingPair* before = find(touches_, touch);
    if (!before) {
      events_.push_back({ContactEventKind::begin, time, touch});
      continue;
    }
    touch.since = before->since;
    touch.impulse += before->impulse;
  }
  std::swap(touches_, next_);
  return events_;
}

Vector3d contact_force(std::span<const ContactRecord> contacts, BodyId body, double dt,
                       BodyId against) {
  require(dt > 0, "dt", "a step > 0", dt);
  Vector3d impulse(0, 0, 0);
  for (const ContactRecord& contact : contacts) {
    const bool on_b = contact.b == body;
    if (!on_b && !(contact.a == body)) continue;
    const BodyId other = on_b ? contact.a : contact.b;
    if (!(against == kWorld) && !(other == against)) continue;
    impulse += on_b ? contact.impulse : Vector3d(-contact.impulse);
  }
  return impulse / dt;
}

}  // namespace perpend
