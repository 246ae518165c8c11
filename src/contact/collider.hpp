// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/threads.hpp"
#include "geometry/planar/broad_phase.hpp"
#include "geometry/spatial/broad_phase/broad_phase.hpp"
#include "perpend/geometry/spatial/distance.hpp"
#include "perpend/model/model.hpp"

namespace perpend {

/// A contact point between two bodies, at least one of which moves freely.
struct ContactPair {
  int body_a = 0, body_b = 0;
  Eigen::Vector3d point_a{0, 0, 0}, point_b{0, 0, 0};  ///< world, m; in the plane z = 0
  Eigen::Vector3d normal{0, 1, 0};                     ///< world, unit, from a to b
  double gap = 0.0;                                    ///< m, negative: overlap
  double curve = 0.0;     ///< m, loss of gap by rotation in the step beyond its row
  double turn = 0.0;      ///< m, further loss by the known rotation of a kinematic body
  std::uint64_t key = 0;  ///< same pair of features, same key, step by step
  int tangents = 1;       ///< directions of friction: 1 in the plane, 2 in space
  double lift = 0.0;      ///< m along the normal, from where friction would act by itself to the
                          ///< plane of its neighbours (share_friction_planes())
  int piece_a = 0, piece_b = 0;               ///< shapes in touch, as Collider counts them
  Eigen::Vector3d surface_velocity{0, 0, 0};  ///< velocity of b's surface relative to a's, less
                                              ///< that of their bodies, world, along it, m/s
};

/// Moves both points of a contact between dynamic bodies to one line along the normal: an impulse
/// along two lines would rotate the pair.
void apply_on_one_line(const Model& model, ContactPair& pair);

/// One shape of one body.
struct Piece {
  int body = 0, shape = 0;
};

/// Returns an orthonormal right-handed frame with rows n, t1, t2. In the plane t1 = (-n_y, n_x, 0);
/// in space t1 is the part across n of the world axis that is farthest from n (x, y, z in a tie).
Eigen::Matrix3d contact_frame(const Eigen::Vector3d& normal, int tangents);

/// Finds the active set (Hart & Anitescu 2003, eq. 2.13): all contact points with gap <= margin.
/// Bodies collide within a level, unless a joint connects them: those in the plane with each other,
/// those in space with each other. The contact points of two pieces whose poses have not changed by
/// a bit since the last call are reused.
class Collider {
 public:
  explicit Collider(const Model& model);
  /// Threads that share the search from now on; they must outlive this. Results are bitwise the
  /// same.
  void run_on(Threads& threads) { threads_ = &threads; }

  /// Contact points ordered by body pair, shape pair and feature; valid until the next call.
  std::span<const ContactPair> collide(const State& state, double margin);
  /// Contact points of two pieces alone, the lower one first; added to `contacts`.
  void collide(const State& state, int piece_a, int piece_b, double margin,
               std::vector<ContactPair>& contacts);
  /// Pairs of pieces that were near each other in the last call: their boxes, grown by half the
  /// margin, overlapped, or reached as near to a half space.
  std::span<const std::pair<int, int>> near_pieces() const { return near_; }
  /// Returns the largest separation of two pieces, with its normal from a to b.
  spatial::Distance distance(const State& state, int piece_a, int piece_b) const;
  const Piece& piece(int index) const {
    return index < spatial_.first_piece ? planar_.pieces[index]
                                        : spatial_.pieces[index - spatial_.first_piece];
  }
  int pieces() const { return spatial_.first_piece + static_cast<int>(spatial_.pieces.size()); }
  bool in_space(int piece) const { return piece >= spatial_.first_piece; }
  /// True if ghost collisions at internal edges were left out in the last call.
  bool has_ghosts() const { return has_ghosts_; }

 private:
  // Every shape of every body on one side of the model, its pose in the world and its box.
  template <typename Pose, typename Aabb, typename Sweep>
  struct Side {
    std::vector<Piece> pieces;
    std::vector<Pose> poses;
    std::vector<Aabb> boxes;
    std::vector<char> moved;  // per piece: moved since the last call
    Sweep sweep;
    int first_piece = 0;  // number of pieces before this side, so that keys differ
  };
  // Contact points of a near pair, in contacts_.
  struct Found {
    std::pair<int, int> pieces;
    const Found* last = nullptr;  // result of the previous call, if neither piece moved
    std::size_t first = 0, end = 0;
    bool is_ghost = false;
  };
  template <typename Pose>
  bool add_contacts(std::pair<int, int> pieces, const Pose& pose_a, const Pose& pose_b,
                    double margin, std::vector<ContactPair>& contacts) const;
  template <typename AnySide>
  void place(const State& state, double margin, AnySide& side);
  const Found* found_last(std::pair<int, int> pieces);
  template <typename AnySide>
  void collide_side(const State& state, double margin, AnySide& side);
  template <typename AnySide>
  void find_contacts(double margin, const AnySide& side, Found& found,
                     std::vector<ContactPair>& contacts) const;
  void append_part(Chunk chunk, std::size_t first, const std::vector<ContactPair>& part);

  const Model* model_;
  Side<planar::Pose, planar::Aabb, planar::SweepAndPrune> planar_;
  Side<spatial::Pose, spatial::Aabb, spatial::SweepAndPrune> spatial_;
  Threads* threads_ = &Threads::alone();
  std::vector<ContactPair> contacts_, last_contacts_;
  std::vector<std::vector<ContactPair>> parts_;  // parts of contacts_, by chunk of near pairs
  std::vector<std::pair<int, int>> near_;
  std::vector<Found> found_, last_found_;  // for near_, and those of the previous call
  std::size_t next_found_ = 0;             // index into last_found_
  double last_margin_ = 0.0;
  bool same_margin_ = false;
  bool has_ghosts_ = false;
};

/// True if a body of the model has a shape in space.
bool has_spatial_shapes(const Model& model);

/// Returns the deepest overlap (m) of bodies that collide; 0 if there is none.
double deepest_overlap(std::span<const ContactPair> contacts);

}  // namespace perpend
