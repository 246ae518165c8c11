// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "core/threads.hpp"
#include "dynamics/mass_system/geometric_stiffness.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// Implicit geometric stiffness of the joints as a mass B on v⁺ - v, and the damper D between taut
/// light bodies on v⁺ (docs/methods/midpoint_step.md): B = c h Σ K⁺(lambda) of the impulses that
/// the joints had in the last step.
///
/// Ball joints give a block on the rotation of each body; rods, springs of struts, rows across a
/// line or plane and the angular rows of hinges a block over both bodies. Rolling, custom joints
/// and couplers give none, nor do joints between a planar and a spatial body but for balls.
class AddedMass {
 public:
  /// On both bodies of a joint, in the order a, b.
  struct Pair {
    int joint = -1;
    Matrix12d block = Matrix12d::Zero();  ///< in space; in the plane its upper left 6 × 6
  };
  /// D (omega_a - omega_b) against the rotation of a, and the opposite on b; N·m·s.
  struct Damper {
    int joint = -1;
    double damping = 0.0;
  };

  explicit AddedMass(const Model& model);

  /// Threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads) { threads_ = &threads; }

  /// B and D at a pose with state.joint_impulses, for a step of dt (s).
  void compute(const State& state, double dt);
  /// From now on struts bear these impulses along themselves (N·s, one per joint) instead of what
  /// their springs do at the pose; empty: the springs again.
  void set_struts(const std::vector<double>& impulses) { struts_ = impulses; }
  const std::vector<double>& struts() const { return struts_; }
  /// Whether a strut would add mass by these impulses that are over twice those of compute().
  bool falls_short(const State& state, double dt, const std::vector<double>& impulses) const;
  /// No mass at all.
  void clear();

  /// Work of B on its way from v, or where it `forgets` from rest, to v⁺ and of D on v⁺, at the
  /// mean of v and v⁺ (J): what both take, negated.
  double work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus, bool forgets) const;

  /// 3 × 3 on the rotation of a spatial body, kg m²; planar bodies have entry (0, 0).
  const Eigen::Matrix3d& rotation(int body) const { return rotation_[body]; }
  /// Whether any rotation() is not zero.
  bool has_rotation() const { return has_rotation_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  /// Whether a pair but those of rods is among them, or a damper.
  bool couples() const { return couples_ || !dampers_.empty(); }
  const std::vector<Damper>& dampers() const { return dampers_; }

 private:
  double rotation_work(Chunk bodies, const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus,
                       bool forgets) const;
  double pair_work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus, bool forgets) const;
  void find_ends();
  void add_balls(Chunk bodies, const State& state, double factor);
  void add_coupling(int joint, const State& state, double factor);
  // Between the anchors of a joint: d = x_a - x_b, arms from the centres of mass; world frame.
  struct Line {
    Eigen::Vector3d d, r_a, r_b;
  };
  Line line(const Joint& joint, const State& state) const;
  static Matrix12d line_stiffness(const Joint& joint, const Line& line, double impulse);
  void add_rod(int joint, const State& state, double factor);
  void add_strut(int joint, const State& state, double factor);
  double strut_impulse(int joint, const Line& line, double dt) const;
  double strut_share(const Joint& joint, const Line& line, double size) const;
  void add_rotating(int joint, const State& state, double factor);
  void add_across(const Joint& joint, int index, const Eigen::Vector3d& impulse, const State& state,
                  double factor);
  void add_hinge(const Joint& joint, int index, const Eigen::Vector3d& impulse, const State& state,
                 double factor);
  void add_pair(int joint, const Matrix12d& block);
  double share(double on_a, double on_b, double on_both, const Joint& joint) const;
  double mass(BodyId body) const;
  double least_inertia(BodyId body) const;
  void add_dampers();

  // An end of a ball joint on a body whose rotation bears its stiffness.
  struct End {
    int impulse = 0;    // first of its joint, in State::joint_impulses
    double sign = 1.0;  // -1: on b
    Eigen::Vector3d anchor;
  };
  // A body without its Body, which is too large to walk.
  struct Bearer {
    int first_end = 0;  // in ends_, up to that of the next body
    int pose = 0;       // in State::q
    int rotation = -1;  // angular velocity in State::v; -1: the body bears no added mass
    bool in_plane = false;
    // Principal moments, kg m²; infinite where the body bears no added mass.
    double least_inertia = std::numeric_limits<double>::infinity();
    double mean_inertia = std::numeric_limits<double>::infinity();
  };
  // Bodies so light against their B that D acts; whether some B is not negligible.
  struct Found {
    bool light = false, rotates = false;
  };
  Found drop_negligible(Chunk bodies);

  const Model* model_;
  Threads* threads_ = &Threads::alone();
  std::vector<Eigen::Matrix3d> rotation_;
  std::vector<double> borne_;    // trace over the rotation of a body, of all B on it
  std::vector<Bearer> bearers_;  // by body, and one behind the last
  std::vector<End> ends_;        // by body, in the order of joints
  std::vector<int> balls_;       // joints
  std::vector<int> couplings_;   // joints that may have a pair
  std::vector<double> struts_;   // impulses, per joint
  std::vector<Pair> pairs_;
  bool has_rotation_ = false, couples_ = false;
  std::vector<Damper> dampers_;
};

/// Whether the anchors coincide, so that the first rows are x_a - x_b.
bool is_ball(JointKind kind);
/// Whether some impulse of the joint adds a mass that couples its bodies.
bool couples_bodies(const Joint& joint);

}  // namespace perpend
