// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "contact/collider.hpp"
#include "contact/sweep.hpp"

namespace perpend {

/// The pieces of a model, how large they are, and where two of them meet within a step.
class MovingPieces {
 public:
  MovingPieces(const Model& model, double dt);

  Collider& collider() { return collider_; }
  const Collider& collider() const { return collider_; }
  Sweep& sweep() { return sweep_; }
  const Sweep& sweep() const { return sweep_; }
  const Piece& operator[](int index) const { return collider_.piece(index); }

  /// Lets bodies drift from `pose` with `v` from now on; both must outlive the queries.
  void start(const State& pose, const Eigen::VectorXd& v);

  /// A body that collides, and the largest distance of its outline from its centre of mass.
  struct Outline {
    int body = 0;
    double reach = 0.0;  // m
  };
  std::span<const Outline> outlines() const { return outlines_; }
  /// Returns the first body with a shape that no force moves, or else the heaviest; -1 if none has
  /// a shape.
  int ground() const { return ground_; }
  /// Reach of one body, or the smaller reach of two, m; infinite without a bounded shape.
  double reach(int body) const { return reach_[body]; }
  double reach(int body_a, int body_b) const { return std::min(reach_[body_a], reach_[body_b]); }
  double reach(const ContactPair& pair) const { return reach(pair.body_a, pair.body_b); }
  /// Inner radius of the thinner piece, m.
  double thickness(int a, int b) const;
  /// thickness(), or that of the thinnest piece of all if that is less, but at least half of
  /// thickness().
  double common_thickness(int a, int b) const;
  bool is_half_space(int index) const;
  bool is_mesh(int index) const;
  bool is_with_mesh(int a, int b) const { return is_mesh(a) || is_mesh(b); }
  bool has_meshes() const { return has_meshes_; }

  /// Returns the gap of two pieces at a state, m; negative for overlap, of a mesh with its outside.
  double gap(const State& state, int a, int b);
  /// Returns the time when two pieces go through each other within `duration`, s; empty if they do
  /// not.
  std::optional<double> crossing(int a, int b, double duration);
  /// The meeting of two pieces within the step.
  struct Meeting {
    int piece_a = -1, piece_b = -1;
    bool meets = false;
    double time = 0.0, gap = 0.0;          // time, s; gap at that time, m
    std::vector<Eigen::Vector3d> normals;  // a mesh may have several
  };
  /// Returns the meeting of the pieces of a contact; valid until the next call.
  const Meeting& meeting(const ContactPair& pair);

 private:
  std::optional<double> meeting_time(int a, int b);
  int find_ground() const;
  const ContactPair* deepest(const State& state, int a, int b);
  bool is_behind(const State& state, int a, int b);

  const Model* model_;
  double dt_;
  Collider collider_;
  Sweep sweep_;
  std::vector<Outline> outlines_;
  std::vector<double> reach_;  // per body
  bool has_meshes_ = false;
  int ground_ = -1;
  double thinnest_ = std::numeric_limits<double>::infinity();  // inner radius of all pieces, m
  Meeting meeting_;                                            // the last one asked for
  std::vector<ContactPair> met_;                               // contacts of its pieces
  std::vector<ContactPair> in_;                                // contacts for deepest()
};

}  // namespace perpend
