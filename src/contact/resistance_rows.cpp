// SPDX-License-Identifier: Apache-2.0
#include "contact/resistance_rows.hpp"

#include <algorithm>

namespace perpend {
namespace {

using Eigen::Vector3d;

bool turns(const Body& body) {
  return body.is_dynamic() && !body.is_point();
}

// Sets row r of a block: the component of the body's angular velocity along d.
void set_spin(const Model& model, const State& state, int index, double sign, const Vector3d& d,
              RowPool::Block block, int r) {
  const Body& body = model.bodies[index];
  if (body.kind == BodyKind::custom) {
    BodyType::Matrix3X spin(3, body.dof);
    body.details->type->spin_jacobian(state.q.segment(body.q_offset, body.q_size), spin);
    block.row(r) = sign * d.transpose() * spin;
  } else if (body.is_planar() && body.dof == 3) {
    block(r, 2) = sign * d.z();
  } else if (body.dof == 6) {
    block.row(r).tail<3>() = sign * d.transpose();
  }
}

void append(const Model& model, const State& state, const ContactPair& pair, bool spins, double arm,
            int contact, StepRows& rows) {
  Resistance resistance{
      .contact = contact, .arm = arm, .rows = spins ? 1 : pair.tangents, .spins = spins};
  resistance.axes = resistance_axes(contact_frame(pair.normal, pair.tangents), resistance);
  append_resistance(model, state, pair, resistance, rows.pool);
  rows.resistances.push_back(resistance);
  rows.rates.push_back({});
}

}  // namespace

Eigen::Matrix<double, 2, 3> resistance_axes(const Eigen::Matrix3d& frame,
                                            const Resistance& resistance) {
  Eigen::Matrix<double, 2, 3> axes;
  if (resistance.spins)
    axes << frame.row(0), frame.row(2);
  else
    axes << (resistance.rows == 1 ? Eigen::RowVector3d(0, 0, 1) : frame.row(1).eval()),
        frame.row(2);
  return axes;
}

int append_resistance(const Model& model, const State& state, const ContactPair& pair,
                      const Resistance& resistance, RowPool& pool) {
  const int group = pool.add(model, pair.body_a, pair.body_b, resistance.rows);
  for (int r = 0; r < resistance.rows; ++r) {
    const Vector3d d = resistance.axes.row(r);
    set_spin(model, state, pair.body_a, -1, d, pool.a(group), r);
    set_spin(model, state, pair.body_b, 1, d, pool.b(group), r);
  }
  return group;
}

void append_resistance_rows(const Model& model, const State& state,
                            std::span<const ContactPair> pairs, StepRows& rows) {
  for (int k = 0; k < static_cast<int>(pairs.size()); ++k) {
    const ContactPair& pair = pairs[k];
    const Body &a = model.bodies[pair.body_a], &b = model.bodies[pair.body_b];
    const SurfacePair& surface = model.surface(a.material, b.material);
    if ((surface.rolling == 0 && surface.spinning == 0) || !(turns(a) || turns(b))) continue;
    if (surface.rolling > 0) append(model, state, pair, false, surface.rolling, k, rows);
    if (surface.spinning > 0 && pair.tangents == 2)
      append(model, state, pair, true, surface.spinning, k, rows);
  }
  const int count = static_cast<int>(rows.resistances.size());
  rows.bounded += count;
  rows.lo.conservativeResize(rows.bounded);
  rows.hi.conservativeResize(rows.bounded);
  rows.lo.tail(count).setZero();
  rows.hi.tail(count).setZero();
}

bool has_resistances(const Model& model) {
  return std::ranges::any_of(model.surface_pairs, [](const SurfacePair& pair) {
    return pair.rolling > 0 || pair.spinning > 0;
  });
}

void add_resistance_moments(const StepRows& rows, std::span<Vector3d> moments) {
  for (std::size_t i = 0; i < rows.resistances.size(); ++i) {
    const Resistance& resistance = rows.resistances[i];
    const auto lambda = rows.lambda(rows.first_resistance() + static_cast<int>(i));
    for (int r = 0; r < resistance.rows; ++r)
      moments[resistance.contact] += lambda[r] * resistance.axes.row(r).transpose();
  }
}

}  // namespace perpend
