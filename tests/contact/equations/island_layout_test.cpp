// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_layout.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "contact/step_scene.hpp"

namespace perpend {
namespace {

using testing::StepScene;

constexpr int kDiscs = 5;

Model discs() {
  std::vector<Eigen::Vector2d> centres;
  for (int i = 0; i < kDiscs; ++i) centres.emplace_back(3 * i, 1);
  const std::vector<Eigen::Vector3d> still(kDiscs, Eigen::Vector3d::Zero());
  return testing::planar_discs({}, centres, still, std::vector<double>(kDiscs, 2.0));
}

}  // namespace

TEST_CASE("rows of an island follow one another, each bound of the cone after its slack row") {
  std::mt19937 random(7);
  for (int draw = 0; draw < 50; ++draw) {
    StepScene scene(discs(), {.law = ContactLaw::cone, .dt = 1e-2});
    for (int body = 1; body <= kDiscs; ++body)
      scene.bound(body, Eigen::RowVector3d(1, 0, 0), 0, random() % 2 ? 3.0 : INFINITY, {});
    scene.collide(0.01);
    std::vector<int> groups = scene.all_groups();
    std::ranges::shuffle(groups, random);
    groups.resize(1 + random() % groups.size());
    const Eigen::VectorXd of_pool = Eigen::VectorXd::LinSpaced(scene.rows.pool.rows(), 1, 2);
    for (const bool is_cone : {false, true}) {
      IslandLayout layout;
      layout.lay_out(scene.rows, groups, is_cone);
      REQUIRE(layout.count() == groups.size());
      Eigen::VectorXd expected(0), gathered;
      const auto append = [&](const auto& values) {
        expected.conservativeResize(expected.size() + values.size());
        expected.tail(values.size()) = values;
      };
      for (std::size_t i = 0; i < groups.size(); ++i) {
        const int g = groups[i];
        const bool is_bounded = g < scene.rows.bounded && std::isfinite(scene.rows.hi[g]);
        CHECK(layout.has_slack_row(i) == (is_cone && is_bounded));
        if (layout.has_slack_row(i)) append(Eigen::VectorXd::Zero(1).eval());
        CHECK(layout.first_row(i) == expected.size());
        append(of_pool.segment(scene.rows.first_row(g), scene.rows.pool.groups()[g].rows));
      }
      layout.gather(scene.rows, of_pool, gathered);
      REQUIRE(layout.size() == expected.size());
      CHECK(gathered == expected);
    }
  }
}

}  // namespace perpend
