// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "perpend/model/model.hpp"

namespace perpend {

/// True if two bodies of the model collide where their shapes overlap: they are on one level, their
/// filters or those of their shapes may allow it, at least one of them is dynamic, they are not
/// excluded, and no joint joins them except struts and joints that let their bodies collide.
/// Precondition: body_a < body_b.
bool may_collide(const Model& model, int body_a, int body_b);
/// Does the same for a state in which joints may be broken; a broken joint joins nothing.
bool may_collide(const Model& model, const State& state, int body_a, int body_b);

/// True if the filters of two shapes, one of each body, let them collide. In BodyDetails planar
/// shapes come first.
bool shapes_may_collide(const Body& a, int shape_a, const Body& b, int shape_b);

/// Returns the pose of the frame of the body's planar shapes. A custom body with planar shapes
/// moves in the plane.
planar::Pose outline_pose(const Model& model, const State& state, int body);

}  // namespace perpend
