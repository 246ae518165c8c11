// SPDX-License-Identifier: Apache-2.0
#include "lcp/cone/guess_sweep.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

bool can_sweep(const std::vector<Contact>& contacts, FrictionLaw law) {
  return law != FrictionLaw::opposing &&
         std::none_of(contacts.begin(), contacts.end(),
                      [](const Contact& contact) { return contact.sliding; });
}

// Returns the factor that cuts (x, y) to a disc of radius `most`. Most contacts stick far within
// their cones, where no norm is needed.
double share_within(double most, double x, double y) {
  if (std::abs(x) + std::abs(y) <= most) return 1.0;
  const double length = std::hypot(x, y);
  return length > most ? most / length : 1.0;
}

// Updates the forces of one contact. `rows` provides force(i), motion(i) under the forces set so
// far, weight(i), which is the motion per unit of the force, and set(i, force).
template <typename Rows>
void sweep_contact(const Contact& contact, FrictionLaw law, Rows& rows) {
  const auto stopping = [&](Index i, double weight) {
    return rows.force(i) - rows.motion(i) / weight;
  };
  const Index n = contact.row, t = n + 1;
  rows.set(n, std::max(0.0, stopping(n, rows.weight(n))));
  const double most = contact.mu_s * rows.force(n);
  if (law == FrictionLaw::box || contact.tangents < 2) {
    for (Index i = t; i <= n + contact.tangents; ++i)
      rows.set(i, std::clamp(stopping(i, rows.weight(i)), -most, most));
    return;
  }
  const double weight = std::max(rows.weight(t), rows.weight(t + 1));
  const double x = stopping(t, weight), y = stopping(t + 1, weight);
  const double share = share_within(most, x, y);
  rows.set(t, share * x);
  rows.set(t + 1, share * y);
}

template <typename Rows>
void sweep(const std::vector<Contact>& contacts, FrictionLaw law, int times, Rows& rows) {
  for (; times > 0; --times) {
    for (auto contact = contacts.begin(); contact != contacts.end(); ++contact)
      sweep_contact(*contact, law, rows);
    for (auto contact = contacts.rbegin(); contact != contacts.rend(); ++contact)
      sweep_contact(*contact, law, rows);
  }
}

struct DenseRows {
  const MatrixXd& A;
  VectorXd &f, &a;

  double force(Index i) const { return f[i]; }
  double motion(Index i) const { return a[i]; }
  double weight(Index i) const { return A(i, i); }
  void set(Index i, double value) {
    if (value == f[i]) return;
    a += (value - f[i]) * A.col(i);
    f[i] = value;
  }
};

// Computes the motion of a row from the velocities x of its bodies.
class BodyRows {
 public:
  BodyRows(const BlockProblem& problem, const BlockResponse& response, VectorXd& f)
      : problem_(problem), response_(response), f_(f) {
    std::vector<int> offsets;
    int next = 0;
    for (const int size : problem.graph().sizes) offsets.push_back(next), next += size;
    x_.setZero(next);
    const auto rows = static_cast<std::size_t>(f.size());
    first_.reserve(rows + 1);
    terms_.reserve(2 * rows);
    answers_.reserve(12 * rows);
    for (const auto& group : problem.groups())
      for (int k = 0; k < group.rows; ++k) {
        first_.push_back(terms_.size());
        for (const auto& part : problem.parts(group)) add_term(group, part, k, offsets[part.node]);
      }
    first_.push_back(terms_.size());
    for (Index i = 0; i < f.size(); ++i) push(i, f[i]);
  }

  double force(Index i) const { return f_[i]; }
  double weight(Index i) const { return response_.diagonal()[i]; }
  double motion(Index i) const {
    double sum = problem_.b[i] + problem_.compliance[i] * f_[i];
    for (std::size_t t = first_[i]; t < first_[i + 1]; ++t) {
      const Term& term = terms_[t];
      const double *x = x_.data() + term.offset, *J = term.J;
      if (term.size == 6) {  // in space: a short chain of sums
        sum +=
            (J[0] * x[0] + J[1] * x[1] + J[2] * x[2]) + (J[3] * x[3] + J[4] * x[4] + J[5] * x[5]);
        continue;
      }
      for (int k = 0; k < term.size; ++k) sum += J[k] * x[k];
    }
    return sum;
  }
  void set(Index i, double value) {
    push(i, value - f_[i]);
    f_[i] = value;
  }

 private:
  // A row at one body: its column of Jᵀ, and that of M⁻¹ Jᵀ in answers_.
  struct Term {
    const double* J;
    std::size_t answer;
    int offset, size;
  };

  void add_term(const BlockProblem::Group& group, const BlockProblem::Part& part, int column,
                int offset) {
    const auto J = problem_.part(group, part).col(column);
    const auto size = static_cast<int>(J.size());
    terms_.push_back({J.data(), answers_.size(), offset, size});
    answers_.resize(answers_.size() + static_cast<std::size_t>(size));
    // Sums follow the order of the rows: those of Eigen depend on the memory address.
    const auto inverse = response_.inverse_mass(part.node);
    for (Index i = 0; i < size; ++i) {
      double sum = 0.0;
      for (Index k = 0; k < size; ++k) sum += inverse(i, k) * J[k];
      answers_[terms_.back().answer + static_cast<std::size_t>(i)] = sum;
    }
  }
  void push(Index i, double change) {
    if (change == 0) return;
    for (std::size_t t = first_[i]; t < first_[i + 1]; ++t) {
      const Term& term = terms_[t];
      const double* answer = answers_.data() + term.answer;
      double* x = x_.data() + term.offset;
      if (term.size == 6) {  // in space
        for (int k = 0; k < 6; ++k) x[k] += change * answer[k];
        continue;
      }
      for (int k = 0; k < term.size; ++k) x[k] += change * answer[k];
    }
  }

  const BlockProblem& problem_;
  const BlockResponse& response_;
  VectorXd& f_;
  VectorXd x_;
  std::vector<std::size_t> first_;  // first of terms_ by row; one more at the end
  std::vector<Term> terms_;
  std::vector<double> answers_;
};

}  // namespace

bool sweep_guess(const ContactProblem& problem, int times, VectorXd& f, VectorXd& a) {
  if (!can_sweep(problem.contacts, problem.law)) return false;
  if (problem.size() == 0 || !(problem.A.diagonal().minCoeff() > 0)) return false;
  DenseRows rows{problem.A, f, a};
  sweep(problem.contacts, problem.law, times, rows);
  return true;
}

bool sweep_guess(const BlockProblem& problem, const BlockResponse& response, int times,
                 VectorXd& f) {
  if (!problem.graph().edges.empty() || !can_sweep(problem.contacts, problem.law)) return false;
  if (!problem.polygons.empty()) return false;
  if (problem.size() == 0 || !(response.diagonal().minCoeff() > 0)) return false;
  BodyRows rows(problem, response, f);
  sweep(problem.contacts, problem.law, times, rows);
  return true;
}

}  // namespace perpend::lcp
