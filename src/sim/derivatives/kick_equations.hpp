// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "dynamics/mass_system/added_mass.hpp"
#include "sim/derivatives/taken_step.hpp"

namespace perpend {

/// Residuals of the equations of a kick, 0 at the answer of its step except in rows that do not
/// bind.
struct KickValues {
  Eigen::VectorXd momentum;  ///< per velocity: (M + B) (v⁺ - u) + D v⁺ - h f - Jᵀ lambda, N·s
  Eigen::VectorXd joints;    ///< per joint row: J v⁺ + stabilisation of the error, m/s
  Eigen::VectorXd coordinates;  ///< per CoordinateRow: J v⁺ + bias + compliance · lambda
  Eigen::VectorXd rows;         ///< per row of StepRows: J v⁺ + bias
};

/// The equations of a kick at other poses and velocities before it, with the velocities after it
/// and all impulses of the step fixed: the function that is differentiated, built by the code that
/// builds the rows of the step. Contacts are the active ones of the step, identified by their keys;
/// the tangents of a contact rotate with its normal, without the jumps of contact_frame().
class KickEquations {
 public:
  /// The equations of the step, or with another model with the same bodies, if one is given.
  explicit KickEquations(const TakenStep& step);
  KickEquations(const TakenStep& step, const Model& model);

  /// Evaluates the equations. `moved`: per body, whether its pose is not that of the step.
  void evaluate(const State& state, const std::vector<char>& moved, KickValues& values);

  /// Contacts (of StepRows::contacts) without a key or whose key was not found at some pose: their
  /// points are treated as material and their normals as fixed.
  const std::vector<char>& carried() const { return carried_; }

 private:
  // Margin beyond the gaps of the step, m: far above the change by a displacement of 1e-6.
  static constexpr double kMargin = 1e-3;

  void find_contacts(const State& state, const std::vector<char>& moved);
  ContactPair carried_along(const ContactPair& pair, const State& state) const;
  void add_inertia(const State& state, Eigen::VectorXd& momentum);
  void add_joints(const State& state, KickValues& values);
  void add_coordinates(const State& state, KickValues& values);
  void drift_back(const State& state);
  bool is_as_taken(const State& state, int body) const;
  Eigen::Vector3d rolled(const State& state, std::size_t contact);
  Eigen::Vector3d rolled_to(const State& state, std::size_t contact);
  void add_contacts(const State& state, KickValues& values);
  void add_resistances(const State& state, KickValues& values);
  double normal_bias(const ActiveContact& contact, const ActiveContact& taken) const;

  const TakenStep* step_;
  const Model* model_;
  JointRows joints_;
  std::optional<AddedMass> added_;  // empty if it is constant in the step
  Collider collider_;
  std::vector<int> with_coordinates_;
  std::vector<double> restitution_;  // per group of the step: share of e that it restituted
  std::vector<char> carried_;
  std::vector<int> occurrence_;     // per contact: number of earlier ones with its key
  std::vector<double> margin_;      // per contact: margin of its pieces, m
  std::vector<ContactPair> pairs_;  // contacts at the pose at hand
  std::vector<ContactPair> found_;
  RowPool pool_;
  std::vector<ActiveContact> contacts_;
  std::vector<std::optional<Eigen::Vector3d>> rolled_;  // per contact of the step, m/s
  State before_;                                        // half a drift before the pose at hand
  Eigen::VectorXd v_rolled_, v_before_;  // velocities at both, from take_mean_motions()
  RowPool coordinate_pool_;
  std::vector<CoordinateRow> coordinate_rows_;
  Eigen::VectorXd force_, driven_;
};

}  // namespace perpend
