// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "bindings.hpp"
#include "rollout.hpp"
#include "sim/inputs/state_check.hpp"
#include "world.hpp"

namespace nb = nanobind;

namespace perpend::python {
namespace {

using Given3 = nb::ndarray<const double, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

template <typename T, std::size_t Dimensions>
auto array(T* memory, const std::array<std::size_t, Dimensions>& shape) {
  const nb::capsule owner(memory, [](void* p) noexcept { delete[] static_cast<T*>(p); });
  return nb::ndarray<nb::numpy, T>(memory, Dimensions, shape.data(), owner);
}

using Fault = std::string (*)(const Model&, const Eigen::VectorXd&);

// Throws InvalidArgument with the first row that `fault` finds one in.
void check_rows(const char* argument, const char* expected, const GivenMatrix& rows,
                const Model& model, Fault fault) {
  for (std::size_t i = 0; i < rows.shape(0); ++i) {
    const auto columns = static_cast<Eigen::Index>(rows.shape(1));
    const Eigen::Map<const Eigen::VectorXd> row(rows.data() + i * rows.shape(1), columns);
    const std::string found = fault(model, row);
    if (!found.empty())
      throw InvalidArgument(argument, expected, "row " + std::to_string(i) + ", where " + found);
  }
}

void check_controls(const Given3& ctrl) {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const double* const found = std::find_if_not(ctrl.data(), ctrl.data() + ctrl.size(), is_finite);
  const auto at = static_cast<std::size_t>(found - ctrl.data());
  if (at == ctrl.size()) return;
  const std::size_t run = ctrl.shape(1) * ctrl.shape(2);
  throw InvalidArgument("ctrl", "finite",
                        std::to_string(*found) + " in row " + std::to_string(at / run));
}

nb::tuple rolled_out(World& world, GivenMatrix q0, GivenMatrix v0, std::optional<Given3> ctrl,
                     std::size_t steps, int threads) {
  const Model& model = world.model();
  const std::size_t runs = q0.shape(0), nq = model.q_size(), nv = model.dof();
  const std::size_t nu = world.motors().size();
  require(q0.shape(1) == nq, "q0", "of shape (runs, nq)", static_cast<double>(q0.shape(1)));
  require(v0.shape(0) == runs && v0.shape(1) == nv, "v0", "of shape (runs, nv)",
          static_cast<double>(v0.shape(1)));
  if (ctrl)
    require(ctrl->shape(0) == runs && ctrl->shape(1) == steps && ctrl->shape(2) == nu, "ctrl",
            "of shape (runs, steps, motors)", static_cast<double>(ctrl->shape(2)));
  check_rows("q0", "a pose of the model in every row", q0, model, not_a_pose);
  check_rows("v0", "finite in every row", v0, model, not_a_velocity);
  if (ctrl) check_controls(*ctrl);
  auto q = std::make_unique<double[]>(runs * steps * nq);
  auto v = std::make_unique<double[]>(runs * steps * nv);
  auto done = std::make_unique<std::int64_t[]>(runs);
  {
    const nb::gil_scoped_release release;
    rollout(model, world.options(),
            {runs, steps, q0.data(), v0.data(), ctrl ? ctrl->data() : nullptr, threads},
            {q.get(), v.get(), done.get()});
  }
  return nb::make_tuple(array<double, 3>(q.release(), {runs, steps, nq}),
                        array<double, 3>(v.release(), {runs, steps, nv}),
                        array<std::int64_t, 1>(done.release(), {runs}));
}

}  // namespace

void bind_rollout(nb::module_& m) {
  m.def("rollout", &rolled_out, nb::arg("world"), nb::arg("q0"), nb::arg("v0"),
        nb::arg("ctrl").none(), nb::arg("steps"), nb::arg("threads"));
}

}  // namespace perpend::python
