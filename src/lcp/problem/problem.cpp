// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/problem.hpp"

#include <bitset>
#include <cmath>
#include <string>

#include "core/infinity.hpp"
#include "lcp/problem/contact_check.hpp"
#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

std::string indexed(const char* name, Eigen::Index i) {
  return std::string(name) + "[" + std::to_string(i) + "]";
}

std::string shape(const Eigen::MatrixXd& matrix) {
  return std::to_string(matrix.rows()) + " x " + std::to_string(matrix.cols());
}

// Names and sizes are spelled out only where something is wrong: strings would cost more than the
// checks.
void require_size(const char* name, Eigen::Index size, Eigen::Index n) {
  if (size == n) return;
  require(size == n, name, "of size " + std::to_string(n), std::to_string(size));
}

void validate(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Eigen::Index n = b.size();
  if (A.rows() != n || A.cols() != n)
    require(false, "A", std::to_string(n) + " x " + std::to_string(n), shape(A));
  if (n == 0) return;
  require(b.allFinite(), "b", "finite", "NaN or infinity");
  // The sum is finite wherever all entries are, short of overflow, and far cheaper to look at.
  require(std::isfinite(A.sum()) || A.allFinite(), "A", "finite", "NaN or infinity");
}

// Noise that is not finite is rejected: it would let any answer pass.
void validate_noise(const Eigen::VectorXd& noise, Eigen::Index n) {
  if (noise.size() == 0) return;
  require_size("noise", noise.size(), n);
  require(noise.allFinite() && noise.minCoeff() >= 0, "noise", "finite and >= 0",
          "an entry that is not");
}

// Does what require() does, for a field of one contact.
void check(bool holds, std::size_t contact, const char* field, const char* expected, double value) {
  if (holds) return;
  require(false, indexed("contacts", static_cast<Eigen::Index>(contact)) + field, expected, value);
}

template <typename Rows>
void claim_rows(Rows& claimed, Eigen::Index rows, const Contact& contact, std::size_t i) {
  check(contact.row >= 0 && contact.row < rows - contact.tangents, i, ".row", "inside the problem",
        static_cast<double>(contact.row));
  const Eigen::Index end = contact.row + contact.tangents + 1;
  for (Eigen::Index row = contact.row; row < end; ++row) {
    check(!claimed[row], i, ".row", "rows of this contact only", static_cast<double>(row));
    claimed[row] = true;
  }
}

void validate(const Contact& contact, std::size_t i) {
  check(contact.tangents >= 0 && contact.tangents <= 2, i, ".tangents", "0, 1 or 2",
        contact.tangents);
  check(contact.mu_k >= 0 && contact.mu_k < kInfinity, i, ".mu_k", "finite and >= 0", contact.mu_k);
  check(contact.mu_s >= contact.mu_k && contact.mu_s < kInfinity, i, ".mu_s", "finite and >= mu_k",
        contact.mu_s);
  if (!contact.sliding) return;
  const double length =
      contact.tangents == 2 ? contact.direction.norm() : std::abs(contact.direction.x());
  check(std::abs(length - 1) < 1e-9, i, ".direction", "a unit vector", length);
}

}  // namespace

// Steps check thousands of small problems, whose marks stay off the heap.
void check_contacts(const std::vector<Contact>& contacts, Eigen::Index rows) {
  constexpr std::size_t kSmall = 1024;
  std::bitset<kSmall> few;
  std::vector<bool> many;
  const bool small = rows <= static_cast<Eigen::Index>(kSmall);
  if (!small) many.resize(static_cast<std::size_t>(rows), false);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    validate(contacts[i], i);
    if (small)
      claim_rows(few, rows, contacts[i], i);
    else
      claim_rows(many, rows, contacts[i], i);
  }
}

BoxedLcp to_boxed(const Lcp& problem) {
  const Eigen::Index n = problem.size();
  return {problem.A, problem.b, Eigen::VectorXd::Zero(n), Eigen::VectorXd::Constant(n, kInfinity),
          problem.noise};
}

void validate(const Lcp& problem) {
  validate(problem.A, problem.b);
  validate_noise(problem.noise, problem.size());
}

void validate(const BoxedLcp& problem) {
  validate(problem.A, problem.b);
  validate_noise(problem.noise, problem.size());
  require_size("lo", problem.lo.size(), problem.size());
  require_size("hi", problem.hi.size(), problem.size());
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const double lo = problem.lo[i], hi = problem.hi[i];
    if (lo < kInfinity && hi > -kInfinity && lo <= hi) continue;
    require(lo < kInfinity, indexed("lo", i), "below +inf", lo);
    require(hi > -kInfinity, indexed("hi", i), "above -inf", hi);
    require(lo <= hi, indexed("lo", i), "<= hi", lo);
  }
}

void validate(const ContactProblem& problem) {
  validate(problem.A, problem.b);
  validate_noise(problem.noise, problem.size());
  check_contacts(problem.contacts, problem.size());
}

}  // namespace perpend::lcp
