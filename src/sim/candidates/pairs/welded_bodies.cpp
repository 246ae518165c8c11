// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/welded_bodies.hpp"

#include <numeric>

namespace perpend {

WeldedBodies::WeldedBodies(const Model& model, bool joints_are_hard)
    : model_(&model),
      world_(static_cast<int>(model.bodies.size())),
      group_(model.bodies.size() + 1) {
  if (!joints_are_hard) return;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    if (model.joints[j].kind == JointKind::weld) welds_.push_back(j);
  if (exist()) update(initial_state(model));
}

int WeldedBodies::root(int body) {
  while (group_[body] != body) body = group_[body] = group_[group_[body]];
  return body;
}

void WeldedBodies::join(int a, int b) {
  group_[root(a)] = root(b);
}

void WeldedBodies::update(const State& state) {
  if (!exist() || (is_found_ && broken_ == state.broken)) return;
  is_found_ = true;
  broken_ = state.broken;
  std::iota(group_.begin(), group_.end(), 0);
  for (int i = 0; i < world_; ++i)
    if (model_->bodies[i].is_fixed()) join(i, world_);
  for (const int j : welds_) {
    if (state.is_broken({j})) continue;
    const Joint& weld = model_->joints[j];
    join(weld.a == kWorld ? world_ : weld.a.index, weld.b == kWorld ? world_ : weld.b.index);
  }
  for (int i = 0; i <= world_; ++i) group_[i] = root(i);
}

}  // namespace perpend
