// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/problem_file.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <limits>

#include "perpend/core/error.hpp"
#include "perpend/io/npz.hpp"

namespace perpend::io {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::filesystem::path scratch(const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() / "perpend_problem_test";
  std::filesystem::create_directories(folder);
  return folder / name;
}

Result<Problem> read_text(const std::string& name, const std::string& text) {
  std::ofstream(scratch(name)) << text;
  return read_problem(scratch(name));
}

// The only fault of a file, as "line element: message (hint)".
std::string only_fault(const std::string& name, const std::string& text) {
  const Result<Problem> problem = read_text(name, text);
  if (problem.has_value()) return "no fault";
  if (problem.error().size() != 1) return to_string(problem.error());
  const Diagnostic& fault = problem.error()[0];
  return std::to_string(fault.line) + " " + fault.element + ": " + fault.message + " (" +
         fault.hint + ")";
}

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
    "A": [[2, 0], [0, 1]], "b": [1, -1], "lo": ["-inf", 0], "hi": [null, "inf"] })");
  REQUIRE(problem.has_value());
  const auto& boxed = std::get<lcp::BoxedLcp>(*problem);
  CHECK(boxed.lo == Eigen::Vector2d(-kInfinity, 0));
  CHECK(boxed.hi == Eigen::Vector2d(kInfinity, kInfinity));
  const auto upper = read_text("upper.json", R"({"A": [[2]], "b": [1], "hi": [4]})");
  REQUIRE(upper.has_value());
  CHECK(std::get<lcp::BoxedLcp>(*upper).lo[0] == 0);
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
  CHECK(only_fault("a.json", "{\"A\": [[1]],\n\"b\": [NaN]}").find("2 : ") == 0);
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
}

TEST_CASE("text: dense matrices column by column, remarks after the last number") {
  const auto problem = read_text("lcp.dat", "2\n0\n2\n2\n2\t2\n1 2\n3 4\n-1 -2\n\nA remark 1\n");
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  const auto& lcp = std::get<lcp::Lcp>(*problem);
  CHECK(lcp.A == (Eigen::Matrix2d() << 1, 3, 2, 4).finished());
  CHECK(lcp.b == Eigen::Vector2d(-1, -2));
}

TEST_CASE("text: blocks by row, with empty blocks left out") {
  const auto problem = read_text("blocks.dat",
                                 "3\n1\n3 3\n3 2 2\n1 3\n1 3\n3 3\n0 1 3\n0 0 1\n"
                                 "0\n7\n1\n1 2\n2\n3 4 5 6\n-1 -2 -3\n");
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  CHECK(std::get<lcp::Lcp>(*problem).A ==
        (Eigen::Matrix3d() << 7, 0, 0, 1, 3, 5, 2, 4, 6).finished());
}

TEST_CASE("text: a contact problem is told from its dimension and rows") {
  const auto problem = read_text("contact.dat", "2 1 0 2 2 2 2\n4 1 1 3\n-1 0.5\n0.3\n");
  REQUIRE(problem.has_value());
  const auto& contact = std::get<lcp::ContactProblem>(*problem);
  REQUIRE(contact.contacts.size() == 1);
  CHECK(contact.contacts[0].tangents == 1);
  CHECK(contact.contacts[0].mu_k == 0.3);
}

TEST_CASE("text: truncated, mislabelled, non-square and NaN files") {
  CHECK(only_fault("t.dat", "2\n0\n2\n2\n2 2\n1 2 3") ==
        "6 A column 1[1]: is missing: the file ends here (truncated?)");
  CHECK(only_fault("t.dat", "2\n0\n3\n2\n2 2\n1 2 3 4 5 6") ==
        "4 A: is labelled 3 x 2 (expected 2 x 2)");
  CHECK(only_fault("t.dat", "2\n0\n2\n2\n2 3\n1 2 3 4 5 6") ==
        "5 A: is labelled 2 x 3 (expected 2 x 2 as above)");
  CHECK(only_fault("t.dat", "1\n0\n1\n1\n1 1\nnan 1") ==
        "0 A: must be finite, got NaN or infinity ()");
  CHECK(only_fault("t.dat", "1\n0\n1\n1\n1 1\n1 x") == "6 b[0]: found \"x\" (expected a number)");
  CHECK(only_fault("t.dat", "1\n7\n1\n1\n1 1\n1 1") ==
        "2 storage: found 7 (expected a whole number from 0 to 2)");
  CHECK(only_fault("t.dat", "").find("n: is missing") != std::string::npos);
  CHECK(only_fault("t.xml", "").find("expected one of .json, .npz, .dat, .txt") !=
        std::string::npos);
}

TEST_CASE("write_problem refuses what cannot be read and other endings") {
  const lcp::Lcp oblong{Eigen::MatrixXd(1, 2), Eigen::VectorXd(1)};
  CHECK_THROWS_AS((void)write_problem("x.json", oblong), InvalidArgument);
  CHECK(write_problem("x.dat", lcp::Lcp{Eigen::MatrixXd(0, 0), Eigen::VectorXd(0)}).size() == 1);
}

// The folder of published problems: $PERPEND_DATA, else ../shared/data beside the source folder.
std::filesystem::path data_folder() {
  if (const char* named = std::getenv("PERPEND_DATA")) return named;
  return std::filesystem::path(PERPEND_SOURCE_DIR) / "../shared/data";
}

bool data_is_there() {
  return std::filesystem::is_directory(data_folder() / "lcp");
}

TEST_CASE("every published text problem is read" * doctest::skip(!data_is_there())) {
  int lcps = 0, contacts = 0;
  for (const char* name : {"lcp", "contact2d", "contact3d"}) {
    for (const auto& entry : std::filesystem::directory_iterator(data_folder() / name)) {
      if (entry.path().extension() != ".dat") continue;
      const Result<Problem> problem = read_problem(entry.path());
      CHECK_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
      if (!problem) continue;
      (std::holds_alternative<lcp::Lcp>(*problem) ? lcps : contacts)++;
    }
  }
  CHECK(lcps == 8);
  CHECK(contacts == 13);
}

TEST_CASE("Murty's exponential example, read column by column, is upper triangular" *
          doctest::skip(!data_is_there())) {
  const auto problem = read_problem(data_folder() / "lcp/lcp_exp_murty.dat");
  REQUIRE(problem.has_value());
  const auto& A = std::get<lcp::Lcp>(*problem).A;
  CHECK(A.isUpperTriangular());
  CHECK(A(0, 5) == 2);
  CHECK(A.diagonal() == Eigen::VectorXd::Ones(6));
}

}  // namespace
}  // namespace perpend::io
