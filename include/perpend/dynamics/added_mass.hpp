// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

#include "perpend/dynamics/geometric_stiffness.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

class BallEnds;

/// Implicit geometric stiffness of the joints as a mass B on v⁺ - v, and the damper D between taut
/// light bodies on v⁺ (docs/methods/midpoint_step.md): B = c h Σ K⁺(lambda) of the impulses that
/// the joints had in the last step.
///
/// Ball joints give a block on the turn of each body; rods a block over both bodies.
class AddedMass {
 public:
  /// On both bodies of a distance joint, in the order a, b.
  struct Rod {
    int joint = -1;
    Matrix12d block = Matrix12d::Zero();  ///< in space; in the plane its upper left 6 × 6
  };
  /// D (omega_a - omega_b) against the turn of a, and the opposite on b; N·m·s.
  struct Damper {
    int joint = -1;
    double damping = 0.0;
  };

  explicit AddedMass(const Model& model);

  /// B and D at a pose with state.joint_impulses, for a step of dt (s).
  void compute(const State& state, double dt);
  /// No mass at all.
  void clear();

  /// Work of B on its way from v to v⁺ and of D on v⁺, at the mean of v_start and v⁺ (J): what both
  /// take, negated.
  double work(const Eigen::VectorXd& v_start, const Eigen::VectorXd& v,
              const Eigen::VectorXd& v_plus) const;

  /// 3 × 3 on the turn of a spatial body, kg m²; planar bodies have entry (0, 0).
  const Eigen::Matrix3d& turn(int body) const { return turn_[body]; }
  const std::vector<Rod>& rods() const { return rods_; }
  const std::vector<Damper>& dampers() const { return dampers_; }

 private:
  void add_ball(const Joint& joint, const State& state, BallEnds& ends);
  void add_rod(int joint, const State& state, double factor);
  void add_dampers();
  void drop_negligible();
  double mean_inertia(int body) const;

  const Model* model_;
  std::vector<Eigen::Matrix3d> turn_;
  std::vector<Rod> rods_;
  std::vector<Damper> dampers_;
};

/// Whether the anchors coincide, so that the first rows are x_a - x_b.
bool is_ball(JointKind kind);

}  // namespace perpend
