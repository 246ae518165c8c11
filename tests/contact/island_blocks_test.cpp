// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_blocks.hpp"

#include <doctest/doctest.h>

#include <vector>

#include "contact/step_scene.hpp"
#include "dynamics/added_masses.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;
using testing::StepScene;

// Three balls in a row, told struts between neighbours, on a ground.
Model tied_balls() {
  ModelBuilder builder;
  std::vector<BodyId> balls;
  for (int i = 0; i < 3; ++i) {
    BodyDef def{.kind = BodyKind::spatial, .mass = 2.0 + i};
    def.spatial.pose.p = {2.5 * i, 0, 1};
    def.spatial.velocity = {0.1, 0.2 * i, -1};
    def.spatial.inertia = Eigen::Vector3d(0.7, 0.8, 0.9 + 0.1 * i).asDiagonal();
    def.spatial.shapes = {{.shape = spatial::Sphere{1}}};
    balls.push_back(builder.add_body(def));
  }
  builder.add_body(
      {.kind = BodyKind::spatial_fixed, .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
  for (int i = 0; i < 2; ++i)
    builder.add_joint({.kind = JointKind::strut,
                       .a = balls[i == 0 ? 0 : 2],
                       .b = balls[1],
                       .anchor = {i == 0 ? 0.5 : 4.5, 0.3, 1.2},
                       .anchor_b = Eigen::Vector3d(2.5, 0.4 * i, 0.8),
                       .coordinates = {{.hi = 100}}});
  return builder.build().value();
}

// K of the velocities of all nodes.
MatrixXd dense(const lcp::BlockProblem& problem) {
  std::vector<int> first{0};
  for (const int size : problem.graph().sizes) first.push_back(first.back() + size);
  MatrixXd K = MatrixXd::Zero(first.back(), first.back());
  for (int i = 0; i < problem.graph().nodes(); ++i)
    K.block(first[i], first[i], problem.node(i).rows(), problem.node(i).cols()) = problem.node(i);
  for (int e = 0; e < static_cast<int>(problem.graph().edges.size()); ++e) {
    const auto [i, j] = problem.graph().edges[e];
    const MatrixXd block = problem.coupling(e);
    K.block(first[i], first[j], block.rows(), block.cols()) += block;
    K.block(first[j], first[i], block.cols(), block.rows()) += block.transpose();
  }
  return K;
}

}  // namespace

// A contact of the first ball, a contact of the second, and a motor between the two slack rows.
TEST_CASE("an island in blocks has all that added mass ties to it, and the response of motors") {
  StepScene scene(tied_balls(), {.law = ContactLaw::cone, .dt = 1e-2});
  AddedMass added(scene.model);
  added.set_struts({-5000, -3000});
  added.compute(scene.state, 0.01);
  REQUIRE(added.pairs().size() == 2);
  std::vector<double> phi;
  RowPool joints;
  append_joint_rows(scene.model, scene.state, joints, phi);
  scene.masses.factor(scene.state, joints, RowPool(), {}, added);
  Eigen::RowVectorXd pull(6);
  pull << 0, 0, 0, 0.5, -2, 1;
  scene.bound(1, pull, -3, 3, {});
  scene.collide(0.1);
  REQUIRE(scene.rows.contacts.size() == 3);
  IslandBlocks blocks;
  lcp::BlockProblem problem;
  IslandLayout layout;
  layout.lay_out(scene.rows, std::vector<int>{1, 0, 2}, true);
  REQUIRE(layout.has_slack_row(1));
  REQUIRE(layout.first_row(1) == 4);
  blocks.assemble(scene.rows, layout, problem);

  MatrixXd M = testing::dense(added, scene.model);
  for (int i = 0; i < 3; ++i) {
    MatrixXd block(6, 6);
    mass_block(scene.model, scene.state.q, i, {block.data(), 6, 6});
    M.block<6, 6>(6 * i, 6 * i) += block;
  }
  const MatrixXd K = dense(problem), moving = M.topLeftCorner<18, 18>();
  REQUIRE(K.rows() == 18);
  CHECK((K - moving).norm() < 1e-12 * M.norm());
  CHECK(blocks.free_velocity() == scene.rows.v_free.head<18>());
  const Eigen::MatrixXd own = moving.block<6, 6>(6, 6);
  VectorXd compliance = VectorXd::Zero(8);
  compliance[3] = pull.dot(own.ldlt().solve(pull.transpose()));
  CHECK((problem.compliance - compliance).norm() < 1e-12 * compliance[3]);
}

}  // namespace perpend
