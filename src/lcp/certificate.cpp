// SPDX-License-Identifier: Apache-2.0
//
// The referee. It shares no code with the solvers: one product a = A f + b, then the natural map
// of each row or contact, with the row's own diagonal as the scale between forces and motion.
#include "perpend/lcp/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perpend::lcp {
namespace {

using Eigen::Index;
using Eigen::Vector2d;

// Where A_ii = 0 the force does not move its own row, and only the sign of a can be judged; any
// positive scale does, and the mean diagonal has the right units.
Eigen::VectorXd row_scales(const Eigen::MatrixXd& A) {
  const Index n = A.rows();
  const double mean = n > 0 ? A.diagonal().cwiseAbs().mean() : 0.0;
  const double fallback = mean > 0 ? mean : 1.0;
  Eigen::VectorXd scale(n);
  for (Index i = 0; i < n; ++i) scale[i] = A(i, i) > 0 ? A(i, i) : fallback;
  return scale;
}

double box_map(double f, double a, double scale, double lo, double hi) {
  return scale * std::abs(f - std::clamp(f - a / scale, lo, hi));
}

double disc_map(const Vector2d& f, const Vector2d& a, double scale, double radius) {
  Vector2d target = f - a / scale;
  const double length = target.norm();
  if (length > radius) target *= radius / length;
  return scale * (f - target).norm();
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
                      const Eigen::VectorXd& scale) {
  Tangential t{Vector2d::Zero(), Vector2d::Zero(), 0.0};
  for (int k = 0; k < contact.tangents; ++k) {
    const Index row = contact.row + 1 + k;
    t.f[k] = f[row];
    t.a[k] = a[row];
    t.scale = std::max(t.scale, scale[row]);
  }
  return t;
}

double friction_map(const Contact& contact, const Tangential& t, double normal_force,
                    FrictionLaw law) {
  const double pressure = std::max(0.0, normal_force);
  if (contact.sliding) {
    const Vector2d direction(contact.direction.x(), contact.tangents == 2 ? contact.direction.y() : 0);
    return t.scale * (t.f + contact.mu_k * pressure * direction).norm();
  }
  const double radius = contact.mu_s * pressure;
  if (law == FrictionLaw::opposing && contact.tangents == 2)
    return opposing_map(t.f, t.a, t.scale, radius);
  if (law == FrictionLaw::box)
    return std::max(box_map(t.f.x(), t.a.x(), t.scale, -radius, radius),
                    box_map(t.f.y(), t.a.y(), t.scale, -radius, radius));
  return disc_map(t.f, t.a, t.scale, radius);
}

double rounding_of_product(const Eigen::MatrixXd& A, const Eigen::VectorXd& f) {
  if (f.size() == 0) return 0.0;
  Eigen::VectorXd load = Eigen::VectorXd::Zero(f.size());
  for (Index j = 0; j < f.size(); ++j)
    if (f[j] != 0) load += A.col(j).cwiseAbs() * std::abs(f[j]);
  return load.maxCoeff() * std::numeric_limits<double>::epsilon();
}

void finish(Certificate& certificate, const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
            const Eigen::VectorXd& f) {
  const double largest = b.size() > 0 ? b.cwiseAbs().maxCoeff() : 0.0;
  const double unit = largest > 0 ? largest : 1.0;
  certificate.residual = certificate.natural / unit;
  certificate.rounding = rounding_of_product(A, f) / unit;
}

// max that keeps NaN, so that a poisoned answer cannot look perfect.
void raise(double& worst, double value) {
  if (!(value <= worst)) worst = value;
}

}  // namespace

Certificate certify(const Lcp& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a) {
  Certificate certificate;
  a.noalias() = problem.A * f + problem.b;
  const Eigen::VectorXd scale = row_scales(problem.A);
  for (Index i = 0; i < problem.size(); ++i)
    raise(certificate.natural, std::abs(std::min(scale[i] * f[i], a[i])));
  finish(certificate, problem.A, problem.b, f);
  return certificate;
}

Certificate certify(const BoxedLcp& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a) {
  Certificate certificate;
  a.noalias() = problem.A * f + problem.b;
  const Eigen::VectorXd scale = row_scales(problem.A);
  for (Index i = 0; i < problem.size(); ++i)
    raise(certificate.natural, box_map(f[i], a[i], scale[i], problem.lo[i], problem.hi[i]));
  finish(certificate, problem.A, problem.b, f);
  return certificate;
}

Certificate certify(const ContactProblem& problem, const Eigen::VectorXd& f, Eigen::VectorXd& a) {
  Certificate certificate;
  a.noalias() = problem.A * f + problem.b;
  const Eigen::VectorXd scale = row_scales(problem.A);
  std::vector<bool> bilateral(problem.size(), true);
  for (const Contact& contact : problem.contacts) {
    const Index n = contact.row;
    raise(certificate.natural, std::abs(std::min(scale[n] * f[n], a[n])));
    if (contact.tangents > 0) {
      const Tangential t = tangential(contact, f, a, scale);
      raise(certificate.natural, friction_map(contact, t, f[n], problem.law));
      const double mu = contact.sliding ? contact.mu_k : contact.mu_s;
      const double length = problem.law == FrictionLaw::box ? t.f.cwiseAbs().maxCoeff() : t.f.norm();
      raise(certificate.friction, length - mu * std::max(0.0, f[n]));
      if (!contact.sliding) raise(certificate.wrong_way, t.f.dot(t.a));
    }
    for (int k = 0; k <= contact.tangents; ++k) bilateral[n + k] = false;
  }
  for (Index i = 0; i < problem.size(); ++i)
    if (bilateral[i]) raise(certificate.natural, std::abs(a[i]));
  finish(certificate, problem.A, problem.b, f);
  return certificate;
}

}  // namespace perpend::lcp
