// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <random>

namespace perpend::linalg {

/// Numbers that are the same on every standard library, for tests.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// In [-1, 1).
  double uniform() { return static_cast<double>(engine_() >> 11) * 0x1p-52 - 1.0; }
  Eigen::Index index(Eigen::Index n) {
    return static_cast<Eigen::Index>(engine_() % static_cast<std::uint64_t>(n));
  }
  Eigen::VectorXd vector(Eigen::Index n) {
    Eigen::VectorXd v(n);
    for (double& x : v) x = uniform();
    return v;
  }
  Eigen::MatrixXd matrix(Eigen::Index rows, Eigen::Index columns) {
    Eigen::MatrixXd m(rows, columns);
    for (Eigen::Index j = 0; j < columns; ++j) m.col(j) = vector(rows);
    return m;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace perpend::linalg
