// SPDX-License-Identifier: Apache-2.0
#include "sim/certify_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "contact/resistance_rows.hpp"
#include "core/worst.hpp"
#include "dynamics/bodies/kinetics.hpp"
#include "sim/row_bias.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Slower slip (m/s) or weaker friction (of the normal impulse, or in the speed it gives, m/s) has
// no direction to speak of: it is rounding.
constexpr double kSlip = 1e-4, kLoad = 1e-6, kPush = 1e-6;

using MassBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, BodyType::kMaxVelocities,
                                BodyType::kMaxVelocities>;
using MassColumn = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, BodyType::kMaxVelocities, 1>;

MassBlock mass_of(const Model& model, const State& pose, int body) {
  const int n = model.bodies[body].dof;
  MassBlock mass(n, n);
  mass_block(model, pose.q, body, {mass.data(), n, n});
  return mass;
}

// d' M⁻¹ d of a body's row, whatever joints hold it.
double row_response(const Model& model, const State& pose, int index,
                    const Eigen::Ref<const Eigen::RowVectorXd>& d) {
  const Body& body = model.bodies[index];
  if (!body.is_dynamic()) return 0;
  if (body.kind == BodyKind::custom) {
    const MassColumn own = d.transpose();
    return own.dot(mass_of(model, pose, index).llt().solve(own));
  }
  if (body.is_planar()) {
    const double rotation = body.dof == 3 ? d[2] * d[2] / body.inertia() : 0.0;
    return d.head<2>().squaredNorm() / body.mass + rotation;
  }
  const double line = d.head<3>().squaredNorm() / body.mass;
  if (body.dof == 3) return line;
  const Vector3d m = spatial_pose(model, pose, {index}).r.conjugate() * Vector3d(d.tail<3>());
  return line + m.cwiseAbs2().cwiseQuotient(body.principal_inertia).sum();
}

// The same of row r of a group, summed over its bodies.
double row_response(const StepRows& rows, int group, int r) {
  double sum = 0;
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sum += row_response(*rows.setup.model, *rows.pose, blocks[k].body,
                          rows.pool.block(group, k).row(r));
  return sum;
}

// Sum of |J| |v| of row r.
double speed_sum(const StepRows& rows, int group, int r, const Eigen::VectorXd& v) {
  double sum = 0;
  const auto blocks = rows.pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sum += rows.pool.block(group, k).row(r).cwiseAbs().dot(
          v.segment(blocks[k].v_offset, blocks[k].cols).cwiseAbs());
  return sum;
}

}  // namespace

double largest_speed(const StepRows& rows, const Eigen::VectorXd& v) {
  if (v.size() == 0) return 0.0;
  return std::max(v.lpNorm<Eigen::Infinity>(), rows.v_free.lpNorm<Eigen::Infinity>());
}

namespace {

void add_push(const RowPool& pool, int group, const Eigen::Ref<const Eigen::VectorXd>& lambda,
              Eigen::VectorXd& sizes) {
  const auto blocks = pool.blocks(group);
  for (int k = 0; k < static_cast<int>(blocks.size()); ++k)
    if (blocks[k].body >= 0)
      sizes.segment(blocks[k].v_offset, blocks[k].cols) +=
          pool.block(group, k).cwiseAbs().transpose().lazyProduct(lambda.cwiseAbs());
}

// Impulses on a body to velocities; of custom bodies nothing is known.
void divide_by_mass(const Body& body, Eigen::VectorXd& sizes) {
  auto push = sizes.segment(body.v_offset, body.dof);
  if (!body.is_dynamic() || body.kind == BodyKind::custom) {
    push.setZero();
    return;
  }
  const int lines = std::min(body.dof, body.is_planar() ? 2 : 3);
  push.head(lines) /= body.mass;
  if (body.kind == BodyKind::rigid) push[2] /= body.inertia();
  if (body.kind == BodyKind::spatial) push.tail<3>() /= body.principal_inertia.minCoeff();
}

}  // namespace

void push_sizes(const StepRows& rows, const JointImpulses& joints, Eigen::VectorXd& sizes) {
  const Model& model = *rows.setup.model;
  sizes.setZero(model.dof());
  for (int g = 0; g < static_cast<int>(rows.pool.groups().size()); ++g)
    add_push(rows.pool, g, rows.lambda(g), sizes);
  if (joints.pool)
    for (int g = 0; g < static_cast<int>(joints.pool->groups().size()); ++g) {
      const RowGroup& group = joints.pool->groups()[g];
      add_push(*joints.pool, g, joints.lambda->segment(group.first_row, group.rows), sizes);
    }
  for (const Body& body : model.bodies) divide_by_mass(body, sizes);
}

namespace {

// Judges violations (m/s) by what their rows may be off by.
class SpeedJudge {
 public:
  // `memory` is overwritten, and to be left alone while this judges.
  SpeedJudge(const StepRows& rows, const Eigen::VectorXd& v, const JointImpulses& joints,
             Eigen::VectorXd& memory, StepCertificate& certificate)
      : rows_(rows),
        v_(v),
        joints_(joints),
        pushes_(memory),
        certificate_(certificate),
        largest_(largest_speed(rows, v)) {
    if (rows.setup.masses->empty()) return;
    for (const Body& body : rows.setup.model->bodies)
      if (body.is_dynamic())
        fastest_ = std::max(fastest_, body.mass * v.segment(body.v_offset, body.dof).squaredNorm());
  }

  // Rows r to r + count of a group; `impulse` is what lambda gives, `place` the size of the
  // coordinates its gap was taken from.
  void take(int group, int r, int count, double wrong, double impulse, double place) {
    raise(certificate_.velocity_residual, wrong);
    if (wrong == 0) return;  // of nothing too
    double size = largest_;
    for (int k = r; k < r + count; ++k)
      size =
          std::max(size, speed_sum(rows_, group, k, v_) + speed_sum(rows_, group, k, rows_.v_free) +
                             std::abs(rows_.bias[rows_.first_row(group) + k]));
    size += std::abs(impulse);
    const double rounding = size + place / rows_.setup.dt + mixed(group, r);
    double granted = kVelocityShare * size + kSumRounding * rounding;
    if (!(wrong <= granted)) granted += kSumRounding * pushed(group, r, count);
    if (is_worse(wrong / granted, worst_ratio_)) worst_group_ = group;
    raise(worst_ratio_, wrong / granted);
    raise(certificate_.velocity_ratio, wrong / granted);
  }
  /// The group that is off most, -1: none.
  int worst() const { return worst_group_; }

 private:
  // Joints let the rounding of the fastest body into the velocities of all.
  double mixed(int group, int r) const {
    return std::sqrt(fastest_ * row_response(rows_, group, r));
  }

  // Sum of what single impulses would give the rows.
  double pushed(int group, int r, int count) {
    if (!knows_pushes_) push_sizes(rows_, joints_, pushes_);
    knows_pushes_ = true;
    double largest = 0;
    for (int k = r; k < r + count; ++k)
      largest = std::max(largest, speed_sum(rows_, group, k, pushes_));
    return largest;
  }

  const StepRows& rows_;
  const Eigen::VectorXd& v_;
  const JointImpulses& joints_;
  Eigen::VectorXd& pushes_;  // once something is judged that needs them
  bool knows_pushes_ = false;
  StepCertificate& certificate_;
  int worst_group_ = -1;
  double worst_ratio_ = 0.0;
  double largest_;        // speed of the step, m/s or rad/s: what rests is judged beside it
  double fastest_ = 0.0;  // m v²
};

double place_of(const ActiveContact& contact) {
  return contact.pair.point_a.cwiseAbs().maxCoeff();
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
                     bool relaxed, SpeedJudge& judge, StepCertificate& certificate) {
  // The scale between impulse and velocity along the normal.
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

// By how much (m/s) a rate is not what an impulse within its bounds lets be. A cone's solver brings
// dry friction to its bound up to rounding only, so that no impulse is taken to be at a bound.
double bounded_map(double rate, double lambda, double w, double lo, double hi) {
  const double above = w * (lambda - lo), below = w * (hi - lambda);
  return std::abs(std::max(std::min(rate, above), -below));
}

// Limits, motors and dry friction: u is what the bounds of lambda let be.
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

// Largest moment of rolling or spinning friction: by the normal impulse, or by that of compression
// where restitution has added to it since.
double resistance_bound(const StepRows& rows, int g) {
  const int normal = rows.first_row(rows.bearer(g));
  if (rows.impulses.floor[normal] > 0) return rows.hi[g];
  return rows.resistance(g).arm * std::max(0.0, rows.impulses.lambda[normal]);
}

// The moment that turns least: within a disc under the exact cone, else about each axis by itself.
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
  MassColumn change;
  for (const int body : masses.unjoined()) {
    const Body& at = rows.setup.model->bodies[body];
    const auto part = [&](const Eigen::VectorXd& x) { return x.segment(at.v_offset, at.dof); };
    const MassBlock mass = mass_of(*rows.setup.model, pose, body);
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

int certify_step(const StepRows& rows, const State& pose, const Eigen::VectorXd& v,
                 std::span<const ContactMotion> motions, const SimulationOptions& options,
                 const JointImpulses& joints, Eigen::VectorXd& memory,
                 StepCertificate& certificate) {
  // Passes back to the exact law are judged by the exact law.
  const bool relaxed = rows.setup.law == ContactLaw::relaxed && options.relaxation_passes == 0;
  SpeedJudge judge(rows, v, joints, memory, certificate);
  for (std::size_t i = 0; i < motions.size(); ++i)
    certify_contact(rows, rows.contacts[i], motions[i], relaxed, judge, certificate);
  certify_bounded(rows, v, judge, certificate);
  certify_resistances(rows, v, judge, certificate);
  certificate.momentum_error = momentum_error(rows, pose, v, memory);
  return judge.worst();
}

namespace {

// (t1, t2), m/s, at the end of the step, to where a curved surface rolls on beyond its row.
Vector2d slip_of(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c) {
  Vector2d slip = c.velocity.tail<2>();
  const RowGroup& group = rows.pool.groups()[contact.group];
  for (int r = 1; r < group.rows; ++r)
    if (rows.compliance[group.first_row + r] == 0) slip[r - 1] += rows.bias[group.first_row + r];
  return slip;
}

// A bristle below what friction bears creeps and holds.
bool slides(const StepRows& rows, const ActiveContact& contact, const ContactMotion& c, double slip,
            double stick_speed) {
  const int row = rows.first_row(contact.group);
  const bool bristles = rows.pool.groups()[contact.group].rows > 1 && rows.compliance[row + 1] > 0;
  return slip > stick_speed &&
         (!bristles || is_at_friction_limit(rows.setup.law, contact, c.impulse));
}

}  // namespace

void record_contacts(const StepRows& rows, std::span<const ContactMotion> motions,
                     double stick_speed, std::vector<ContactRecord>& records) {
  records.clear();
  std::vector<Vector3d> moments(rows.resistances.empty() ? 0 : motions.size(), Vector3d::Zero());
  add_resistance_moments(rows, moments);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const ActiveContact& contact = rows.contacts[i];
    const ContactMotion& c = motions[i];
    ContactRecord record{.a = {contact.pair.body_a}, .b = {contact.pair.body_b}};
    record.point = 0.5 * (contact.pair.point_a + contact.pair.point_b);
    record.normal = contact.pair.normal;
    record.gap = contact.pair.gap;
    record.mu = contact.mu;
    record.impulse = contact.frame.transpose() * c.impulse;
    const Vector2d slip = slip_of(rows, contact, c);
    record.slip = contact.frame.bottomRows<2>().transpose() * slip;
    if (!moments.empty()) record.moment = moments[i];
    if (!(c.impulse.x() > 0))
      record.status = ContactStatus::open;
    else if (slides(rows, contact, c, slip.norm(), stick_speed))
      record.status = ContactStatus::slide;
    else
      record.status = ContactStatus::stick;
    records.push_back(record);
  }
}

}  // namespace perpend
