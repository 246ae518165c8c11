// SPDX-License-Identifier: Apache-2.0
#include "dynamics/joints/joint_row_values.hpp"

#include <algorithm>

namespace perpend {
namespace {

void write_custom(const Model& model, const State& state, const JointPlace& at, RowPool::Block a,
                  RowPool::Block b, double* phi) {
  CustomRows rows;
  custom_rows(model, state, at, rows);
  for (int r = 0; r < at.joint.rows; ++r) {
    const JointRow& row = rows[r];
    add_material_wrench(row_of(a, r), at.a, {row.point_a, row.force_a, row.torque_a});
    add_material_wrench(row_of(b, r), at.b, {row.point_b, row.force_b, row.torque_b});
    phi[r] = row.phi;
  }
}

void write_built_in(const State& state, const JointPlace& at, RowPool::Block a, RowPool::Block b,
                    double* phi) {
  BuiltInRows rows;
  const int count = relative_rows(at, coordinates_of(state, at.joint), rows);
  for (int r = 0; r < count; ++r) {
    add_wrench(row_of(a, r), at.a, rows[r].wrench, 1.0);
    add_wrench(row_of(b, r), at.b, rows[r].wrench, -1.0);
    phi[r] = rows[r].phi;
  }
}

// Adds `factor` times the rate of a coordinate to the row of a coupler.
void add_rate(const Coupler& coupler, const JointEnd& end, const Wrench& rate, double factor,
              BodyId id, RowPool& pool, int group) {
  if (id == kWorld) return;
  const auto found = std::lower_bound(coupler.bodies.begin(), coupler.bodies.end(), id.index);
  RowPool::Block block = pool.block(group, static_cast<int>(found - coupler.bodies.begin()));
  add_wrench(row_of(block, 0), end, rate, factor);
}

}  // namespace

void write_joint(const Model& model, const State& state, const Joint& joint, RowPool& pool,
                 int group, double* phi) {
  RowPool::Block a = pool.a(group), b = pool.b(group);
  a.setZero();
  b.setZero();
  const JointPlace at = place(model, state, joint);
  if (joint.kind == JointKind::custom)
    write_custom(model, state, at, a, b, phi);
  else
    write_built_in(state, at, a, b, phi);
}

PlacedTerm place_term(const Model& model, const State& state, const CouplerTerm& term) {
  const Joint& joint = model.joints[term.joint.index];
  const JointPlace at = place(model, state, joint);
  const CoordinateMotion motion =
      coordinate_motion(at, term.coordinate, coordinates_of(state, joint)[term.coordinate]);
  return {at, motion, motion.value - start_value(joint, term.coordinate)};
}

void write_coupler(const Model& model, const State& state, const Coupler& coupler, RowPool& pool,
                   int group, double* phi) {
  for (int k = 0; k < static_cast<int>(coupler.bodies.size()); ++k) pool.block(group, k).setZero();
  *phi = 0.0;
  for (const CouplerTerm& term : coupler.terms) {
    const PlacedTerm placed = place_term(model, state, term);
    const JointPlace& at = placed.at;
    add_rate(coupler, at.a, placed.motion.rate, term.factor, at.joint.a, pool, group);
    add_rate(coupler, at.b, placed.motion.rate, -term.factor, at.joint.b, pool, group);
    *phi += term.factor * placed.change;
  }
}

}  // namespace perpend
