// SPDX-License-Identifier: Apache-2.0
//
// The residual checker. It shares no code with the solvers: one pass over A for a = A f + b and the
// size of its terms, then the natural map of each row or contact, with the row's own diagonal as
// the scale between forces and motion. Each row is judged in its own units: beside a row of 1e12
// m/s one of 1 m/s is not free. Nothing is taken from the heap once `a` and `terms` have their
// size.
#include "perpend/lcp/certificate.hpp"

#include <algorithm>
#include <bitset>
#include <cmath>
#include <limits>

#include "core/worst.hpp"
#include "lcp/problem/contact_map.hpp"
#include "lcp/problem/sparse_check.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector2d;

// Share of the normal A_ii below which a tangential one is replaced by it: where joints block the
// slip, what is left is rounding and what the joints' own compliance yields.
constexpr double kBlocked = 1e-10;

// Where A_ii = 0 the force does not move its own row, and only the sign of a can be judged; any
// positive scale does, and the mean diagonal has the right units.
class RowScale {
 public:
  explicit RowScale(const Diagonal& diagonal) : diagonal_(diagonal) {
    // The sum of the entries may be out of range where their mean is not.
    const auto count = static_cast<double>(diagonal.size());
    const double mean = count > 0 ? (diagonal.cwiseAbs() / count).sum() : 0.0;
    if (mean > 0) fallback_ = mean;
  }
  double operator[](Index i) const { return diagonal_[i] > 0 ? diagonal_[i] : fallback_; }

 private:
  Diagonal diagonal_;
  double fallback_ = 1.0;
};

// Computes rows i .. i + kRows of a = A f + b and of the sums of |A_ij f_j|, both of which stay in
// registers while the columns pass.
template <int kRows>
void multiply_rows(const Eigen::MatrixXd& A, const Eigen::VectorXd& f, const Eigen::VectorXd& b,
                   Index i, Eigen::VectorXd& a, Eigen::VectorXd& terms) {
  using Rows = Eigen::Array<double, kRows, 1>;
  Rows sum = b.segment<kRows>(i), load = Rows::Zero();
  for (Index j = 0; j < f.size(); ++j) {
    if (f[j] == 0) continue;
    const Rows term = A.col(j).segment<kRows>(i).array() * f[j];
    sum += term;
    load += term.abs();
  }
  a.segment<kRows>(i) = sum;
  terms.segment<kRows>(i) = load;
}

// The last rows are computed with some of those before them, so that all go eight at a time.
void multiply(const Eigen::MatrixXd& A, const Eigen::VectorXd& f, const Eigen::VectorXd& b,
              Eigen::VectorXd& a, Eigen::VectorXd& terms) {
  const Index n = f.size();
  a.resize(n);
  terms.resize(n);
  Index i = 0;
  for (; i + 32 <= n; i += 32) multiply_rows<32>(A, f, b, i, a, terms);
  for (; i + 8 <= n; i += 8) multiply_rows<8>(A, f, b, i, a, terms);
  if (i < n && n >= 8) return multiply_rows<8>(A, f, b, n - 8, a, terms);
  for (; i < n; ++i) multiply_rows<1>(A, f, b, i, a, terms);
}

void multiply(const SparseColumns& A, const Eigen::VectorXd& f, const Eigen::VectorXd& b,
              Eigen::VectorXd& a, Eigen::VectorXd& terms) {
  a = b;
  terms.setZero(b.size());
  for (Index j = 0; j < f.size(); ++j) {
    if (f[j] == 0) continue;
    const auto rows = A.rows(j);
    const double* value = A.values(j);
    for (std::size_t e = 0; e < rows.size(); ++e) {
      const double term = value[e] * f[j];
      a[rows[e]] += term;
      terms[rows[e]] += std::abs(term);
    }
  }
}

// Returns scale |f - P(f - a / scale)| as the middle one of three, which keeps an a far below f.
double box_map(double f, double a, double scale, double lo, double hi) {
  return std::abs(std::clamp(a, scale * (f - hi), scale * (f - lo)));
}

// Works in the units of a, without squares: no scale or size of a leaves the range of double by
// itself.
double disc_map(const Vector2d& f, const Vector2d& a, double scale, double radius) {
  const Vector2d force = scale * f, target = force - a;
  const double limit = scale * radius, length = std::hypot(target.x(), target.y());
  if (length <= limit) return std::hypot(a.x(), a.y());
  const Vector2d left = force - (limit / length) * target;
  return std::hypot(left.x(), left.y());
}

double polygon_map(const Vector2d& f, const Vector2d& a, double scale, double radius,
                   const FrictionPolygon& polygon) {
  const Vector2d force = scale * f;
  const PolygonPoint at = polygon.nearest(force - a, scale * radius);
  const Vector2d left = at.is_inside ? a : force - at.point;
  return std::hypot(left.x(), left.y());
}

double opposing_map(const Vector2d& f, const Vector2d& a, double scale, double radius) {
  const double excess = scale * (f.norm() - radius);
  const double speed = a.norm();
  const double slack = std::min(speed, std::max(0.0, -excess));
  const double along = speed > 0 ? std::max(0.0, f.dot(a) / speed) : 0.0;
  return std::max({excess, slack, std::min(speed, scale * along)});
}

struct Tangential {
  Vector2d f, a;
  double scale;
};

Tangential tangential(const Contact& contact, const Eigen::VectorXd& f, const Eigen::VectorXd& a,
                      const RowScale& scale) {
  Tangential t{Vector2d::Zero(), Vector2d::Zero(), 0.0};
  for (int k = 0; k < contact.tangents; ++k) {
    const Index row = contact.row + 1 + k;
    t.f[k] = f[row];
    t.a[k] = a[row];
    t.scale = std::max(t.scale, scale[row]);
  }
  if (t.scale < kBlocked * scale[contact.row]) t.scale = scale[contact.row];
  return t;
}

double friction_map(const Contact& contact, const Tangential& t, double normal_force,
                    FrictionLaw law, const FrictionPolygon& polygon) {
  const double pressure = std::max(0.0, normal_force);
  if (contact.sliding) {
    const Vector2d direction(contact.direction.x(),
                             contact.tangents == 2 ? contact.direction.y() : 0);
    return t.scale * (t.f + contact.mu_k * pressure * direction).norm();
  }
  const double radius = contact.mu_s * pressure;
  if (polygon.corners > 0 && contact.tangents == 2)
    return polygon_map(t.f, t.a, t.scale, radius, polygon);
  if (law == FrictionLaw::opposing && contact.tangents == 2)
    return opposing_map(t.f, t.a, t.scale, radius);
  if (law == FrictionLaw::box)
    return std::max(box_map(t.f.x(), t.a.x(), t.scale, -radius, radius),
                    box_map(t.f.y(), t.a.y(), t.scale, -radius, radius));
  return disc_map(t.f, t.a, t.scale, radius);
}

// Returns the least mu f_N that permits f.
double size_of(const Contact& contact, const Vector2d& f, FrictionLaw law,
               const FrictionPolygon& polygon) {
  if (polygon.corners > 0 && contact.tangents == 2) return polygon.size_of(f);
  return law == FrictionLaw::box ? f.cwiseAbs().maxCoeff() : f.norm();
}

// Judges |a| of the rows that belong to no contact. Contacts come in any order, so their rows are
// marked first: 1024 rows at a time on the stack, each with a pass over the contacts, which stays
// far below the n² of the product.
void judge_bilateral(RowJudge& judge, const std::vector<Contact>& contacts,
                     const Eigen::VectorXd& a) {
  constexpr Index kWindow = 1024;
  for (Index begin = 0; begin < a.size(); begin += kWindow) {
    const Index end = std::min(begin + kWindow, a.size());
    std::bitset<kWindow> claimed;
    for (const Contact& contact : contacts)
      for (Index row = contact.row; row <= contact.row + contact.tangents; ++row)
        if (row >= begin && row < end) claimed.set(row - begin);
    for (Index row = begin; row < end; ++row)
      if (!claimed[row - begin]) judge.take(row, 1, std::abs(a[row]));
  }
}

}  // namespace

RowJudge::RowJudge(const Eigen::VectorXd& b, const Eigen::VectorXd& terms,
                   const Eigen::VectorXd& noise, double allowance)
    : b_(b), terms_(terms), noise_(noise), allowance_(allowance) {
  const double largest = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0.0;
  largest_ = largest > 0 ? largest : 1.0;
}

// Share of max |b| that the rounding of the largest rows leaves in all others that they meet.
constexpr double kFloor = 512 * std::numeric_limits<double>::epsilon();

// Terms above max |b| belong to forces that oppose each other: units of that size would excuse any
// motion.
void RowJudge::take(Index first, Index count, double natural) {
  const double load = terms_.segment(first, count).maxCoeff();
  const double own = b_.segment(first, count).cwiseAbs().maxCoeff();
  const double known = noise_.size() > 0 ? noise_.segment(first, count).maxCoeff() : 0.0;
  const double noise = std::max(known, kFloor * largest_);
  double unit = std::min(largest_, allowance_ * std::max(own, std::min(load, largest_)));
  if (!(unit > 0)) unit = largest_;
  const double lost = load * std::numeric_limits<double>::epsilon();
  const bool is_noise = std::max(natural, lost) <= noise;
  raise(certificate.natural, natural);
  Certificate row{.residual = natural <= noise ? 0.0 : natural / unit, .rounding = lost / unit};
  // Where evaluating a loses more than any bound grants, a small residual is an accident.
  if (row.rounding > Certificate::kLoosest && !is_noise) raise(row.residual, row.rounding);
  const double against = row.residual / row.bound();
  const bool same = against == worst_ && row.rounding > certificate.rounding;
  if (!same && !is_worse(against, worst_)) return;
  worst_ = against;
  certificate.residual = row.residual;
  certificate.rounding = row.rounding;
}

// Values that are not finite satisfy no law, whatever min, max and clamp above make of them.
Certificate RowJudge::verdict(const Eigen::VectorXd& f, const Eigen::VectorXd& a) const {
  Certificate verdict = certificate;
  if (!f.allFinite() || !a.allFinite() || !b_.allFinite())
    verdict.natural = verdict.residual = std::numeric_limits<double>::quiet_NaN();
  return verdict;
}

void judge_contacts(RowJudge& judge, const std::vector<Contact>& contacts, FrictionLaw law,
                    const Eigen::VectorXd& f, const Eigen::VectorXd& a, const Diagonal& diagonal,
                    const std::vector<FrictionPolygon>& polygons) {
  const RowScale scale(diagonal);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Contact& contact = contacts[i];
    const FrictionPolygon polygon = polygons.empty() ? FrictionPolygon{} : polygons[i];
    const Index n = contact.row;
    judge.take(n, 1, std::abs(std::min(scale[n] * f[n], a[n])));
    if (contact.tangents == 0) continue;
    const Tangential t = tangential(contact, f, a, scale);
    judge.take(n + 1, contact.tangents, friction_map(contact, t, f[n], law, polygon));
    const double mu = contact.sliding ? contact.mu_k : contact.mu_s;
    raise(judge.certificate.friction,
          size_of(contact, t.f, law, polygon) - mu * std::max(0.0, f[n]));
    if (!contact.sliding) raise(judge.certificate.wrong_way, t.f.dot(t.a));
  }
  judge_bilateral(judge, contacts, a);
}

namespace {

// Judges a boxed problem whose a and terms are given.
Certificate judge_boxes(const BoxedLcp& problem, const Diagonal& diagonal, const Eigen::VectorXd& f,
                        const Eigen::VectorXd& a, const Eigen::VectorXd& terms) {
  const RowScale scale(diagonal);
  RowJudge judge(problem.b, terms, problem.noise, 1.0);
  for (Index i = 0; i < problem.size(); ++i)
    judge.take(i, 1, box_map(f[i], a[i], scale[i], problem.lo[i], problem.hi[i]));
  return judge.verdict(f, a);
}

}  // namespace

Certificate certify(const Lcp& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a,
                    Eigen::VectorXd& terms) {
  multiply(problem.A, f, problem.b, a, terms);
  const RowScale scale(diagonal_of(problem.A));
  RowJudge judge(problem.b, terms, problem.noise, 1.0);
  for (Index i = 0; i < problem.size(); ++i)
    judge.take(i, 1, std::abs(std::min(scale[i] * f[i], a[i])));
  return judge.verdict(f, a);
}

Certificate certify(const BoxedLcp& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a,
                    Eigen::VectorXd& terms) {
  multiply(problem.A, f, problem.b, a, terms);
  return judge_boxes(problem, diagonal_of(problem.A), f, a, terms);
}

Certificate certify(const BoxedLcp& problem, const SparseColumns& columns, const Eigen::VectorXd& f,
                    Eigen::VectorXd& a, Eigen::VectorXd& terms) {
  multiply(columns, f, problem.b, a, terms);
  const Eigen::VectorXd& diagonal = columns.diagonal();
  return judge_boxes(problem, {diagonal.data(), diagonal.size(), Eigen::InnerStride<>(1)}, f, a,
                     terms);
}

Certificate certify(const ContactProblem& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a,
                    Eigen::VectorXd& terms) {
  return certify(problem, {}, f, a, terms);
}

Certificate certify(const ContactProblem& problem, const std::vector<FrictionPolygon>& polygons,
                    const Eigen::VectorXd& f, Eigen::VectorXd& a, Eigen::VectorXd& terms) {
  multiply(problem.A, f, problem.b, a, terms);
  RowJudge judge(problem.b, terms, problem.noise, RowJudge::kOfContacts);
  judge_contacts(judge, problem.contacts, problem.law, f, a, diagonal_of(problem.A), polygons);
  return judge.verdict(f, a);
}

}  // namespace perpend::lcp
