// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <vector>

namespace perpend::lcp {

/// Linear complementarity problem: find f with 0 <= f ⊥ a = A f + b >= 0.
/// In contact problems A is the Delassus matrix (kg⁻¹ or m/s per N·s), f forces or impulses,
/// a accelerations or velocities. A need not be symmetric unless a method says so.
struct Lcp {
  Eigen::MatrixXd A;  ///< n × n
  Eigen::VectorXd b;  ///< n
  /// Error bound of b, n entries >= 0; empty is no error. A row whose law is violated by at most
  /// this counts as satisfied (certificate.hpp).
  Eigen::VectorXd noise = {};

  Eigen::Index size() const { return b.size(); }
};

/// Mixed and boxed complementarity problem: lo <= f <= hi with, for a = A f + b,
/// a_i = 0 where lo_i < f_i < hi_i, a_i >= 0 where f_i = lo_i, a_i <= 0 where f_i = hi_i.
/// A bilateral row has lo = -inf and hi = +inf; an Lcp row has lo = 0 and hi = +inf.
struct BoxedLcp {
  Eigen::MatrixXd A;           ///< n × n
  Eigen::VectorXd b;           ///< n
  Eigen::VectorXd lo;          ///< n, each < +inf
  Eigen::VectorXd hi;          ///< n, each > -inf and >= lo
  Eigen::VectorXd noise = {};  ///< as in Lcp

  Eigen::Index size() const { return b.size(); }
};

/// One contact of a ContactProblem: the normal row, then its tangent rows.
struct Contact {
  Eigen::Index row = 0;  ///< row of the normal force; tangents follow at row + 1 ...
  int tangents = 0;      ///< 0 frictionless, 1 in the plane, 2 in space
  double mu_s = 0.0;     ///< static coefficient, >= mu_k
  double mu_k = 0.0;     ///< kinetic coefficient, >= 0
  bool sliding = false;  ///< dynamic friction: f_T = -mu_k f_N direction (Baraff 1994, eq. 24)
  /// Unit direction of sliding in the tangent frame; in the plane only x counts, ±1.
  Eigen::Vector2d direction = Eigen::Vector2d::UnitX();
};

/// The friction law of a contact with static friction. In the plane all three agree.
enum class FrictionLaw {
  coulomb,   ///< |f_T| <= mu f_N and maximum dissipation: f_T = -mu f_N a_T / |a_T| where a_T != 0
  opposing,  ///< |f_T| <= mu f_N, |f_T| = mu f_N where a_T != 0, f_T · a_T <= 0
             ///< (Baraff 1994, eqs. 15, 16, 21)
  box        ///< |f_t1|, |f_t2| <= mu f_N, each tangent with the law of the plane
};

/// Contact problem with friction (Baraff 1994, sections 5 and 6): a = A f + b,
/// 0 <= f_N ⊥ a_N >= 0 and friction by `law`, with mu = mu_s, or mu_k at sliding contacts.
/// Rows that belong to no contact are bilateral: a_i = 0, f_i free.
struct ContactProblem {
  Eigen::MatrixXd A;  ///< n × n; symmetric positive semidefinite where a method says so
  Eigen::VectorXd b;  ///< n
  std::vector<Contact> contacts;
  FrictionLaw law = FrictionLaw::coulomb;
  Eigen::VectorXd noise = {};  ///< as in Lcp

  Eigen::Index size() const { return b.size(); }
};

/// Returns the boxed problem with lo = 0 and hi = +inf.
BoxedLcp to_boxed(const Lcp& problem);

/// Throw InvalidArgument on wrong sizes, NaN or infinite data, lo > hi, rows out of range or in two
/// contacts, mu_k < 0, mu_s < mu_k, or a direction that is not a unit vector.
void validate(const Lcp& problem);
void validate(const BoxedLcp& problem);
void validate(const ContactProblem& problem);

}  // namespace perpend::lcp
