// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "contact/contact_rows.hpp"
#include "dynamics/mass_system/mass_system.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend {

/// Tells if a step that is not solved can be taken in halves.
enum class Halving {
  none,
  part,  ///< the step is already a part of another one
  whole  ///< it is a whole step: nothing is given up before halves are tried
};

/// The data that the rows of all steps of a run have in common.
struct RowSetup {
  const Model* model = nullptr;
  const MassSystem* masses = nullptr;  ///< factored at the pose of the rows
  ContactLaw law = ContactLaw::cone;
  double dt = 0.0;                 ///< s
  double before = 0.0;             ///< part of the step before the pose of the rows, s
  double push_out_time = 0.0;      ///< push-out time of overlap, s: dt, or more in outrun steps
  bool decompresses = false;       ///< impacts by Poisson's law, in two phases; else by Newton's
  double impact_speed = 0.0;       ///< approach slower than this is plastic, m/s; 0: 2 |gravity| dt
  double stick_speed = 0.0;        ///< contacts slower along their tangents stick, m/s
  int relaxation_passes = 0;       ///< law `relaxed`: most passes that undo the relaxation
  double accepted_residual = 0.0;  ///< relative residual accepted for unsolved problems

  bool is_driven = false;  ///< has motors without a limit; they get one if a search is long
  bool refuses_contradictions = false;  ///< no search where these drive bodies against each other
  Halving halving = Halving::none;
  bool takes_best = false;  ///< accepts any worse residual too, except NaN

  bool takes(const lcp::Solution& solution) const {
    return solution.status == lcp::Status::solved || solution.residual <= accepted_residual;
  }
};

/// Rolling or spinning friction of a contact: a moment within arm · normal impulse, against the
/// angular velocity about one axis or two.
struct Resistance {
  int contact = 0;     ///< index into StepRows::contacts
  double arm = 0.0;    ///< m
  int rows = 1;        ///< 2: rolling in space
  bool spins = false;  ///< about the normal; else about the tangents
  Eigen::Matrix<double, 2, 3> axes = Eigen::Matrix<double, 2, 3>::Zero();  ///< world, one per row
};

/// The terms of the bias of a limit, motor or dry friction, m/s or rad/s.
struct BoundedRate {
  double bias = 0.0;          ///< gap/dt, or minus the speed of a motor
  double start = 0.0;         ///< J v at the start of the step
  double e = 0.0;             ///< restitution of a limit that is hit in this step; else 0
  double compliance = 0.0;    ///< compliance of a servo, m/s per N·s
  bool is_pulled = false;     ///< a limit that is violated by more than round-off
  bool is_displaced = false;  ///< a limit that is violated by more than its bodies move in a step
  bool is_held_back = false;  ///< a limit that closes more slowly than gap/dt
};

/// The initial guess and the answer of the islands; one entry per row of the pool, and maybe more.
struct RowImpulses {
  Eigen::VectorXd guess;   ///< initial guess of the multipliers
  Eigen::VectorXd lambda;  ///< the multipliers found
  Eigen::VectorXd floor;   ///< least multiplier of a normal row or limit; above the bound of the
                           ///< row only after decompression
  std::vector<char> decompressed;  ///< per group: in an island whose impacts decompressed
  std::vector<char> blocked;       ///< per group: contacts that move nothing and carry no load
};

/// Conditions on the velocities of a step besides the joints, in rows J v; shared by all islands.
/// Joints are not among them: the velocities of bodies that MassSystem holds respond to impulses as
/// the joints let them.
struct StepRows {
  RowSetup setup;

  // The rows, at the pose of the step.
  const State* pose = nullptr;  ///< velocities before impulses and forces
  Eigen::VectorXd v_free;       ///< velocities without the impulses of these rows
  Eigen::VectorXd fall;         ///< velocities that gravity alone adds in a step, where all of the
                                ///< step drifts by v+; empty elsewhere
  Eigen::VectorXd induced;      ///< the velocities with the least energy that prescribed bodies
                                ///< give those which joints hold; empty: none
  RowPool pool;                 ///< bounded coordinates first (one row each), then
                                ///< resistances, then contacts
  int bounded = 0;              ///< groups of the pool that are limits, motors, friction
  std::vector<Resistance> resistances;  ///< group g at [g - first_resistance()], the last of these
  std::vector<ActiveContact> contacts;  ///< contact of group g at [g - bounded]
  Eigen::VectorXd lo, hi;          ///< per bounded group: bounds of the impulse, N·s; the hi of
                                   ///< resistances follow the normal impulses of the answer
  std::vector<BoundedRate> rates;  ///< per bounded group
  std::vector<char> unstabilised;  ///< per group: no restitution and no push-out
  Eigen::VectorXd bias;            ///< per row: gap/dt, less speed of a motor, or restitution
  Eigen::VectorXd compliance;      ///< per row: m/s per N·s, 0 for hard rows
  Eigen::VectorXd missed;          ///< per row, m/s: correction of the islands' problems
  int corrected = 0;               ///< number of rows that `missed` is valid for

  RowImpulses impulses;

  /// Removes all rows, for another pose.
  void clear(const State& at);
  /// Sets all impulses to 0, and their floors to the bounds of the rows.
  void clear_impulses();
  /// True if these same rows were solved before, and their problems are corrected by `missed`.
  bool is_solved_again() const { return corrected == pool.rows(); }
  bool is_contact(int group) const { return group >= bounded; }
  bool is_unstabilised(int group) const { return unstabilised[group]; }
  const ActiveContact& contact(int group) const { return contacts[group - bounded]; }
  int first_resistance() const { return bounded - static_cast<int>(resistances.size()); }
  bool is_resistance(int group) const { return group >= first_resistance() && group < bounded; }
  const Resistance& resistance(int group) const { return resistances[group - first_resistance()]; }
  /// Returns the group of the contact whose normal impulse bounds a resistance.
  int bearer(int group) const { return bounded + resistance(group).contact; }
  int first_row(int group) const { return pool.groups()[group].first_row; }
  /// Multipliers of a group.
  auto lambda(int group) const {
    return impulses.lambda.segment(first_row(group), pool.groups()[group].rows);
  }
};

/// Zeroes the first `rows` entries of a vector that is as long as the most rows of any step so far:
/// the number of contacts changes from step to step without allocation.
void clear_rows(int rows, Eigen::VectorXd& values);

/// Returns "a, b, c, d and 7 more": the bodies of some row groups.
std::string body_names(const StepRows& rows, std::span<const int> groups);

/// Adds the impulses of all rows on the velocities of the model: sum += Jᵀ lambda.
void add_impulses(const StepRows& rows, Eigen::VectorXd& sum);

}  // namespace perpend
