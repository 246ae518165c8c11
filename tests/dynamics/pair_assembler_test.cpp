// SPDX-License-Identifier: Apache-2.0
#include "dynamics/pair_assembler.hpp"

#include <doctest/doctest.h>

#include <random>

#include "perpend/model/model_builder.hpp"

namespace perpend {
namespace {

// Bodies in the plane and in space, the last of them prescribed.
Model bodies() {
  ModelBuilder builder;
  for (int i = 0; i < 6; ++i)
    builder.add_body({.pose = {{3.0 * i, 0}, 0}, .mass = 1.0 + i, .inertia = 0.5 + i});
  builder.add_body({.kind = BodyKind::fixed, .pose = {{0, -9}, 0}});
  return builder.build().value();
}

}  // namespace

TEST_CASE("W by blocks of groups that share a body has the bits of the dense one") {
  const Model model = bodies();
  Eigen::VectorXd inverse_mass(model.dof());
  for (const Body& body : model.bodies)
    for (int c = 0; c < body.dof; ++c)
      inverse_mass[body.v_offset + c] = 1.0 / (3 + body.v_offset + c);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1, 1);
  PairAssembler assembler;
  linalg::PairBlocks blocks;
  for (int trial = 0; trial < 20; ++trial) {
    RowPool pool;
    std::vector<int> groups, first_rows;
    for (int i = 0; i < 12; ++i) {
      const int a = static_cast<int>(random() % 6), b = static_cast<int>(random() % 8) - 1;
      const int group = pool.add(model, a, b == a ? -1 : b, 1 + i % 2);
      for (int k = 0; k < 2; ++k)
        for (double& entry : pool.block(group, k).reshaped()) entry = uniform(random);
      if (i % 5 == 4) continue;  // another island's
      groups.push_back(group);
    }
    int rows = 0;
    for (const int group : groups) {
      first_rows.push_back(rows);
      rows += pool.groups()[group].rows;
    }
    Eigen::MatrixXd W;
    DelassusAssembler().assemble(pool, groups, first_rows, inverse_mass, model, rows, W);
    assembler.assemble(pool, groups, inverse_mass, model, blocks);
    CHECK(blocks.dense() == W);
    CHECK(blocks.pairs.size() < groups.size() * groups.size() / 2);
  }
}

}  // namespace perpend
