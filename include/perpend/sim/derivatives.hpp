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
  degenerate,  ///< the step is not differentiable at the rows in `degenerate`; the derivative is
               ///< that of one side
  partial,     ///< some terms of the step, listed in `constant`, are treated as constant
  failed       ///< no derivatives; `message` gives the reason
};

std::string_view to_string(DerivativeStatus status);

/// A row at which a step has no derivative, or a derivative that its active set does not determine.
struct DegenerateRow {
  enum class Kind {
    unloaded,       ///< contact without force that does not open; treated as open
    cone_edge,      ///< friction at its bound without slip; treated as sticking
    at_bound,       ///< motor, dry friction or limit at its bound without motion; treated as free
    ambiguous,      ///< its impulse is not unique, and the motion or a derivative depends on it
    contradictory,  ///< its row contradicts others to first order: any change of the state changes
                    ///< the active set
  };
  Kind kind = Kind::unloaded;
  BodyId a = {}, b = {};
  Eigen::Vector3d point{0, 0, 0};  ///< contact point, world, m
  JointId joint = {};              ///< joint of a motor, dry friction or limit
  std::string name = {};           ///< "box on ground at (1, 0, 0)", "friction of hinge"
};

std::string_view to_string(DegenerateRow::Kind kind);

/// Derivatives of one step (q, v) -> (q⁺, v⁺) at its active set: sticking contacts keep sticking,
/// sliding contacts keep sliding, open contacts stay open, and motors and dry friction at their
/// bound stay there (docs/methods/derivatives.md).
///
/// The model has n velocities, c joint coordinates (State::coordinates) and b bodies. Poses are in
/// velocity coordinates: displacements, and for bodies in space a small rotation about the world
/// axes in place of the quaternion. Rows 0 to n-1 belong to q⁺, rows n to 2n-1 to v⁺.
struct StepDerivatives {
  DerivativeStatus status = DerivativeStatus::failed;
  std::string message = {};  ///< reason of a failure
  StepReport step = {};      ///< report of the step that was differentiated
  State after = {};          ///< the state after that step

  Eigen::MatrixXd by_state;        ///< 2n × 2n: by q, then by v
  Eigen::MatrixXd by_force;        ///< 2n × n: by external forces per velocity, 1/N, 1/(N·m)
  Eigen::MatrixXd by_joint_force;  ///< 2n × c: by forces along joint coordinates
  Eigen::MatrixXd by_control;  ///< 2n × actuators: by their controls; 0 where a range limits them
  Eigen::MatrixXd by_motor_target;  ///< 2n × c: by targets of motors; 0 where there is no motor
  Eigen::MatrixXd by_motor_limit;   ///< 2n × c: by the largest force of motors
  Eigen::MatrixXd by_dry_friction;  ///< 2n × c: by CoordinateDef::friction
  Eigen::MatrixXd by_mass;          ///< 2n × b: by mass, inertia in proportion, 1/kg
  Eigen::MatrixXd by_friction;      ///< 2n × surfaces: by the coefficient of friction used
  std::vector<std::pair<int, int>> surfaces;  ///< materials (lower first) of loaded contacts

  int sticking = 0,
      sliding = 0;    ///< loaded contacts that do not slip; that slip or have no friction
  int open = 0;       ///< contacts with a row but without load
  int redundant = 0;  ///< linearly dependent rows of loaded contacts, with forces not unique
  std::vector<DegenerateRow> degenerate;
  std::vector<std::string> constant;  ///< terms of the step that are not differentiated
};

}  // namespace perpend
