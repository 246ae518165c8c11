// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/LU>

#include "linalg/random.hpp"
#include "linalg/update/row_update.hpp"

namespace perpend::linalg {

/// A square submatrix of `A` (labels are rows and columns of A) kept beside its factor, so that
/// every change can be compared with the dense matrix.
template <class Factor>
struct RowWalk {
  Eigen::MatrixXd A;
  Factor factor;

  Eigen::MatrixXd matrix() const {
    const auto& E = factor.equations();
    const auto& P = factor.unknowns();
    Eigen::MatrixXd K(E.size(), P.size());
    for (std::size_t i = 0; i < E.size(); ++i)
      for (std::size_t j = 0; j < P.size(); ++j) K(i, j) = A(E[i], P[j]);
    return K;
  }
  Eigen::VectorXd row(Eigen::Index equation) const {
    Eigen::VectorXd r(factor.size());
    for (Eigen::Index j = 0; j < r.size(); ++j) r[j] = A(equation, factor.unknowns()[j]);
    return r;
  }
  Eigen::VectorXd column(Eigen::Index unknown) const {
    Eigen::VectorXd c(factor.size());
    for (Eigen::Index i = 0; i < c.size(); ++i) c[i] = A(factor.equations()[i], unknown);
    return c;
  }
  bool append(Eigen::Index equation, Eigen::Index unknown) {
    return factor.append(equation, unknown, row(equation), column(unknown), A(equation, unknown));
  }
  /// Some label of A that is not in `used`.
  Eigen::Index unused(const std::vector<Eigen::Index>& used, Random& random) const {
    for (;;) {
      const Eigen::Index label = random.index(A.rows());
      if (std::find(used.begin(), used.end(), label) == used.end()) return label;
    }
  }

  /// One random change; false where the factor called the result singular.
  bool step(Random& random) {
    const Eigen::Index m = factor.size();
    const Eigen::Index kind = random.index(3);
    if (m == 0 || (kind == 0 && m < A.rows()))
      return append(unused(factor.equations(), random), unused(factor.unknowns(), random));
    const Eigen::Index equation = factor.equations()[random.index(m)];
    const Eigen::Index unknown = factor.unknowns()[random.index(m)];
    if (kind <= 1) return factor.remove(equation, unknown);
    A.col(unknown) += 0.5 * random.vector(A.rows());
    return factor.replace_unknown(unknown, column(unknown));
  }

  /// |K x - rhs| / (|K| |x| + |rhs|) for a random right-hand side.
  double solve_error(Random& random) const {
    const Eigen::Index m = factor.size();
    if (m == 0) return 0.0;
    const Eigen::VectorXd rhs = random.vector(m);
    Eigen::VectorXd x(m);
    factor.solve(rhs, x);
    const Eigen::MatrixXd K = matrix();
    return (K * x - rhs).norm() / (K.norm() * x.norm() + rhs.norm());
  }
};

/// An open/stick/slide walk: contact i has the rows 3i (normal) and 3i + 1, 3i + 2 (tangents) of a
/// contact matrix. Sliding replaces the normal's column by one merged with the tangents'.
/// Returns the worst backward error of a solve over `events_per_contact` events per contact.
template <class Factor>
double contact_walk(Eigen::Index contacts, int events_per_contact, Random& random) {
  enum class Mode { open, stick, slide };
  const Eigen::MatrixXd G = random.matrix(3 * contacts, 3 * contacts + 6);
  const Eigen::MatrixXd W = G * G.transpose();
  RowWalk<Factor> walk{W, Factor(1e-13)};
  std::vector<Mode> mode(contacts, Mode::open);
  double worst = 0.0;
  for (Eigen::Index event = 0; event < events_per_contact * contacts; ++event) {
    const Eigen::Index i = random.index(contacts), n = 3 * i;
    if (mode[i] == Mode::open) {
      walk.A.col(n) = W.col(n);
      for (Eigen::Index r = n; r < n + 3; ++r) walk.append(r, r);
      mode[i] = Mode::stick;
    } else if (mode[i] == Mode::stick) {
      for (Eigen::Index r = n + 1; r < n + 3; ++r) walk.factor.remove(r, r);
      walk.A.col(n) = W.col(n) + 0.3 * random.uniform() * W.col(n + 1);
      walk.factor.replace_unknown(n, walk.column(n));
      mode[i] = Mode::slide;
    } else {
      walk.factor.remove(n, n);
      mode[i] = Mode::open;
    }
    worst = std::max(worst, walk.solve_error(random));
  }
  return worst;
}

}  // namespace perpend::linalg
