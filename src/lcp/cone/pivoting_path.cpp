// SPDX-License-Identifier: Apache-2.0
//
// In the plane the law is linear on each of finitely many sets of open, sticking and sliding
// contacts. For any z the impulse r = P(z) and the motion r - z are complementary: they solve the
// problem with the motion W r + q + d, where d is the residual of z. Along
//   u = W r + a (r - r_k) + q + t d,   t from 1 to 0,
// the solution of the proximal problem is followed from set to set: one contact changes at a time,
// and t may turn back where the matrix of a set has the other sign, as in Lemke's method, whose
// path this is with d = e and r = 0. Newton steps of the same problem change all contacts at once
// and cycle where a path of some ten pivots arrives.
//
// Source: Ralph 1994 (paths of the normal map); Eaves 1976 (piecewise linear homotopy).
// Limitations: a path may be long; after kMostPivots another a is tried. Contacts that leave their
// sets at once (ties) are taken one by one in the order of their rows.
#include "lcp/cone/pivoting_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lcp/cone/updated_system.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Bounds of the first shift, which is the square root of the residual.
constexpr double kLeastFirst = 1e-3, kMostFirst = 0.1;
// After a short path the shift shrinks faster; after one that did not arrive it grows.
constexpr double kFastest = 0.1, kFaster = 0.7, kSlowest = 0.8, kBack = 3;
constexpr int kFewPivots = 10, kMostPivots = 60, kFailures = 60;

enum class Piece : unsigned char { open, holds, slides_up, slides_down };

double side(Piece piece) {
  return piece == Piece::slides_up ? 1.0 : -1.0;
}

bool slips(const ConeBlock& block) {
  return !block.bilateral && !block.sliding && block.rows == 2;
}

// Returns the impulse of z, and its set in `piece`.
Vector3d project(const ConeBlock& block, const Vector3d& z, Piece& piece) {
  piece = Piece::holds;
  if (block.bilateral) return z;
  const double mu = block.mu, tangent = block.rows > 1 ? z[1] : 0.0;
  if (!slips(block)) {
    if (!(z[0] > 0)) piece = Piece::open;
    if (piece == Piece::open) return Vector3d::Zero();
    Vector3d r(z[0], 0, 0);
    if (block.sliding) r.tail<2>() = -mu * z[0] * block.direction;
    return r;
  }
  if (std::abs(tangent) <= mu * z[0]) return z;
  piece = Piece::open;
  if (!(z[0] + mu * std::abs(tangent) > 0)) return Vector3d::Zero();
  piece = tangent > 0 ? Piece::slides_up : Piece::slides_down;
  const double normal = (z[0] + mu * std::abs(tangent)) / (1 + mu * mu);
  return {normal, side(piece) * mu * normal, 0};
}

// A contact that leaves its set, and how far t moves until then.
struct Event {
  double at = std::numeric_limits<double>::infinity();
  int block = -1;
  Piece next = Piece::open;
};

void leave(double value, double rate, int block, Piece next, Event& event) {
  constexpr double kLeastRate = 1e-14;
  if (!(rate < -kLeastRate)) return;
  const double at = std::max(value, 0.0) / -rate;
  if (at < event.at) event = {at, block, next};
}

class PivotingPath {
 public:
  PivotingPath(ConeSearch& search, double a, const VectorXd& centre);
  /// Sets r to the end of the path and returns true; false where the path breaks off, or after
  /// kMostPivots with r where it came to.
  bool follow(VectorXd& r);

 private:
  void start(const VectorXd& r);
  void set_rows_of(int block);
  bool find_direction();
  Event next_event(double sign) const;
  double inward(int block, Piece from) const;

  ConeSearch& search_;
  const ConeProblem& cone_;
  double a_;
  const VectorXd& centre_;
  std::vector<Piece> pieces_;
  VectorXd r_, u_, d_;  // u_: motion on the path, d_: residual of the start
  VectorXd dr_, du_;    // derivatives by t
  UpdatedSystem system_;
};

PivotingPath::PivotingPath(ConeSearch& search, double a, const VectorXd& centre)
    : search_(search),
      cone_(search.cone()),
      a_(a),
      centre_(centre),
      pieces_(cone_.blocks.size()),
      system_(cone_) {}

// Finds the problem that z = r - (u + mu |u_t| e_n) solves, and its residual d_ in the one at hand.
void PivotingPath::start(const VectorXd& r) {
  r_ = r;
  d_ = search_.motion_at(r_) + a_ * (r_ - centre_);
  u_ = d_;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const ConeBlock& block = cone_.blocks[i];
    const Vector3d force = rows_of(block, r_);
    Vector3d u = rows_of(block, u_);
    if (slips(block)) u[0] += block.mu * std::abs(u[1]);
    const Vector3d projected = project(block, force - u, pieces_[i]);
    u += projected - force;
    const bool closed = pieces_[i] != Piece::open;
    if (slips(block)) u[0] -= block.mu * std::abs(u[1]);
    if (closed) u[0] = 0;
    if (closed && slips(block) && pieces_[i] == Piece::holds) u[1] = 0;
    set_rows(block, projected, r_);
    set_rows(block, u, u_);
  }
  d_ = u_ - search_.motion_at(r_) - a_ * (r_ - centre_);
}

// Sets the rows of a contact in its set: dr = 0 where it is open, du = 0 where a row holds.
void PivotingPath::set_rows_of(int i) {
  const ConeBlock& block = cone_.blocks[i];
  const Piece piece = pieces_[i];
  Matrix3d A = Matrix3d::Identity(), B = Matrix3d::Zero();
  Vector3d rhs = Vector3d::Zero();
  if (piece == Piece::holds && !block.sliding) {
    A *= a_;
    B.setIdentity();
    rhs = -rows_of(block, d_);
  } else if (piece != Piece::open) {
    A(0, 0) = a_;
    B(0, 0) = 1;
    rhs[0] = -d_[block.row];
    for (int k = 1; k < block.rows; ++k)
      A(k, 0) = block.mu * (block.sliding ? block.direction[k - 1] : -side(piece));
  }
  system_.set(i, A, B, rhs);
}

// Computes the derivatives of r and u by t on the present sets.
bool PivotingPath::find_direction() {
  ++search_.steps;
  if (!system_.solve()) return false;
  dr_ = system_.x();
  du_ = system_.motion() + a_ * dr_ + d_;
  return true;
}

// Returns the first contact that leaves its set where t moves by `sign`.
Event PivotingPath::next_event(double sign) const {
  Event event;
  for (int i = 0; i < static_cast<int>(pieces_.size()); ++i) {
    const ConeBlock& block = cone_.blocks[i];
    if (block.bilateral) continue;
    const Eigen::Index n = block.row, t = n + 1;
    const double mu = block.mu;
    const bool has_slip = slips(block);
    switch (pieces_[i]) {
      case Piece::open: {
        const Piece closed = !has_slip   ? Piece::holds
                             : u_[t] > 0 ? Piece::slides_down
                                         : Piece::slides_up;
        leave(u_[n], sign * du_[n], i, closed, event);
        break;
      }
      case Piece::holds:
        if (!has_slip) {
          leave(r_[n], sign * dr_[n], i, Piece::open, event);
          break;
        }
        leave(mu * r_[n] - r_[t], sign * (mu * dr_[n] - dr_[t]), i, Piece::slides_up, event);
        leave(mu * r_[n] + r_[t], sign * (mu * dr_[n] + dr_[t]), i, Piece::slides_down, event);
        break;
      default: {
        const double s = side(pieces_[i]);
        leave(r_[n], sign * dr_[n], i, Piece::open, event);
        leave(-s * u_[t], -s * sign * du_[t], i, Piece::holds, event);
      }
    }
  }
  return event;
}

// Returns the derivative by t of the quantity that was zero when a contact came from the set
// `from`: it has to grow.
double PivotingPath::inward(int i, Piece from) const {
  const ConeBlock& block = cone_.blocks[i];
  const Eigen::Index n = block.row, t = n + 1;
  if (from == Piece::open) return dr_[n];
  if (pieces_[i] == Piece::open) return du_[n];
  if (from == Piece::holds) return -side(pieces_[i]) * du_[t];
  return block.mu * dr_[n] - side(from) * dr_[t];
}

bool PivotingPath::follow(VectorXd& r) {
  start(r);
  double t = 1, sign = -1;
  for (int i = 0; i < static_cast<int>(pieces_.size()); ++i) set_rows_of(i);
  if (!find_direction()) return false;
  for (int pivots = 0; pivots < kMostPivots && !search_.spent(); ++pivots) {
    const Event event = next_event(sign);
    if (sign < 0 && event.at >= t) {
      r = r_ - t * dr_;
      return true;
    }
    if (event.block < 0) return false;
    r_ += sign * event.at * dr_;
    u_ += sign * event.at * du_;
    t += sign * event.at;
    const Piece from = pieces_[event.block];
    pieces_[event.block] = event.next;
    set_rows_of(event.block);
    if (!find_direction()) return false;
    sign = inward(event.block, from) > 0 ? 1 : -1;
  }
  r = r_;
  return false;
}

struct PathStep {
  double a, shrink = 0.2;
  int failures = 0;

  void advance(int pivots) {
    if (pivots <= kFewPivots) shrink = std::max(kFastest, kFaster * shrink);
    a *= shrink;
  }
  void retreat() {
    a *= kBack;
    shrink = std::min(std::sqrt(shrink), kSlowest);
    ++failures;
  }
};

}  // namespace

bool is_planar(const ConeProblem& cone) {
  return std::ranges::any_of(cone.blocks, slips) &&
         std::ranges::all_of(cone.blocks, [](const ConeBlock& block) {
           return block.bilateral || block.sliding || (block.rows < 3 && !block.box);
         });
}

void run_pivoting_path(ConeSearch& search, const VectorXd& start, int budget) {
  search.stage = Method::proximal;
  VectorXd &centre = search.memory().path_centre, &r = search.memory().path_point;
  centre = start;
  double residual = search.consider(centre);
  PathStep at{.a = std::clamp(std::sqrt(residual), kLeastFirst, kMostFirst)};
  const int limit = search.factorisations() + budget;
  const auto spent = [&] { return search.spent() || search.factorisations() >= limit; };
  while (!search.done() && !spent() && at.failures < kFailures) {
    r = centre;
    const int before = search.steps;
    const bool arrived = PivotingPath(search, at.a, centre).follow(r);
    const double reached = search.consider(r);
    if (arrived) search.path_shift = at.a;
    if (arrived || reached < residual) {
      centre = r;
      residual = reached;
    }
    if (arrived)
      at.advance(search.steps - before);
    else
      at.retreat();
  }
}

}  // namespace perpend::lcp
