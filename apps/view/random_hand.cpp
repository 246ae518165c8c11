// SPDX-License-Identifier: Apache-2.0
#include "view/random_hand.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace perpend::view {
namespace {

constexpr int kRound = 120, kTurn = 20, kLetGo = 100;  // steps
constexpr double kBeside = 0.1;  // offset of the point from the centre, as a fraction of reach_
constexpr double kLeast = 0.5;   // m, smallest reach_; used for a scene in one spot

}  // namespace

RandomHand::RandomHand(const World& world, unsigned seed, bool rigid)
    : random_(seed), rigid_(rigid) {
  const State start = initial_state(world.model());
  Eigen::AlignedBox3d box;
  for (int i = 0; i < static_cast<int>(world.model().bodies.size()); ++i)
    if (world.model().bodies[i].is_dynamic()) {
      bodies_.push_back(i);
      box.extend(spatial_pose(world.model(), start, {i}).p);
    }
  if (bodies_.empty()) return;
  middle_ = box.center();
  reach_ = std::max(kLeast, box.diagonal().norm());
}

double RandomHand::unit() {
  return 2.0 * random_() / static_cast<double>(std::mt19937::max()) - 1.0;
}

Eigen::Vector3d RandomHand::anywhere() {
  const double x = unit(), y = unit(), z = unit();
  return reach_ * Eigen::Vector3d(x, y, z);
}

void RandomHand::act(World& world) {
  if (bodies_.empty()) return;
  const int at = step_++ % kRound;
  if (at == 0) {
    const int body = bodies_[random_() % bodies_.size()];
    const Eigen::Vector3d point = kBeside * anywhere();
    world.grab(1, {body, point, middle_ + anywhere(), rigid_});
  } else if (at == kLetGo) {
    world.release(1);
  } else if (at % kTurn == 0 && at < kLetGo) {
    world.drag(1, {middle_ + anywhere()});
  }
}

}  // namespace perpend::view
