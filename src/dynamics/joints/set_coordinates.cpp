// SPDX-License-Identifier: Apache-2.0
#include "perpend/dynamics/set_coordinates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <utility>

#include "core/disjoint_sets.hpp"
#include "dynamics/joints/coordinates.hpp"
#include "dynamics/joints/joint_row_values.hpp"
#include "perpend/core/error.hpp"
#include "perpend/dynamics/measure.hpp"

namespace perpend {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;

bool is_moved(const Model& model, BodyId body) {
  return body.index >= 0 && model.bodies[static_cast<std::size_t>(body.index)].is_dynamic();
}

// Returns the sets of bodies that are connected when a joint is removed; the last number stands for
// the world and all bodies that forces do not move.
DisjointSets sides_of(const Model& model, const State& state, int without) {
  DisjointSets joined(static_cast<std::ptrdiff_t>(model.bodies.size()) + 1);
  const auto vertex = [&](BodyId id) {
    return is_moved(model, id) ? id.index : static_cast<std::ptrdiff_t>(model.bodies.size());
  };
  for (int j = 0; j < static_cast<int>(model.joints.size()); ++j) {
    const Joint& joint = model.joints[static_cast<std::size_t>(j)];
    if (j != without && !state.is_broken({j})) joined.join(vertex(joint.a), vertex(joint.b));
  }
  return joined;
}

std::string listed(const VectorXd& values) {
  std::string text = std::to_string(values[0]);
  for (Eigen::Index k = 1; k < values.size(); ++k) text += ", " + std::to_string(values[k]);
  return text;
}

Twist twist_of(const Model& model, const State& state, BodyId body) {
  return body.index < 0 ? Twist{} : body_twist(model, state, body);
}

// The bodies that are attached through a joint and move with it.
class Branch {
 public:
  Branch(const Model& model, const State& state, int joint)
      : model_(model), index_(joint), joint_(model.joints[static_cast<std::size_t>(joint)]) {
    DisjointSets sides = sides_of(model, state, joint);
    const auto ground = sides.find(static_cast<std::ptrdiff_t>(model.bodies.size()));
    const auto side = [&](BodyId id) {
      return is_moved(model, id) ? sides.find(id.index) : ground;
    };
    if (side(joint_.a) == side(joint_.b) || state.is_broken({joint}))
      throw InvalidArgument("joint", "one that is neither broken nor part of a loop", joint_.name);
    mover_ = side(joint_.a) == ground ? joint_.b : joint_.a;
    base_ = side(joint_.a) == ground ? joint_.a : joint_.b;
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      if (is_moved(model, {i}) && side({i}) == side(mover_)) bodies_.push_back({i});
    for (const BodyId id : bodies_)
      if (body(id).kind == BodyKind::custom)
        throw InvalidArgument("joint", "one without custom bodies beyond it", joint_.name);
  }

  int coordinates() const { return coordinate_count(joint_.kind, joint_.in_plane); }
  VectorXd values(const State& state) const {
    return state.coordinates.segment(joint_.first_coordinate, coordinates());
  }
  void move_to(const VectorXd& values, State& state) const;
  void set_rate(int k, double rate, State& state) const;

 private:
  const Body& body(BodyId id) const { return model_.bodies[static_cast<std::size_t>(id.index)]; }
  // The rows of the joint and of its coordinates, by the velocity of the moving body.
  struct Rows {
    Eigen::MatrixXd jacobian;
    VectorXd error;  // of the rows of the joint
  };
  Rows rows(const State& state) const;
  VectorXd residual(const VectorXd& values, const State& state, const Rows& rows) const;
  Twist solved(const Eigen::MatrixXd& J, const VectorXd& rhs) const;
  void displace(const Twist& by, State& state) const;
  void carry_velocities(const State& before, State& state) const;
  void write_twist(BodyId id, const Twist& twist, State& state) const;

  const Model& model_;
  int index_;
  const Joint& joint_;
  BodyId mover_, base_;
  std::vector<BodyId> bodies_;
};

Branch::Rows Branch::rows(const State& state) const {
  const int mover = mover_ == joint_.a ? 0 : 1;
  Rows found{Eigen::MatrixXd(joint_.rows + coordinates(), body(mover_).dof), VectorXd(joint_.rows)};
  RowPool pool;
  pool.add(model_, joint_.a.index, joint_.b.index, joint_.rows);
  write_joint(model_, state, joint_, pool, 0, found.error.data());
  found.jacobian.topRows(joint_.rows) = pool.block(0, mover);
  for (int k = 0; k < coordinates(); ++k)
    found.jacobian.row(joint_.rows + k) =
        pool.block(append_coordinate(model_, state, {index_}, k, 1.0, pool), mover);
  return found;
}

VectorXd Branch::residual(const VectorXd& values, const State& state, const Rows& rows) const {
  VectorXd r(joint_.rows + coordinates());
  r << -rows.error, values - this->values(state);
  return r;
}

Twist Branch::solved(const Eigen::MatrixXd& J, const VectorXd& rhs) const {
  const VectorXd x = J.completeOrthogonalDecomposition().solve(rhs);
  if (!body(mover_).is_planar())
    return {x.head<3>(), x.size() == 6 ? Vector3d(x.tail<3>()) : Vector3d(0, 0, 0)};
  return {{x[0], x[1], 0}, {0, 0, x.size() == 3 ? x[2] : 0.0}};
}

void Branch::displace(const Twist& by, State& state) const {
  const double angle = by.omega.norm();
  const Vector3d axis = angle > 0 ? Vector3d(by.omega / angle) : Vector3d(0, 0, 1);
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(angle, axis));
  const Vector3d center = spatial_pose(model_, state, mover_).p;
  for (const BodyId id : bodies_) {
    const Body& b = body(id);
    const spatial::Pose pose = spatial_pose(model_, state, id);
    const Vector3d p = center + by.velocity + turn * (pose.p - center);
    const int size = b.is_planar() ? 2 : 3;
    state.q.segment(b.q_offset, size) = p.head(size);
    if (b.is_planar() && b.dof == 3) state.q[b.q_offset + 2] += by.omega.z();
    if (!b.has_quaternion()) continue;
    const Eigen::Quaterniond r = (turn * pose.r).normalized();
    state.q.segment<4>(b.q_offset + 3) << r.w(), r.x(), r.y(), r.z();
  }
  update_coordinates(model_, {index_, index_ + 1}, state);
}

void Branch::write_twist(BodyId id, const Twist& twist, State& state) const {
  const Body& b = body(id);
  const int size = b.is_planar() ? 2 : 3;
  state.v.segment(b.v_offset, size) = twist.velocity.head(size);
  if (b.is_planar() && b.dof == 3) state.v[b.v_offset + 2] = twist.omega.z();
  if (b.has_quaternion()) state.v.segment<3>(b.v_offset + 3) = twist.omega;
}

// Rotates velocities relative to the base body along with the branch, so that joint rates stay the
// same.
void Branch::carry_velocities(const State& before, State& state) const {
  const Twist base = twist_of(model_, state, base_);
  const Vector3d at = base_.index < 0 ? Vector3d(0, 0, 0) : spatial_pose(model_, state, base_).p;
  const Eigen::Quaterniond turn =
      spatial_pose(model_, state, mover_).r * spatial_pose(model_, before, mover_).r.conjugate();
  const auto carried = [&](const Vector3d& p) {
    return Vector3d(base.velocity + base.omega.cross(p - at));
  };
  for (const BodyId id : bodies_) {
    const Twist old = body_twist(model_, before, id);
    const Vector3d from = spatial_pose(model_, before, id).p,
                   to = spatial_pose(model_, state, id).p;
    write_twist(id,
                {carried(to) + turn * (old.velocity - carried(from)),
                 base.omega + turn * (old.omega - base.omega)},
                state);
  }
}

void Branch::move_to(const VectorXd& values, State& state) const {
  constexpr double kStep = 0.5;  // rad or m, for which Newton's method converges
  constexpr int kMostParts = 10'000;
  constexpr double kTolerance = 1e-9;
  const State before = state;
  const VectorXd start = this->values(state);
  const double farthest = start.size() ? (values - start).lpNorm<Eigen::Infinity>() : 0.0;
  if (!(farthest <= kMostParts * kStep))
    throw InvalidArgument("value", "within 5000 rad or m of that of the state", listed(values));
  const int parts = 1 + static_cast<int>(farthest / kStep);
  double rest = std::numeric_limits<double>::infinity();
  for (int part = 1; part <= parts; ++part) {
    const VectorXd to = start + (values - start) * (static_cast<double>(part) / parts);
    for (int i = 0; i < 20; ++i) {
      const Rows rows = this->rows(state);
      const VectorXd r = residual(to, state, rows);
      const double last = std::exchange(rest, r.lpNorm<Eigen::Infinity>());
      if (rest < 1e-15 || (i > 0 && rest < kTolerance && rest >= last)) break;
      displace(solved(rows.jacobian, r), state);
    }
  }
  if (!(rest < kTolerance)) {
    state = before;
    throw InvalidArgument("value", "one that joint '" + joint_.name + "' can have", listed(values));
  }
  carry_velocities(before, state);
}

void Branch::set_rate(int k, double rate, State& state) const {
  const Eigen::MatrixXd J = rows(state).jacobian;
  VectorXd change = VectorXd::Zero(J.rows());
  change[joint_.rows + k] = rate - coordinate_rate(model_, state, {index_}, k);
  const Twist by = solved(J, change);
  const Vector3d center = spatial_pose(model_, state, mover_).p;
  for (const BodyId id : bodies_) {
    const Twist old = body_twist(model_, state, id);
    const Vector3d arm = spatial_pose(model_, state, id).p - center;
    write_twist(id, {old.velocity + by.velocity + by.omega.cross(arm), old.omega + by.omega},
                state);
  }
}

Branch branch_of(const Model& model, const CoordinateId& id, const State& state) {
  const int joint = id.joint.index;
  require(joint >= 0 && joint < static_cast<int>(model.joints.size()), "joint", "one of the model",
          joint);
  Branch branch(model, state, joint);
  require(id.coordinate >= 0 && id.coordinate < branch.coordinates(), "coordinate",
          "one of the joint", id.coordinate);
  return branch;
}

void move(const Model& model, const CoordinateId& id, double value, State& state) {
  const Branch branch = branch_of(model, id, state);
  VectorXd to = branch.values(state);
  to[id.coordinate] = value;
  branch.move_to(to, state);
}

void speed_up(const Model& model, const CoordinateId& id, double rate, State& state) {
  branch_of(model, id, state).set_rate(id.coordinate, rate, state);
}

// Moves coordinates that couplers tie to those that have been set.
class Followers {
 public:
  // `value` returns a coordinate or rate, `set` changes it, and `sum` is what a coupler keeps.
  template <typename Value, typename Set, typename Sum>
  static void move(const Model& model, const std::vector<CoordinateValue>& values,
                   const State& state, const Value& value, const Set& set, const Sum& sum) {
    Followers followers;
    for (const CoordinateValue& each : values)
      followers.known_.insert({each.coordinate.joint.index, each.coordinate.coordinate});
    for (bool moved = !values.empty(); moved;) {
      moved = false;
      for (const Coupler& coupler : model.couplers)
        if (followers.leaves_one(coupler, state)) {
          followers.close(coupler, value, set, sum);
          moved = true;
        }
    }
    for (const Coupler& coupler : model.couplers)
      if (followers.touches(coupler, state)) check(coupler, value, sum);
  }

 private:
  static bool is_broken(const Coupler& coupler, const State& state) {
    return std::ranges::any_of(
        coupler.terms, [&](const CouplerTerm& term) { return state.is_broken(term.joint); });
  }
  bool knows(const CouplerTerm& term) const {
    return known_.contains({term.joint.index, term.coordinate});
  }
  auto unknown(const Coupler& coupler) const {
    return std::count_if(coupler.terms.begin(), coupler.terms.end(),
                         [&](const auto& term) { return !knows(term); });
  }
  bool touches(const Coupler& coupler, const State& state) const {
    return !is_broken(coupler, state) &&
           unknown(coupler) < static_cast<std::ptrdiff_t>(coupler.terms.size());
  }
  bool leaves_one(const Coupler& coupler, const State& state) const {
    return touches(coupler, state) && unknown(coupler) == 1;
  }
  template <typename Value, typename Sum>
  static double gap(const Coupler& coupler, const Value& value, const Sum& sum) {
    double open = -sum(coupler);
    for (const CouplerTerm& term : coupler.terms) open += term.factor * value(term);
    return open;
  }
  template <typename Value, typename Set, typename Sum>
  void close(const Coupler& coupler, const Value& value, const Set& set, const Sum& sum) {
    const auto term =
        *std::ranges::find_if(coupler.terms, [&](const auto& t) { return !knows(t); });
    known_.insert({term.joint.index, term.coordinate});
    set(term, value(term) - gap(coupler, value, sum) / term.factor);
  }
  template <typename Value, typename Sum>
  static void check(const Coupler& coupler, const Value& value, const Sum& sum) {
    constexpr double kTolerance = 1e-9;
    double scale = 1.0;
    for (const CouplerTerm& term : coupler.terms) scale += std::abs(term.factor * value(term));
    if (const double open = gap(coupler, value, sum); !(std::abs(open) <= kTolerance * scale))
      throw InvalidArgument("value", "those that coupler '" + coupler.name + "' allows",
                            std::to_string(open) + " off");
  }

  std::set<std::pair<int, int>> known_;
};

}  // namespace

void set_coordinates(const Model& model, const std::vector<CoordinateValue>& values, State& state) {
  for (const CoordinateValue& each : values) {
    require(std::isfinite(each.value), "value", "finite", each.value);
    move(model, each.coordinate, each.value, state);
  }
  const VectorXd start = model.couplers.empty() ? VectorXd() : initial_state(model).coordinates;
  const auto at = [&](const VectorXd& all, const CouplerTerm& term) {
    return all[model.joints[static_cast<std::size_t>(term.joint.index)].first_coordinate +
               term.coordinate];
  };
  Followers::move(
      model, values, state, [&](const CouplerTerm& term) { return at(state.coordinates, term); },
      [&](const CouplerTerm& term, double value) {
        move(model, {term.joint, term.coordinate}, value, state);
      },
      [&](const Coupler& coupler) {
        double sum = 0.0;
        for (const CouplerTerm& term : coupler.terms) sum += term.factor * at(start, term);
        return sum;
      });
}

void set_rates(const Model& model, const std::vector<CoordinateValue>& values, State& state) {
  for (const CoordinateValue& each : values) {
    require(std::isfinite(each.value), "rate", "finite", each.value);
    speed_up(model, each.coordinate, each.value, state);
  }
  Followers::move(
      model, values, state,
      [&](const CouplerTerm& term) {
        return coordinate_rate(model, state, term.joint, term.coordinate);
      },
      [&](const CouplerTerm& term, double rate) {
        speed_up(model, {term.joint, term.coordinate}, rate, state);
      },
      [](const Coupler&) { return 0.0; });
}

Eigen::MatrixXd joint_jacobian(const Model& model, const State& state, BodyId body,
                               const Vector3d& point, Frame point_in,
                               const std::vector<CoordinateId>& coordinates) {
  const Eigen::MatrixXd at_point = point_jacobian(model, state, body, point, point_in),
                        spin = spin_jacobian(model, state, body);
  Eigen::MatrixXd J(6, static_cast<Eigen::Index>(coordinates.size()));
  State moving = state;
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    moving.v.setZero();
    set_rates(model, {{coordinates[i], 1.0}}, moving);
    J.col(static_cast<Eigen::Index>(i)) << at_point * moving.v, spin * moving.v;
  }
  return J;
}

}  // namespace perpend
