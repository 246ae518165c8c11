// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include "perpend/lcp/solve.hpp"
#include "problem_scratch.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

using namespace problem_scratch;

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

TEST_CASE("text: a wrong entry of a block is told by its row in the block") {
  const auto problem = read_text("wrong_block.dat",
                                 "3\n1\n3 3\n3 2 2\n1 3\n1 3\n3 3\n0 1 3\n0 0 1\n"
                                 "0\n7\n1\n1 x\n2\n3 4 5 6\n-1 -2 -3\n");
  REQUIRE(!problem.has_value());
  const std::string fault = to_string(problem.error());
  CHECK_MESSAGE(fault.find("block 1[1]") != std::string::npos, fault);
}

TEST_CASE("text: a contact problem is told from its dimension and rows") {
  const auto problem = read_text("contact.dat", "2 1 0 2 2 2 2\n4 1 1 3\n-1 0.5\n0.3\n");
  REQUIRE(problem.has_value());
  const auto& contact = std::get<lcp::ContactProblem>(*problem);
  REQUIRE(contact.contacts.size() == 1);
  CHECK(contact.contacts[0].tangents == 1);
  CHECK(contact.contacts[0].mu_k == 0.3);
}

// A ball of 1 kg and 0.1 m on the ground, pressed by 1 N s, that rolls with 2 rad/s: its moments
// are bounded by mu_r = 2 mm times the normal impulse, and it slips nowhere.
TEST_CASE("text: rolling friction in space and in the plane") {
  const auto solve_ball = [](const std::string& text, Eigen::Index slack, Eigen::Index moment) {
    const auto problem = read_text("rolling.dat", text);
    REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
    const auto& contact = std::get<lcp::ContactProblem>(*problem);
    REQUIRE(contact.contacts.size() == 2);
    CHECK(contact.contacts[1].row == slack);
    CHECK(contact.A(slack, slack) == 250);
    CHECK(contact.A(slack, 0) == -0.5);
    lcp::Workspace workspace;
    lcp::Solution solution;
    lcp::solve(contact, {}, workspace, solution);
    CHECK(solution.status == lcp::Status::solved);
    CHECK(solution.f[0] == relative(1.0, 1e-9));
    CHECK(solution.f[slack] == relative(0.002, 1e-9));
    CHECK(solution.f[moment] == relative(-0.002, 1e-9));
    CHECK(solution.a[moment] == relative(2 - 0.002 * (250 - 25 * 25 / 3.5), 1e-9));
  };
  const std::string space =
      "5 1 0 5 5 5 5\n1 0 0 0 0\n0 3.5 0 0 -25\n0 0 3.5 25 0\n0 0 25 250 0\n0 -25 0 0 250\n"
      "-1 0 0 0 2\n0.5\n";
  const std::string plane = "3 1 0 3 3 3 3\n1 0 0\n0 3.5 25\n0 25 250\n-1 0 2\n0.5\n";
  solve_ball(space + "0.002\na remark\n", 3, 5);
  solve_ball(plane + "0.002\n", 2, 3);
  CHECK(only_fault("rolling.dat", space) ==
        "9 mu_r[0]: is missing: the file ends here (truncated?)");
  CHECK(only_fault("rolling.dat", space + "-1") ==
        "9 mu_r[0]: is -1 (expected a coefficient >= 0)");
  for (const char* rest : {"a remark\n", "0\n", "1\n"}) {  // a flag is no coefficient
    CAPTURE(rest);
    const auto contact = read_text("contact.dat", plane + rest);
    CHECK(std::get<lcp::ContactProblem>(*contact).contacts[0].tangents == 2);
  }
}

// Two balls in the plane that know nothing of each other, the second twice as heavy.
TEST_CASE("text: rows of rolling friction stand behind those of their own contact") {
  const auto problem = read_text("rolling.dat",
                                 "3 2 0 6 6 6 6\n"
                                 "1 0 0 0 0 0\n0 3.5 25 0 0 0\n0 25 250 0 0 0\n"
                                 "0 0 0 0.5 0 0\n0 0 0 0 1.75 12.5\n0 0 0 0 12.5 125\n"
                                 "-1 0 2 -1 0 2\n0.5 0.25\n0.002 0.004\n");
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  const auto& contact = std::get<lcp::ContactProblem>(*problem);
  REQUIRE(contact.contacts.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(contact.contacts[i].row == 2 * static_cast<Eigen::Index>(i));
    CHECK(contact.contacts[i].tangents == 1);
    CHECK(contact.contacts[i].mu_s == (i % 2 ? 1 : 0.5 / (1.0 + static_cast<double>(i) / 2)));
  }
  lcp::Workspace workspace;
  lcp::Solution solution;
  lcp::solve(contact, {}, workspace, solution);
  REQUIRE(solution.status == lcp::Status::solved);
  CHECK(solution.f[2] == relative(0.002, 1e-9));
  CHECK(solution.f[4] == relative(2.0, 1e-9));
  CHECK(solution.f[6] == relative(0.008, 1e-9));
  CHECK(solution.f[7] == relative(-0.008, 1e-9));
}

TEST_CASE("text: of several contacts even the first rolls without friction or with 1 m of it") {
  for (const std::string first : {"0", "1"}) {
    const auto problem =
        read_text("rolling.dat",
                  "3 2 0 6 6 6 6\n1 0 0 0 0 0\n0 1 0 0 0 0\n0 0 1 0 0 0\n"
                  "0 0 0 1 0 0\n0 0 0 0 1 0\n0 0 0 0 0 1\n-1 0 2 -1 0 2\n0.5 0.25\n" +
                      first + " 0.004\na remark\n");
    REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
    CHECK(std::get<lcp::ContactProblem>(*problem).contacts.size() == 4);
  }
}

// The same ball with its mass and inertia: M, H by columns, f, w, mu, mu_r.
TEST_CASE("text: rolling friction of a global problem") {
  const auto problem = read_text("rolling.dat",
                                 "3 1 0 3 3 3 3\n1 0 0\n0 1 0\n0 0 0.004\n0 3 3 3 3\n"
                                 "1 0 0\n0 1 0.1\n0 0 1\n0 0 0\n-1 0 2\n0.5\n0.002\n");
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  const auto& contact = std::get<lcp::ContactProblem>(*problem);
  REQUIRE(contact.contacts.size() == 2);
  CHECK(
      (contact.A -
       (Eigen::Matrix4d() << 1, 0, 0, 0, 0, 3.5, 0, 25, -0.5, 0, 250, 0, 0, 25, 0, 250).finished())
          .norm() < 1e-10);
}

TEST_CASE("text: truncated, mislabelled, non-square and NaN files") {
  CHECK(only_fault("t.dat", "2\n0\n2\n2\n2 2\n1 2 3") ==
        "6 A column 1[1]: is missing: the file ends here (truncated?)");
  CHECK(only_fault("t.dat", "2\n0\n3\n2\n2 2\n1 2 3 4 5 6") ==
        "4 A: is labelled 3 x 2 (expected 2 x 2)");
  CHECK(only_fault("t.dat", "2\n0\n2\n2\n2 3\n1 2 3 4 5 6") ==
        "5 A: is labelled 2 x 3 (expected 2 x 2 as above)");
  CHECK(only_fault("t.dat", "1\n0\n1\n1\n1 1\nnan 1") ==
        "6 A column 0[0]: found \"nan\" (expected a finite number)");
  CHECK(only_fault("t.dat", "1\n0\n1\n1\n1 1\n1 x") == "6 b[0]: found \"x\" (expected a number)");
  CHECK(only_fault("t.dat", "1\n7\n1\n1\n1 1\n1 1") ==
        "2 storage: found 7 (expected a whole number from 0 to 2)");
  CHECK(only_fault("t.dat", "").find("n: is missing") != std::string::npos);
  CHECK(only_fault("t.xml", "").find("expected one of .json, .npz, .dat, .txt, .hdf5, .h5") !=
        std::string::npos);
}

TEST_CASE("text: bounds behind q make a relay, other numbers are refused") {
  const std::string lcp = "2\n0\n2\n2\n2\t2\n1 2\n3 4\n-1 -2\n";
  const auto relay = read_text("relay.dat", lcp + "-1 -0.5\n1 2\na remark\n");
  REQUIRE_MESSAGE(relay.has_value(), (relay ? "" : to_string(relay.error())));
  const auto& boxed = std::get<lcp::BoxedLcp>(*relay);
  CHECK(boxed.b == Eigen::Vector2d(-1, -2));
  CHECK(boxed.lo == Eigen::Vector2d(-1, -0.5));
  CHECK(boxed.hi == Eigen::Vector2d(1, 2));
  CHECK(std::holds_alternative<lcp::Lcp>(read_text("lcp.dat", lcp + "4.1.14 of a book").value()));
  CHECK(only_fault("t.dat", lcp + "7\n") ==
        "8 b: is followed by 1 number "
        "(expected a remark, or 2 lower and 2 upper bounds of a relay)");
  CHECK(only_fault("t.dat", lcp + "1 2 3 4 5 6\n").find("more than 4") != std::string::npos);
  CHECK(only_fault("t.dat", lcp + "1 2 0 3\n").find("lo[0]") != std::string::npos);
}

// Row 0 is complementary, row 1 an equality; the parts have the equality first.
const std::string kMixed = "1\n0\n1\n1\n0 1 2\n1 0\n0\n2\n2\n2 2\n4 1\n2 5\n-1 3\n";
const std::string kParts = "0 1 1 1\n5\n4\n1\n2\n3\n-1\n";

TEST_CASE("text: mixed problems, as one matrix, in parts, and both") {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto whole = read_text("mixed.dat", kMixed + "0.25 0.5\n");
  REQUIRE_MESSAGE(whole.has_value(), (whole ? "" : to_string(whole.error())));
  const auto& boxed = std::get<lcp::BoxedLcp>(*whole);
  CHECK(boxed.A == (Eigen::Matrix2d() << 4, 2, 1, 5).finished());
  CHECK(boxed.b == Eigen::Vector2d(-1, 3));
  CHECK(boxed.lo == Eigen::Vector2d(0, -infinity));
  CHECK(boxed.hi == Eigen::Vector2d(infinity, infinity));
  const auto parts = read_text("parts.dat", kParts);
  REQUIRE_MESSAGE(parts.has_value(), (parts ? "" : to_string(parts.error())));
  CHECK(std::get<lcp::BoxedLcp>(*parts).A == (Eigen::Matrix2d() << 5, 1, 2, 4).finished());
  CHECK(std::get<lcp::BoxedLcp>(*parts).lo == Eigen::Vector2d(-infinity, 0));

  const std::string both = "1\n1\n1\n1\n0 1 2\n0 1\n0\n2\n2\n2 2\n5 2\n1 4\n3 -1\n";
  CHECK(read_text("both.dat", both + kParts.substr(8)).has_value());
  const auto out_of_order = read_text("both.dat", "1\n1" + kMixed.substr(3) + kParts.substr(8));
  REQUIRE_MESSAGE(out_of_order.has_value(), (out_of_order ? "" : to_string(out_of_order.error())));
  CHECK(std::get<lcp::BoxedLcp>(*out_of_order).lo == boxed.lo);
  CHECK(only_fault("t.dat", both + "6\n4\n1\n2\n3\n-1\n").find("are not the parts of M and q") !=
        std::string::npos);
  CHECK(only_fault("t.dat", both + "5\n4\n1").find("the file ends here") != std::string::npos);
  std::string kinds = kMixed;
  kinds.replace(kinds.find("1 0\n0"), 3, "1 1");
  CHECK(only_fault("t.dat", kinds).find("hold 0 rows of equality") != std::string::npos);
}

TEST_CASE("text: an LCP of one row is no mixed problem") {
  for (const char* text :
       {"1\n0\n1\n1\n1 1\n2\n-3\n", "1\n1\n1 1\n1 1 1\n1\n1\n2 1\n0 1\n0\n0\n2\n-3\n"}) {
    const auto lcp = read_text("one.dat", text);
    REQUIRE_MESSAGE(lcp.has_value(), (lcp ? "" : to_string(lcp.error())));
    CHECK(std::get<lcp::Lcp>(*lcp).A(0, 0) == 2);
  }
}

TEST_CASE("text: sizes that the file cannot hold are refused before memory is taken") {
  CHECK(only_fault("t.dat", "20000\n0\n20000\n20000\n1 2 3") ==
        "4 A: is labelled 20000 x 20000 (the file is too short for as many numbers)");
  CHECK(only_fault("t.dat", "20000 1 20000 20000 0 1 1 20000 20000 2 0 0 0") ==
        "1 A: has 20000 rows (the file is too short for as many numbers behind it)");
}

// As Siconos 4.4 prints a matrix of two rows whose origin is triplets or compressed columns.
const std::string kVersion =
    "CSparse Version 3.2.0, Sept 12, 2017.  Copyright (c) Timothy A. Davis, 2006-2016\n";
const std::string kTriplets = "2\n2\n2\n1\n" + kVersion +
                              "triplet: 2-by-2, nzmax: 9 nnz: 4\n"
                              "    0 0 : 2\n    0 1 : 0.5\n    1 1 : 3\n    1 1 : 1\n";
const std::string kColumns = "2\n2\n2\n2\n" + kVersion +
                             "2-by-2, nzmax: 3 nnz: 3, 1-norm: 4.5\n"
                             "    col 0 : locations 0 to 0\n      0 : 2\n"
                             "    col 1 : locations 1 to 2\n      0 : 0.5\n      1 : 4\n";

TEST_CASE("text: printed sparse matrices, entries that occur twice add") {
  const Eigen::Matrix2d upper = (Eigen::Matrix2d() << 2, 0.5, 0, 4).finished();
  for (const std::string& matrix : {kTriplets, kColumns}) {
    const auto contact = read_text("sparse.dat", "2\n1\n" + matrix + "-1 0.5\n0.3\n");
    REQUIRE_MESSAGE(contact.has_value(), (contact ? "" : to_string(contact.error())));
    CHECK(std::get<lcp::ContactProblem>(*contact).A == upper);
    CHECK(std::get<lcp::ContactProblem>(*contact).contacts.size() == 1);
    const auto lcp = read_text("sparse.dat", "2\n" + matrix + "-1 0.5\n");
    REQUIRE_MESSAGE(lcp.has_value(), (lcp ? "" : to_string(lcp.error())));
    CHECK(std::get<lcp::Lcp>(*lcp).A == upper);
  }
  std::string rows = kColumns;
  rows[6] = '3';
  const auto lcp = read_text("sparse.dat", "2\n" + rows + "-1 0.5\n");
  REQUIRE_MESSAGE(lcp.has_value(), (lcp ? "" : to_string(lcp.error())));
  CHECK(std::get<lcp::Lcp>(*lcp).A == upper.transpose());
}

TEST_CASE("text: a printed matrix that contradicts itself") {
  const auto fault = [](std::string matrix, const std::string& from, const std::string& to) {
    matrix.replace(matrix.find(from), from.size(), to);
    return only_fault("t.dat", "2\n1\n" + matrix + "-1 0.5\n0.3\n");
  };
  CHECK(fault(kTriplets, "1 1 : 1", "1 2 : 1") ==
        "12 A column index: found 2 (expected a whole number from 0 to 1)");
  CHECK(fault(kTriplets, "0 0 :", "0 0") == "9 A entry: found \"2\" (expected \":\")");
  CHECK(fault(kTriplets, "2-by-2,", "2-by-3,") ==
        "8 A size: found \"2-by-3,\" (expected \"2-by-2,\")");
  CHECK(fault(kTriplets, "nnz: 4", "nnz: 7") ==
        "13 A row index: found -1 (expected a whole number from 0 to 1)");
  CHECK(fault(kColumns, "1 to 2", "1 to 3") ==
        "11 A column 1: ends at location 3 (expected one from 0 to 2)");
  CHECK(fault(kColumns, "col 1", "col 2") == "11 A column 1: found \"2\" (expected \"1\")");
  CHECK(fault(kColumns, "nnz: 3,", "nnz: 4,") == "13 A: has 3 entries (expected 4)");
}

// Two masses of 2 and 4 kg on one contact in the plane.
const std::string kGlobal =
    "2 1\n"
    "0 3 3 3 3\n2 0 0  0 2 0  0 0 4\n"
    "0 3 2 3 2\n1 0 -1  0 1 0\n"
    "1 2 3\n0.5 0\n0.3\n";

TEST_CASE("text: a global problem is told by its second matrix") {
  const auto read = read_text("global.dat", kGlobal + "a remark\n");
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
  const auto& problem = std::get<lcp::GlobalContactProblem>(*read);
  CHECK(Eigen::MatrixXd(problem.M) == Eigen::Vector3d(2, 2, 4).asDiagonal().toDenseMatrix());
  CHECK(problem.M.nonZeros() == 3);
  CHECK(Eigen::MatrixXd(problem.H) == (Eigen::MatrixXd(3, 2) << 1, 0, 0, 1, -1, 0).finished());
  CHECK(problem.f == Eigen::Vector3d(1, 2, 3));
  CHECK(problem.w == Eigen::Vector2d(0.5, 0));
  CHECK(problem.contacts.size() == 1);
  // M as large as the matrix of a contact problem would be, printed sparse, H in one block.
  const auto square =
      read_text("square.dat", "2 1\n" + kTriplets.substr(0, kTriplets.find("    0 1")) +
                                  "    1 0 : 0.25\n    0 1 : 0.25\n    1 1 : 4\n"
                                  "1 2 2 1 1 1 2 2 2 1 0 1 0 0 1 0 0 1\n-1 0.5 0 0\n0.3\n");
  REQUIRE_MESSAGE(square.has_value(), (square ? "" : to_string(square.error())));
  CHECK(std::get<lcp::GlobalContactProblem>(*square).f == Eigen::Vector2d(-1, 0.5));
}

TEST_CASE("text: faults of contact problems") {
  const auto fault = [](const std::string& from, const std::string& to) {
    std::string text = kGlobal;
    text.replace(text.find(from), from.size(), to);
    return only_fault("t.dat", text);
  };
  CHECK(fault("0.3", "-0.3") == "8 mu[0]: is -0.3 (expected a coefficient >= 0)");
  CHECK(fault("0.5", "inf") == "7 w[0]: found \"inf\" (expected a finite number)");
  CHECK(fault("0 3 2 3 2", "0 3 2 2 3") == "4 H: is labelled 2 x 3 (expected 3 x 2 as above)");
  CHECK(fault("0 3 2 3 2", "0 3 1 3 1") ==
        "2 A: is labelled 3 x 3 (expected 2 x 2, or M of a global problem with H behind it)");
  CHECK(fault("2 0 0  0 2 0", "2 1 0  0 2 0") == "no fault");  // M need not be symmetric
  CHECK(fault("0.3\n", "") == "8 mu[0]: is missing: the file ends here (truncated?)");
  // Compressed rows of H are printed as far as there are columns only.
  CHECK(fault("0 3 2 3 2\n1 0 -1  0 1 0\n",
              "2 3 2\n3\n" + kVersion +
                  "3-by-2, nzmax: 3 nnz: 3, 1-norm: 2\n"
                  "col 0 : locations 0 to 0\n0 : 1\ncol 1 : locations 1 to 2\n0 : 1\n1 : 1\n") ==
        "7 H: is printed by compressed rows and not square (expected triplets or compressed "
        "columns)");
  CHECK(only_fault("t.dat", "3 1 0 3 2 3 2\n1 2 3 4 5 6\n-1 0 0\n0.3\n") ==
        "1 A: is labelled 3 x 2 (expected 3 x 3, or M of a global problem with H behind it)");
  CHECK(only_fault("t.dat", "2 1 0 2 2 2 2\n4 1 1 3\n-1 0.5\n-1\n") ==
        "4 mu[0]: is -1 (expected a coefficient >= 0)");
}

TEST_CASE("text: a byte order mark, plus signs and numbers too small for a double") {
  const auto problem = read_text("other.dat",
                                 "\xef\xbb\xbf"
                                 "2\n0 2 2\n2 2\n1 0 0 +1\n+1.0 -1e-400\n");
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  CHECK(std::get<lcp::Lcp>(*problem).A == Eigen::Matrix2d::Identity());
  CHECK(std::get<lcp::Lcp>(*problem).b == Eigen::Vector2d(1, 0));
  for (const std::string word : {"1e400", "+-1", "0x1", "--1"})
    CHECK(only_fault("other.dat", "2\n0 2 2\n2 2\n1 0 0 1\n1 " + word + "\n") ==
          "5 b[1]: found \"" + word + "\" (expected a number)");
}

}  // namespace
}  // namespace perpend::io
