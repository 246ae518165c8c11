// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/threads.hpp"
#include "dynamics/row_pool.hpp"

namespace perpend {

/// Appends one row group per joint (blocks a and b), then one per coupler (a block for each of
/// Coupler::bodies), in the order of the model, and their position errors: phi (m or rad) with
/// d(phi)/dt = J v, 0 for nonholonomic rows. Baraff 1996, section 2; Hart & Anitescu 2003, eq. 2.2.
///
/// Every row measures a against b and its multiplier acts on a, so that the rows of a joint are
/// (docs/methods/joints.md; x_a, x_b the anchors, d = x_a - x_b, x y z the joint frame on b in the
/// world, P the rotation of a in that frame):
///   pin             d; in space also y·x_a-axis, z·x_a-axis
///   prismatic       y·d, [z·d,] lock
///   distance        |d| - length
///   weld            d, lock
///   spherical       d
///   universal       d, y·x_a-axis
///   cylindrical     y·d, z·d, y·x_a-axis, z·x_a-axis
///   planar          x·d, y·x_a-axis, z·x_a-axis
///   point_on_line   y·d, [z·d]
///   point_on_plane  x·d
///   screw           as cylindrical, then x·d - pitch · angle
///   rolling         height of a's centre over the plane less the radius, then the velocity of a at
///                   the contact point along y, [z] (nonholonomic)
///   strut           none
///   custom          as defined by its JointType
/// lock: angle of a less angle of b and Joint::angle in the plane, else 2 vec(P) along x, y, z.
/// Rows of d alone use (x_a + x_b)/2 as the end of both arms, so the error of their rate is at most
/// |omega_a + omega_b| |d| / 2; all others are exact at any pose.
///
/// Every row of a built-in kind and of a coupler keeps linear and angular momentum at any pose,
/// unless a particle has its anchor away from its position.
void append_joint_rows(const Model& model, const State& state, RowPool& pool,
                       std::vector<double>& phi);

/// Rows of append_joint_rows() at a sequence of poses: laid out once, so that a pose only writes
/// values.
class JointRows {
 public:
  explicit JointRows(const Model& model);

  /// Sets the threads that share the work from now on; they must outlive this.
  void run_on(Threads& threads) { threads_ = &threads; }

  /// Computes rows and position errors at the pose of a state. Does not allocate.
  void evaluate(const State& state);

  const RowPool& pool() const { return pool_; }
  /// Position errors, one entry per row.
  const Eigen::VectorXd& phi() const { return phi_; }

 private:
  // One body of a ball joint.
  struct BallEnd {
    int pose = -1;    // offset of the body in State::q; -1: the world
    int values = -1;  // offset of its block
    Eigen::Vector3d anchor;
  };
  // A ball joint on spatial rigid bodies or the world, by far the most frequent kind. Joint and
  // Body themselves are too large to iterate over.
  struct Ball {
    int row = -1;  // -1: the joint is of another kind
    BallEnd a, b;
  };
  BallEnd ball_end(BodyId body, const Eigen::Vector3d& anchor, int group, int block);
  void evaluate_ball(const Ball& ball, const double* q);
  void evaluate_joint(int joint, const State& state);
  void write_ends(int joint);
  void drop_broken(const State& state);

  const Model* model_;
  Threads* threads_ = &Threads::alone();
  RowPool pool_;
  std::vector<Ball> balls_;   // per joint
  std::vector<int> dropped_;  // groups zeroed because their joint is broken
  Eigen::VectorXd phi_;
};

/// True if a group of these rows is inactive: that of a broken joint, or of a coupler with one.
bool is_dropped(const Model& model, const State& state, int group);

/// True if some joint of the model breaks under load.
bool has_breaking_joints(const Model& model);

/// Worst position (m) and angle (rad) error over all joints and couplers, and where: an index of
/// Model::joints, or joints.size() + index of Model::couplers; -1 where there is none. The errors
/// of one joint are the norms of its rows of either kind.
struct JointError {
  double gap = 0.0;
  double angle = 0.0;
  int gap_joint = -1;
  int angle_joint = -1;
};
JointError joint_error(const Model& model, const State& state);
/// Return the errors of some of the joints, those of all couplers, and the larger of two errors.
JointError joint_error(const Model& model, Chunk joints, const State& state);
JointError coupler_error(const Model& model, const State& state);
JointError worse(const JointError& a, const JointError& b);

}  // namespace perpend
