// SPDX-License-Identifier: Apache-2.0
//
// What a row knows stays with its features: where the search goes farther, and at another pose.
#include "sim/candidates/pairs/candidate_rows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "dynamics/bodies/kinetics.hpp"
#include "perpend/model/model_builder.hpp"
#include "sim/candidates/counterpart_contacts.hpp"
#include "sim/candidates/search_margin.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;

// Boxes and balls on a floor and beside each other, with gaps of all sizes up to 0.2 m.
Model heap(Draw& draw, int count) {
  ModelBuilder builder;
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < count; ++i) {
    const double size = draw(0.3, 0.5);
    const Vector3d place(0.6 * (i % 3), 0.6 * (i / 3 % 3), 0.5 * size + draw(1e-3, 0.2));
    BodyDef def{.kind = BodyKind::spatial};
    def.spatial.pose.p = place;
    def.spatial.velocity = Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1));
    def.spatial.omega = Vector3d(draw(-1, 1), draw(-1, 1), draw(-1, 1));
    if (draw.coin())
      def.spatial.shapes = {{.shape = spatial::box(size, size, size)}};
    else
      def.spatial.shapes = {{.shape = spatial::Sphere{0.5 * size}}};
    builder.add_body(def);
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("candidates that had a row keep it where the search goes farther") {
  Draw draw(5);
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    const Model model = heap(draw, 9);
    const State pose = initial_state(model);
    Collider collider(model);
    CandidateRows rows;
    rows.find(collider, pose, 0.05);
    REQUIRE(rows.size() > 0);
    std::map<std::uint64_t, CandidateRow> known;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].curve = draw(0, 1);
      rows[i].rotation = draw(0, 1);
      rows[i].state = draw.coin() ? CandidateRow::State::active : CandidateRow::State::none;
      if (rows[i].is_active()) known[rows.contact(i).key] = rows[i];
    }
    rows.speculative().push_back(rows.contact(0));
    const std::size_t before = rows.size();
    rows.find_farther(collider, pose, 0.4);
    CHECK(rows.size() > before);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto had = known.find(rows.contact(i).key);
      const CandidateRow expected = had == known.end() ? CandidateRow{} : had->second;
      CHECK(rows[i].state == expected.state);
      CHECK(rows[i].curve == expected.curve);
      CHECK(rows[i].rotation == expected.rotation);
      kept += rows[i].is_active();
    }
    CHECK(kept == known.size());
    const std::vector<ContactPair>& active = rows.active();
    REQUIRE(active.size() == kept + 1);
    for (std::size_t i = 0; i < kept; ++i) {
      CHECK(active[i].curve == known.at(active[i].key).curve);
      CHECK(active[i].turn == known.at(active[i].key).rotation);
    }
  }
}

TEST_CASE("the counterpart of a contact at another pose is the one of its features there") {
  Draw draw(6);
  int found = 0;
  for (int trial = 0; trial < 20; ++trial) {
    CAPTURE(trial);
    const Model model = heap(draw, 9);
    StepContext step(model, {});
    step.margin = 0.1;
    const State pose = initial_state(model);
    State other = pose;
    drift(model, draw(-0.02, 0.02), other);
    Collider there(model), here(model);
    const auto expected = there.collide(other, 10.0);
    CounterpartContacts counterparts(step);
    counterparts.look_at(other, pose);
    for (const ContactPair& contact : here.collide(pose, step.margin)) {
      const std::optional<ContactPair> same = counterparts.find(contact);
      if (!same) continue;
      ++found;
      const auto wanted = std::ranges::find(expected, contact.key, &ContactPair::key);
      REQUIRE(wanted != expected.end());
      CHECK(same->piece_a == contact.piece_a);
      CHECK(same->piece_b == contact.piece_b);
      CHECK(same->gap == doctest::Approx(wanted->gap));
      CHECK((same->point_a - wanted->point_a).norm() < 1e-9);
    }
  }
  CHECK(found > 100);
}

TEST_CASE("margins are rounded up to eight values for a power of two, but not those of options") {
  Draw draw(7);
  const Model model = heap(draw, 1);
  const StepContext step(model, {}), with_margin(model, {.margin = 0.3});
  const SearchMargin margin(step), own(with_margin);
  for (int trial = 0; trial < 1000; ++trial) {
    const double x = std::pow(2.0, draw(-20, 20)), up = margin.rounded_up(x);
    CHECK(up >= x);
    CHECK(up <= 1.125 * x);
    CHECK(margin.rounded_up(up) == up);
    CHECK(std::fmod(16 * up, std::exp2(std::floor(std::log2(x)) + 1)) == 0);
    CHECK(own.rounded_up(x) == x);
  }
}

}  // namespace perpend
