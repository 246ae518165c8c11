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
/// Ball joints give a block on the rotation of each body. Rods, springs of struts, rows across a
/// line or plane and the angular rows of hinges give a block over both bodies. Rolling and custom
/// joints and couplers give none; joints between a planar and a spatial body give none unless they
/// are balls.
class AddedMass {
 public:
  /// Block over both bodies of a joint, in the order a, b.
  struct Pair {
    int joint = -1;
    Matrix12d block = Matrix12d::Zero();  ///< in the plane: upper left 6 × 6 only
  };
  /// Torque -D (omega_a - omega_b) on a and the opposite on b; `damping` is D in N·m·s.
  struct Damper {
    int joint = -1;
    double damping = 0.0;
  };

  explicit AddedMass(const Model& model);

  /// Sets the threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads) { threads_ = &threads; }

  /// Computes B and D at a pose with state.joint_impulses, for a step of dt (s).
  void compute(const State& state, double dt);
  /// From now on compute() uses these impulses along struts (N·s, one per joint) instead of those
  /// of their springs at the pose. An empty vector selects the springs again.
  void set_struts(const std::vector<double>& impulses) { struts_ = impulses; }
  const std::vector<double>& struts() const { return struts_; }
  /// True if the tensile impulse of some strut is over twice that in compute() and would add a mass
  /// that is not negligible.
  bool falls_short(const State& state, double dt, const std::vector<double>& impulses) const;
  /// Sets B and D to zero.
  void clear();

  /// Returns the work (J) of -B (v⁺ - v) and -D v⁺ at the mean of v and v⁺. With `forgets`, B acts
  /// on v⁺ alone, as if from rest.
  double work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus, bool forgets) const;

  /// B on the rotation of a body: 3 × 3 for spatial bodies, kg m²; planar bodies have entry (0, 0).
  const Eigen::Matrix3d& rotation(int body) const { return rotation_[body]; }
  /// True if any rotation() is not zero.
  bool has_rotation() const { return has_rotation_; }
  const std::vector<Pair>& pairs() const { return pairs_; }
  /// True if a pair other than that of a rod couples two moving bodies, or a damper acts.
  bool couples() const { return couples_ || !dampers_.empty(); }
  const std::vector<Damper>& dampers() const { return dampers_; }

 private:
  double rotation_work(Chunk bodies, const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus,
                       bool forgets) const;
  double pair_work(const Eigen::VectorXd& v, const Eigen::VectorXd& v_plus, bool forgets) const;
  void find_ends();
  void add_balls(Chunk bodies, const State& state, double factor);
  void add_coupling(int joint, const State& state, double factor);
  // Line between the anchors of a joint: d = x_a - x_b, arms from the centres of mass; world frame.
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

  // End of a ball joint on a body whose rotation takes its stiffness.
  struct End {
    int impulse = 0;    // first entry of the joint in State::joint_impulses
    double sign = 1.0;  // -1: the end on b
    Eigen::Vector3d anchor;
  };
  // Data of a body that takes added mass; Body itself is too large to iterate over.
  struct Bearer {
    int first_end = 0;  // first of its ends_; they end at that of the next body
    int pose = 0;       // offset in State::q
    int rotation = -1;  // angular velocity in State::v; -1: no added mass
    bool in_plane = false;
    // Principal moments, kg m²; infinite if the body takes no added mass.
    double least_inertia = std::numeric_limits<double>::infinity();
    double mean_inertia = std::numeric_limits<double>::infinity();
  };
  // `light`: some body is so light against its B that D acts; `rotates`: some B is not negligible.
  struct Found {
    bool light = false, rotates = false;
  };
  Found drop_negligible(Chunk bodies);

  const Model* model_;
  Threads* threads_ = &Threads::alone();
  std::vector<Eigen::Matrix3d> rotation_;
  std::vector<double> borne_;    // per body: trace of all B on its rotation
  std::vector<Bearer> bearers_;  // per body, and one behind the last
  std::vector<End> ends_;        // sorted by body, then by joint
  std::vector<int> balls_;       // indices of ball joints
  std::vector<int> couplings_;   // joints that may add a pair
  std::vector<double> struts_;   // impulses per joint; empty: those of the springs
  std::vector<Pair> pairs_;
  bool has_rotation_ = false, couples_ = false;
  std::vector<Damper> dampers_;
};

/// True if the anchors coincide, so that the first rows are x_a - x_b.
bool is_ball(JointKind kind);
/// True if some impulse of the joint adds a mass that couples its bodies.
bool couples_bodies(const Joint& joint);

}  // namespace perpend
