// SPDX-License-Identifier: Apache-2.0
//
// Rates and step lengths of Baraff's method with friction (Baraff 1994, sections 5.5, 5.6).
//
// The force d is driven at unit rate; x are the rates of the unknowns (bilateral, C and CF rows):
//   K x = -A[E,d],  K = A[E,P] with the column of each slipping normal merged,
//   column_N += mu (direction_x column_x + direction_y column_y),
// so that f_T = mu f_N direction is kept and the friction rows drop out (eq. 24 with its sign).
//   df = x, ties and d;  da = A df.
// The longest step is the least of
//   normal in C    -f_N / df_N                                     (10)
//   normal in NC   -a_N / da_N                                     (11)
//   CF             |f_T + s df_T| = mu (f_N + s df_N)              (23)
//   NC+, NC-, NCF  direction · (a_T + s da_T) = 0                  (21)
//   the driven     a_d + s da_d = 0, or f_T = 0 when it is released.
//
// A held row that depends on those in the factor stays at zero with them and is left out; as soon
// as a direction would move it, it is independent again and enters first.
#include <algorithm>
#include <cmath>

#include "core/infinity.hpp"
#include "lcp/pivoting/dantzig/friction.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector2d;

// A rate below this many roundings of the terms that it sums counts as zero: the rates x of a
// factor of condition 1e4 carry up to 1e4 roundings, of which most cancel. Real rates are O(1).
constexpr double kRateNoise = 4096 * std::numeric_limits<double>::epsilon();
// The driven row wins ties within this distance from a_d = 0 (units of max |b|).
constexpr double kTieTolerance = 1e-12;

}  // namespace

void DantzigFriction::tie_friction(int n) {
  const Normal& normal = normals_[n];
  for (int p = normal.first_patch; p < normal.first_patch + normal.patches; ++p) {
    const Patch& patch = patches_[p];
    if (patch.set != Set::slip && patch.set != Set::sliding) continue;
    const double rate = patch.mu * df_[normal.row];
    for (int k = 0; k < patch.axes; ++k) df_[patch.row + k] = rate * patch.direction[k];
  }
}

void DantzigFriction::seed(const Drive& drive) {
  df_.setZero();
  if (drive.kind == DriveKind::normal) {
    df_[normals_[drive.element].row] = drive.sign;
    tie_friction(drive.element);
  } else {
    const Patch& patch = patches_[drive.element];
    if (drive.kind == DriveKind::axis) {
      df_[patch.row + drive.axis] = drive.sign;
    } else {
      const Vector2d f = tangent(f_, patch);
      for (int k = 0; k < patch.axes; ++k) df_[patch.row + k] = -f[k] / f.norm();
    }
  }
}

// Completes df_, which holds the driven forces, by the rates of the unknowns.
bool DantzigFriction::follow() {
  da_.noalias() = A_ * df_;
  std::visit(
      [&](auto& factor) {
        const auto& equations = factor.equations();
        for (Index e = 0; e < factor.size(); ++e) x_[e] = -da_[equations[e]];
        factor.solve(x_, x_);
        for (Index u = 0; u < factor.size(); ++u) df_[factor.unknowns()[u]] = x_[u];
      },
      factor_);
  for (std::size_t n = 0; n < normals_.size(); ++n)
    if (normals_[n].set == Set::clamped) tie_friction(static_cast<int>(n));
  da_.noalias() = A_ * df_;
  noise_ = kRateNoise * df_.cwiseAbs().sum();
  return df_.allFinite();
}

// Lets the held row enter that the direction moves most; false when none is moved.
bool DantzigFriction::activate(const Drive& drive) {
  const Patch* driven = drive.kind == DriveKind::normal ? nullptr : &patches_[drive.element];
  Index worst = -1;
  for (Index i = 0; i < a_.size(); ++i) {
    if (!wanted_[i] || factored_[i] || std::abs(da_[i]) <= noise_) continue;
    if (driven && i == driven->row + drive.axis && drive.kind == DriveKind::axis) continue;
    if (worst < 0 || std::abs(da_[i]) > std::abs(da_[worst])) worst = i;
  }
  if (worst < 0) return false;
  hold(worst);
  return in_factor(worst);
}

// Returns false where no direction is finite, not even by a fresh factor.
bool DantzigFriction::direction(const Drive& drive) {
  do {
    seed(drive);
    if (follow()) continue;
    rebuild();
    seed(drive);
    if (!follow()) return false;
  } while (activate(drive));
  return true;
}

void DantzigFriction::limit_normals(Step& step) const {
  for (std::size_t n = 0; n < normals_.size(); ++n) {
    const Index i = normals_[n].row;
    double length = kInfinity;
    Set next = Set::open;
    if (normals_[n].set == Set::clamped && df_[i] < -noise_) length = -f_[i] / df_[i];
    if (normals_[n].set == Set::open && da_[i] < -noise_) {
      length = -a_[i] / da_[i];
      next = Set::clamped;
    }
    if (length < step.length)
      step = {std::max(0.0, length), Limit::normal, static_cast<int>(n), next};
  }
}

// Returns the smallest s >= 0 where c + 2 b s + a s² = (mu f_N)² - |f_T|² turns negative.
double DantzigFriction::cone_step(const Patch& patch) const {
  const Index n = normals_[patch.normal].row;
  const Vector2d f = tangent(f_, patch), g = tangent(df_, patch);
  const double limit = patch.mu * f_[n], rate = patch.mu * df_[n];
  const double length = f.norm();
  const double c = std::max(0.0, (limit - length) * (limit + length));
  const double b = limit * rate - f.dot(g);
  const double a = (rate - g.norm()) * (rate + g.norm());
  if (g.norm() <= noise_ && rate >= -noise_) return kInfinity;
  const double discriminant = b * b - a * c;
  if (discriminant < 0) return kInfinity;
  const double root = std::sqrt(discriminant);
  if (b > 0) return a < 0 ? (-b - root) / a : kInfinity;
  if (root - b > 0) return c / (root - b);
  return a < 0 ? 0.0 : kInfinity;
}

void DantzigFriction::limit_patches(Step& step) const {
  for (std::size_t p = 0; p < patches_.size(); ++p) {
    const Patch& patch = patches_[p];
    double length = kInfinity;
    Set next = Set::slip;
    if (patch.set == Set::stick) length = cone_step(patch);
    if (patch.set == Set::slip) {
      const double rate = patch.direction.dot(tangent(da_, patch));
      if (rate > noise_) length = -patch.direction.dot(tangent(a_, patch)) / rate;
      next = Set::stick;
    }
    if (length < step.length)
      step = {std::max(0.0, length), Limit::patch, static_cast<int>(p), next};
  }
}

void DantzigFriction::limit_driven(Step& step, const Drive& drive) const {
  if (drive.kind == DriveKind::release) {
    const double length = tangent(f_, patches_[drive.element]).norm();
    if (length <= step.length) step = {length, Limit::driven, drive.element, Set::none};
    return;
  }
  const bool normal = drive.kind == DriveKind::normal;
  const Index d = normal ? normals_[drive.element].row : patches_[drive.element].row + drive.axis;
  if (normal && drive.sign < 0 && f_[d] <= step.length)
    step = {f_[d], Limit::driven, drive.element, Set::open};
  if (drive.sign * da_[d] <= noise_) return;
  const double length = std::max(0.0, -a_[d] / da_[d]);
  const double left = drive.sign * (a_[d] + step.length * da_[d]);
  if (length <= step.length || left >= -kTieTolerance)
    step = {length, Limit::driven, drive.element, normal ? Set::clamped : Set::stick};
}

DantzigFriction::Step DantzigFriction::longest_step(const Drive& drive) const {
  Step step;
  limit_normals(step);
  limit_patches(step);
  limit_driven(step, drive);
  return step;
}

void DantzigFriction::advance(const Step& step) {
  if (step.length * df_.cwiseAbs().maxCoeff() > 1e-13 * (1.0 + f_.cwiseAbs().maxCoeff()))
    ++progress_;
  f_ += step.length * df_;
  a_ += step.length * da_;
}

void DantzigFriction::evaluate() {
  a_.noalias() = A_ * f_ + b_;
}

// Takes one Newton step on the rows of the factor.
void DantzigFriction::polish() {
  std::visit(
      [&](auto& factor) {
        for (Index e = 0; e < factor.size(); ++e) x_[e] = -a_[factor.equations()[e]];
        factor.solve(x_, x_);
        for (Index u = 0; u < factor.size(); ++u) f_[factor.unknowns()[u]] += x_[u];
      },
      factor_);
  for (const Patch& patch : patches_)
    if (patch.set == Set::slip || patch.set == Set::sliding)
      set_tangent(patch, patch.mu * f_[normals_[patch.normal].row] * patch.direction);
  evaluate();
}

}  // namespace perpend::lcp
