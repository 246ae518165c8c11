// SPDX-License-Identifier: Apache-2.0
#include "sim/certify_step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Slower slip (m/s) or weaker friction (of the normal impulse, or in the speed it gives, m/s) has
// no direction to speak of: it is rounding.
constexpr double kSlip = 1e-4, kLoad = 1e-6, kPush = 1e-6;

// d' M⁻¹ d of a body's row, whatever joints hold it.
double row_response(const Model& model, const State& pose, int index,
                    const Eigen::Ref<const Eigen::RowVectorXd>& d) {
  const Body& body = model.bodies[index];
  if (!body.is_dynamic()) return 0;
  if (body.is_planar()) {
    const double rotation = body.dof == 3 ? d[2] * d[2] / body.inertia : 0.0;
    return d.head<2>().squaredNorm() / body.mass + rotation;
  }
  const double line = d.head<3>().squaredNorm() / body.mass;
  if (body.dof == 3) return line;
  const Vector3d m = spatial_pose(model, pose, {index}).r.conjugate() * Vector3d(d.tail<3>());
  return line + m.cwiseAbs2().cwiseQuotient(body.principal_inertia).sum();
}

// Inverse effective mass along the normal, the scale between impulse and velocity.
double inverse_effective_mass(const StepRows& rows, const ActiveContact& contact,
                              const State& pose) {
  const Model& model = *rows.setup.model;
  return row_response(model, pose, contact.pair.body_a, rows.pool.a(contact.group).row(0)) +
         row_response(model, pose, contact.pair.body_b, rows.pool.b(contact.group).row(0));
}

// Velocity and impulse of a contact as its rows let them be: with the bias and the compliance.
Vector3d driven_velocity(const StepRows& rows, const ActiveContact& contact,
                         const ContactMotion& c) {
  const RowGroup& group = rows.pool.groups()[contact.group];
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

// The slip as the polygon of the relaxed law measures it.
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

void certify_contact(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c,
                     const State& pose, bool relaxed, StepCertificate& certificate) {
  const double w = inverse_effective_mass(rows, contact, pose);
  const Vector3d u = driven_velocity(rows, contact, c);
  const bool frictionless = rows.setup.law == ContactLaw::frictionless;
  const double slip =
      relaxed && !frictionless ? contact.mu * facet_speed(rows.setup.law, contact, u) : 0;
  const double floor = rows.impulses.floor[rows.first_row(contact.group)];
  const double opening = std::min(u.x() - slip, w * (c.impulse.x() - floor));
  raise(certificate.velocity_residual, std::abs(opening));
  raise(certificate.impulse_residual, -c.impulse.x());
  if (frictionless) return;
  StepCertificate friction;
  certify_friction(contact, c.impulse, u.tail<2>(), w, friction);
  raise(certificate.cone_excess, friction.cone_excess);
  raise(certificate.wrong_way, friction.wrong_way);
  raise(certificate.coulomb_residual, friction.coulomb_residual);
  raise(certificate.direction_error, friction.direction_error);
  if (is_coulomb(rows, contact, relaxed))
    raise(certificate.velocity_residual, friction.coulomb_residual);
}

// Limits, motors and dry friction: u is what the bounds of lambda let be.
void certify_bounded(const StepRows& rows, const Eigen::VectorXd& v, StepCertificate& certificate) {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 1, 1> u(1);
  for (int g = 0; g < rows.bounded; ++g) {
    const int row = rows.pool.groups()[g].first_row;
    multiply(rows.pool, g, v, u);
    const double rate = u[0] + rows.bias[row], lambda = rows.impulses.lambda[row];
    const double floor = rows.impulses.floor[row];
    raise(certificate.impulse_residual, std::max(floor - lambda, lambda - rows.hi[g]));
    const double scale = std::max({1.0, std::abs(lambda)});
    const bool at_lo = lambda <= floor + 1e-12 * scale;
    const bool at_hi = lambda >= rows.hi[g] - 1e-12 * scale;
    const double wrong = at_lo && at_hi ? 0.0 : at_lo ? -rate : at_hi ? rate : std::abs(rate);
    raise(certificate.velocity_residual, wrong);
  }
}

using MassBlock = Eigen::Matrix<double, BodyType::kMaxVelocities, BodyType::kMaxVelocities>;
using MassColumn = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;

// M (v+ - v_free) - J^T lambda of bodies that no joint holds, which must vanish.
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
  MassBlock M;
  MassColumn change;
  for (const int body : masses.unjoined()) {
    const Body& at = rows.setup.model->bodies[body];
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(at.v_offset, at.dof); };
    mass_block(*rows.setup.model, pose.q, body, {M.data(), at.dof, at.dof});
    const Eigen::Map<const Eigen::MatrixXd> mass(M.data(), at.dof, at.dof);
    change = part(v) - part(rows.v_free);
    raise(worst, (mass.lazyProduct(change) - part(impulse)).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

}  // namespace

void contact_motions(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     std::vector<ContactMotion>& motions) {
  motions.clear();
  for (const ActiveContact& contact : rows.contacts) {
    motions.push_back({impulse_of(rows.setup.law, contact.pair, rows.lambda(contact.group).data()),
                       contact_velocity(*rows.setup.model, contact.pair, pose, v, contact.travel)});
  }
}

void certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                  std::span<const ContactMotion> motions, const SimulationOptions& options,
                  Eigen::VectorXd& impulse, StepCertificate& certificate) {
  // Passes back to the exact law are judged by the exact law.
  const bool relaxed = rows.setup.law == ContactLaw::relaxed && options.relaxation_passes == 0;
  for (std::size_t i = 0; i < motions.size(); ++i)
    certify_contact(rows, rows.contacts[i], motions[i], pose, relaxed, certificate);
  certify_bounded(rows, v, certificate);
  certificate.momentum_error = momentum_error(rows, pose, v, impulse);
}

void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records) {
  records.clear();
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const ActiveContact& contact = rows.contacts[i];
    const ContactMotion& c = motions[i];
    ContactRecord record{.a = {contact.pair.body_a}, .b = {contact.pair.body_b}};
    record.point = 0.5 * (contact.pair.point_a + contact.pair.point_b);
    record.normal = contact.pair.normal;
    record.gap = contact.pair.gap;
    record.mu = contact.mu;
    record.impulse = contact.frame.transpose() * c.impulse;
    record.slip = contact.frame.bottomRows<2>().transpose() * c.velocity.tail<2>();
    const bool slides = c.velocity.tail<2>().norm() > stick_speed;
    record.status = !(c.impulse.x() > 0) ? ContactStatus::open
                    : slides             ? ContactStatus::slide
                                         : ContactStatus::stick;
    records.push_back(record);
  }
}

}  // namespace perpend
