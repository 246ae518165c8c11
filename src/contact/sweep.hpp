// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "contact/collider.hpp"
#include "contact/turning_piece.hpp"

namespace perpend {

/// Finds whether and when pieces meet during a drift: conservative advancement over their signed
/// distance. See docs/methods/sweep.md.
class Sweep {
 public:
  explicit Sweep(const Model& model);

  /// Lets bodies drift from `pose` with velocities `v` from now on; both must outlive the queries.
  void start(const State& pose, const Eigen::VectorXd& v);

  const State& pose() const { return *pose_; }

  /// True if two pieces could pass through each other within `duration` between the poses at its
  /// ends: they move by more than a share of the overlap that this takes.
  bool is_fast(int piece_a, int piece_b, double duration) const;
  /// Returns the largest distance by which two pieces may come closer within `duration`, m.
  double approach(int piece_a, int piece_b, double duration) const;
  /// Returns the part of approach() that rotation adds, m.
  double swing(int piece_a, int piece_b, double duration) const;
  /// Radius of the largest ball (disc) around the middle of a piece, m; infinite for a half space.
  double inner_radius(int piece) const { return outlines_[piece].inner_radius; }
  /// Overlap (m) above which two pieces count as having met.
  double depth(int piece_a, int piece_b) const;

  /// Returns the first time in [0, duration] when two pieces overlap by more than depth() and by
  /// more than at the start; empty if they never do.
  std::optional<double> first_overlap(const Collider& collider, int piece_a, int piece_b,
                                      double duration);

  /// Returns the first time when two pieces touch, to 1e-9 of the smaller inner radius; `duration`
  /// if they do not touch within it. Empty if they touch from the start, or approach so slowly that
  /// the time is not found.
  std::optional<double> first_touch(const Collider& collider, int piece_a, int piece_b,
                                    double duration);

  /// Returns the state of both bodies after a drift of `time`; the other bodies are undefined.
  const State& at(int piece_a, int piece_b, double time);
  /// Number of positions on the way that all queries evaluated so far.
  long positions() const { return positions_; }

 private:
  struct Outline {
    int body = 0;
    double inner_radius = 0.0;      // m
    double arm = 0.0;               // m, from the centre of mass to the farthest point of the core
    bool is_round = false;          // keeps its shape as it spins about `axis`
    Eigen::Vector3d axis{0, 0, 1};  // body frame
  };
  // Velocity of the middle of piece b relative to that of a, and the speed that rotation adds.
  struct Closing {
    Eigen::Vector3d v;
    double turn = 0.0;
    double speed(const Eigen::Vector3d& normal) const;
  };
  // The rotation of a piece, without spin about an axis of symmetry.
  struct Turn {
    Eigen::Vector3d omega{0, 0, 0};  // present rate, world
    double fastest = 0.0;            // largest rate within a drift, rad/s
    double bend = 0.0;               // rad²/s²: no point leaves its tangent by more than its
                                     // distance from the centre of mass times bend t²/2
  };
  Closing closing_of(int piece_a, int piece_b) const;
  Turn turn(int piece, const State& pose, const Eigen::VectorXd& v) const;
  Turn turn_of_round(const Outline& outline, const Eigen::Quaterniond& r,
                     const Eigen::Vector3d& omega) const;
  TurningPiece turning(const Collider& collider, int piece) const;
  // Two pieces on their way for `duration`, until they overlap by more than `deep` (m).
  struct Way {
    int a = 0, b = 0;  // pieces
    double deep = 0.0, duration = 0.0;
    bool are_convex = true;
  };
  double clear_time(const Collider& collider, const Way& way, const spatial::Distance& apart,
                    double most) const;
  // Evaluates distance_at(time), which places both pieces in moved_, at most kMostPositions times.
  template <typename DistanceAt>
  std::optional<double> advance(const Collider& collider, const Way& way,
                                const DistanceAt& distance_at);
  bool is_mesh(const Collider& collider, int piece) const;
  bool is_swept_by_triangles(const Collider& collider, int piece_a, int piece_b, double duration);
  void find_triangles(const Collider& collider, int mesh, int other, double duration);
  spatial::Distance triangle_distance(const Collider& collider, int piece_a, int piece_b,
                                      int triangle, double enough) const;
  std::optional<double> first_overlap_of_triangles(const Collider& collider, int piece_a,
                                                   int piece_b, double deep, double duration);
  Eigen::Vector3d velocity(int piece) const;
  double rotation(int piece) const;

  // Largest number of positions; a pair that is still on its way after so many counts as met.
  static constexpr int kMostPositions = 10000;

  const Model* model_;
  std::vector<Outline> outlines_;  // per piece
  const State* pose_ = nullptr;
  const Eigen::VectorXd* v_ = nullptr;
  State moved_;
  std::vector<int> triangles_;  // triangles of a mesh in the path of another piece
  long positions_ = 0;
};

template <typename DistanceAt>
std::optional<double> Sweep::advance(const Collider& collider, const Way& way,
                                     const DistanceAt& distance_at) {
  const double met = 0.5 * depth(way.a, way.b) - way.deep;
  double t = 0;
  for (int k = 0; k < kMostPositions; ++k) {
    const spatial::Distance apart = distance_at(t);
    ++positions_;
    if (apart.gap <= met) return t;
    t += clear_time(collider, way, apart, way.duration - t);
    if (!(t < way.duration)) return {};
  }
  return t;
}

/// Returns the largest angular speed (rad/s) of a body that rotates freely with angular velocity
/// omega, given in its principal frame.
double top_spin(const Eigen::Vector3d& principal_inertia, const Eigen::Vector3d& omega);

}  // namespace perpend
