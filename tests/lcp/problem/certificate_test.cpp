// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/certificate.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "lcp/problem/sparse_check.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/solve.hpp"
#include "relative.hpp"

namespace perpend::lcp {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ContactProblem one_contact(double b_normal, double b_x, double b_y, double mu) {
  ContactProblem problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(b_normal, b_x, b_y), {}};
  problem.contacts.push_back({.row = 0, .tangents = 2, .mu_s = mu, .mu_k = mu});
  return problem;
}

// How far f is from P(f - a / scale), in the units of a: P onto a disc, a box, or what "opposing"
// says of both.
double off_law(FrictionLaw law, const Eigen::Vector2d& f, const Eigen::Vector2d& a, double scale,
               double radius) {
  Eigen::Vector2d target = f - a / scale;
  if (law == FrictionLaw::box)
    return scale * (f - target.cwiseMax(-radius).cwiseMin(radius)).cwiseAbs().maxCoeff();
  const double speed = a.norm(), length = f.norm();
  if (law == FrictionLaw::opposing)
    return std::max({scale * (length - radius), std::min(speed, scale * (radius - length)),
                     std::min(speed, scale * std::max(0.0, f.dot(a) / speed))});
  if (target.norm() > radius) target *= radius / target.norm();
  return scale * (f - target).norm();
}

// Of a contact problem, the natural map and the load of each contact and bilateral row.
struct Judged {
  double natural = 0, load = 0, friction = 0, wrong_way = 0;

  void take(double off, double terms) {
    if (off > natural) natural = off, load = terms;
  }
  Judged(const ContactProblem& p, const Eigen::VectorXd& f) {
    const Eigen::VectorXd a = p.A * f + p.b, terms = p.A.cwiseAbs() * f.cwiseAbs();
    const double mean = p.A.diagonal().cwiseAbs().mean();
    const auto scale = [&](Eigen::Index i) { return p.A(i, i) > 0 ? p.A(i, i) : mean; };
    std::vector<bool> bilateral(p.size(), true);
    for (const Contact& c : p.contacts) {
      const Eigen::Index n = c.row, t = n + 1;
      for (int k = 0; k <= c.tangents; ++k) bilateral[n + k] = false;
      take(std::abs(std::min(scale(n) * f[n], a[n])), terms[n]);
      if (c.tangents == 0) continue;
      Eigen::Vector2d force(f[t], 0), motion(a[t], 0), direction(c.direction.x(), 0);
      double most = scale(t), borne = terms[t];
      if (c.tangents == 2) {
        force.y() = f[t + 1], motion.y() = a[t + 1], direction.y() = c.direction.y();
        most = std::max(most, scale(t + 1)), borne = std::max(borne, terms[t + 1]);
      }
      const double pressure = std::max(0.0, f[n]), mu = c.sliding ? c.mu_k : c.mu_s;
      const bool line = p.law == FrictionLaw::opposing && c.tangents == 1;
      const FrictionLaw law = line ? FrictionLaw::coulomb : p.law;
      take(c.sliding ? most * (force + mu * pressure * direction).norm()
                     : off_law(law, force, motion, most, mu * pressure),
           borne);
      const double length = p.law == FrictionLaw::box ? force.cwiseAbs().maxCoeff() : force.norm();
      friction = std::max(friction, length - mu * pressure);
      if (!c.sliding) wrong_way = std::max(wrong_way, force.dot(motion));
    }
    for (Eigen::Index i = 0; i < p.size(); ++i)
      if (bilateral[i]) take(std::abs(a[i]), terms[i]);
  }
};

// Contacts of 0, 1 and 2 tangents in any order, some of which slide, with free rows between them
// and rows that their own force does not move.
ContactProblem any_contacts(std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Contact> contacts;
  Eigen::Index n = random() % 2;
  for (int c = 0; c < 4; ++c) {
    const double angle = 3 * number(random), mu = 0.5 + 0.4 * number(random);
    Contact contact{.row = n, .tangents = static_cast<int>(random() % 3), .mu_s = mu};
    contact.mu_k = 0.7 * mu;
    contact.sliding = random() % 3 == 0;
    contact.direction = {std::cos(angle), std::sin(angle)};
    if (contact.tangents < 2) contact.direction = {random() % 2 ? 1.0 : -1.0, 0};
    contacts.push_back(contact);
    n += 1 + contact.tangents + random() % 2;
  }
  std::shuffle(contacts.begin(), contacts.end(), random);
  ContactProblem problem{Eigen::MatrixXd(n, n), Eigen::VectorXd(n), contacts};
  for (double& entry : problem.A.reshaped()) entry = number(random);
  for (double& entry : problem.b) entry = number(random);
  for (Eigen::Index i = 0; i < n; ++i)
    problem.A(i, i) = random() % 5 == 0 ? 0.0 : 1.5 + number(random);
  return problem;
}

}  // namespace

TEST_CASE("what is told of forces on contacts is what their laws say, row by row") {
  std::mt19937 random(23);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int round = 0; round < 600; ++round) {
    CAPTURE(round);
    ContactProblem problem = any_contacts(random);
    Eigen::VectorXd f(problem.size()), a, terms;
    for (double& force : f) force = random() % 6 == 0 ? 0.0 : number(random);
    for (const Contact& contact : problem.contacts) f[contact.row] += 0.5;
    for (const auto law : {FrictionLaw::coulomb, FrictionLaw::opposing, FrictionLaw::box}) {
      problem.law = law;
      const Judged expected(problem, f);
      const Certificate found = certify(problem, f, a, terms);
      const double unit = problem.b.cwiseAbs().maxCoeff();
      CHECK(found.natural == relative(expected.natural, 1e-12));
      CHECK(found.residual == relative(expected.natural / unit, 1e-12));
      CHECK(found.rounding ==
            relative(expected.load / unit * std::numeric_limits<double>::epsilon(), 1e-12));
      CHECK(std::abs(found.friction - expected.friction) < 1e-14);
      CHECK(std::abs(found.wrong_way - expected.wrong_way) < 1e-14);
      CHECK((a - problem.A * f - problem.b).norm() < 1e-14);
      CHECK((terms - problem.A.cwiseAbs() * f.cwiseAbs()).norm() < 1e-14);
    }
  }
}

TEST_CASE(
    "the residual checker accepts the solution of a one-contact problem and nothing near it") {
  const Lcp problem{Eigen::MatrixXd::Constant(1, 1, 2.0), Eigen::VectorXd::Constant(1, -4.0)};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::VectorXd::Constant(1, 2.0), a).residual == 0.0);
  CHECK(certify(problem, Eigen::VectorXd::Constant(1, 1.5), a).residual == relative(0.25));
  CHECK(a[0] == -1.0);
}

TEST_CASE("a NaN answer never holds") {
  const Lcp problem{Eigen::MatrixXd::Identity(2, 2), Eigen::VectorXd::Constant(2, -1.0)};
  Eigen::VectorXd f = Eigen::VectorXd::Constant(2, 1.0), a;
  f[1] = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(certify(problem, f, a).holds());
}

TEST_CASE("no checker forgets a NaN, whatever stands before and behind it") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Eigen::MatrixXd A = Eigen::MatrixXd::Identity(7, 7);
  const Eigen::VectorXd b = Eigen::VectorXd::Zero(7);
  ContactProblem contacts{A, b, {}};
  contacts.contacts.push_back({.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  contacts.contacts.push_back({.row = 3, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
  for (Eigen::Index at = 0; at < 7; ++at)
    for (const double poison : {nan, kInfinity, -kInfinity}) {
      Eigen::VectorXd f = b, a;
      f[at] = poison;
      CHECK_FALSE(certify(Lcp{A, b}, f, a).holds());
      CHECK_FALSE(certify(to_boxed(Lcp{A, b}), f, a).holds());
      for (const auto law : {FrictionLaw::coulomb, FrictionLaw::opposing, FrictionLaw::box}) {
        contacts.law = law;
        CHECK_FALSE(certify(contacts, f, a).holds());
      }
    }
}

TEST_CASE("no checker takes an answer to a question that is no number") {
  const Eigen::MatrixXd A = Eigen::MatrixXd::Identity(7, 7);
  for (Eigen::Index at = 0; at < 7; ++at)
    for (const double poison : {std::numeric_limits<double>::quiet_NaN(), kInfinity}) {
      const Eigen::VectorXd f = Eigen::VectorXd::Zero(7);
      Eigen::VectorXd b = f, a;
      b[at] = poison;
      ContactProblem contacts{A, b, {{.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5}}};
      CHECK_FALSE(certify(Lcp{A, b}, f, a).holds());
      CHECK_FALSE(certify(to_boxed(Lcp{A, b}), f, a).holds());
      CHECK_FALSE(certify(contacts, f, a).holds());
    }
}

// What is left of the diagonal there, rounding, is no scale of the forces.
TEST_CASE("friction beyond its cone is no solution where joints block the slip") {
  for (const double left : {0.0, 1e-30, 1e-17, 1e-13}) {
    ContactProblem problem = one_contact(-2, 0, 0, 0.5);
    problem.A.diagonal().tail<2>().setConstant(left);
    Eigen::VectorXd a;
    CHECK(certify(problem, Eigen::Vector3d(2, 0.6, -0.7), a).holds());
    CHECK_FALSE(certify(problem, Eigen::Vector3d(2, 0.9, -0.7), a).holds());
    CHECK_FALSE(certify(problem, Eigen::Vector3d(2, 5, 0), a).holds());
  }
}

TEST_CASE("each row is judged in its own units, beside rows of any other size") {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> exponent(-4, 0), share(1e-8, 1);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    Lcp problem{Eigen::MatrixXd::Identity(3, 3), -Eigen::VectorXd::Ones(3)};
    problem.b[1] = -std::pow(10, exponent(random));
    problem.A(2, 2) = std::pow(10, 0.5 * exponent(random));
    Eigen::VectorXd f = -problem.b.cwiseQuotient(problem.A.diagonal()), a;
    CHECK(certify(problem, f, a).residual < 4e-16);
    const double off = share(random);
    f[1] *= 1 - off;
    CHECK(certify(problem, f, a).residual == relative(off, 1e-6));
    CHECK(certify(to_boxed(problem), f, a).residual == relative(off, 1e-6));
    // Contacts are held to the largest row, while they are right to a thousandth of their own.
    const double of_largest = off * std::abs(problem.b[1]);
    ContactProblem contacts{problem.A, problem.b, {}};
    CHECK(certify(contacts, f, a).residual == relative(of_largest, 1e-6));
    contacts.contacts = {{.row = 0}, {.row = 1}, {.row = 2}};
    CHECK(certify(contacts, f, a).residual == relative(of_largest, 1e-6));
    CHECK(certify(contacts, f, a).holds() == (of_largest <= 1e-10));
  }
  const Lcp far{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(-1, -1e-12)};
  Eigen::VectorXd a;
  CHECK(certify(far, Eigen::Vector2d(1, 0), a).residual == relative(1));
  CHECK(certify(far, Eigen::Vector2d(1, 0.5e-12), a).residual == relative(0.5));
  ContactProblem apart{far.A, far.b, {{.row = 0}, {.row = 1}}};
  CHECK_FALSE(certify(apart, Eigen::Vector2d(1, 0), a).holds());
  CHECK(certify(apart, Eigen::Vector2d(1, 0.9995e-12), a).holds());
}

TEST_CASE("a row that others move has the units of what they move it by") {
  Lcp problem{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(-1, -1e-12)};
  problem.A(1, 0) = 1e-3;  // the first force moves the second row by 1e-3
  Eigen::VectorXd a;
  const Eigen::Vector2d f(1 - 1e-9, 0);
  CHECK(certify(problem, f, a).residual == relative(1e-9, 1e-6));
}

TEST_CASE("solve() answers problems whose rows lie apart by 1e12, or says that it did not") {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> exponent(-12, 0);
  int solved = 0;
  for (int round = 0; round < 50; ++round) {
    CAPTURE(round);
    ContactProblem problem{Eigen::MatrixXd::Identity(6, 6), Eigen::VectorXd::Zero(6), {}};
    for (const Eigen::Index row : {0, 3}) {
      const double size = row == 0 ? 1.0 : std::pow(10, exponent(random));
      problem.b.segment<3>(row) = size * Eigen::Vector3d(-1, 0.3, 0.2);
      problem.contacts.push_back({.row = row, .tangents = 2, .mu_s = 0.2, .mu_k = 0.2});
    }
    const Solution solution = solve(problem);
    solved += solution.status == Status::solved;
    if (solution.status != Status::solved) continue;
    CHECK(std::abs(solution.f[3] + problem.b[3]) <= 2e-10 * std::abs(problem.b[3]) + 3e-13);
  }
  CHECK(solved == 50);
}

TEST_CASE("a law broken by less than b is known holds, and no more than that") {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> size(0.1, 10);
  for (int round = 0; round < 100; ++round) {
    CAPTURE(round);
    const double noise = 1e-11 * size(random), off = noise * (round % 2 ? 0.99 : 1.01);
    Lcp problem{size(random) * Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(-off, 1)};
    problem.noise = Eigen::Vector2d(noise, 0);
    Eigen::VectorXd a;
    const Certificate zero = certify(problem, Eigen::Vector2d::Zero(), a);
    CHECK(zero.holds() == (off < noise));
    CHECK(zero.residual == (off < noise ? 0.0 : 1.0));
    CHECK(zero.natural == relative(off));
  }
  Lcp wrong{Eigen::MatrixXd::Identity(1, 1), Eigen::VectorXd::Ones(1)};
  wrong.noise = Eigen::VectorXd::Constant(1, kInfinity);
  CHECK_THROWS_AS(validate(wrong), InvalidArgument);
  wrong.noise = Eigen::VectorXd::Zero(2);
  CHECK_THROWS_AS(validate(wrong), InvalidArgument);
}

TEST_CASE("opposing forces of any size do not excuse a residual of 1e-3") {
  Lcp problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(-1e-3, 5e-4, -1)};
  problem.A(0, 1) = problem.A(1, 0) = -1;
  Eigen::VectorXd a;
  const Certificate sized = certify(problem, Eigen::Vector3d(1e11, 1e11, 1), a);
  CHECK(sized.residual == relative(1e-3, 0.05));
  CHECK(100 * sized.rounding > sized.residual);
  CHECK(sized.bound() == 1e-6);
  CHECK_FALSE(sized.holds());
  for (const Method method : all_methods()) {
    if (!supports(method, ProblemKind::lcp)) continue;
    std::array<double, 3> warm{1e11, 1e11, 1};
    CHECK(solve(problem, {.method = method, .warm = warm}).status != Status::solved);
  }
}

TEST_CASE("columns alone are judged as the matrix they are of") {
  Lcp problem{Eigen::MatrixXd::Identity(3, 3), Eigen::Vector3d(-1e-3, 5e-4, -1)};
  problem.A(0, 1) = problem.A(1, 0) = -1;
  const BoxedLcp boxed = to_boxed(problem);
  SparseColumns columns;
  REQUIRE(columns.load(problem.A.data(), 3, 9));
  for (const Eigen::Vector3d& f : {Eigen::Vector3d(1, 1, 1), Eigen::Vector3d(1e11, 1e11, 1)}) {
    Eigen::VectorXd a, terms, b;
    const Certificate dense = certify(boxed, f, a), sparse = certify(boxed, columns, f, b, terms);
    CHECK(a == b);
    CHECK(sparse.residual == dense.residual);
    CHECK(sparse.rounding == dense.rounding);
    CHECK(terms == problem.A.cwiseAbs() * f);
  }
}

TEST_CASE("the bound follows rounding between 1e-10 and 1e-6") {
  CHECK(Certificate{.rounding = 0}.bound() == 1e-10);
  CHECK(Certificate{.rounding = 1e-10}.bound() == relative(1e-8));
  CHECK(Certificate{.rounding = 1e-12}.bound() == relative(1e-10));
  CHECK(Certificate{.rounding = 3e-12}.bound() == relative(3e-10));
  CHECK(Certificate{.rounding = 1e-8}.bound() == 1e-6);
  CHECK(Certificate{.rounding = kInfinity}.bound() == 1e-6);
  CHECK(Certificate{.rounding = std::numeric_limits<double>::quiet_NaN()}.bound() == 1e-10);
}

TEST_CASE("boxed rows: bilateral rows want a = 0, bounds want the right sign") {
  BoxedLcp problem{Eigen::MatrixXd::Identity(2, 2), Eigen::Vector2d(-1, -3),
                   Eigen::Vector2d(-kInfinity, 0), Eigen::Vector2d(kInfinity, 2)};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::Vector2d(1, 2), a).residual == 0.0);
  CHECK(certify(problem, Eigen::Vector2d(0, 2), a).residual == relative(1));
  CHECK(certify(problem, Eigen::Vector2d(1, 0), a).residual == relative(2.0 / 3));
}

TEST_CASE("the circular cone asks for maximum dissipation, the opposing law only for a brake") {
  ContactProblem problem = one_contact(-1.0, -3.0, 0.0, 0.5);
  const Eigen::Vector3d best(1, 0.5, 0), oblique(1, 0.4, 0.3), stick(1, 3, 0);
  Eigen::VectorXd a;
  CHECK(certify(problem, best, a).residual < 1e-15);
  CHECK(certify(problem, oblique, a).residual > 0.05);
  CHECK(certify(problem, stick, a).friction == relative(2.5));
  problem.law = FrictionLaw::opposing;
  CHECK(certify(problem, best, a).residual < 1e-15);
  CHECK(certify(problem, oblique, a).residual < 1e-15);
  CHECK(certify(problem, Eigen::Vector3d(1, 0.3, 0), a).residual > 0.05);
  CHECK(certify(problem, Eigen::Vector3d(1, -0.5, 0), a).residual > 0.1);
  CHECK(certify(problem, Eigen::Vector3d(1, -0.5, 0), a).wrong_way > 0.1);
}

TEST_CASE("what slides has its excess of friction over the kinetic coefficient") {
  ContactProblem problem = one_contact(-1.0, -3.0, 0.0, 0.5);
  Contact& contact = problem.contacts[0];
  contact.mu_k = 0.3;
  contact.sliding = true;
  contact.direction = {-1, 0};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::Vector3d(1, 0.4, 0), a).friction == relative(0.1));
  contact.sliding = false;
  CHECK(certify(problem, Eigen::Vector3d(1, 0.4, 0), a).friction == 0.0);
}

TEST_CASE("which of two tangents comes first makes no difference") {
  std::mt19937 random(17);
  std::uniform_real_distribution<double> number(-1, 1);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    const auto draw = [&] { return number(random); };
    ContactProblem problem = one_contact(draw(), draw(), draw(), 0.5 + 0.4 * draw());
    for (int i = 0; i < 3; ++i) problem.A(i, i) = std::pow(10, draw());
    ContactProblem other = problem;
    std::swap(other.A(1, 1), other.A(2, 2));
    std::swap(other.b[1], other.b[2]);
    const Eigen::Vector3d f(draw() + 1, draw(), draw());
    for (const auto law : {FrictionLaw::coulomb, FrictionLaw::opposing, FrictionLaw::box}) {
      problem.law = other.law = law;
      Eigen::VectorXd a;
      const Certificate here = certify(problem, f, a);
      const Certificate there = certify(other, Eigen::Vector3d(f[0], f[2], f[1]), a);
      CHECK(here.natural == relative(there.natural, 1e-12));
      CHECK(here.residual == relative(there.residual, 1e-12));
    }
  }
}

TEST_CASE("the box law judges each tangent by itself") {
  ContactProblem problem = one_contact(-1.0, -3.0, -3.0, 0.5);
  problem.law = FrictionLaw::box;
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::Vector3d(1, 0.5, 0.5), a).residual < 1e-15);
  CHECK(certify(problem, Eigen::Vector3d(1, 0.5, 0.2), a).natural == relative(0.3));
  CHECK(certify(problem, Eigen::Vector3d(1, 0.2, 0.5), a).natural == relative(0.3));
  CHECK(certify(problem, Eigen::Vector3d(1, 0.5, 0.5), a).friction == 0.0);
  CHECK(certify(problem, Eigen::Vector3d(1, -0.6, 0.5), a).friction == relative(0.1));
}

TEST_CASE("every row outside the contacts is bilateral, wherever the contacts lie") {
  const Eigen::Index n = 1030;
  ContactProblem problem{Eigen::MatrixXd::Identity(n, n), -Eigen::VectorXd::Ones(n), {}};
  for (const Eigen::Index row : {1022, 0}) {
    problem.contacts.push_back({.row = row, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5});
    problem.b.segment<3>(row) = Eigen::Vector3d(1, 1, 1);
  }
  const Eigen::VectorXd f = (-problem.b).cwiseMax(0);
  Eigen::VectorXd a;
  CHECK(certify(problem, f, a).residual == 0.0);
  for (const Eigen::Index row : {3, 1021, 1025, 1029}) {
    Eigen::VectorXd loose = f;
    loose[row] = 0.75;
    CAPTURE(row);
    CHECK(certify(problem, loose, a).residual == 0.25);
  }
}

TEST_CASE("dynamic friction acts against the sliding direction with full strength") {
  ContactProblem problem = one_contact(-1.0, 0.0, 0.0, 0.5);
  problem.contacts[0].sliding = true;
  problem.contacts[0].direction = {0, 1};
  Eigen::VectorXd a;
  CHECK(certify(problem, Eigen::Vector3d(1, 0, -0.5), a).residual < 1e-15);
  CHECK(certify(problem, Eigen::Vector3d(1, 0, 0.5), a).residual == relative(1));
}

TEST_CASE("malformed problems are refused by name") {
  Lcp wrong{Eigen::MatrixXd::Identity(2, 3), Eigen::Vector2d(1, 1)};
  CHECK_THROWS_WITH_AS(validate(wrong), "A must be 2 x 2, got 2 x 3", InvalidArgument);
  Lcp poisoned{Eigen::MatrixXd::Identity(1, 1),
               Eigen::VectorXd::Constant(1, std::numeric_limits<double>::quiet_NaN())};
  CHECK_THROWS_AS(validate(poisoned), InvalidArgument);
  ContactProblem problem = one_contact(-1, 0, 0, 0.5);
  problem.contacts.push_back({.row = 2});
  CHECK_THROWS_WITH_AS(validate(problem),
                       "contacts[1].row must be rows of this contact only, got 2", InvalidArgument);
  problem.contacts.pop_back();
  problem.contacts[0].mu_k = 0.6;
  CHECK_THROWS_AS(validate(problem), InvalidArgument);
  CHECK_NOTHROW(validate(Lcp{}));
}

}  // namespace perpend::lcp
