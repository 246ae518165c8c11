// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "contact/contact_rows.hpp"
#include "perpend/sim/acceleration.hpp"

namespace perpend {

/// A touch that starts to slip creeps at first: kinetic friction opposes u + kCreepTime a in place
/// of the slip u. The direction of a slow slip in space is stiff, since it follows the forces with
/// the rate µ f_N/(m |u|); this limits the rate to 1/kCreepTime. In the plane the touch slides as
/// soon as it is faster than the slip speed.
inline constexpr double kCreepTime = 1e-5;   ///< s
inline constexpr double kCreepSpeed = 1e-5;  ///< m/s; a touch in space that is faster slides

/// A contact point, joint limit, motor with a limit, or dry friction, from instant to instant.
struct Touch {
  TouchKind kind = TouchKind::contact;
  std::uint64_t key = 0;  ///< identifies the touch from pose to pose
  int joint = 0, coordinate = 0;
  double sign = 1.0;   ///< limit: -1 of an upper one
  double bound = 0.0;  ///< limit: value of the coordinate, m or rad; drive: largest force
  bool motor = false;  ///< drive: not dry friction
  double mu_s = 0.0, mu_k = 0.0, e = 0.0;
  int tangents = 0;  ///< rows of friction; a drive has one and no normal
  bool slides = false;
  bool creeps = false;                 ///< slides, but slowly as yet: see kCreepTime
  Eigen::Vector3d direction{0, 0, 0};  ///< of the slip of a touch that slides, world; drive: x
  double reference_gap = 0.0;          ///< gap that stabilisation keeps, m or rad
  ContactPair last_pair = {};          ///< contact: where it was when it was settled last

  bool has_normal() const { return kind != TouchKind::drive; }
  int rows() const { return tangents + (has_normal() ? 1 : 0); }
  /// Returns the number of rows in the contact problem. A drive has a slack row, which couples with
  /// no other, and its tangent.
  int problem_rows() const { return has_normal() ? rows() : 2; }
};

/// A touch at one pose: its rows, normal first, with its gap and prescribed rates.
struct TouchRows {
  bool found = false;
  int group = -1;                                       ///< of the pool
  ContactPair pair;                                     ///< contact
  Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();  ///< rows n, t1, t2
  double gap = 0.0;                                     ///< m or rad
  Eigen::Vector3d surface_velocity{0, 0, 0};  ///< contact: ActiveContact::surface_velocity
  double target = 0.0, target_rate = 0.0;     ///< drive: speed of a motor and its rate of change
};

/// Finds touches, and their rows at any pose.
class TouchFinder {
 public:
  /// Keeps a reference to `model`.
  explicit TouchFinder(const Model& model);

  /// Returns all contact points and limits with gap <= reach, and all drives, none of them sliding.
  std::vector<Touch> find(const State& state, double reach);
  /// Sets `out` to the rows of these touches at a pose; contacts that do not exist there are marked
  /// as not found.
  void rows(const State& state, std::span<const Touch> touches, RowPool& pool,
            std::vector<TouchRows>& out);
  /// True if a touch that is not among `held` overlaps and approaches; one of `released` counts
  /// only if it is faster than the rest speed.
  bool meets(const State& state, std::span<const Touch> held, std::span<const Touch> released,
             const InstantThresholds& thresholds);

 private:
  void find_contacts(const State& state, double reach, std::vector<Touch>& touches);
  void find_limits_and_drives(const State& state, double reach, std::vector<Touch>& touches) const;
  void match(const State& state, double reach, std::span<const Touch> touches,
             std::vector<ContactPair>& pairs, std::vector<std::size_t>& owners,
             std::vector<TouchRows>& out);
  void add_contact_rows(const State& state, std::span<const Touch> touches, RowPool& pool,
                        std::vector<TouchRows>& out);
  void add_coordinate_rows(const State& state, std::span<const Touch> touches, RowPool& pool,
                           std::vector<TouchRows>& out) const;
  void ask_motor(const State& state, const Touch& touch, TouchRows& out) const;

  const Model* model_;
  Collider collider_;
  std::vector<int> with_coordinates_;  // joints
  std::vector<ActiveContact> contacts_;
};

/// Return the target speed of a motor and its rate of change, m/s and m/s² or rad/s and rad/s².
double motor_speed(const Model& model, const State& state, int joint, const CoordinateDef& def);
double motor_speed_rate(const Model& model, const State& state, int joint,
                        const CoordinateDef& def);

}  // namespace perpend
