// SPDX-License-Identifier: Apache-2.0
#include "certify_step.hpp"

#include <algorithm>
#include <cmath>

#include "perpend/dynamics/joint_rows.hpp"
#include "perpend/dynamics/kinetics.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d;

struct ContactMotion {
  Vector2d impulse, velocity;  // (normal, tangential)
};

ContactMotion motion_of(const StepRows& rows, const ActiveContact& contact, const State& before,
                        const Eigen::VectorXd& v) {
  const int first = rows.pool.groups()[contact.group].first_row;
  return {impulse_of(rows.law, contact.mu, rows.lambda.data() + first),
          contact_velocity(*rows.model, contact.pair, before, v)};
}

// Inverse effective mass along the normal, the scale between impulse and velocity.
double inverse_effective_mass(const StepRows& rows, const ActiveContact& contact) {
  double sum = 0;
  const auto add = [&](RowPool::ConstBlock block, int body) {
    const auto mass = rows.inverse_mass.segment(rows.model->bodies[body].v_offset, block.cols());
    sum += block.row(0).cwiseAbs2().dot(mass);
  };
  add(rows.pool.a(contact.group), contact.pair.body_a);
  add(rows.pool.b(contact.group), contact.pair.body_b);
  return sum;
}

void raise(double& worst, double value) {
  if (!(value <= worst)) worst = value;
}

void certify_contact(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c,
                     bool relaxed, StepCertificate& certificate) {
  const double bias = rows.bias[rows.pool.groups()[contact.group].first_row];
  const double w = inverse_effective_mass(rows, contact);
  const double f_n = c.impulse.x(), f_t = c.impulse.y(), u_t = c.velocity.y();
  const double mu = rows.law == ContactLaw::frictionless ? 0.0 : contact.mu;
  const double slip = relaxed ? mu * std::abs(u_t) : 0.0;
  const double opening = c.velocity.x() + bias - slip;
  raise(certificate.velocity_residual, std::abs(std::min(opening, w * (f_n - contact.floor))));
  raise(certificate.impulse_residual, -f_n);
  raise(certificate.cone_excess, std::abs(f_t) - mu * std::max(0.0, f_n));
  raise(certificate.wrong_way, f_t * u_t);
  const double unused = mu * f_n - std::abs(f_t);
  if (mu > 0) raise(certificate.velocity_residual, std::min(std::abs(u_t), w * unused));
}

// Limits, motors and dry friction: u is what the bounds of lambda let be.
void certify_bounded(const StepRows& rows, const Eigen::VectorXd& v, StepCertificate& certificate) {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 1, 1> u(1);
  for (int g = 0; g < rows.bounded; ++g) {
    const int row = rows.pool.groups()[g].first_row;
    multiply(rows.pool, g, *rows.model, v, u);
    const double rate = u[0] + rows.bias[row], lambda = rows.lambda[row];
    raise(certificate.impulse_residual, std::max(rows.lo[g] - lambda, lambda - rows.hi[g]));
    const double scale = std::max({1.0, std::abs(lambda)});
    const bool at_lo = lambda <= rows.lo[g] + 1e-12 * scale;
    const bool at_hi = lambda >= rows.hi[g] - 1e-12 * scale;
    const double wrong = at_lo && at_hi ? 0.0 : at_lo ? -rate : at_hi ? rate : std::abs(rate);
    raise(certificate.velocity_residual, wrong);
  }
}

// M (v+ - v_free) - J^T lambda, which must vanish.
double momentum_error(const StepRows& rows, const Eigen::VectorXd& v) {
  if (rows.pool.rows() == 0) return 0;
  Eigen::VectorXd impulse = Eigen::VectorXd::Zero(v.size());
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g) {
    const RowGroup& group = rows.pool.groups()[g];
    add_transpose(rows.pool, g, *rows.model, rows.lambda.segment(group.first_row, group.rows),
                  impulse);
  }
  double worst = 0;
  for (Eigen::Index i = 0; i < v.size(); ++i)
    if (rows.inverse_mass[i] > 0)
      raise(worst, std::abs((v[i] - rows.v_free[i]) / rows.inverse_mass[i] - impulse[i]));
  return worst;
}

}  // namespace

void certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                  const SimulationOptions& options, StepCertificate& certificate) {
  // Passes back to the exact law are judged by the exact law.
  const bool relaxed = rows.law == ContactLaw::relaxed && options.relaxation_passes == 0;
  for (const ActiveContact& contact : rows.contacts)
    certify_contact(rows, contact, motion_of(rows, contact, pose, v), relaxed, certificate);
  certify_bounded(rows, v, certificate);
  certificate.momentum_error = momentum_error(rows, v);
}

void certify_states(const Model& model, const State& before, const State& after,
                    StepCertificate& certificate) {
  const JointError error = joint_error(model, after);
  certificate.joint_gap = error.gap;
  certificate.joint_angle = error.angle;
  certificate.energy_before = energy(model, before);
  certificate.energy_after = energy(model, after);
}

void record_contacts(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                     std::vector<ContactRecord>& records) {
  records.clear();
  for (const ActiveContact& contact : rows.contacts) {
    const ContactMotion c = motion_of(rows, contact, pose, v);
    ContactRecord record{.a = {contact.pair.body_a}, .b = {contact.pair.body_b}};
    record.point = 0.5 * (contact.pair.point_a + contact.pair.point_b);
    record.normal = contact.pair.normal;
    record.gap = contact.pair.gap;
    record.impulse_n = c.impulse.x();
    record.impulse_t = c.impulse.y();
    record.slip = c.velocity.y();
    const bool slides = std::abs(c.velocity.y()) > kStickSpeed;
    record.status = !(c.impulse.x() > 0) ? ContactStatus::open
                    : slides             ? ContactStatus::slide
                                         : ContactStatus::stick;
    records.push_back(record);
  }
}

}  // namespace perpend
