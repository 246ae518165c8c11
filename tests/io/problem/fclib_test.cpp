// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/fclib.hpp"

#include <doctest/doctest.h>
#include <hdf5.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "perpend/core/error.hpp"
#include "problem_scratch.hpp"

namespace perpend::io {
namespace {

using Eigen::VectorXd;
using problem_scratch::scratch;
using Sparse = Eigen::SparseMatrix<double>;

const std::filesystem::path kFile = scratch("fclib.hdf5");

Sparse sparse(int rows, int cols, const std::vector<Eigen::Triplet<double>>& entries) {
  Sparse matrix(rows, cols);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// One contact in space, one bilateral row; awkward numbers.
lcp::ContactProblem local() {
  Eigen::Matrix4d A;
  A << 0.1, 0, -1.0 / 3, 1e-300, -0.0, 2, 5e-324, 0, 0.25, 0, 3, 7, 1e-300, 0, 7, 1e300;
  return {A,
          Eigen::Vector4d(-0.1, 2.0 / 3, 0, -0.0),
          {{.row = 0, .tangents = 2, .mu_s = 0.7, .mu_k = 0.7}}};
}

// Two bodies in the plane, a contact and a bilateral row; H keeps an entry that is 0.
lcp::GlobalContactProblem global() {
  return {sparse(3, 3, {{0, 0, 2}, {1, 1, 1.0 / 3}, {2, 2, 4}}),
          sparse(3, 3, {{0, 0, 1}, {2, 0, -1}, {1, 1, 0.0}, {2, 1, 0.1}, {0, 2, 1}, {1, 2, -1}}),
          Eigen::Vector3d(1, 1e-17, 3),
          Eigen::Vector3d(0.5, 0, -0.25),
          {{.row = 0, .tangents = 1, .mu_s = 0.3, .mu_k = 0.3}}};
}

bool same_bits(const Eigen::MatrixXd& x, const Eigen::MatrixXd& y) {
  return x.rows() == y.rows() && x.cols() == y.cols() &&
         std::memcmp(x.data(), y.data(), sizeof(double) * static_cast<std::size_t>(x.size())) == 0;
}

bool same_bits(const Sparse& x, const Sparse& y) {
  return x.nonZeros() == y.nonZeros() && same_bits(Eigen::MatrixXd(x), Eigen::MatrixXd(y));
}

FclibFile read() {
  Result<FclibFile> file = read_fclib(kFile);
  REQUIRE_MESSAGE(file.has_value(), (file ? "" : to_string(file.error())));
  return std::move(file).value();
}

// Changes the file behind the library's back.
void change_file(const std::function<void(hid_t)>& change) {
  const hid_t file = H5Fopen(kFile.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  REQUIRE(file >= 0);
  change(file);
  H5Fclose(file);
}

// Writes `from`, changes the file, and returns what the reader says.
std::string fault_of(const FclibFile& from, const std::function<void(hid_t)>& change) {
  REQUIRE(write_fclib(kFile, from).empty());
  change_file(change);
  const auto problem = read_problem(kFile);
  if (problem.has_value()) return "no fault";
  CHECK(problem.error()[0].file == kFile.string());
  return problem_scratch::only_fault(problem);
}

void replace(hid_t file, const std::string& name, hid_t type, const void* values, hsize_t size) {
  H5Ldelete(file, name.c_str(), H5P_DEFAULT);
  const hid_t space = H5Screate_simple(1, &size, nullptr);
  const hid_t data =
      H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  CHECK(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  H5Dclose(data);
  H5Sclose(space);
}

void replace(hid_t file, const std::string& name, const VectorXd& values) {
  replace(file, name, H5T_NATIVE_DOUBLE, values.data(), static_cast<hsize_t>(values.size()));
}

void replace(hid_t file, const std::string& name, const std::vector<int>& values) {
  replace(file, name, H5T_NATIVE_INT, values.data(), values.size());
}

}  // namespace

TEST_CASE("a local problem with a bilateral row comes back to the bit") {
  REQUIRE(write_problem(kFile, local()).empty());
  const auto problem = std::get<lcp::ContactProblem>(read().problem);
  CHECK(same_bits(problem.A, local().A));
  CHECK(same_bits(problem.b, local().b));
  REQUIRE(problem.contacts.size() == 1);
  CHECK(problem.contacts[0].tangents == 2);
  CHECK(problem.contacts[0].mu_s == 0.7);
  CHECK(problem.contacts[0].mu_k == 0.7);
}

TEST_CASE("a global problem with a bilateral row comes back to the bit, entries of 0 kept") {
  REQUIRE(write_problem(kFile, global()).empty());
  const auto problem = std::get<lcp::GlobalContactProblem>(read().problem);
  CHECK(same_bits(problem.M, global().M));
  CHECK(same_bits(problem.H, global().H));
  CHECK(same_bits(problem.f, global().f));
  CHECK(same_bits(problem.w, global().w));
  CHECK(problem.contacts[0].tangents == 1);
  CHECK(problem.contacts[0].row == 0);
}

TEST_CASE("what is known of a problem comes back: texts, solution and guesses") {
  const FclibPoint point{
      .f = Eigen::Vector3d(1, 2, 3), .a = Eigen::Vector3d(4, 5, 0), .v = Eigen::Vector3d(6, 7, 8)};
  FclibPoint guess = point;
  guess.f[2] = 1.0 / 3;
  REQUIRE(write_fclib(kFile, {.problem = global(),
                              .title = "two bodies",
                              .description = "a test",
                              .math_info = "unique",
                              .solution = point,
                              .guesses = {point, guess}})
              .empty());
  const FclibFile file = read();
  CHECK(file.title == "two bodies");
  CHECK(file.description == "a test");
  CHECK(file.math_info == "unique");
  REQUIRE(file.solution.has_value());
  CHECK(file.solution->f == point.f);
  CHECK(file.solution->a == point.a);
  CHECK(file.solution->v == point.v);
  REQUIRE(file.guesses.size() == 2);
  CHECK(file.guesses[1].f == guess.f);
}

TEST_CASE("the file is laid out as fclib reads it") {
  REQUIRE(write_fclib(kFile, {.problem = local(), .title = "name"}).empty());
  const hid_t file = H5Fopen(kFile.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const auto is_a = [&](const char* name, hid_t type, hsize_t size) {
    const hid_t data = H5Dopen2(file, name, H5P_DEFAULT);
    const hid_t space = H5Dget_space(data), found = H5Dget_type(data);
    hsize_t length = 0;
    CHECK(H5Sget_simple_extent_ndims(space) == 1);
    H5Sget_simple_extent_dims(space, &length, nullptr);
    CHECK_MESSAGE(H5Tequal(found, type) > 0, name);
    CHECK_MESSAGE(length == size, name);
    H5Tclose(found);
    H5Sclose(space);
    H5Dclose(data);
  };
  for (const char* name : {"fclib_local/spacedim", "fclib_local/W/nzmax", "fclib_local/W/m",
                           "fclib_local/W/n", "fclib_local/W/nz", "fclib_local/R/m"})
    is_a(name, H5T_NATIVE_INT, 1);
  is_a("fclib_local/W/p", H5T_NATIVE_INT, 4);
  is_a("fclib_local/W/i", H5T_NATIVE_INT, 7);
  is_a("fclib_local/W/x", H5T_NATIVE_DOUBLE, 7);
  is_a("fclib_local/V/x", H5T_NATIVE_DOUBLE, 2);
  is_a("fclib_local/vectors/q", H5T_NATIVE_DOUBLE, 3);
  is_a("fclib_local/vectors/s", H5T_NATIVE_DOUBLE, 1);
  is_a("fclib_local/vectors/mu", H5T_NATIVE_DOUBLE, 1);
  // With the null at its end: fclib takes the bytes for a C string.
  const hid_t title = H5Dopen2(file, "fclib_local/info/title", H5P_DEFAULT);
  char text[8] = "???????";
  const hid_t type = H5Dget_type(title);
  CHECK(H5Tget_size(type) == 5);
  CHECK(H5Dread(title, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
  CHECK(std::string(text) == "name");
  H5Tclose(type);
  H5Dclose(title);
  H5Fclose(file);
}

TEST_CASE("contacts are written in the order of their list, bilateral rows behind them") {
  // Rows: bilateral, contact b (1, 2), contact a (3, 4); entry (i, j) is 10 max + min.
  lcp::ContactProblem problem;
  problem.A.resize(5, 5);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) problem.A(i, j) = 10 * std::max(i, j) + std::min(i, j) + 1;
  problem.b = VectorXd::LinSpaced(5, 0, 4);
  problem.contacts = {{.row = 3, .tangents = 1, .mu_s = 0.3, .mu_k = 0.3},
                      {.row = 1, .tangents = 1, .mu_s = 0.1, .mu_k = 0.1}};
  const FclibPoint point{.f = problem.b, .a = 2 * problem.b, .v = {}};
  REQUIRE(write_fclib(kFile, {.problem = problem, .solution = point}).empty());
  const FclibFile file = read();
  const auto& again = std::get<lcp::ContactProblem>(file.problem);
  const std::vector<Eigen::Index> order{3, 4, 1, 2, 0};
  CHECK(again.A == problem.A(order, order));
  CHECK(again.b == problem.b(order));
  CHECK(again.contacts[0].mu_s == 0.3);
  CHECK(again.contacts[1].row == 2);
  CHECK(file.solution->f == problem.b(order));
  CHECK(file.solution->a == (VectorXd(5) << 6, 8, 2, 4, 0).finished());
}

TEST_CASE("a solution has forces of bilateral rows and velocities where its problem has them") {
  lcp::ContactProblem problem = local();
  problem.A.conservativeResize(3, 3);
  problem.b.conservativeResize(3);
  const FclibPoint point{.f = Eigen::Vector3d(1, 2, 3), .a = Eigen::Vector3d(4, 5, 6), .v = {}};
  REQUIRE(write_fclib(kFile, {.problem = problem, .solution = point, .guesses = {point}}).empty());
  change_file([](hid_t file) {
    for (const char* name : {"solution/r", "solution/u", "guesses/1/r"})
      CHECK_MESSAGE(H5Lexists(file, name, H5P_DEFAULT) > 0, name);
    for (const char* name : {"solution/l", "solution/v", "guesses/1/l", "guesses/1/v"})
      CHECK_MESSAGE(H5Lexists(file, name, H5P_DEFAULT) == 0, name);
  });
  const FclibFile file = read();
  for (const FclibPoint& again : {file.solution.value(), file.guesses.at(0)}) {
    CHECK(again.f == point.f);
    CHECK(again.a == point.a);
    CHECK(again.v.size() == 0);
  }
}

TEST_CASE("matrices by rows and by triplets are read") {
  REQUIRE(write_fclib(kFile, {.problem = global()}).empty());
  const auto reread = [](const std::function<void(hid_t)>& change) {
    change_file(change);
    return Eigen::MatrixXd(std::get<lcp::GlobalContactProblem>(read().problem).H.leftCols(2));
  };
  const Eigen::MatrixXd H = (Eigen::MatrixXd(3, 2) << 1, 2, 0, 0, 3, 4).finished();
  const std::string group = "fclib_global/H/";
  CHECK(reread([&](hid_t file) {
          replace(file, group + "nz", std::vector<int>{-2});
          replace(file, group + "p", std::vector<int>{0, 2, 2, 4});
          replace(file, group + "i", std::vector<int>{0, 1, 1, 0});
          replace(file, group + "x", Eigen::Vector4d(1, 2, 4, 3));
        }) == H);
  // Columns in p, as CSparse has them; the entry (2, 1) comes in two parts.
  const std::vector<int> row{0, 2, 0, 2, 2}, column{0, 0, 1, 1, 1};
  CHECK(reread([&](hid_t file) {
          replace(file, group + "nz", std::vector<int>{5});
          replace(file, group + "p", column);
          replace(file, group + "i", row);
          replace(file, group + "x", (VectorXd(5) << 1, 3, 2, 1, 3).finished());
        }) == H);
  // Rows in p, as the words of fclib.h have it; row 2 cannot be a column.
  CHECK(reread([&](hid_t file) {
          replace(file, group + "p", row);
          replace(file, group + "i", column);
        }) == H);
}

TEST_CASE("one clear diagnostic for each fault of an FCLIB file") {
  const auto in_local = [](const std::string& name, const auto& values) {
    return fault_of({.problem = local()},
                    [&](hid_t file) { replace(file, "fclib_local/" + name, values); });
  };
  using Ints = std::vector<int>;
  CHECK(in_local("vectors/mu", VectorXd{{-0.5}}) ==
        "0 fclib_local/vectors/mu[0]: is -0.5 (expected a coefficient >= 0)");
  CHECK(in_local("vectors/mu", Eigen::Vector2d(1, 1).eval()) ==
        "0 fclib_local/vectors/mu: has 2 entries (expected 1)");
  CHECK(in_local("vectors/q", VectorXd{{1, 2}}) ==
        "0 fclib_local/vectors/q: has 2 entries (expected 3)");
  CHECK(in_local("vectors/q", VectorXd{{1, std::nan(""), 2}}) ==
        "0 fclib_local/vectors/q[1]: is nan (expected a finite number)");
  CHECK(in_local("W/x", VectorXd::Constant(7, std::numeric_limits<double>::infinity()).eval()) ==
        "0 fclib_local/W/x[0]: is inf (expected a finite number)");
  CHECK(in_local("W/m", Ints{4}) == "0 fclib_local/W: is 4 x 3 (expected 4 x 4)");
  CHECK(in_local("W/m", Ints{-1}) ==
        "0 fclib_local/W/m: is -1 (expected a number from 0 to 10000000)");
  CHECK(in_local("W/m", VectorXd{{3.0}}) ==
        "0 fclib_local/W/m: is of another kind (expected whole numbers)");
  CHECK(in_local("W/n", Ints{5}) == "0 fclib_local/W/p: has 4 entries (expected 6)");
  CHECK(in_local("W/nz", Ints{-3}) ==
        "0 fclib_local/W/nz: is -3 (expected -1 (columns), -2 (rows) or the number of triplets)");
  CHECK(in_local("W/i", Ints{0, 1, 2, 0, 1, 2, 3}) ==
        "0 fclib_local/W/i[6]: is 3 (expected an index from 0 to 2)");
  CHECK(in_local("W/i", Ints{0, 1}) == "0 fclib_local/W/i: has 2 rows (expected at least 7)");
  CHECK(in_local("W/p", Ints{0, 3, 2, 7}) == "0 fclib_local/W/p[2]: is 2 (expected at least 3)");
  CHECK(in_local("W/p", Ints{1, 2, 3, 7}) == "0 fclib_local/W/p[0]: is 1 (expected 0)");
  CHECK(in_local("spacedim", Ints{4}) == "0 fclib_local/spacedim: is 4 (expected 2 or 3)");
  CHECK(in_local("spacedim", Ints{2}) ==
        "0 fclib_local: has 3 contact rows (expected a multiple of spacedim = 2)");
  CHECK(in_local("R/m", Ints{0}).starts_with("0 fclib_local/R/i[0]: is 0"));
  const auto words = [](hid_t file) {
    const char text[] = "abc";
    const hid_t letter = H5Tcopy(H5T_C_S1);
    replace(file, "fclib_local/vectors/q", letter, text, 3);
    H5Tclose(letter);
  };
  CHECK(fault_of({.problem = local()}, words) ==
        "0 fclib_local/vectors/q: is of another kind (expected numbers)");
}

TEST_CASE("parts that are missing, damaged or of another program") {
  const auto without = [](const FclibFile& from, const char* name) {
    return fault_of(from, [&](hid_t file) { H5Ldelete(file, name, H5P_DEFAULT); });
  };
  CHECK(without({.problem = local()}, "fclib_local/vectors/mu")
            .starts_with("0 fclib_local/vectors/mu: is missing"));
  CHECK(
      without({.problem = local()}, "fclib_local/V").starts_with("0 fclib_local/V/m: is missing"));
  CHECK(
      without({.problem = local()}, "fclib_local/R").starts_with("0 fclib_local/R/m: is missing"));
  CHECK(without({.problem = global()}, "fclib_global/H")
            .starts_with("0 fclib_global/H/m: is missing"));
  CHECK(without({.problem = local()}, "fclib_local") ==
        "0 : is not an FCLIB file (expected one group, fclib_local or fclib_global)");
  CHECK(fault_of({.problem = global()}, [](hid_t file) {
          replace(file, "fclib_global/M/x", VectorXd{{1, 2, -4}});
        }).starts_with("0 M: must be positive on the diagonal"));
  REQUIRE(write_fclib(kFile, {.problem = local()}).empty());
  std::filesystem::resize_file(kFile, std::filesystem::file_size(kFile) / 2);
  CHECK(problem_scratch::only_fault(read_problem(kFile)).starts_with("0 : is cut short"));
  CHECK(problem_scratch::only_fault("text.hdf5", "no HDF5") == "0 : is not an HDF5 file ()");
  CHECK(problem_scratch::only_fault(read_problem(scratch("none.h5"))) == "0 : does not exist ()");
}

TEST_CASE("what FCLIB cannot hold is refused before a file is touched") {
  const auto refused = [](const lcp::ContactProblem& problem) {
    const auto file = scratch("refused.hdf5");
    std::filesystem::remove(file);
    const Diagnostics faults = write_problem(file, problem);
    CHECK_FALSE(std::filesystem::exists(file));
    return faults.size() == 1 ? faults[0].element + ": " + faults[0].message : to_string(faults);
  };
  lcp::ContactProblem problem = local();
  problem.contacts[0].mu_k = 0.1;
  CHECK(refused(problem) == "contacts[0]: has mu_s = 0.7 and mu_k = 0.1");
  problem = local();
  problem.contacts[0].sliding = true;
  CHECK(refused(problem) == "contacts[0]: is sliding");
  problem = local();
  problem.contacts.push_back({.row = 3});
  CHECK(refused(problem) == "contacts[1]: is frictionless");
  problem = local();
  problem.contacts.clear();
  CHECK(refused(problem) == "contacts: is empty");
  problem = local();
  problem.law = lcp::FrictionLaw::box;
  CHECK(refused(problem) == "law: is not coulomb");
  problem = local();
  problem.A(3, 0) = problem.A(3, 3) = 1;
  CHECK(refused(problem) == "A: has 1e-300 at (0, 3) and 1 at (3, 0)");
  problem = local();
  problem.contacts[0].mu_s = -1;
  CHECK_THROWS_AS((void)write_problem(kFile, problem), InvalidArgument);
  const FclibPoint short_point{.f = VectorXd::Zero(3), .a = VectorXd::Zero(4), .v = {}};
  CHECK_THROWS_AS((void)write_fclib(kFile, {.problem = local(), .solution = short_point}),
                  InvalidArgument);
}

TEST_CASE("a row that nothing couples is bilateral, a contact may have no friction at all") {
  lcp::ContactProblem problem = local();
  problem.A.topRightCorner(3, 1).setZero();
  problem.A.bottomLeftCorner(1, 3).setZero();
  problem.contacts[0].mu_s = problem.contacts[0].mu_k = 0;
  REQUIRE(write_problem(kFile, problem).empty());
  const auto again = std::get<lcp::ContactProblem>(read().problem);
  CHECK(again.A == problem.A);
  CHECK(again.contacts[0].mu_k == 0);
  CHECK(again.contacts[0].tangents == 2);
}

TEST_CASE("a coupling may differ from its mirror by rounding alone, and the fault names its file") {
  lcp::ContactProblem problem = local();
  problem.A.setIdentity();
  problem.A(0, 3) = 0.5;
  problem.A(3, 0) = 0.5 + 1e-14;
  CHECK(write_problem(kFile, problem).empty());
  problem.A(3, 0) = 0.5 + 1e-9;
  const Diagnostics faults = write_problem(kFile, problem);
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].file == kFile.string());
  CHECK(faults[0].element == "A");
  CHECK(faults[0].hint == "FCLIB holds one of both where a row is bilateral");
}

TEST_CASE("each vector of a solution or a guess has the length of its problem") {
  const FclibPoint fits{
      .f = Eigen::Vector3d(1, 2, 3), .a = Eigen::Vector3d(4, 5, 6), .v = Eigen::Vector3d(7, 8, 9)};
  const auto short_of = [&](VectorXd FclibPoint::*part) {
    FclibPoint point = fits;
    (point.*part).conservativeResize(2);
    return point;
  };
  CHECK(write_fclib(kFile, {.problem = global(), .solution = fits, .guesses = {fits}}).empty());
  for (const auto part : {&FclibPoint::f, &FclibPoint::a, &FclibPoint::v}) {
    const FclibPoint wrong = short_of(part);
    CHECK_THROWS_AS((void)write_fclib(kFile, {.problem = global(), .solution = wrong}),
                    InvalidArgument);
    CHECK_THROWS_AS((void)write_fclib(kFile, {.problem = global(), .guesses = {fits, wrong}}),
                    InvalidArgument);
  }
}

TEST_CASE("a problem of more rows than are solved is refused before it takes memory") {
  const auto of_rows = [](int rows) {
    return fault_of({.problem = local()}, [&](hid_t file) {
      for (const char* name : {"W/m", "W/n", "V/m"})
        replace(file, std::string("fclib_local/") + name, std::vector<int>{rows});
      replace(file, "fclib_local/W/nz", std::vector<int>{0});
    });
  };
  CHECK(of_rows(20000) == "0 fclib_local: has 20001 rows (expected up to 20000)");
  CHECK(of_rows(6) == "0 fclib_local/vectors/mu: has 1 entries (expected 2)");
}

}  // namespace perpend::io
