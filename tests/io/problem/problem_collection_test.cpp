// SPDX-License-Identifier: Apache-2.0
//
// The published problems: every file is read, has the size it is known to have, is solved, and
// comes back from FCLIB to the bit.
#include <doctest/doctest.h>

#include <cstdlib>
#include <map>

#include "perpend/lcp/certificate.hpp"
#include "perpend/lcp/solve.hpp"
#include "problem_scratch.hpp"
#include "relative.hpp"

namespace perpend::io {
namespace {

// $PERPEND_DATA, else ../shared/data beside the source folder.
std::filesystem::path data_folder() {
  if (const char* named = std::getenv("PERPEND_DATA")) return named;
  return std::filesystem::path(PERPEND_SOURCE_DIR) / "../shared/data";
}

bool data_is_there() {
  return std::filesystem::is_directory(data_folder() / "lcp");
}

Problem read(const std::filesystem::path& file) {
  const Result<Problem> problem = read_problem(file);
  REQUIRE_MESSAGE(problem.has_value(), (problem ? "" : to_string(problem.error())));
  return *problem;
}

struct Size {
  Eigen::Index rows;
  std::size_t contacts;
  bool operator==(const Size&) const = default;
};

Size size_of(const Problem& problem) {
  return std::visit(
      [](const auto& p) {
        if constexpr (requires { p.contacts; })
          return Size{p.size(), p.contacts.size()};
        else
          return Size{p.size(), 0};
      },
      problem);
}

const std::map<std::string, Size> kSizes{
    {"lcp/lcp_CPS_1.dat", {2, 0}},
    {"lcp/lcp_CPS_2.dat", {3, 0}},
    {"lcp/lcp_CPS_4.dat", {4, 0}},
    {"lcp/lcp_CPS_5.dat", {2, 0}},
    {"lcp/lcp_deudeu.dat", {2, 0}},
    {"lcp/lcp_exp_murty.dat", {6, 0}},
    {"lcp/lcp_ortiz.dat", {4, 0}},
    {"lcp/lcp_trivial.dat", {9, 0}},
    {"contact2d/FC2D_SliderCrankLagrangian00000.dat", {4, 2}},
    {"contact3d/Capsules-i100-889.dat", {828, 276}},
    {"contact3d/Confeti-ex13-4contact-Fc3D-SBM.dat", {12, 4}},
    {"contact3d/FC3D_Example1.dat", {9, 3}},
    {"contact3d/NESpheres_10_1.dat", {27, 9}},
    {"contact3d/OneObject-i1028-138.hdf5.dat", {69, 23}},
    {"contact3d/Rover1039.dat", {12, 4}},
    {"contact3d/Rover1040.dat", {15, 5}},
    {"contact3d/Rover1041.dat", {15, 5}},
    {"contact3d/Rover11035.dat", {3, 1}},
    {"contact3d/Rover4144.dat", {12, 4}},
    {"contact3d/Rover4396.dat", {6, 2}},
    {"contact3d/Rover4493.dat", {12, 4}},
    {"contact3d/sliding_cube.npz", {12, 4}},
    {"global/GFC3D_Example0.dat", {3, 1}},
    {"global/GFC3D_Example1.dat", {3, 1}},
};

lcp::Solution solved(const Problem& problem) {
  return std::visit(
      [](const auto& p) {
        if constexpr (requires { p.M; }) {
          lcp::Workspace workspace;
          lcp::Solution solution;
          Eigen::VectorXd v;
          lcp::solve(p, {}, workspace, solution, v);
          return solution;
        } else {
          return lcp::solve(p);
        }
      },
      problem);
}

TEST_CASE("every published problem is read, has its size and is solved" *
          doctest::skip(!data_is_there())) {
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_folder()))
    found += kSizes.contains(std::filesystem::relative(entry, data_folder()).string());
  CHECK(found == kSizes.size());
  for (const auto& [name, size] : kSizes) {
    CAPTURE(name);
    const Problem problem = read(data_folder() / name);
    CHECK(size_of(problem) == size);
    const lcp::Solution solution = solved(problem);
    CHECK(solution.status == lcp::Status::solved);
    CHECK(solution.residual <= 1e-10);
    MESSAGE(name << ": residual " << solution.residual);
  }
}

TEST_CASE("no file of the published folders is left out" * doctest::skip(!data_is_there())) {
  for (const char* folder : {"lcp", "contact2d", "contact3d", "global"})
    for (const auto& entry : std::filesystem::directory_iterator(data_folder() / folder)) {
      const std::string name = std::string(folder) + "/" + entry.path().filename().string();
      CHECK_MESSAGE(kSizes.contains(name), name);
    }
}

// Solutions that are printed with the problems or follow by hand.
TEST_CASE("published problems have their known solutions" * doctest::skip(!data_is_there())) {
  const auto forces = [](const char* name) { return solved(read(data_folder() / name)).f; };
  CHECK(forces("lcp/lcp_deudeu.dat").isApprox(Eigen::Vector2d(4.0 / 3, 7.0 / 3), 1e-12));
  CHECK(forces("lcp/lcp_CPS_1.dat").sum() == relative(1));  // all of z_1 + z_2 = 1 solve it
  CHECK(forces("lcp/lcp_exp_murty.dat").isApprox(Eigen::VectorXd::Unit(6, 5), 1e-12));
  // W = 1, q = (-1, 1, 3): r_N = 1, and r_T = -0.1 (1, 3) / |(1, 3)| at each contact.
  const Eigen::Vector3d r(1, -0.1 / std::sqrt(10.0), -0.3 / std::sqrt(10.0));
  CHECK(forces("contact3d/FC3D_Example1.dat").isApprox(r.replicate(3, 1), 1e-9));
}

TEST_CASE("Murty's exponential example, read column by column, is upper triangular" *
          doctest::skip(!data_is_there())) {
  const auto problem = read(data_folder() / "lcp/lcp_exp_murty.dat");
  const auto& A = std::get<lcp::Lcp>(problem).A;
  CHECK(A.isUpperTriangular());
  CHECK(A(0, 5) == 2);
  CHECK(A.diagonal() == Eigen::VectorXd::Ones(6));
}

bool same_data(const lcp::ContactProblem& x, const lcp::ContactProblem& y) {
  return x.A == y.A && x.b == y.b;
}

bool same_data(const lcp::GlobalContactProblem& x, const lcp::GlobalContactProblem& y) {
  return Eigen::MatrixXd(x.M) == Eigen::MatrixXd(y.M) &&
         Eigen::MatrixXd(x.H) == Eigen::MatrixXd(y.H) && x.f == y.f && x.w == y.w;
}

TEST_CASE("published contact problems come back from FCLIB to the bit" *
          doctest::skip(!data_is_there())) {
  for (const auto& [name, size] : kSizes) {
    if (size.contacts == 0) continue;
    CAPTURE(name);
    const Problem problem = read(data_folder() / name);
    const auto file = problem_scratch::scratch("published.hdf5");
    REQUIRE(write_problem(file, problem).empty());
    const Problem again = read(file);
    REQUIRE(again.index() == problem.index());
    CHECK(size_of(again) == size);
    if (const auto* contact = std::get_if<lcp::ContactProblem>(&problem))
      CHECK(same_data(*contact, std::get<lcp::ContactProblem>(again)));
    else
      CHECK(same_data(std::get<lcp::GlobalContactProblem>(problem),
                      std::get<lcp::GlobalContactProblem>(again)));
  }
}

}  // namespace
}  // namespace perpend::io
