// SPDX-License-Identifier: Apache-2.0
#include "sim/certificate/certify_step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/resistance_rows.hpp"
#include "contact/row_response.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/certificate/speed_judge.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Slip (m/s) and friction (as a share of the normal impulse, or as the speed it gives, m/s) below
// which their direction is round-off.
constexpr double kSlip = 1e-4, kLoad = 1e-6, kPush = 1e-6;

double place_of(const ActiveContact& contact) {
  return contact.pair.point_a.cwiseAbs().maxCoeff();
}

// Returns the velocity of a contact to which its impulse is complementary: with the bias and the
// compliance of its rows. It is 0 if joints block the contact, whose rows then require nothing.
Vector3d driven_velocity(const StepRows& rows, const ActiveContact& contact,
                         const ContactMotion& c) {
  const RowGroup& group = rows.pool.groups()[contact.group];
  if (rows.impulses.blocked[contact.group]) return Vector3d::Zero();
  Vector3d u = c.velocity;
  for (int r = 0; r < group.rows; ++r)
    u[r] += rows.bias[group.first_row + r] + rows.compliance[group.first_row + r] * c.impulse[r];
  return u;
}

double disc_map(const Vector2d& f, const Vector2d& u, double w, double radius) {
  Vector2d target = f - u / w;
  const double length = target.norm();
  if (length > radius) target *= radius / length;
  return w * (f - target).norm();
}

void certify_friction(const ActiveContact& contact, const Vector3d& impulse, const Vector2d& slip,
                      double w, StepCertificate& certificate) {
  const Vector2d f = impulse.tail<2>();
  const double limit = contact.mu * std::max(0.0, impulse.x());
  raise(certificate.cone_excess, f.norm() - limit);
  raise(certificate.wrong_way, f.dot(slip));
  raise(certificate.coulomb_residual, disc_map(f, slip, w, limit));
  const bool slides = slip.norm() > kSlip && f.norm() > kLoad * impulse.x() && w * f.norm() > kPush;
  if (slides && contact.pair.tangents == 2)
    raise(certificate.direction_error,
          std::atan2(std::abs(f.x() * slip.y() - f.y() * slip.x()), -f.dot(slip)));
}

// Returns the slip as measured by the polygon of the relaxed law.
double facet_speed(const ContactLaw& law, const ActiveContact& contact, const Vector3d& u) {
  if (contact.pair.tangents == 1) return std::abs(u.y());
  const double rotation = law.rotated ? std::atan2(contact.start.z(), contact.start.y()) : 0.0;
  double fastest = 0;
  for (int j = 0; j < law.directions; ++j) {
    const double angle = rotation + 2 * std::numbers::pi * j / law.directions;
    fastest = std::max(fastest, u.y() * std::cos(angle) + u.z() * std::sin(angle));
  }
  return fastest;
}

bool is_coulomb(const StepRows& rows, const ActiveContact& contact, bool relaxed) {
  const bool planar = contact.pair.tangents == 1;
  switch (rows.setup.law.kind) {
    case ContactLaw::cone:
      return true;
    case ContactLaw::polyhedral:
    case ContactLaw::box:
      return planar;
    case ContactLaw::relaxed:
      return planar && !relaxed;
    default:
      return false;
  }
}

// Certifies one contact. The second problem of Poisson's law has the exact cone of the plane in
// place of the relaxed law.
void certify_contact(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c,
                     bool is_relaxed, SpeedJudge& judge, StepCertificate& certificate) {
  const bool relaxed = is_relaxed && !rows.impulses.decompressed[contact.group];
  // Scale between impulse and velocity along the normal.
  const double w = row_response(rows, contact.group, 0);
  const Vector3d u = driven_velocity(rows, contact, c);
  const bool frictionless = rows.setup.law == ContactLaw::frictionless;
  const double slip =
      relaxed && !frictionless ? contact.mu * facet_speed(rows.setup.law, contact, u) : 0;
  const double floor = rows.impulses.floor[rows.first_row(contact.group)];
  const double opening = std::min(u.x() - slip, w * (c.impulse.x() - floor));
  judge.take(contact.group, 0, 1, std::abs(opening), slip + w * c.impulse.x(), place_of(contact));
  raise(certificate.impulse_residual, -c.impulse.x());
  if (frictionless) return;
  StepCertificate friction;
  certify_friction(contact, c.impulse, u.tail<2>(), w, friction);
  raise(certificate.cone_excess, friction.cone_excess);
  raise(certificate.wrong_way, friction.wrong_way);
  raise(certificate.coulomb_residual, friction.coulomb_residual);
  raise(certificate.direction_error, friction.direction_error);
  if (is_coulomb(rows, contact, relaxed))
    judge.take(contact.group, 1, contact.pair.tangents, friction.coulomb_residual,
               w * c.impulse.norm(), 0.0);
}

// Returns by how much (m/s) a rate violates complementarity with an impulse within its bounds. A
// cone's solver brings dry friction to its bound only up to round-off, so that no impulse is
// assumed to be at a bound.
double bounded_map(double rate, double lambda, double w, double lo, double hi) {
  const double above = w * (lambda - lo), below = w * (hi - lambda);
  return std::abs(std::max(std::min(rate, above), -below));
}

// Certifies limits, motors and dry friction: u is complementary to the bounds of lambda.
void certify_bounded(const StepRows& rows, const Eigen::VectorXd& v, SpeedJudge& judge,
                     StepCertificate& certificate) {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 1, 1> u(1);
  for (int g = 0; g < rows.first_resistance(); ++g) {
    const int row = rows.pool.groups()[g].first_row;
    multiply(rows.pool, g, v, u);
    const double lambda = rows.impulses.lambda[row], floor = rows.impulses.floor[row];
    const double rate = u[0] + rows.bias[row] + rows.compliance[row] * lambda;
    raise(certificate.impulse_residual, std::max(floor - lambda, lambda - rows.hi[g]));
    const double free = row_response(rows, g, 0);
    const double w = free > 0 && std::isfinite(free) ? free : 1.0;
    judge.take(g, 0, 1, bounded_map(rate, lambda, w, floor, rows.hi[g]), w * lambda, 1.0);
  }
}

// Returns the largest moment of rolling or spinning friction: from the normal impulse, or from that
// of compression if restitution has added to it since, or made all of it.
double resistance_bound(const StepRows& rows, int g) {
  if (rows.impulses.decompressed[rows.bearer(g)]) return rows.hi[g];
  const int normal = rows.first_row(rows.bearer(g));
  return rows.resistance(g).arm * std::max(0.0, rows.impulses.lambda[normal]);
}

// Certifies rolling and spinning friction: the moment opposes rotation, within a disc under the
// exact cone, else about each axis by itself.
void certify_resistances(const StepRows& rows, const Eigen::VectorXd& v, SpeedJudge& judge,
                         StepCertificate& certificate) {
  for (int g = rows.first_resistance(); g < rows.bounded; ++g) {
    const int count = rows.resistance(g).rows;
    Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 2, 1> u(count);
    multiply(rows.pool, g, v, u);
    const double bound = resistance_bound(rows, g), w = row_response(rows, g, 0);
    const Vector2d spin(u[0], count == 2 ? u[1] : 0.0);
    const Vector2d moment(rows.lambda(g)[0], count == 2 ? rows.lambda(g)[1] : 0.0);
    double wrong = disc_map(moment, spin, w, bound);
    if (!(rows.setup.law == ContactLaw::cone))
      wrong = std::hypot(bounded_map(spin.x(), moment.x(), w, -bound, bound),
                         bounded_map(spin.y(), moment.y(), w, -bound, bound));
    raise(certificate.rolling_residual, wrong);
    raise(certificate.impulse_residual, moment.lpNorm<Eigen::Infinity>() - bound);
    judge.take(g, 0, count, wrong, w * moment.norm(), 0.0);
  }
}

// Returns the largest entry of M (v+ - v_free) - J^T lambda of bodies that no joint holds, which
// must vanish.
double momentum_error(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                      Eigen::VectorXd& impulse) {
  if (rows.pool.rows() == 0) return 0;
  const MassSystem& masses = *rows.setup.masses;
  const Eigen::VectorXd& inverse_mass = masses.inverse_mass();
  impulse.setZero(v.size());
  add_impulses(rows, impulse);
  double worst = 0;
  for (Eigen::Index i = 0; i < v.size(); ++i)
    if (inverse_mass[i] > 0)
      raise(worst, std::abs((v[i] - rows.v_free[i]) / inverse_mass[i] - impulse[i]));
  BodyVector change;
  for (const int body : masses.unjoined()) {
    const Body& at = rows.setup.model->bodies[body];
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(at.v_offset, at.dof); };
    const BodyMatrix mass = mass_block(*rows.setup.model, pose.q, body);
    change = part(v) - part(rows.v_free);
    raise(worst, (mass.lazyProduct(change) - part(impulse)).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

}  // namespace

int certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                 std::span<const ContactMotion> motions, const SimulationOptions& options,
                 const JointImpulses& joints, Eigen::VectorXd& memory,
                 StepCertificate& certificate) {
  // With passes that undo the relaxation the result is judged by the exact law.
  const bool relaxed = rows.setup.law == ContactLaw::relaxed && options.relaxation_passes == 0;
  SpeedJudge judge(rows, v, joints, memory, certificate);
  for (std::size_t i = 0; i < motions.size(); ++i)
    certify_contact(rows, rows.contacts[i], motions[i], relaxed, judge, certificate);
  certify_bounded(rows, v, judge, certificate);
  certify_resistances(rows, v, judge, certificate);
  certificate.momentum_error = momentum_error(rows, pose, v, memory);
  return judge.worst();
}

}  // namespace perpend
