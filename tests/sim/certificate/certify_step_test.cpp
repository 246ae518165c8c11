// SPDX-License-Identifier: Apache-2.0
// What the certificate of a step reports of wrong impulses and velocities, to the digit.
#include "sim/certificate/certify_step.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "relative.hpp"
#include "sim/draw.hpp"
#include "sim/scenes.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

constexpr double kMu = 0.4, kStep = 0.01;

// A ball or disc of radius 0.5 m on the ground, with one contact whose impulse and velocity a test
// sets.
class OneContact {
 public:
  OneContact(double mass, bool in_space, ContactLaw law = ContactLaw::cone)
      : in_space_(in_space), model_(build(mass, in_space)), masses_(model_) {
    state_ = initial_state(model_);
    rows_.setup = {.model = &model_, .masses = &masses_, .law = law, .dt = kStep};
    rows_.clear(state_);
    const Vector3d normal = in_space ? Vector3d::UnitZ() : Vector3d::UnitY();
    const ContactPair pair{
        .body_a = 0, .body_b = 1, .normal = normal, .tangents = in_space ? 2 : 1};
    append_contact_rows(model_, state_, law, 1e-6, 0, std::span(&pair, 1), rows_.pool,
                        rows_.contacts);
    rows_.v_free = VectorXd::Zero(model_.dof());
    rows_.bias.setZero(rows_.pool.rows());
    rows_.compliance.setZero(rows_.pool.rows());
    rows_.clear_impulses();
  }

  // Impulse on the ball and velocity of its centre, both (n, t1, t2); nothing spins.
  StepCertificate certify(const Vector3d& impulse, const Vector3d& velocity, int passes = 0) {
    rows_.impulses.lambda = impulse.head(rows_.pool.rows());
    VectorXd v = VectorXd::Zero(model_.dof());
    const Vector3d along = rows_.contacts[0].frame.transpose() * velocity;
    const int lines = in_space_ ? 3 : 2;
    v.segment(model_.bodies[1].v_offset, lines) = along.head(lines);
    std::vector<ContactMotion> motions;
    contact_motions(rows_, state_, v, motions);
    VectorXd memory;
    StepCertificate certificate;
    const SimulationOptions options{.dt = kStep, .relaxation_passes = passes};
    certify_step(rows_, state_, v, motions, options, {}, memory, certificate);
    return certificate;
  }

 private:
  static Model build(double mass, bool in_space) {
    ModelBuilder builder;
    builder.add_material({.name = "default", .self = {.mu_s = kMu, .mu_k = kMu, .e = 0}});
    if (in_space) {
      builder.add_body({.kind = BodyKind::spatial_fixed,
                        .spatial = {.shapes = {{.shape = spatial::HalfSpace{}}}}});
      BodyDef ball{.kind = BodyKind::spatial, .mass = mass};
      ball.spatial.pose.p = {0, 0, 0.5};
      ball.spatial.shapes = {{.shape = spatial::Sphere{0.5}}};
      builder.add_body(ball);
    } else {
      builder.add_body(scenes::ground());
      builder.add_body(
          {.pose = {{0, 0.5}}, .shapes = {{.shape = planar::Disc{0.5}}}, .mass = mass});
    }
    return builder.build().value();
  }

  bool in_space_;
  Model model_;
  MassSystem masses_;
  State state_;
  StepRows rows_;
};

// Calls check(contact, mass, in_space) for contacts drawn at random.
template <typename Check>
void for_contacts(ContactLaw law, const Check& check) {
  Draw draw(3);
  for (int k = 0; k < 50; ++k) {
    const double mass = std::pow(10, draw(-3, 3));
    const bool in_space = k % 2;
    CAPTURE(mass);
    CAPTURE(in_space);
    OneContact contact(mass, in_space, law);
    check(contact, mass, in_space, draw);
  }
}

}  // namespace

TEST_CASE("a contact that closes is reported with the speed at which it does") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double, bool, Draw& draw) {
    const double speed = draw(1e-6, 10);
    const StepCertificate c = contact.certify({0, 0, 0}, {-speed, 0, 0});
    CHECK(c.velocity_residual == relative(speed));
    CHECK(c.velocity_ratio > 1e6);
    CHECK(c.impulse_residual == 0);
  });
}

TEST_CASE("a contact that opens under load is reported by the smaller of both speeds") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double mass, bool, Draw& draw) {
    const double speed = draw(1e-6, 10), impulse = mass * draw(1e-6, 10);
    const StepCertificate c = contact.certify({impulse, 0, 0}, {speed, 0, 0});
    CHECK(c.velocity_residual == relative(std::min(speed, impulse / mass)));
    CHECK(c.velocity_ratio > 1);
  });
}

TEST_CASE("a contact that pulls is reported with its impulse and the speed that gives") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double mass, bool, Draw& draw) {
    const double impulse = mass * draw(1e-6, 10);
    const StepCertificate c = contact.certify({-impulse, 0, 0}, {0, 0, 0});
    CHECK(c.impulse_residual == relative(impulse));
    CHECK(c.velocity_residual == relative(impulse / mass));
    CHECK(c.velocity_ratio > 1);
  });
}

TEST_CASE("friction beyond its cone is reported with its excess") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double mass, bool in_space, Draw& draw) {
    const double press = mass * draw(0.1, 10), excess = mass * draw(1e-3, 10);
    const double angle = in_space ? draw(-3, 3) : 0.0, length = kMu * press + excess;
    const StepCertificate c =
        contact.certify({press, length * std::cos(angle), length * std::sin(angle)}, {0, 0, 0});
    CHECK(c.cone_excess == relative(excess, 1e-9));
    CHECK(c.coulomb_residual == relative(excess / mass, 1e-9));
    CHECK(c.velocity_residual == relative(excess / mass, 1e-9));
  });
}

TEST_CASE("slip without friction is reported by what friction could take of it") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double mass, bool, Draw& draw) {
    const double press = mass * draw(0.1, 10), slip = draw(1e-3, 10);
    const StepCertificate c = contact.certify({press, 0, 0}, {0, slip, 0});
    const double missing = std::min(slip, kMu * press / mass);
    CHECK(c.coulomb_residual == relative(missing));
    CHECK(c.velocity_residual == relative(missing));
    CHECK(c.wrong_way == 0);
  });
}

TEST_CASE("friction along the slip is reported with its work") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double mass, bool, Draw& draw) {
    const double press = mass * draw(0.1, 10), slip = draw(1e-3, 10);
    const double friction = kMu * press * draw(0.1, 1);
    const StepCertificate c = contact.certify({press, friction, 0}, {0, slip, 0});
    CHECK(c.wrong_way == relative(friction * slip));
    CHECK(c.coulomb_residual == relative(std::min(slip, friction / mass + kMu * press / mass)));
  });
}

TEST_CASE("friction that is not opposite to the slip is reported with the angle between them") {
  Draw draw(3);
  for (int k = 0; k < 50; ++k) {
    OneContact contact(draw(0.5, 5), true);
    const double angle = draw(1e-3, 3), along = draw(-3, 3), press = draw(1, 10);
    const Vector2d slip = draw(0.1, 2) * Vector2d(std::cos(along), std::sin(along));
    const Vector2d friction =
        -kMu * press * Vector2d(std::cos(along + angle), std::sin(along + angle));
    const StepCertificate c =
        contact.certify({press, friction.x(), friction.y()}, {0, slip.x(), slip.y()});
    CHECK(c.direction_error == relative(angle, 1e-9));
    CHECK(c.cone_excess <= 1e-12);
  }
}

TEST_CASE("rounding of slip and friction has no direction") {
  Draw draw(3);
  for (int k = 0; k < 50; ++k) {
    const double mass = std::pow(10, draw(-3, 3));
    OneContact contact(mass, true);
    const auto error = [&](double slip, double press, double friction) {
      return contact.certify({press, 0, friction}, {0, slip, 0}).direction_error;
    };
    const double press = mass * draw(2, 10), slip = draw(1e-3, 1), friction = 0.1 * press;
    const double right = std::numbers::pi / 2;
    CHECK(error(slip, press, friction) == relative(right));
    CHECK(error(0.9e-4, press, friction) == 0);
    CHECK(error(1.1e-4, press, friction) == relative(right));
    CHECK(error(slip, press, 0.9e-6 * press) == 0);
    CHECK(error(slip, press, 1.1e-6 * press) == relative(right));
    CHECK(error(slip, 1e-3 * mass, 0.9e-6 * mass) == 0);
    CHECK(error(slip, 1e-3 * mass, 1.1e-6 * mass) == relative(right));
  }
}

// Passes take the relaxed law back to the exact one, in the plane to the last of it.
TEST_CASE("after passes the relaxed law is judged by exact friction in the plane") {
  for_contacts(
      ContactLaw::relaxed, [](OneContact& contact, double mass, bool in_space, Draw& draw) {
        const double press = mass * draw(10, 20), slip = draw(0.1, 2);
        const StepCertificate c = contact.certify({press, 0, 0}, {0, slip, 0}, 10);
        CHECK(c.coulomb_residual == relative(slip));
        CHECK(c.velocity_residual == relative(in_space ? 0 : slip));
        CHECK(contact.certify({press, 0, 0}, {kMu * slip, slip, 0}).velocity_residual == 0);
      });
}

TEST_CASE("the relaxed law lifts a contact by mu times its slip, and less is reported") {
  for_contacts(ContactLaw::relaxed, [](OneContact& contact, double mass, bool, Draw& draw) {
    const double slip = draw(0.1, 2), press = mass * draw(10, 20), lift = draw(0, kMu * slip);
    // The axis t1 is a side of every polygon that is not rotated.
    const StepCertificate c = contact.certify({press, -kMu * press, 0}, {lift, slip, 0});
    CHECK(c.velocity_residual == relative(kMu * slip - lift, 1e-9));
    const StepCertificate good = contact.certify({press, -kMu * press, 0}, {kMu * slip, slip, 0});
    CHECK(good.velocity_residual <= 1e-15);
    CHECK(good.velocity_ratio <= 1);
  });
}

TEST_CASE("momentum that no impulse gave is reported") {
  for_contacts(ContactLaw::cone, [](OneContact& contact, double mass, bool, Draw& draw) {
    const double speed = draw(0.1, 10), impulse = mass * draw(0.1, 10);
    const StepCertificate c = contact.certify({impulse, 0, 0}, {speed, 0, 0});
    CHECK(c.momentum_error == relative(std::abs(mass * speed - impulse), 1e-9));
  });
}

namespace {

// A carriage of some mass on a rail, with one bounded row on its speed.
StepCertificate certify_bounded(double mass, double lo, double hi, double lambda, double speed,
                                double bias) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, 0});
  const BodyId body = builder.add_body({.mass = mass, .inertia = 1});
  builder.add_joint({.kind = JointKind::prismatic, .a = body});
  const Model model = builder.build().value();
  const MassSystem masses(model);
  const State state = initial_state(model);
  StepRows rows;
  rows.setup = {.model = &model, .masses = &masses, .dt = kStep};
  rows.clear(state);
  const int group = rows.pool.add(model, body.index, -1, 1);
  rows.pool.a(group)(0, 0) = 1;
  rows.bounded = 1;
  rows.lo = VectorXd::Constant(1, lo);
  rows.hi = VectorXd::Constant(1, hi);
  rows.rates.push_back({});
  rows.v_free = VectorXd::Zero(model.dof());
  rows.bias = VectorXd::Constant(1, bias);
  rows.compliance.setZero(1);
  rows.clear_impulses();
  rows.impulses.lambda[0] = lambda;
  VectorXd v = VectorXd::Zero(model.dof()), memory;
  v[0] = speed;
  StepCertificate certificate;
  certify_step(rows, state, v, {}, {.dt = kStep}, {}, memory, certificate);
  return certificate;
}

// A limit without impulse that closes at `speed`, on a body that two others press with `lambda`.
double ratio_between(double mass, double lambda, double speed) {
  ModelBuilder builder;
  const BodyId body = builder.add_body({.mass = mass, .inertia = 1});
  const Model model = builder.build().value();
  const MassSystem masses(model);
  const State state = initial_state(model);
  StepRows rows;
  rows.setup = {.model = &model, .masses = &masses, .dt = kStep};
  rows.clear(state);
  for (const double side : {1.0, -1.0, 1.0}) {
    const int group = rows.pool.add(model, body.index, -1, 1);
    rows.pool.a(group)(0, 0) = side;
    rows.rates.push_back({});
  }
  rows.bounded = 3;
  rows.lo = VectorXd::Zero(3);
  rows.hi = VectorXd::Constant(3, std::numeric_limits<double>::infinity());
  rows.v_free = VectorXd::Zero(model.dof());
  rows.bias = VectorXd::Zero(3);
  rows.compliance.setZero(3);
  rows.clear_impulses();
  rows.impulses.lambda << lambda, lambda, 0;
  VectorXd v = VectorXd::Zero(model.dof()), memory;
  v[0] = -speed;
  rows.bias[0] = speed;
  rows.bias[1] = -speed;
  StepCertificate certificate;
  // The limit that nothing presses is named.
  CHECK(certify_step(rows, state, v, {}, {.dt = kStep}, {}, memory, certificate) == 2);
  return certificate.velocity_ratio;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE(
    "limits that close and motors that miss their speed are reported with the speed, as far "
    "as the impulse is from its bound") {
  Draw draw(3);
  for (int k = 0; k < 50; ++k) {
    const double mass = std::pow(10, draw(-2, 2)), off = draw(1e-6, 5), bias = draw(-3, 3);
    CAPTURE(mass);
    const double hi = mass * draw(1, 2), within = hi * draw(-0.9, 0.9);
    // A limit without impulse, and one with.
    CHECK(certify_bounded(mass, 0, kInfinity, 0, -bias - off, bias).velocity_residual ==
          relative(off, 1e-9));
    CHECK(certify_bounded(mass, 0, kInfinity, 0, -bias + off, bias).velocity_residual == 0);
    CHECK(certify_bounded(mass, 0, kInfinity, hi, -bias + off, bias).velocity_residual ==
          relative(std::min(off, hi / mass), 1e-9));
    // A motor within its bounds on either side, and at them.
    for (const double sign : {-1.0, 1.0}) {
      const auto motor = [&](double lambda, double miss) {
        return certify_bounded(mass, -hi, hi, lambda, -bias + miss, bias);
      };
      CHECK(motor(within, sign * off).velocity_residual ==
            relative(std::min(off, (hi + sign * within) / mass), 1e-9));
      CHECK(motor(within, sign * off).velocity_ratio > 1);
      CHECK(motor(sign * hi, sign * off).velocity_residual ==
            relative(std::min(off, 2 * hi / mass), 1e-9));
      CHECK(motor(sign * hi, -sign * off).velocity_residual <= 1e-15);
      // Solvers of the cone come near the bound, not to it.
      CHECK(motor(sign * hi * (1 - 1e-11), -sign * off).velocity_residual < 1e-10);
      CHECK(motor(sign * (hi + off), -sign).impulse_residual == relative(off, 1e-9));
    }
  }
}

TEST_CASE("of several rows the one that is off most is named") {
  ModelBuilder builder;
  for (int i = 0; i < 4; ++i) builder.add_body({.mass = 1, .inertia = 1});
  const Model model = builder.build().value();
  const MassSystem masses(model);
  const State state = initial_state(model);
  for (int worst = 0; worst < 4; ++worst) {
    StepRows rows;
    rows.setup = {.model = &model, .masses = &masses, .dt = kStep};
    rows.clear(state);
    VectorXd v = VectorXd::Zero(model.dof()), memory;
    for (int i = 0; i < 4; ++i) {
      rows.pool.a(rows.pool.add(model, i, -1, 1))(0, 0) = 1;
      rows.rates.push_back({});
      v[model.bodies[i].v_offset] = i == worst ? -0.3 : -0.001 * (i + 1);
    }
    rows.bounded = 4;
    rows.lo = VectorXd::Zero(4);
    rows.hi = VectorXd::Constant(4, kInfinity);
    rows.v_free = VectorXd::Zero(model.dof());
    rows.bias = VectorXd::Zero(4);
    rows.compliance.setZero(4);
    rows.clear_impulses();
    StepCertificate certificate;
    CHECK(certify_step(rows, state, v, {}, {.dt = kStep}, {}, memory, certificate) == worst);
    CHECK(certificate.velocity_residual == 0.3);
  }
}

TEST_CASE("what large impulses on a light body add up to is judged by their rounding") {
  Draw draw(3);
  for (int k = 0; k < 50; ++k) {
    const double mass = std::pow(10, draw(-9, -4)), lambda = draw(0.01, 1);
    const double rounding = std::numeric_limits<double>::epsilon() * lambda / mass;
    CAPTURE(mass);
    CHECK(ratio_between(mass, lambda, 8 * rounding) < 1);
    CHECK(ratio_between(mass, lambda, 1000 * rounding + 1e-9) > 1);
    CHECK(ratio_between(mass, 1e-12 * lambda, 8 * rounding + 1e-6) > 1);
  }
}

}  // namespace perpend
