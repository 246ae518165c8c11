// SPDX-License-Identifier: Apache-2.0
//
// Contact matrices of rigid boxes: row i has the Jacobian (n, r × n) on the upper body and its
// negative on the lower; A = J M⁻¹ Jᵀ (n × n, PSD, rank <= 6 per body and <= 3 per face pair),
// b = J M⁻¹ f_ext, hence in the range of A. Plain loops, so that no vector width changes a bit.
#include <array>

#include "brickwork.hpp"
#include "vector3.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Vector3d;

// One row of the Jacobian and of M⁻¹ Jᵀ, with six entries on each of two bodies.
struct Row {
  std::array<int, 2> body;
  std::array<Vector3d, 4> j;   // linear and angular on body[0], then on body[1]
  std::array<Vector3d, 4> mj;  // the same times the inverse mass
};

Row contact_row(const Brickwork& work, const Face& face, const Vector3d& point,
                const Vector3d& axis) {
  Row row{.body = {face.upper, face.lower}, .j = {}, .mj = {}};
  for (int side = 0; side < 2; ++side) {
    const Vector3d signed_axis = side == 0 ? axis : Vector3d(-axis);
    Vector3d& linear = row.j[2 * side] = Vector3d::Zero();
    Vector3d& angular = row.j[2 * side + 1] = Vector3d::Zero();
    row.mj[2 * side] = row.mj[2 * side + 1] = Vector3d::Zero();
    if (row.body[side] < 0) continue;
    const Brick& brick = work.bricks[row.body[side]];
    linear = signed_axis;
    angular = cross(point - brick.centre, signed_axis);
    row.mj[2 * side] = brick.inverse_mass.cwiseProduct(linear);
    row.mj[2 * side + 1] = brick.inverse_inertia.cwiseProduct(angular);
  }
  return row;
}

double coupling(const Row& p, const Row& q) {
  double sum = 0.0;
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < 2; ++k)
      if (p.body[i] >= 0 && p.body[i] == q.body[k])
        sum += dot(p.j[2 * i], q.mj[2 * k]) + dot(p.j[2 * i + 1], q.mj[2 * k + 1]);
  return sum;
}

double free_acceleration(const Brickwork& work, const Row& row) {
  double sum = 0.0;
  for (int side = 0; side < 2; ++side) {
    if (row.body[side] < 0) continue;
    const Brick& brick = work.bricks[row.body[side]];
    sum += dot(row.mj[2 * side], brick.force) + dot(row.mj[2 * side + 1], brick.torque);
  }
  return sum;
}

std::vector<Row> contact_rows(const Brickwork& work, int contacts, int tangents) {
  std::vector<Row> rows;
  for (const Face& face : work.faces)
    for (int k = 0; k < work.contacts_per_face(); ++k) {
      if (static_cast<int>(rows.size()) == contacts * (1 + tangents)) return rows;
      const double s1 = k % 2 == 0 ? -1 : 1, s2 = work.planar ? 0 : k / 2 == 0 ? -1 : 1;
      const Vector3d point = face.centre + s1 * face.span1 + s2 * face.span2;
      rows.push_back(contact_row(work, face, point, face.normal));
      if (tangents > 0) rows.push_back(contact_row(work, face, point, unit(face.span1)));
      if (tangents > 1) rows.push_back(contact_row(work, face, point, unit(face.span2)));
    }
  return rows;
}

}  // namespace

namespace {

// Returns the velocities of a brick that count: all six, or in the plane x, z and the rotation
// about y.
std::vector<int> coordinates(bool planar) {
  if (planar) return {0, 2, 4};
  return {0, 1, 2, 3, 4, 5};
}

double coordinate(const Vector3d& linear, const Vector3d& angular, int k) {
  return k < 3 ? linear[k] : angular[k - 3];
}

}  // namespace

GlobalContactProblem brick_velocities(const Brickwork& work, int contacts, int tangents,
                                      double dt) {
  const std::vector<Row> rows = contact_rows(work, contacts, tangents);
  const std::vector<int> used = coordinates(work.planar);
  const auto size = static_cast<int>(used.size());
  const auto n = static_cast<Eigen::Index>(work.bricks.size()) * size;
  std::vector<Eigen::Triplet<double>> M, H;
  GlobalContactProblem problem;
  problem.f.resize(n);
  for (int i = 0; i < static_cast<int>(work.bricks.size()); ++i) {
    const Brick& brick = work.bricks[i];
    for (int k = 0; k < size; ++k) {
      const double mass = 1 / coordinate(brick.inverse_mass, brick.inverse_inertia, used[k]);
      M.emplace_back(size * i + k, size * i + k, mass);
      problem.f[size * i + k] = mass * coordinate(brick.velocity, brick.spin, used[k]) +
                                dt * coordinate(brick.force, brick.torque, used[k]);
    }
  }
  for (int row = 0; row < static_cast<int>(rows.size()); ++row)
    for (int side = 0; side < 2; ++side) {
      const int brick = rows[row].body[side];
      for (int k = 0; k < size && brick >= 0; ++k) {
        const double entry = coordinate(rows[row].j[2 * side], rows[row].j[2 * side + 1], used[k]);
        if (entry != 0) H.emplace_back(size * brick + k, row, entry);
      }
    }
  problem.M.resize(n, n);
  problem.M.setFromTriplets(M.begin(), M.end());
  problem.H.resize(n, static_cast<Eigen::Index>(rows.size()));
  problem.H.setFromTriplets(H.begin(), H.end());
  problem.w.setZero(problem.H.cols());
  return problem;
}

Lcp contact_matrix(const Brickwork& brickwork, int contacts, int tangents) {
  const std::vector<Row> rows = contact_rows(brickwork, contacts, tangents);
  const Eigen::Index n = static_cast<Eigen::Index>(rows.size());
  Lcp problem{Eigen::MatrixXd::Zero(n, n), Eigen::VectorXd::Zero(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    problem.b[i] = free_acceleration(brickwork, rows[i]);
    for (Eigen::Index k = 0; k <= i; ++k)
      problem.A(i, k) = problem.A(k, i) = coupling(rows[i], rows[k]);
  }
  return problem;
}

}  // namespace perpend::lcp
