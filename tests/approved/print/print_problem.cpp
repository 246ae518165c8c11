// SPDX-License-Identifier: Apache-2.0
#include <variant>

#include "perpend/io/fclib.hpp"
#include "perpend/io/problem_file.hpp"
#include "print.hpp"

namespace perpend::print {
namespace {

void print_matrix(const char* name, const Eigen::MatrixXd& matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    fmt::print(" {} {}\n", name, numbers(Eigen::VectorXd(matrix.row(i).transpose())));
}

void print_vector(const char* name, const Eigen::VectorXd& values) {
  if (values.size() > 0) fmt::print(" {} {}\n", name, numbers(values));
}

void print_contacts(const std::vector<lcp::Contact>& contacts) {
  for (const lcp::Contact& c : contacts)
    fmt::print(" contact row {} tangents {} mu_s {} mu_k {} sliding {} direction {}\n", c.row,
               c.tangents, number(c.mu_s), number(c.mu_k), c.sliding, numbers(c.direction));
}

void print(const lcp::Lcp& p) {
  fmt::print("lcp\n");
  print_matrix("A", p.A);
  print_vector("b", p.b);
  print_vector("noise", p.noise);
}

void print(const lcp::BoxedLcp& p) {
  fmt::print("boxed\n");
  print_matrix("A", p.A);
  print_vector("b", p.b);
  print_vector("lo", p.lo);
  print_vector("hi", p.hi);
  print_vector("noise", p.noise);
}

void print(const lcp::ContactProblem& p) {
  fmt::print("contact law {}\n", static_cast<int>(p.law));
  print_matrix("A", p.A);
  print_vector("b", p.b);
  print_contacts(p.contacts);
  print_vector("noise", p.noise);
}

void print(const lcp::GlobalContactProblem& p) {
  fmt::print("global\n");
  print_matrix("M", p.M);
  print_matrix("H", p.H);
  print_vector("f", p.f);
  print_vector("w", p.w);
  print_contacts(p.contacts);
  print_vector("noise", p.noise);
}

void print_point(const char* name, const io::FclibPoint& point) {
  fmt::print(" {}\n", name);
  print_vector("f", point.f);
  print_vector("a", point.a);
  print_vector("v", point.v);
}

void print_extras(const io::FclibFile& file) {
  fmt::print(" title {} description {} math_info {}\n", file.title, file.description,
             file.math_info);
  if (file.solution) print_point("solution", *file.solution);
  for (const io::FclibPoint& guess : file.guesses) print_point("guess", guess);
}

}  // namespace

void problem(const std::filesystem::path& file) {
  const Result<io::Problem> read = io::read_problem(file);
  if (!read) return faults(read.error());
  std::visit([](const auto& p) { print(p); }, *read);
  if (file.extension() != ".hdf5" && file.extension() != ".h5") return;
  const Result<io::FclibFile> all = io::read_fclib(file);
  if (all) print_extras(*all);
}

}  // namespace perpend::print
