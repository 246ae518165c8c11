// SPDX-License-Identifier: Apache-2.0
//
// Accelerations are found as a step finds velocities: with a = a_free + x, a_free that of free
// motion,
//   [M  -Jᵀ] [x     ]   [f              ]
//   [J   S ] [lambda] = [r - d(J v)/dt  ],  J the rows of joints and of driven coordinates,
// r the accelerations of the driven ones and 0 for joints. The force of a driven coordinate is the
// multiplier of its row, plus A times its acceleration where a rotor (armature A) rotates with it.
// The rotor of a coordinate that is not driven has a row with r = 0 and the compliance 1/A. Further
// solves correct for the compliance S that keeps redundant rows solvable: one does, unless a body
// is 1e-8 times as heavy as its neighbours.
#include "perpend/dynamics/inverse_dynamics.hpp"

#include <algorithm>

#include "dynamics/bodies/kinetics.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_rows.hpp"
#include "dynamics/mass_system/instant_rates.hpp"
#include "dynamics/mass_system/mass_system.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/generalised_force.hpp"

namespace perpend {
namespace {

using Eigen::MatrixXd, Eigen::VectorXd;

// Largest number of corrections, of which each leaves 1e-12 times the mass ratio of the error.
constexpr int kMostCorrections = 20;

// Adds springs and dampers of all joints that are not broken, as forces.
void add_spring_forces(const Model& model, const State& state, VectorXd& force) {
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    for (const CoordinateDef& def : model.joints[j].coordinates) {
      if (state.is_broken({j})) break;
      if (def.stiffness == 0 && def.damping == 0) continue;
      const double value = coordinate(model, state, {j}, def.coordinate);
      const double rate = coordinate_rate(model, state, {j}, def.coordinate);
      const double stretch = def.stiffness == 0 ? 0.0 : value - *def.rest;
      add_joint_force(model, state, {j}, def.coordinate,
                      -def.stiffness * stretch - def.damping * rate, force);
    }
}

// Returns the force of gravity, custom bodies and springs; 0 where motion is prescribed.
VectorXd own_force(const Model& model, const State& state) {
  VectorXd force;
  applied_force(model, state.q, state.v, force);
  add_spring_forces(model, state, force);
  return force;
}

double armature_of(const Model& model, const CoordinateId& id) {
  for (const CoordinateDef& def : model.joints[id.joint.index].coordinates)
    if (def.coordinate == id.coordinate) return def.armature;
  return 0.0;
}

// Returns the driven coordinates, then the others with rotors, of joints that are not broken.
std::vector<CoordinateId> with_rotors(const Model& model, const State& state,
                                      std::vector<CoordinateId> driven) {
  const auto is_driven = [&](int joint, int coordinate) {
    return std::ranges::any_of(driven, [&](const CoordinateId& id) {
      return id.joint.index == joint && id.coordinate == coordinate;
    });
  };
  std::vector<CoordinateId> others;
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j)
    for (const CoordinateDef& def : model.joints[j].coordinates)
      if (def.armature > 0 && !state.is_broken({j}) && !is_driven(j, def.coordinate))
        others.push_back({{j}, def.coordinate});
  driven.insert(driven.end(), others.begin(), others.end());
  return driven;
}

// Returns a model in which only the motors of driven coordinates and the rotors of the others act
// along coordinates.
Model driven_model(Model model, std::span<const CoordinateId> driven) {
  for (Joint& joint : model.joints)
    for (CoordinateDef& def : joint.coordinates)
      def = {
          .coordinate = def.coordinate, .start = def.start, .rest = 0.0, .armature = def.armature};
  for (const CoordinateId& id : driven) {
    std::vector<CoordinateDef>& defs = model.joints[id.joint.index].coordinates;
    const auto at = std::ranges::lower_bound(defs, id.coordinate, {}, &CoordinateDef::coordinate);
    const bool is_there = at != defs.end() && at->coordinate == id.coordinate;
    const auto def = is_there ? at : defs.insert(at, {.coordinate = id.coordinate});
    require(def->motor == MotorKind::none, "driven", "coordinates named once",
            model.joints[id.joint.index].name);
    def->motor = MotorKind::velocity;
    def->armature = 0;
  }
  return model;
}

}  // namespace

struct InverseDynamics::System {
  Model model;
  State state;
  std::vector<CoordinateId> followed;  // driven ones, then rotors
  VectorXd armature;                   // per driven coordinate
  VectorXd own;
  FreeRates rates;
  MassSystem masses;
  AddedMass added;
  RowPool joints, coordinates;
  std::vector<double> phi;
  std::vector<CoordinateRow> rows;
  std::vector<int> row_of;  // per followed coordinate: its index in rows

  System(const Model& original, const State& at, std::vector<CoordinateId> driven)
      : model(driven_model(original, driven)),
        state(at),
        followed(with_rotors(original, at, driven)),
        armature(driven.size()),
        own(own_force(original, at)),
        rates(free_rates(model, at, followed)),
        masses(model),
        added(model) {
    for (std::size_t i = 0; i < driven.size(); ++i) armature[i] = armature_of(original, driven[i]);
    append_joint_rows(model, state, joints, phi);
    append_coordinate_rows(model, state, 1.0, coordinates, rows);
    for (const CoordinateId& id : followed) {
      const auto is_own = [&](const CoordinateRow& row) {
        return row.joint == id.joint.index && row.coordinate == id.coordinate;
      };
      row_of.push_back(static_cast<int>(std::ranges::find_if(rows, is_own) - rows.begin()));
    }
    added.clear();
    if (!masses.empty()) masses.factor(state, joints, coordinates, rows, added);
  }

  // Solves for x, where the rates already include the velocities of prescribed bodies, and adds the
  // result to `answer`. There the forces of rotors follow those of driven coordinates.
  void solve(const VectorXd& force, const VectorXd& joint_rates, const VectorXd& row_rates,
             InstantDynamics& answer, VectorXd& x) {
    VectorXd part = VectorXd::Zero(model.dof()), lambda = VectorXd::Zero(model.joint_rows), along;
    masses.set_momentum(force);
    for (std::size_t i = 0; i < row_of.size(); ++i) rows[row_of[i]].bias = -row_rates[i];
    masses.set_rates(joints, joint_rates, coordinates, rows, part);
    answer.residual = std::max(answer.residual, masses.solve(part, lambda));
    masses.coordinate_impulses(along);
    x += part;
    answer.joint_force += lambda;
    for (std::size_t i = 0; i < row_of.size(); ++i) answer.force[i] += along[row_of[i]];
  }

  VectorXd rates_of(const RowPool& pool, const VectorXd& x) const {
    VectorXd sum(pool.rows());
    for (int g = 0; g < static_cast<int>(pool.groups().size()); ++g)
      multiply(pool, g, x, sum.segment(pool.groups()[g].first_row, pool.groups()[g].rows));
    return sum;
  }

  // Solves for what the rates are off by; returns false once that changes the forces by rounding.
  bool correct(const VectorXd& joint_rates, const VectorXd& row_rates, InstantDynamics& answer,
               VectorXd& x) {
    constexpr double kRounding = 1e-14;
    const VectorXd before = answer.force, reached = rates_of(coordinates, x);
    VectorXd missing = row_rates;
    for (std::size_t i = 0; i < row_of.size(); ++i)
      missing[i] -= reached[row_of[i]] + rows[row_of[i]].compliance * answer.force[i];
    solve(VectorXd::Zero(model.dof()), joint_rates - rates_of(joints, x), missing, answer, x);
    return (answer.force - before).norm() > kRounding * answer.force.norm();
  }

  InstantDynamics solve(const VectorXd& accelerations, const VectorXd& force) {
    InstantDynamics answer{VectorXd::Zero(row_of.size()), VectorXd(),
                           VectorXd::Zero(model.joint_rows)};
    VectorXd x = masses.inverse_mass().cwiseProduct(force);
    if (!masses.empty()) {
      const VectorXd joint_rates = -rates.joint_rows;
      VectorXd row_rates = -rates.driven;
      row_rates.head(accelerations.size()) += accelerations;
      solve(force, joint_rates, row_rates, answer, x);
      for (int k = 0; k < kMostCorrections && correct(joint_rates, row_rates, answer, x); ++k) {
      }
    }
    answer.force = answer.force.head(accelerations.size()) + armature.cwiseProduct(accelerations);
    answer.acceleration = rates.velocity + x;
    return answer;
  }
};

InverseDynamics::InverseDynamics(const Model& model, const State& state,
                                 std::vector<CoordinateId> driven) {
  require(state.q.size() == model.q_size() && state.v.size() == model.dof(), "state",
          "one of the model", static_cast<double>(state.v.size()));
  for (const CoordinateId& id : driven) {
    check_joint_force(model, id.joint, id.coordinate, 0.0);
    require(!state.is_broken(id.joint), "driven", "coordinates of joints that hold",
            model.joints[id.joint.index].name);
  }
  system_ = std::make_unique<System>(model, state, std::move(driven));
}
InverseDynamics::~InverseDynamics() = default;
InverseDynamics::InverseDynamics(InverseDynamics&&) noexcept = default;

InstantDynamics InverseDynamics::solve(const VectorXd& accelerations,
                                       const VectorXd& applied) const {
  System& system = *system_;
  require(accelerations.size() == system.armature.size(), "accelerations",
          "one per driven coordinate", static_cast<double>(accelerations.size()));
  require(applied.size() == 0 || applied.size() == system.model.dof(), "applied",
          "empty, or an entry per velocity of the model", static_cast<double>(applied.size()));
  require(accelerations.allFinite() && applied.allFinite(), "accelerations", "finite, as applied",
          accelerations.norm());
  return system.solve(accelerations, applied.size() == 0 ? system.own : system.own + applied);
}

VectorXd InverseDynamics::bias_force() const {
  return solve(VectorXd::Zero(system_->armature.size())).force;
}

MatrixXd InverseDynamics::mass_matrix() const {
  const Eigen::Index n = system_->armature.size();
  const VectorXd bias = bias_force();
  MatrixXd H(n, n);
  for (Eigen::Index k = 0; k < n; ++k) H.col(k) = solve(VectorXd::Unit(n, k)).force - bias;
  return 0.5 * (H + H.transpose());
}

VectorXd bias_force(const Model& model, const State& state) {
  const FreeRates rates = free_rates(model, state, {});
  VectorXd bias;
  momentum(model, state.q, rates.velocity, bias);
  return -bias - own_force(model, state);
}

}  // namespace perpend
