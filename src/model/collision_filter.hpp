// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// Whether two bodies of the model collide where their shapes meet: on one level, with filters of
/// shapes that may allow it, at least one of them moved by forces, not excluded, and joined by no
/// joint but struts and those that let their bodies collide. Needs body_a < body_b.
bool may_collide(const Model& model, int body_a, int body_b);
/// The same where joints of the state may be broken, which join nothing.
bool may_collide(const Model& model, const State& state, int body_a, int body_b);

/// Whether the filters of two shapes, one of each body, let them collide. In BodyDetails planar
/// shapes come first.
bool shapes_may_collide(const Body& a, int shape_a, const Body& b, int shape_b);

/// Pose of the frame in which the body's planar shapes lie. A custom body with planar shapes moves
/// in the plane.
planar::Pose outline_pose(const Model& model, const State& state, int body);

}  // namespace perpend
