// SPDX-License-Identifier: Apache-2.0
//
// Index sets of Baraff's method with friction and the factor that follows them.
//
// A contact that closes takes its friction set from the sign of a_T: slip against a_T, or stick
// where a_T = 0; a contact that opens has none. Without this rule the sets oscillate.
// In space the set NCF is left when f_T · a_T reaches zero. That is not a_T = 0: sticking is only
// entered when a_T vanishes, otherwise friction is given up, driven to zero and established anew.
// Zero-step rule (section 5.4): an element that returns to the set it just came from without any
// step of positive length in between is given up.
#include <algorithm>
#include <cmath>

#include "lcp/pivoting/dantzig/friction.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector2d;

// a_T below this counts as zero where a set is chosen (units of max |b|, diagonal 1).
constexpr double kStickTolerance = 1e-11;

}  // namespace

double DantzigFriction::merged(Index row, Index unknown) const {
  double value = A_(row, unknown);
  const int n = normal_of_row_[unknown];
  if (n < 0) return value;
  for (int p = normals_[n].first_patch; p < normals_[n].first_patch + normals_[n].patches; ++p) {
    const Patch& patch = patches_[p];
    if (patch.set != Set::slip && patch.set != Set::sliding) continue;
    for (int k = 0; k < patch.axes; ++k)
      value += patch.mu * patch.direction[k] * A_(row, patch.row + k);
  }
  return value;
}

// Keeps a_row = 0 from now on. A dependent row stays outside the factor (step.cpp).
void DantzigFriction::hold(Index row) {
  wanted_[row] = true;
  factored_[row] = std::visit(
      [&](auto& factor) {
        for (Index u = 0; u < factor.size(); ++u) row_[u] = merged(row, factor.unknowns()[u]);
        for (Index e = 0; e < factor.size(); ++e) column_[e] = merged(factor.equations()[e], row);
        return factor.append(row, row, row_, column_, merged(row, row));
      },
      factor_);
}

void DantzigFriction::let_go(Index row) {
  wanted_[row] = false;
  if (!factored_[row]) return;
  factored_[row] = false;
  if (!std::visit([&](auto& factor) { return factor.remove(row, row); }, factor_)) rebuild();
}

void DantzigFriction::merge(int n) {
  const Index row = normals_[n].row;
  if (!factored_[row]) return;
  const bool regular = std::visit(
      [&](auto& factor) {
        for (Index e = 0; e < factor.size(); ++e) column_[e] = merged(factor.equations()[e], row);
        return factor.replace_unknown(row, column_);
      },
      factor_);
  if (!regular) rebuild();
}

void DantzigFriction::rebuild() {
  std::visit([](auto& factor) { factor.clear(); }, factor_);
  std::fill(factored_.begin(), factored_.end(), false);
  ++factorisations_;
  for (const Index i : bilateral_)
    if (wanted_[i]) hold(i);
  for (const Normal& normal : normals_)
    if (wanted_[normal.row]) hold(normal.row);
  for (const Patch& patch : patches_)
    for (int k = 0; k < patch.axes; ++k)
      if (wanted_[patch.row + k]) hold(patch.row + k);
}

bool DantzigFriction::oscillates(Element& element, Set next) {
  if (element.previous == next && element.moved_at == progress_) return true;
  element.previous = element.set;
  element.moved_at = progress_;
  return false;
}

void DantzigFriction::open(int n) {
  Normal& normal = normals_[n];
  for (int p = normal.first_patch; p < normal.first_patch + normal.patches; ++p) {
    Patch& patch = patches_[p];
    if (patch.set == Set::stick)
      for (int k = 0; k < patch.axes; ++k) let_go(patch.row + k);
    if (patch.set != Set::idle) set_tangent(patch, Vector2d::Zero());
    if (patch.set == Set::stick || patch.set == Set::slip) patch.set = Set::none;
  }
  let_go(normal.row);
  f_[normal.row] = 0.0;
  normal.set = Set::open;
}

void DantzigFriction::clamp(int n) {
  Normal& normal = normals_[n];
  normal.set = Set::clamped;
  for (int p = normal.first_patch; p < normal.first_patch + normal.patches; ++p) {
    Patch& patch = patches_[p];
    if (patch.set != Set::none) continue;
    const Vector2d a = tangent(a_, patch);
    patch.previous = Set::none;
    if (a.norm() > kStickTolerance) {
      patch.set = Set::slip;
      patch.direction = -a.normalized();
    } else {
      patch.set = Set::stick;
    }
  }
  hold(normal.row);
  for (int p = normal.first_patch; p < normal.first_patch + normal.patches; ++p)
    if (patches_[p].set == Set::stick)
      for (int k = 0; k < patches_[p].axes; ++k) hold(patches_[p].row + k);
}

void DantzigFriction::stick(int p) {
  Patch& patch = patches_[p];
  const bool was_merged = patch.set == Set::slip;
  patch.set = Set::stick;
  if (was_merged) merge(patch.normal);
  for (int k = 0; k < patch.axes; ++k)
    if (!wanted_[patch.row + k]) hold(patch.row + k);
}

void DantzigFriction::slip(int p, const Vector2d& direction) {
  Patch& patch = patches_[p];
  for (int k = 0; k < patch.axes; ++k) let_go(patch.row + k);
  patch.set = Set::slip;
  patch.direction = direction;
  set_tangent(patch, patch.mu * f_[normals_[patch.normal].row] * direction);
  merge(patch.normal);
}

void DantzigFriction::give_up_patch(int p) {
  Patch& patch = patches_[p];
  for (int k = 0; k < patch.axes; ++k) let_go(patch.row + k);
  const bool was_merged = patch.set == Set::slip;
  patch.set = Set::idle;
  if (was_merged) merge(patch.normal);
}

DantzigFriction::Element& DantzigFriction::element(const Step& step) {
  if (step.limit == Limit::normal) return normals_[step.element];
  return patches_[step.element];
}

void DantzigFriction::apply(const Step& step, const Drive& drive) {
  if (step.limit == Limit::driven) return finish_drive(step, drive);
  const Set next = oscillates(element(step), step.next) ? Set::idle : step.next;
  if (step.limit == Limit::normal)
    change_normal(step.element, next);
  else
    change_patch(step.element, next);
}

void DantzigFriction::change_normal(int n, Set next) {
  if (next == Set::clamped) return clamp(n);
  open(n);
  normals_[n].set = next;
}

void DantzigFriction::change_patch(int p, Set next) {
  const Patch& patch = patches_[p];
  if (next == Set::slip) {
    const Vector2d f = tangent(f_, patch), g = tangent(df_, patch);
    return slip(p, f.norm() > 0 ? f.normalized() : g.normalized());
  }
  if (next == Set::stick && tangent(a_, patch).norm() <= kStickTolerance) return stick(p);
  if (next == Set::stick) urgent_ = patch.normal;
  give_up_patch(p);
}

void DantzigFriction::finish_drive(const Step& step, const Drive& drive) {
  if (step.next == Set::open) {
    open(drive.element);
  } else if (drive.kind == DriveKind::normal) {
    Normal& normal = normals_[drive.element];
    normal.set = Set::clamped;
    normal.previous = Set::idle;
    hold(normal.row);
  } else if (drive.kind == DriveKind::axis) {
    hold(patches_[drive.element].row + drive.axis);
  } else {
    set_tangent(patches_[drive.element], Vector2d::Zero());
    patches_[drive.element].set = Set::none;
  }
}

// Rotates the tangent axes so that the first one points along x.
void DantzigFriction::align(Patch& patch, const Vector2d& x) {
  if (patch.axes != 2) return;
  Eigen::Matrix2d rotation;
  rotation << x.x(), x.y(), -x.y(), x.x();
  A_.middleRows<2>(patch.row) = (rotation * A_.middleRows<2>(patch.row)).eval();
  A_.middleCols<2>(patch.row) = (A_.middleCols<2>(patch.row) * rotation.transpose()).eval();
  b_.segment<2>(patch.row) = (rotation * b_.segment<2>(patch.row)).eval();
  f_.segment<2>(patch.row) = (rotation * f_.segment<2>(patch.row)).eval();
  a_.segment<2>(patch.row) = (rotation * a_.segment<2>(patch.row)).eval();
  patch.frame = (rotation * patch.frame).eval();
}

}  // namespace perpend::lcp
