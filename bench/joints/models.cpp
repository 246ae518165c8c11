// SPDX-License-Identifier: Apache-2.0
#include "models.hpp"

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "bench/peers/chain.hpp"
#include "perpend/model/model_builder.hpp"

namespace perpend::bench {
namespace {

using Eigen::Vector3d;

// The joint end and the direction of a link, which points away from that end.
struct Link {
  Vector3d start, direction;
  double length;
  Vector3d end() const { return start + length * direction; }
};

BodyDef rod(const Link& link, const ChainBody& body) {
  BodyDef def{.kind = BodyKind::spatial, .mass = body.mass};
  def.spatial.pose.p = link.start + 0.5 * link.length * link.direction;
  def.spatial.pose.r = Eigen::Quaterniond::FromTwoVectors(Vector3d::UnitZ(), -link.direction);
  def.spatial.center_of_mass = Vector3d::Zero();
  def.spatial.inertia = Vector3d(body.inertia[0], body.inertia[1], body.inertia[2]).asDiagonal();
  return def;
}

void hang(ModelBuilder& builder, BodyId body, BodyId on, const Vector3d& at, ChainJoint joint) {
  builder.add_joint({.kind = joint == ChainJoint::ball ? JointKind::spherical : JointKind::pin,
                     .a = body,
                     .b = on,
                     .anchor = at,
                     .axis = {0, 1, 0}});
}

// Returns deterministic directions that fan out below the horizon.
Vector3d fan(int i) {
  const double turn = 2.399963 * i, tilt = 0.3 + 0.5 * std::fmod(0.618034 * i, 1.0);
  return {std::sin(tilt) * std::cos(turn), std::sin(tilt) * std::sin(turn), -std::cos(tilt)};
}

int parent_of(Structure structure, int i, std::mt19937_64& random) {
  switch (structure) {
    case Structure::binary_tree:
      return (i + 1) / 2 - 1;
    case Structure::star:
      return i == 0 ? -1 : 0;
    case Structure::random_tree:
      return i == 0 ? -1
                    : i - 1 - static_cast<int>(random() % static_cast<unsigned>(std::min(i, 20)));
    default:
      return i - 1;
  }
}

Model tree_model(Structure structure, int links) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.allow_start_overlap();
  const ChainScene scene{.end_mass = 0};
  std::mt19937_64 random(7);
  std::vector<Link> placed;
  for (int i = 0; i < links; ++i) {
    const int parent = parent_of(structure, i, random);
    const Vector3d start = parent < 0 ? Vector3d(0, 0, 0) : placed[parent].end();
    placed.push_back({start, fan(i), scene.link_length});
    const BodyId body = builder.add_body(rod(placed.back(), chain_body(scene, 0)));
    hang(builder, body, parent < 0 ? kWorld : BodyId{parent}, start, ChainJoint::ball);
  }
  return builder.build().value();
}

BodyDef planar_rod(const Eigen::Vector2d& from, const Eigen::Vector2d& to) {
  const Eigen::Vector2d along = to - from;
  return {.pose = {0.5 * (from + to), std::atan2(along.y(), along.x())},
          .mass = along.norm(),
          .inertia = std::pow(along.norm(), 3) / 12};
}

// Builds posts of 1 m on the ground, 1 m apart, with their tops joined by couplers: the IFToMM
// ladder.
Model ladder_model(int links) {
  ModelBuilder builder;
  builder.allow_start_overlap();
  const double lean = 0.3;
  const auto foot = [](int i) { return Eigen::Vector2d(i, 0); };
  const auto top = [&](int i) { return Eigen::Vector2d(i + std::sin(lean), std::cos(lean)); };
  const auto pin = [&](BodyId a, BodyId b, const Eigen::Vector2d& at) {
    builder.add_joint({.a = a, .b = b, .anchor = {at.x(), at.y(), 0}});
  };
  BodyId before = builder.add_body(planar_rod(foot(0), top(0)));
  pin(before, kWorld, foot(0));
  for (int i = 1; 2 * i < links; ++i) {
    const BodyId coupler = builder.add_body(planar_rod(top(i - 1), top(i)));
    const BodyId post = builder.add_body(planar_rod(foot(i), top(i)));
    pin(coupler, before, top(i - 1));
    pin(post, coupler, top(i));
    pin(post, kWorld, foot(i));
    before = post;
  }
  return builder.build().value();
}

}  // namespace

std::string_view to_string(Structure structure) {
  constexpr std::string_view kNames[] = {"chain", "binary_tree", "star", "random_tree", "ladder"};
  return kNames[static_cast<std::size_t>(structure)];
}

Model chain_model(const ChainScene& scene) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -kGravity});
  builder.allow_start_overlap();
  const Vector3d direction(std::sin(kStartAngle), 0, -std::cos(kStartAngle));
  Vector3d at(0, 0, 0);
  BodyId before = kWorld;
  for (int i = 0; i < scene.links; ++i) {
    const Link link{at, direction, scene.link_length};
    const BodyId body = builder.add_body(rod(link, chain_body(scene, i)));
    hang(builder, body, before, at, scene.joint);
    before = body;
    at = link.end();
  }
  if (scene.end_mass > 0) {
    const BodyId end = builder.add_body(rod({at, direction, 0}, chain_body(scene, scene.links)));
    hang(builder, end, before, at, scene.joint);
  }
  return builder.build().value();
}

Model structure_model(Structure structure, int links) {
  return structure == Structure::ladder ? ladder_model(links) : tree_model(structure, links);
}

Model planar_tree_model(int bodies) {
  ModelBuilder builder;
  builder.allow_start_overlap();
  std::vector<Eigen::Vector2d> ends;
  for (int i = 0; i < bodies; ++i) {
    const int parent = (i + 1) / 2 - 1;
    const Eigen::Vector2d from = parent < 0 ? Eigen::Vector2d(0, 0) : ends[parent];
    const double angle = -std::numbers::pi * (0.15 + 0.7 * std::fmod(0.618034 * i, 1.0));
    ends.push_back(from + Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    const BodyId body = builder.add_body(planar_rod(from, ends.back()));
    builder.add_joint(
        {.a = body, .b = parent < 0 ? kWorld : BodyId{parent}, .anchor = {from.x(), from.y(), 0}});
  }
  return builder.build().value();
}

Model planar_rings_model(int rings, int bars) {
  ModelBuilder builder;
  builder.allow_start_overlap();
  const auto pin = [&](BodyId a, BodyId b, const Eigen::Vector2d& at) {
    builder.add_joint({.a = a, .b = b, .anchor = {at.x(), at.y(), 0}});
  };
  std::vector<JointDef> closing;
  BodyId hung_on = kWorld;
  Eigen::Vector2d top(0, 0);
  for (int ring = 0; ring < rings; ++ring) {
    std::vector<Eigen::Vector2d> corners{top};
    for (int i = 0; i < bars; ++i) {
      // The first bar is not vertical, so that no ring hangs in equilibrium.
      const double angle = 2 * std::numbers::pi * i / bars - 0.7;
      corners.push_back(corners.back() + Eigen::Vector2d(std::cos(angle), std::sin(angle)));
    }
    std::vector<BodyId> bodies;
    for (int i = 0; i < bars; ++i) {
      bodies.push_back(builder.add_body(planar_rod(corners[i], corners[i + 1])));
      pin(bodies[i], i == 0 ? hung_on : bodies[i - 1], corners[i]);
    }
    closing.push_back({.a = bodies.back(), .b = bodies.front(), .anchor = {top.x(), top.y(), 0}});
    hung_on = bodies[bars / 2];
    top = corners[bars / 2];
  }
  for (const JointDef& def : closing) builder.add_joint(def);
  return builder.build().value();
}

Model spatial_chain_model(int bodies) {
  return chain_model({.links = bodies, .end_mass = 0});
}

}  // namespace perpend::bench
