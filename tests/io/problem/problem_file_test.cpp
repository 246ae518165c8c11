// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/problem_file.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "io/format/npz.hpp"
#include "perpend/core/error.hpp"
#include "problem_scratch.hpp"

namespace perpend::io {
namespace {

using namespace problem_scratch;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool same(const lcp::Lcp& x, const lcp::Lcp& y) {
  return x.A == y.A && x.b == y.b;
}

bool same(const lcp::BoxedLcp& x, const lcp::BoxedLcp& y) {
  return x.A == y.A && x.b == y.b && x.lo == y.lo && x.hi == y.hi;
}

bool same(const lcp::ContactProblem& x, const lcp::ContactProblem& y) {
  if (x.A != y.A || x.b != y.b || x.law != y.law || x.contacts.size() != y.contacts.size())
    return false;
  for (std::size_t i = 0; i < x.contacts.size(); ++i) {
    const lcp::Contact &p = x.contacts[i], &q = y.contacts[i];
    if (p.row != q.row || p.tangents != q.tangents || p.mu_s != q.mu_s || p.mu_k != q.mu_k ||
        p.sliding != q.sliding || p.direction != q.direction)
      return false;
  }
  return true;
}

template <typename P>
void check_round_trip(const P& problem) {
  for (const char* name : {"round.json", "round.npz"}) {
    REQUIRE(write_problem(scratch(name), problem).empty());
    const Result<Problem> read = read_problem(scratch(name));
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
    REQUIRE(std::holds_alternative<P>(*read));
    CHECK(same(std::get<P>(*read), problem));
  }
}

TEST_CASE("every kind of problem comes back bit by bit from .json and .npz") {
  Eigen::MatrixXd A(3, 3);
  A << 0.1, -1.0 / 3, 1e-300, -1.0 / 3, 2, 5e-324, 1e-300, 5e-324, 1e300;
  const Eigen::Vector3d b(-0.1, 2.0 / 3, 1e-17);
  check_round_trip(lcp::Lcp{A, b});
  check_round_trip(lcp::Lcp{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)});
  check_round_trip(lcp::BoxedLcp{A, b, Eigen::Vector3d(-kInfinity, 0, -1),
                                 Eigen::Vector3d(kInfinity, kInfinity, 0.1)});
  lcp::ContactProblem contact{A, b, {{.row = 1, .tangents = 1, .mu_s = 0.7, .mu_k = 0.1}}};
  contact.law = lcp::FrictionLaw::box;
  check_round_trip(contact);
  contact.contacts = {{.row = 0,
                       .tangents = 2,
                       .mu_s = 0.3,
                       .mu_k = 0.2,
                       .sliding = true,
                       .direction = {0.6, -0.8}}};
  check_round_trip(contact);
  contact.contacts = {{.row = 2}, {.row = 0}};
  check_round_trip(contact);
}

TEST_CASE("a boxed problem in JSON: comments, null and named infinities, absent bounds") {
  const auto problem = read_text("boxed.json", R"({ // one bilateral row, one unilateral
    "A": [[2, 0], [0, 1]], "b": [1, -1], "lo": ["-inf", 0], "hi": ["+inf", "inf"] })");
  REQUIRE(problem.has_value());
  const auto& boxed = std::get<lcp::BoxedLcp>(*problem);
  CHECK(boxed.lo == Eigen::Vector2d(-kInfinity, 0));
  CHECK(boxed.hi == Eigen::Vector2d(kInfinity, kInfinity));
  const auto upper = read_text("upper.json", R"({"A": [[2]], "b": [1], "hi": [4]})");
  REQUIRE(upper.has_value());
  CHECK(std::get<lcp::BoxedLcp>(*upper).lo[0] == 0);
  const auto none = read_text("none.json", R"({"A": [[2]], "b": [1], "lo": [null], "hi": [null]})");
  REQUIRE(none.has_value());
  CHECK(std::get<lcp::BoxedLcp>(*none).lo[0] == -kInfinity);
  CHECK(std::get<lcp::BoxedLcp>(*none).hi[0] == kInfinity);
}

TEST_CASE("contacts in JSON follow one another where no row is given") {
  const auto problem = read_text("contacts.json", R"({
    "A": [[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]], "b": [0,0,0,0],
    "contacts": [{"kind": "static", "mu": 0.5}, {"kind": "frictionless"},
                 {"kind": "frictionless", "row": 3}] })");
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  const auto& contacts = std::get<lcp::ContactProblem>(*problem).contacts;
  CHECK(contacts[0].tangents == 1);
  CHECK(contacts[0].mu_k == 0.5);
  CHECK(contacts[1].row == 2);
  CHECK(contacts[2].row == 3);
}

TEST_CASE("one clear diagnostic with its line for each fault of a JSON problem") {
  CHECK(only_fault("a.json", "{\"A\": [[1, 2],\n [3]],\n \"b\": [1, 2]}") ==
        "2 A[1]: has 1 numbers (expected 2, as many as b has)");
  CHECK(only_fault("a.json", "{\"A\": [[1, 2]],\n \"b\": [1, 2]}") ==
        "1 A: has 1 rows (expected 2, as many as b has numbers)");
  CHECK(only_fault("a.json", "{\n\"A\": [[1]]}") ==
        "1 b: is missing (expected a list of n numbers)");
  CHECK(only_fault("a.json", "{\"A\": [[1]], \"b\": [1],\n \"low\": [1]}")
            .find("2 low: is not a known key (did you mean \"lo\"?") == 0);
  CHECK(only_fault("a.json", "{\"A\": [[1]], \"b\": [1],\n \"lo\": [2],\n\"hi\": [1]}") ==
        "2 lo[0]: must be <= hi, got 2 ()");
  CHECK(only_fault("a.json", "{\"A\": [[1]],\n\"b\": [NaN]}").find("2 b[0]: ") == 0);
  CHECK(only_fault("a.json", "{\"A\": [[1]],\n\"b\": [1").find("unexpected end of input") !=
        std::string::npos);
  const std::string kind = only_fault("a.json", R"({"A": [[1]], "b": [1], "contacts": [
    {"kind": "frictionles"}]})");
  CHECK(kind.find("2 contacts[0].kind: found \"frictionles\" (did you mean") == 0);
  CHECK(only_fault("a.json", R"({"A": [[1,0],[0,1]], "b": [1,1], "contacts": [
    {"kind": "static",
     "mu_s": 0.125, "mu_k": 0.2}]})") ==
        "3 contacts[0].mu_s: must be finite and >= mu_k, got 0.125 ()");
  CHECK(only_fault("a.json", R"({"A": [[1]], "b": [1], "contacts": [], "lo": [0]})")
            .find("expected bounds or contacts") != std::string::npos);
  CHECK(only_fault("a.json", "[1]").find("expected an object") != std::string::npos);
}

TEST_CASE("arrays of an .npz problem that are left out have their defaults") {
  std::vector<double> identity(25, 0.0);
  for (std::size_t i = 0; i < 5; ++i) identity[6 * i] = 1;
  const NamedArray A{"A", {5, 5}, identity}, b{"b", {5}, {1, 2, 3, 4, 5}};
  const auto read = [&](std::vector<NamedArray> more) {
    more.insert(more.begin(), {A, b});
    REQUIRE(write_npz(scratch("defaults.npz"), more).empty());
    const auto problem = read_problem(scratch("defaults.npz"));
    REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
    return problem.value();
  };
  const auto contacts =
      std::get<lcp::ContactProblem>(
          read({{"tangents", {2}, {2, 1}}, {"mu_s", {}, {0.5}}, {"mu_k", {2}, {0.25, 0.375}}}))
          .contacts;
  REQUIRE(contacts.size() == 2);
  CHECK(contacts[1].row == 3);  // behind the three of the first
  CHECK(contacts[0].mu_s == 0.5);
  CHECK(contacts[1].mu_s == 0.5);
  CHECK(contacts[0].mu_k == 0.25);
  CHECK(contacts[1].mu_k == 0.375);
  CHECK(!contacts[1].sliding);
  for (const char* given : {"mu_s", "mu_k"}) {
    CAPTURE(given);
    const auto same =
        std::get<lcp::ContactProblem>(read({{"kind", {1}, {2}}, {given, {1}, {0.75}}})).contacts;
    REQUIRE(same.size() == 1);
    CHECK(same[0].mu_s == 0.75);
    CHECK(same[0].mu_k == 0.75);
    CHECK(same[0].direction == Eigen::Vector2d(1, 0));
  }
  const auto smooth =
      std::get<lcp::ContactProblem>(read({{"kind", {3}, {0, 2, 0}},
                                          {"mu_k", {}, {0.125}},
                                          {"direction", {3, 2}, {1, 0, -1, 0, 1, 0}}}));
  REQUIRE(smooth.contacts.size() == 3);
  CHECK(smooth.contacts[0].tangents == 0);
  CHECK(smooth.contacts[1].row == 1);
  CHECK(smooth.contacts[2].row == 3);
  CHECK(smooth.contacts[1].sliding);
  CHECK(smooth.contacts[1].direction.x() == -1);
  CHECK(smooth.contacts[1].mu_s == 0.125);
  const auto upper = std::get<lcp::BoxedLcp>(read({{"hi", {}, {4}}}));
  CHECK(upper.lo == Eigen::VectorXd::Zero(5));
  CHECK(upper.hi == Eigen::VectorXd::Constant(5, 4.0));
  const auto lower = std::get<lcp::BoxedLcp>(read({{"lo", {}, {-4}}}));
  CHECK(lower.lo == Eigen::VectorXd::Constant(5, -4.0));
  CHECK(lower.hi == Eigen::VectorXd::Constant(5, kInfinity));
}

TEST_CASE("one clear diagnostic for each fault of an .npz problem") {
  const auto fault = [](std::vector<NamedArray> arrays) {
    REQUIRE(write_npz(scratch("f.npz"), arrays).empty());
    const auto problem = read_problem(scratch("f.npz"));
    REQUIRE_FALSE(problem.has_value());
    REQUIRE(problem.error().size() == 1);
    return problem.error()[0].element + ": " + problem.error()[0].message;
  };
  const NamedArray A{"A", {1, 1}, {1}}, b{"b", {1}, {1}};
  CHECK(fault({{"A", {1, 2}, {1, 2}}, b}) == "A: has shape (1, 2)");
  CHECK(fault({A, {"b", {1}, {std::nan("")}}}) == "b: must be finite, got NaN or infinity");
  CHECK(fault({b}) == "A: is missing");
  CHECK(fault({A, b, {"l0", {1}, {0}}}) == "l0: is not a known array");
  CHECK(fault({A, b, {"kind", {1}, {3}}, {"mu_s", {1}, {0}}}) == "kind[0]: found 3");
  CHECK(fault({A, b, {"hi", {2}, {3, 4}}}) == "hi: holds 2 values");
  CHECK(fault({A, b, {"tangents", {1}, {0}}, {"mu_s", {}, {-0.5}}}) == "mu_s[0]: is -0.5");
  CHECK(fault({A, b, {"mu_s", {1}, {1}}, {"mu_k", {1}, {std::nan("")}}}) == "mu_k[0]: is nan");
}

TEST_CASE("an .npz problem without its matrix takes no memory for one") {
  const std::vector<NamedArray> arrays{{"b", {300000}, std::vector<double>(300000, 1.0)}};
  REQUIRE(write_npz(scratch("tall.npz"), arrays).empty());
  CHECK(only_fault(read_problem(scratch("tall.npz"))) ==
        "0 A: is missing (expected an n x n array)");
}

TEST_CASE("an .npz problem with tangents first is turned to normal first") {
  // Row k of G is k apart from the others, so that each entry tells where it came from.
  std::vector<double> G, g;
  for (int i = 0; i < 6; ++i) {
    g.push_back(i);
    for (int j = 0; j < 6; ++j) G.push_back(10 * i + j);
  }
  const NamedArray mus{"mus", {2}, {0.5, 0.25}}, guess{"lam0", {6, 1}, g};
  REQUIRE(write_npz(scratch("t.npz"),
                    std::vector<NamedArray>{{"G", {6, 6}, G}, {"g", {6, 1}, g}, mus, guess})
              .empty());
  const auto problem = read_problem(scratch("t.npz"));
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  const auto& contact = std::get<lcp::ContactProblem>(*problem);
  CHECK(contact.b == (Eigen::VectorXd(6) << 2, 0, 1, 5, 3, 4).finished());
  CHECK(contact.A(0, 0) == 22);
  CHECK(contact.A(0, 4) == 23);
  CHECK(contact.A(5, 1) == 40);
  CHECK(contact.contacts[1].row == 3);
  CHECK(contact.contacts[1].mu_s == 0.25);
  REQUIRE(write_npz(scratch("t.npz"),
                    std::vector<NamedArray>{{"G", {6, 5}, std::vector<double>(30)}, mus})
              .empty());
  const auto broken = read_problem(scratch("t.npz"));
  REQUIRE_FALSE(broken.has_value());
  CHECK(to_string(broken.error()).find("g: is missing (expected 6 values)") != std::string::npos);
  CHECK(to_string(broken.error()).find("G: has shape (6, 5) (expected (6, 6), 3 per contact") !=
        std::string::npos);
}

TEST_CASE("write_problem refuses what cannot be read and other endings") {
  const lcp::Lcp oblong{Eigen::MatrixXd(1, 2), Eigen::VectorXd(1)};
  CHECK_THROWS_AS((void)write_problem("x.json", oblong), InvalidArgument);
  const lcp::Lcp empty{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)};
  CHECK(to_string(write_problem("x.dat", empty)) ==
        "x.dat: has ending \".dat\" (expected one of .json, .npz, .hdf5, .h5)");
  CHECK(to_string(write_problem("x.h5", empty)) ==
        "x.h5: cannot hold a problem without contacts (expected .json or .npz)");
  lcp::GlobalContactProblem global;
  CHECK(to_string(write_problem("x.npz", global)) ==
        "x.npz: has ending \".npz\" (expected .hdf5 or .h5)");
}

TEST_CASE("rows of a matrix that are no lists take no memory for one") {
  std::string zeros = "0";
  for (int i = 1; i < 60000; ++i) zeros += ",0";
  const auto problem = read_text("flat.json", "{\"A\": [" + zeros + "], \"b\": [" + zeros + "]}");
  REQUIRE_FALSE(problem.has_value());
  CHECK(problem.error().size() == 60000);
  CHECK(to_string(problem.error()[1]).find("A[1]: found 0 (expected a list of numbers)") !=
        std::string::npos);
}

TEST_CASE("a contact slides in a direction of one number in the plane and of two in space") {
  const auto contact = [](const std::string& members) {
    const auto problem = read_text("slides.json", R"({"b": [0, 0, 0], "A": [[1, 0, 0], [0, 1, 0],
      [0, 0, 1]], "contacts": [{"kind": "dynamic", "mu_k": 0.25, )" +
                                                      members + "}]}");
    REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
    return std::get<lcp::ContactProblem>(*problem).contacts.at(0);
  };
  for (const double sense : {-1.0, 1.0}) {
    const lcp::Contact plane = contact(R"("row": 1, "direction": )" + std::to_string(sense));
    CHECK(plane.direction == Eigen::Vector2d(sense, 0));
    CHECK(plane.sliding);
    CHECK(plane.row == 1);
    CHECK(plane.mu_s == 0.25);  // one coefficient is both
    CHECK(plane.mu_k == 0.25);
  }
  const lcp::Contact space = contact(R"("tangents": 2, "direction": [0.6, -0.8])");
  CHECK(space.direction == Eigen::Vector2d(0.6, -0.8));
  CHECK(space.row == 0);
}

}  // namespace
}  // namespace perpend::io
