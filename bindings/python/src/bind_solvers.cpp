// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "names.hpp"
#include "perpend/core/error.hpp"
#include "perpend/lcp/solve.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::VectorXd vector(const GivenVector& given) {
  return Eigen::Map<const Eigen::VectorXd>(given.data(), static_cast<Eigen::Index>(given.size()));
}

Eigen::MatrixXd matrix(const GivenMatrix& given) {
  return Eigen::Map<const RowMajor>(given.data(), static_cast<Eigen::Index>(given.shape(0)),
                                    static_cast<Eigen::Index>(given.shape(1)));
}

lcp::Options options(const std::string& method, const std::optional<GivenVector>& warm) {
  const std::optional<lcp::Method> chosen = lcp::method_from_name(method);
  if (!chosen) throw InvalidArgument("method", one_of(name_list<lcp::Method>(), method), method);
  lcp::Options options{.method = *chosen};
  if (warm) options.warm = {warm->data(), warm->size()};
  return options;
}

nb::dict to_dict(const lcp::Solution& solution) {
  nb::dict values;
  values["f"] = copied(solution.f);
  values["a"] = copied(solution.a);
  values["status"] = std::string(to_string(solution.status));
  values["method"] = std::string(to_string(solution.answered_by));
  values["residual"] = solution.residual;
  values["residual_bound"] = solution.residual_bound;
  values["pivots"] = solution.pivots;
  values["factorisations"] = solution.factorisations;
  values["ray"] = copied(solution.ray);
  return values;
}

template <typename Problem>
nb::dict solved(const Problem& problem, const lcp::Options& options) {
  lcp::Solution solution;
  {
    const nb::gil_scoped_release release;
    solution = lcp::solve(problem, options);
  }
  return to_dict(solution);
}

nb::dict solve_lcp(const GivenMatrix& A, const GivenVector& b, const std::string& method,
                   const std::optional<GivenVector>& warm) {
  return solved(lcp::Lcp{matrix(A), vector(b)}, options(method, warm));
}

nb::dict solve_boxed(const GivenMatrix& A, const GivenVector& b, const GivenVector& lo,
                     const GivenVector& hi, const std::string& method,
                     const std::optional<GivenVector>& warm) {
  return solved(lcp::BoxedLcp{matrix(A), vector(b), vector(lo), vector(hi)}, options(method, warm));
}

// Rows are ordered contact by contact, each with a normal row and its tangent rows.
nb::dict solve_cone(const GivenMatrix& A, const GivenVector& b, const GivenVector& mu, int tangents,
                    const std::string& method, const std::optional<GivenVector>& warm) {
  require(tangents >= 0 && tangents <= 2, "tangents", "0, 1 or 2", tangents);
  lcp::ContactProblem problem{matrix(A), vector(b), {}, lcp::FrictionLaw::coulomb};
  for (std::size_t i = 0; i < mu.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(i) * (1 + tangents);
    problem.contacts.push_back(
        {.row = row, .tangents = tangents, .mu_s = mu.data()[i], .mu_k = mu.data()[i]});
  }
  return solved(problem, options(method, warm));
}

}  // namespace

void bind_solvers(nb::module_& m) {
  m.def("solve_lcp", &solve_lcp, nb::arg("A"), nb::arg("b"), nb::arg("method"),
        nb::arg("warm").none());
  m.def("solve_boxed", &solve_boxed, nb::arg("A"), nb::arg("b"), nb::arg("lo"), nb::arg("hi"),
        nb::arg("method"), nb::arg("warm").none());
  m.def("solve_cone", &solve_cone, nb::arg("A"), nb::arg("b"), nb::arg("mu"), nb::arg("tangents"),
        nb::arg("method"), nb::arg("warm").none());
}

}  // namespace perpend::python
