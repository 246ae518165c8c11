// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perpend/model/model.hpp"
#include "perpend/sim/step_report.hpp"

namespace perpend {

enum class DerivativeStatus {
  regular,     ///< the step is differentiable here, and this is its derivative
  degenerate,  ///< it is not: `degenerate` says where; the derivative of one of its sides
  partial,     ///< something of the step counts as constant: `constant` says what
  failed       ///< no derivatives: `message` says why
};

std::string_view to_string(DerivativeStatus status);

/// Where a step has no derivative, or one that its active set does not give.
struct DegenerateRow {
  enum class Kind {
    unloaded,       ///< touches without a force and without opening; counts as open
    cone_edge,      ///< friction at its bound without slip; counts as sticking
    at_bound,       ///< motor, dry friction or limit at its bound without moving; counts as free
    ambiguous,      ///< its impulse is not unique, and the motion or a derivative depends on it
    contradictory,  ///< its row contradicts others to first order: sets change however little moves
  };
  Kind kind = Kind::unloaded;
  BodyId a = {}, b = {};
  Eigen::Vector3d point{0, 0, 0};  ///< of a contact, world, m
  JointId joint = {};              ///< of a motor, dry friction or limit
  std::string name = {};           ///< "box on ground at (1, 0, 0)", "friction of hinge"
};

std::string_view to_string(DegenerateRow::Kind kind);

/// Derivatives of one step (q, v) -> (q⁺, v⁺) at its active set: contacts that stick keep sticking,
/// those that slide slide on, open ones stay open, motors and dry friction at their bound stay
/// there (docs/methods/derivatives.md).
///
/// n velocities, c joint coordinates (State::coordinates), b bodies. Poses are in velocity
/// coordinates: displacements, and for bodies in space a small rotation about the axes of the world
/// in place of the quaternion. Rows 0 to n-1 are q⁺, rows n to 2n-1 are v⁺.
struct StepDerivatives {
  DerivativeStatus status = DerivativeStatus::failed;
  std::string message = {};  ///< why it failed
  StepReport step = {};      ///< of the step that was differentiated
  State after = {};          ///< the state it leads to

  Eigen::MatrixXd by_state;         ///< 2n × 2n: by q, then by v
  Eigen::MatrixXd by_force;         ///< 2n × n: by external forces per velocity, 1/N, 1/(N·m)
  Eigen::MatrixXd by_joint_force;   ///< 2n × c: by forces along joint coordinates
  Eigen::MatrixXd by_motor_target;  ///< 2n × c: by what motors are told; 0 where there is none
  Eigen::MatrixXd by_motor_limit;   ///< 2n × c: by their largest force
  Eigen::MatrixXd by_dry_friction;  ///< 2n × c: by CoordinateDef::friction
  Eigen::MatrixXd by_mass;          ///< 2n × b: by mass, inertia in proportion, 1/kg
  Eigen::MatrixXd by_friction;      ///< 2n × surfaces: by the coefficient of friction used
  std::vector<std::pair<int, int>> surfaces;  ///< materials (lower first) of contacts that press

  int sticking = 0,
      sliding = 0;    ///< contacts that press and do not slip; that slip or have no friction
  int open = 0;       ///< contacts with a row that do not press
  int redundant = 0;  ///< rows of those that press which others repeat: forces are not unique there
  std::vector<DegenerateRow> degenerate;
  std::vector<std::string> constant;  ///< what of the step is not differentiated
};

}  // namespace perpend
