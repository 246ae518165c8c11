// SPDX-License-Identifier: Apache-2.0
//
// Semismooth Newton on the Fischer-Burmeister map of the second-order cone, with full steps.
//   x = T r, y = T⁻¹ (u_n + mu |u_t|, u_t), T = diag(t_0, t_1, t_1), t_0 / t_1 = mu: x and y lie in
//   the self-dual cone exactly where r lies in the friction cone and (u_n + mu |u_t|, u_t) in its
//   dual (De Saxce & Feng 1998).
//   F = x + y - z, z = sqrt(x o x + y o y) in the Jordan algebra (Fukushima, Luo & Tseng 2001)
//   dF = (I - L_z⁻¹ L_x) dx + (I - L_z⁻¹ L_y) dy,  dy = S T⁻¹ du with the slip |u_t| in S
//   (A + B W + delta I) dr = -T⁻¹ F,  delta = min(1e-6, 1e-2 |F|) + 1e-10
// Limitations: no box law. F loses half the digits where x o x + y o y is on the boundary of the
// cone, so the last digits may have to come from the steps of alart_curnier.cpp.
// Tried and rejected: a line search on |F| (182 of 200 piles instead of 193).
#include "lcp/cone/fischer_burmeister.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "lcp/cone/jordan.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr int kSteps = 40;
constexpr double kArrowShift = 1e-9;

struct Linearised {
  Matrix3d A = Matrix3d::Zero(), B = Matrix3d::Identity();
  Vector3d F = Vector3d::Zero();
};

struct ConeMap {
  Matrix3d dx, dy;  // I - L_z⁻¹ L_x and I - L_z⁻¹ L_y
  Vector3d F;
};

Vector3d root_of(const Vector3d& x, const Vector3d& y) {
  return jordan_root(jordan_product(x, x) + jordan_product(y, y));
}

ConeMap cone_map(const Vector3d& x, const Vector3d& y) {
  const Vector3d z = root_of(x, y);
  Matrix3d L = arrow(z);
  L.diagonal().array() += kArrowShift;
  const Matrix3d inverse = L.inverse();
  return {Matrix3d::Identity() - inverse * arrow(x), Matrix3d::Identity() - inverse * arrow(y),
          x + y - z};
}

// r and u of a contact in the units of the self-dual cone.
struct ConePair {
  Vector3d x, y;
  double slip;

  ConePair(const Vector3d& t, const Vector3d& r, const Vector3d& u)
      : x(t.cwiseProduct(r)), y(u.cwiseQuotient(t)), slip(y.tail<2>().norm()) {
    y[0] += slip;
  }
};

Linearised friction_cone(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  const Vector3d t = cone_units(block);
  const ConePair pair(t, r, u);
  const ConeMap map = cone_map(pair.x, pair.y);
  Matrix3d S = Matrix3d::Identity();
  if (pair.slip > 0) S.topRightCorner<1, 2>() = pair.y.tail<2>().transpose() / pair.slip;
  const auto T = t.asDiagonal();
  const auto inverse = t.cwiseInverse().eval();
  return {.A = inverse.asDiagonal() * map.dx * T,
          .B = inverse.asDiagonal() * (map.dy * S) * inverse.asDiagonal(),
          .F = map.F.cwiseProduct(inverse)};
}

// Dynamic friction: the normal row is a cone by itself, the tangent rows are linear.
Linearised normal_cone(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  const ConeMap map = cone_map({r[0], 0, 0}, {u[0], 0, 0});
  Linearised l;
  l.B.setZero();
  l.A(0, 0) = map.dx(0, 0);
  l.B(0, 0) = map.dy(0, 0);
  l.F[0] = map.F[0];
  if (block.rows == 1) return l;
  l.A.bottomRightCorner<2, 2>() = Eigen::Matrix2d::Identity();
  l.A.bottomLeftCorner<2, 1>() = block.mu * block.direction;
  l.F.tail<2>() = r.tail<2>() + block.mu * r[0] * block.direction;
  return l;
}

Linearised linearised(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  if (block.bilateral) return {.F = u};
  if (block.rows == 1 || block.sliding) return normal_cone(block, r, u);
  return friction_cone(block, r, u);
}

// Returns F alone, which is all that a step with an old factor needs.
Vector3d value(const ConeBlock& block, const Vector3d& r, const Vector3d& u) {
  if (block.bilateral) return u;
  if (block.rows == 1 || block.sliding) {
    const Vector3d x(r[0], 0, 0), y(u[0], 0, 0);
    Vector3d F = Vector3d::Zero();
    F[0] = (x + y - root_of(x, y))[0];
    if (block.rows > 1) F.tail<2>() = r.tail<2>() + block.mu * r[0] * block.direction;
    return F;
  }
  const Vector3d t = cone_units(block);
  const ConePair pair(t, r, u);
  return (pair.x + pair.y - root_of(pair.x, pair.y)).cwiseProduct(t.cwiseInverse());
}

class FischerBurmeister {
 public:
  explicit FischerBurmeister(ConeSearch& search)
      : search_(search),
        A_(search.memory().A),
        B_(search.memory().B),
        rhs_(search.memory().newton_rhs),
        step_(search.memory().newton_step) {
    A_.resize(search.cone().blocks.size());
    B_.resize(search.cone().blocks.size());
    rhs_.resize(search.cone().size());
  }

  // Adds one full step to r.
  bool step(VectorXd& r) {
    const ConeProblem& cone = search_.cone();
    linearise(r);
    const double delta = std::min(1e-6, 1e-2 * rhs_.norm()) + 1e-10;
    ++search_.steps;
    return cone.W->factor(cone.blocks, A_, B_, delta) && advance(r);
  }

  // Adds a step to r with the factor of the last step().
  bool step_again(VectorXd& r) {
    const VectorXd& u = search_.motion_at(r);
    for (const ConeBlock& block : search_.cone().blocks)
      set_rows(block, -value(block, rows_of(block, r), rows_of(block, u)), rhs_);
    return advance(r);
  }

 private:
  void linearise(const VectorXd& r) {
    const ConeProblem& cone = search_.cone();
    const VectorXd& u = search_.motion_at(r);
    for (std::size_t i = 0; i < cone.blocks.size(); ++i) {
      const ConeBlock& block = cone.blocks[i];
      const Linearised l = linearised(block, rows_of(block, r), rows_of(block, u));
      A_[i] = l.A;
      B_[i] = l.B;
      set_rows(block, -l.F, rhs_);
    }
  }

  bool advance(VectorXd& r) {
    search_.cone().W->solve(rhs_, 0, step_);
    if (!step_.allFinite()) return false;
    r += step_;
    return true;
  }

  ConeSearch& search_;
  BlockDiagonal &A_, &B_;
  VectorXd &rhs_, &step_;
};

}  // namespace

void run_fischer_burmeister(ConeSearch& search, const VectorXd& start, int idle_steps) {
  search.stage = Method::fischer_burmeister;
  VectorXd& r = search.memory().newton_point;
  r = start;
  FischerBurmeister newton(search);
  double residual = search.consider(r), reached = residual;
  int idle = 0;
  for (int k = 0; k < kSteps && idle < idle_steps && !search.done() && !search.spent(); ++k) {
    const double before = residual;
    if (!newton.step(r)) return;
    residual = search.consider(r);
    if (residual <= kWorthRepeating * before)
      residual =
          search.repeat(r, residual, [&](VectorXd& next) { return newton.step_again(next); });
    idle = residual <= 0.5 * reached ? 0 : idle + 1;
    if (idle == 0) reached = residual;
  }
}

}  // namespace perpend::lcp
