// SPDX-License-Identifier: Apache-2.0
#include "io/robot/mended_mass.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace perpend::io {
namespace {

// Share by which a principal moment of inertia may exceed the sum of the other two; published
// robots have such moments, by as much as 16 %.
constexpr double kExcess = 0.2;

// Mass of a body without one, as a share of the heaviest moving body of its robot. Direct methods
// solve any ratio of masses, so it moves as one without mass would to six digits.
constexpr double kShare = 1e-6;
constexpr double kAlone = 1e-3;  // kg, where no moving body of the robot has a mass

constexpr double kBall = 0.01;  // m, radius of the ball that stands for a body without solids

// Moments at most this share of the largest, or with at most this radius of gyration, are rounding
// errors of none: a decomposition errs by some 1e-16 of the largest, iCub has radii of 1e-10 m.
constexpr double kRounding = 1e-12, kPoint = 1e-6;  // -, m

// Returns the mass of the heaviest moving body of each robot, at the robot's number.
std::vector<double> heaviest(const RobotBodies& bodies) {
  std::vector<double> most(bodies.all.size(), 0.0);
  for (const RobotBody& body : bodies.all) {
    double& mass = most[static_cast<std::size_t>(body.robot)];
    if (!body.fixed) mass = std::max(mass, body.inertial.mass);
  }
  return most;
}

// Returns the solids of a body at the density 1 kg/m³; the mass is 0 if it has none.
spatial::MassProperties solids_of(const RobotBody& body) {
  spatial::MassProperties sum;
  for (const LinkShape& part : body.shapes)
    sum = combined(sum, transformed(mass_properties(part.shape, 1), part.pose));
  return sum;
}

// Returns the inertia of a mass that is spread over the solids, about a point; none if they have no
// volume, or are too flat for a decomposition.
std::optional<Eigen::Matrix3d> inertia_about(const Eigen::Vector3d& point, double mass,
                                             const spatial::MassProperties& solids) {
  if (!(solids.mass > 0)) return std::nullopt;
  const Eigen::Vector3d arm = solids.center - point;
  const Eigen::Matrix3d parallel =
      arm.squaredNorm() * Eigen::Matrix3d::Identity() - arm * arm.transpose();
  const Eigen::Matrix3d inertia = mass * (solids.inertia / solids.mass + parallel);
  if (!spatial::is_realisable(spatial::principal_axes(inertia).moments)) return std::nullopt;
  return inertia;
}

// Spreads the mass over the solids, or over a ball. Returns what it is spread over, in words.
std::string spread(const spatial::MassProperties& solids, spatial::MassProperties& inertial) {
  const auto of_solids = inertia_about(inertial.center, inertial.mass, solids);
  const Eigen::Matrix3d of_ball = 0.4 * inertial.mass * kBall * kBall * Eigen::Matrix3d::Identity();
  inertial.inertia = of_solids.value_or(of_ball);
  return of_solids ? "its shapes" : fmt::format("a ball of radius {} m", kBall);
}

void give_mass(Assembly& assembly, double most, RobotBody& body) {
  const spatial::MassProperties solids = solids_of(body);
  body.inertial = {.mass = most > 0 ? kShare * most : kAlone, .center = solids.center};
  const std::string over = spread(solids, body.inertial);
  assembly.note(body.place,
                fmt::format("moves, but has no mass: it gets {:.4g} kg{}", body.inertial.mass,
                            most > 0 ? ", a millionth of the robot's heaviest moving body" : ""),
                "its inertia is that of " + over);
}

std::string moments_text(const Eigen::Vector3d& moments) {
  return fmt::format("{:.6g}, {:.6g}, {:.6g} kg m²", moments.x(), moments.y(), moments.z());
}

std::string fault_text(const Eigen::Vector3d& moments) {
  return "has the principal moments of inertia " + moments_text(moments);
}

// Lowers a moment that exceeds the sum of the other two by at most that share of it to the sum.
// Returns false if none does, or one exceeds it by more.
bool lower_moment(double share, spatial::MassProperties& inertial) {
  auto [moments, axes] = spatial::principal_axes(inertial.inertia);
  Eigen::Index largest = 0;
  const double most = moments.maxCoeff(&largest), others = moments.sum() - most;
  if (!(moments.minCoeff() > 0) || !(most <= (1 + share) * others)) return false;
  moments[largest] = others;
  const Eigen::Matrix3d turn = axes.toRotationMatrix();
  inertial.inertia = turn * moments.asDiagonal() * turn.transpose();
  return true;
}

void replace_inertia(Assembly& assembly, RobotBody& body) {
  const Eigen::Vector3d before = spatial::principal_axes(body.inertial.inertia).moments;
  const std::string over = spread(solids_of(body), body.inertial);
  const Eigen::Vector3d after = spatial::principal_axes(body.inertial.inertia).moments;
  assembly.note(body.place, fmt::format("{}: it gets those of {}, {}", fault_text(before), over,
                                        moments_text(after)));
}

// Returns true if one moment is not positive, or so only by rounding.
bool is_flat(const Eigen::Vector3d& moments, double mass) {
  const double rounding = std::max(kRounding * moments.maxCoeff(), kPoint * kPoint * mass);
  return !(moments.minCoeff() > rounding);
}

void mend_inertia(Assembly& assembly, bool mends, RobotBody& body) {
  const Eigen::Vector3d moments = spatial::principal_axes(body.inertial.inertia).moments;
  if (spatial::is_realisable(moments)) return;
  if (mends && is_flat(moments, body.inertial.mass)) return replace_inertia(assembly, body);
  if (lower_moment(mends ? std::numeric_limits<double>::infinity() : kExcess, body.inertial))
    assembly.note(body.place,
                  fault_text(moments) + ": the largest is lowered to the sum of the other two",
                  "no body has a larger one");
  else
    assembly.fault(body.place, fault_text(moments),
                   "expected > 0, and none above the sum of the other two, or allow it by "
                   "--mend-masses");
}

}  // namespace

void mend_masses(Assembly& assembly, const RobotOptions& options, RobotBodies& bodies) {
  const std::vector<double> most = heaviest(bodies);
  for (RobotBody& body : bodies.all) {
    if (body.fixed) continue;
    if (body.inertial.mass > 0)
      mend_inertia(assembly, options.mend_masses, body);
    else if (options.mend_masses)
      give_mass(assembly, most[static_cast<std::size_t>(body.robot)], body);
    else
      assembly.fault(body.place, "moves, but has no mass",
                     "give it an inertial, fix it, or allow it by --mend-masses");
  }
}

}  // namespace perpend::io
