// SPDX-License-Identifier: Apache-2.0
// What the certificate of a step reports of wrong moments of rolling and spinning friction.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "contact/resistance_rows.hpp"
#include "contact/step_scene.hpp"
#include "relative.hpp"
#include "sim/certificate/certify_step.hpp"
#include "sim/draw.hpp"

namespace perpend {
namespace {

using Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;
using testing::StepScene;

constexpr double kRolling = 0.2, kSpinning = 0.1;

Vector2d direction(Draw& draw) {
  const double angle = draw(-3, 3);
  return {std::cos(angle), std::sin(angle)};
}

// A ball on the ground under a load, N·s, whose moments (N·m·s) and turning (rad/s) a test sets:
// about the tangents of its contact, and about the normal.
class LoadedBall {
 public:
  LoadedBall(double mass, const ContactLaw& law)
      : scene_(testing::ball({.mu_s = 0, .mu_k = 0, .rolling = kRolling, .spinning = kSpinning},
                             Vector3d::Zero(), mass),
               {.law = law, .dt = 0.01, .impact_speed = 1e9, .stick_speed = 1e-6}) {
    Collider collider(scene_.model);
    const auto pairs = collider.collide(scene_.state, 0.01);
    append_resistance_rows(scene_.model, scene_.state, pairs, scene_.rows);
    append_contact_rows(scene_.model, scene_.state, law, 1e-6, 0.0, pairs, scene_.rows.pool,
                        scene_.rows.contacts);
    scene_.settle();
  }

  double inverse_inertia() const { return 1 / scene_.model.bodies[1].principal_inertia.x(); }

  StepCertificate certify(double load, const Vector3d& moment, const Vector3d& turning) {
    StepRows& rows = scene_.rows;
    VectorXd v = VectorXd::Zero(scene_.model.dof()), memory;
    rows.impulses.lambda.setZero(rows.pool.rows());
    rows.impulses.lambda[rows.first_row(rows.bounded)] = load;
    for (int g = 0; g < rows.bounded; ++g) {
      const auto axes = resistance_axes(rows.contacts[0].frame, rows.resistance(g));
      const int count = rows.resistance(g).rows;
      const Vector3d part =
          count == 2 ? Vector3d(moment.x(), moment.y(), 0) : Vector3d(moment.z(), 0, 0);
      rows.impulses.lambda.segment(rows.first_row(g), count) = part.head(count);
      for (int r = 0; r < count; ++r)
        v.segment<3>(scene_.model.bodies[1].v_offset + 3) +=
            (count == 2 ? turning[r] : turning.z()) * axes.row(r).transpose();
    }
    std::vector<ContactMotion> motions;
    contact_motions(rows, scene_.state, v, motions);
    StepCertificate certificate;
    worst_ = certify_step(rows, scene_.state, v, motions, {.dt = 0.01}, {}, memory, certificate);
    return certificate;
  }

  /// Rows of the group that is off most.
  int worst_rows() const {
    return worst_ < scene_.rows.bounded ? scene_.rows.resistance(worst_).rows : 0;
  }

 private:
  StepScene scene_;
  int worst_ = -1;
};

template <typename Check>
void for_balls(const ContactLaw& law, const Check& check) {
  Draw draw(11);
  for (int k = 0; k < 40; ++k) {
    const double mass = std::pow(10, draw(-3, 3)), load = mass * draw(0.1, 10);
    CAPTURE(mass);
    LoadedBall ball(mass, law);
    check(ball, load, draw);
  }
}

Vector3d in_plane(const Vector2d& u) {
  return {u.x(), u.y(), 0};
}

}  // namespace

TEST_CASE("turning without a moment is reported by what its friction could take of it") {
  for_balls(ContactLaw::cone, [](LoadedBall& ball, double load, Draw& draw) {
    const double w = ball.inverse_inertia(), speed = w * load * draw(0.01, 0.5);
    const StepCertificate rolls =
        ball.certify(load, Vector3d::Zero(), in_plane(speed * direction(draw)));
    CHECK(rolls.rolling_residual == relative(std::min(speed, w * kRolling * load), 1e-9));
    CHECK(rolls.velocity_residual == relative(rolls.rolling_residual));
    CHECK(rolls.velocity_ratio > 1);
    CHECK(ball.worst_rows() == 2);
    const StepCertificate spins = ball.certify(load, Vector3d::Zero(), {0, 0, -speed});
    CHECK(spins.rolling_residual == relative(std::min(speed, w * kSpinning * load), 1e-9));
    CHECK(spins.velocity_ratio > 1);
    CHECK(ball.worst_rows() == 1);
  });
}

TEST_CASE("moments against the turning at their bound, and within it at rest, are right") {
  for_balls(ContactLaw::cone, [](LoadedBall& ball, double load, Draw& draw) {
    const Vector2d heading = direction(draw);
    const double speed = draw(0.1, 5), share = draw(0, 1);
    Vector3d moment = -kRolling * load * in_plane(heading), turning = speed * in_plane(heading);
    moment.z() = kSpinning * load, turning.z() = -speed;
    const StepCertificate slides = ball.certify(load, moment, turning);
    CHECK(slides.velocity_ratio < 1);
    CHECK(slides.impulse_residual <= 1e-12 * load);
    CHECK(ball.certify(load, share * moment, Vector3d::Zero()).velocity_ratio < 1);
    CHECK(ball.certify(load, -moment, turning).velocity_ratio > 1);
  });
}

TEST_CASE("a moment beyond what the load bears is reported with its excess") {
  for_balls(ContactLaw::cone, [](LoadedBall& ball, double load, Draw& draw) {
    const double w = ball.inverse_inertia(), excess = load * draw(0.01, 1);
    const StepCertificate spins =
        ball.certify(load, {0, 0, -kSpinning * load - excess}, Vector3d::Zero());
    CHECK(spins.rolling_residual == relative(w * excess, 1e-9));
    CHECK(spins.impulse_residual == relative(excess, 1e-9));
    const Vector2d heading = direction(draw);
    const StepCertificate rolls =
        ball.certify(load, (kRolling * load + excess) * in_plane(heading), Vector3d::Zero());
    CHECK(rolls.rolling_residual == relative(w * excess, 1e-9));
    CHECK(rolls.velocity_ratio > 1);
  });
}

TEST_CASE("where friction is judged axis by axis so are moments") {
  for_balls(ContactLaw::box, [](LoadedBall& ball, double load, Draw& draw) {
    const double w = ball.inverse_inertia();
    const Vector2d u = w * kRolling * load * Vector2d(draw(0.1, 2), draw(-2, -0.1));
    const StepCertificate c = ball.certify(load, Vector3d::Zero(), in_plane(u));
    const Vector2d taken = u.cwiseAbs().cwiseMin(w * kRolling * load);
    CHECK(c.rolling_residual == relative(taken.norm(), 1e-9));
    const Vector2d corner = -kRolling * load * u.cwiseSign();
    CHECK(ball.certify(load, in_plane(corner), in_plane(u)).velocity_ratio < 1);
  });
}

}  // namespace perpend
