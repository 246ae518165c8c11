// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "perpend/model/model.hpp"
#include "perpend/sim/drive.hpp"
#include "perpend/sim/step_report.hpp"

/// The numbers that pages draw, frame after frame.
namespace perpend::io {

using Floats = std::vector<float>;

/// For each body (in the plane: each that is not fixed) its pose (x, y, angle; in space x, y, z, w,
/// i, j, k) and velocity; for each joint the reaction on body a (fx, fy, torque; in space three
/// components each) without the forces along its coordinates; the joint coordinates; whether each
/// joint is broken (empty if none can break); for each coordinate the forces of motor, limit, dry
/// friction, and spring with damper.
struct FrameColumns {
  Floats time, poses, velocities, reactions, coordinates, forces;
  std::vector<std::uint8_t> broken;

  void add(const Model& model, const State& state, double dt);
  void add_forces(std::span<const CoordinateForce> forces);
};

/// One column for each number of a contact; forces are means over the step.
struct ContactColumns {
  static constexpr std::array kVectors = {"point", "force", "normal", "slip"};

  std::vector<std::uint32_t> offset = {0};  ///< number of contacts before each frame; frames + 1
  std::array<std::array<Floats, 3>, kVectors.size()> vectors;
  Floats gap, mu;
  std::vector<std::int32_t> a, b;
  std::vector<std::uint8_t> status;

  void add_frame(const Model& model, std::span<const ContactRecord> contacts, double dt);
};

}  // namespace perpend::io
