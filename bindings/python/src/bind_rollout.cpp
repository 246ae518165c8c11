// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "bindings.hpp"
#include "interrupt.hpp"
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

// Throws InvalidArgument for the first row in which `fault` finds one.
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

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t length : shape)
    text += (text.empty() ? "" : ", ") + std::to_string(length);
  return "(" + text + ")";
}

template <typename Array>
void check_shape(const char* argument, const std::vector<std::size_t>& expected,
                 const Array& array) {
  std::vector<std::size_t> shape;
  for (std::size_t i = 0; i < array.ndim(); ++i) shape.push_back(array.shape(i));
  require(shape == expected, argument, "of shape " + shape_text(expected), shape_text(shape));
}

// Returns the checked inputs of all steps; null if they are not given.
const double* checked_inputs(const char* argument, const std::optional<Given3>& given,
                             const std::vector<std::size_t>& shape) {
  if (!given) return nullptr;
  check_shape(argument, shape, *given);
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const double* const end = given->data() + given->size();
  const double* const found = std::find_if_not(given->data(), end, is_finite);
  if (found == end) return given->data();
  const auto run = static_cast<std::size_t>(found - given->data()) / (shape[1] * shape[2]);
  throw InvalidArgument(argument, "finite",
                        std::to_string(*found) + " in row " + std::to_string(run));
}

void check_forces(const Model& model, const double* force, std::size_t rows) {
  for (const Body& body : model.bodies)
    for (std::size_t i = 0; !body.is_dynamic() && i < rows; ++i) {
      const double* own = force + i * static_cast<std::size_t>(model.dof()) + body.v_offset;
      require(std::all_of(own, own + body.dof, [](double value) { return value == 0; }), "force",
              "0 on bodies that no force moves", body.details->name);
    }
}

void check_starts(const Model& model, std::size_t runs, const GivenMatrix& q0,
                  const GivenMatrix& v0) {
  check_shape("q0", {runs, static_cast<std::size_t>(model.q_size())}, q0);
  check_shape("v0", {runs, static_cast<std::size_t>(model.dof())}, v0);
  check_rows("q0", "a pose of the model in every row", q0, model, not_a_pose);
  check_rows("v0", "finite in every row", v0, model, not_a_velocity);
}

// Returns what perpend.rollout.Reports has: every field of every run, then status, message, time
// and step of its last step.
nb::tuple packed(const std::vector<RunReport>& reports) {
  const std::size_t fields = report_fields().size();
  auto values = std::make_unique<double[]>(reports.size() * fields);
  nb::list status, message, time, step;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const std::span<const double> merged = reports[i].merged.values();
    std::copy_n(merged.begin(), std::min(fields, merged.size()), values.get() + i * fields);
    status.append(std::string(to_string(reports[i].last.status)));
    message.append(reports[i].message);
    time.append(reports[i].last.time);
    step.append(reports[i].last.step);
  }
  return nb::make_tuple(array<double, 2>(values.release(), {reports.size(), fields}), status,
                        message, time, step);
}

// Returns None for an array that is not wanted.
nb::object wanted(std::unique_ptr<double[]> values, const std::array<std::size_t, 3>& shape) {
  if (!values) return nb::none();
  return nb::cast(array<double, 3>(values.release(), shape));
}

nb::tuple rolled_out(World& world, std::optional<GivenMatrix> q0, std::optional<GivenMatrix> v0,
                     const std::vector<const Snapshot*>& given, std::optional<Given3> ctrl,
                     std::optional<Given3> force, std::optional<Given3> joint_force,
                     std::size_t steps, int threads, bool joints) {
  // Calls that may wait come first: from here on the world cannot change until the interpreter's
  // lock is released.
  const State here = world.state();
  const auto scene = world.shared_scene();
  const Model& model = scene->model;
  const std::size_t runs = q0 ? q0->shape(0) : given.size();
  const std::size_t nq = model.q_size(), nv = model.dof(),
                    nu = control_count(model, world.motors());
  if (q0 && v0) check_starts(model, runs, *q0, *v0);
  std::vector<State> states;
  for (const Snapshot* each : given) states.push_back(world.taken(*each));
  std::vector<const State*> starts(runs, &here);
  for (std::size_t i = 0; i < states.size(); ++i) starts[i] = &states[i];
  const std::size_t nc = model.joint_coordinates;
  const double* const targets = checked_inputs("ctrl", ctrl, {runs, steps, nu});
  const double* const forces = checked_inputs("force", force, {runs, steps, nv});
  const double* const along = checked_inputs("joint_force", joint_force, {runs, steps, nc});
  if (forces) check_forces(model, forces, runs * steps);
  auto q = std::make_unique<double[]>(runs * steps * nq);
  auto v = std::make_unique<double[]>(runs * steps * nv);
  auto done = std::make_unique<std::int64_t[]>(runs);
  auto residual = std::make_unique<double[]>(runs * steps);
  auto bound = std::make_unique<double[]>(runs * steps);
  auto certified = std::make_unique<bool[]>(runs * steps);
  std::vector<RunReport> reports(runs);
  auto coordinates = joints ? std::make_unique<double[]>(runs * steps * nc) : nullptr;
  auto rates = joints ? std::make_unique<double[]>(runs * steps * nc) : nullptr;
  const SimulationOptions options = world.options();
  Interrupt interrupt;
  const RolloutPlan plan{.runs = runs,
                         .steps = steps,
                         .starts = starts,
                         .q0 = q0 ? q0->data() : nullptr,
                         .v0 = v0 ? v0->data() : nullptr,
                         .ctrl = targets,
                         .force = forces,
                         .joint_force = along,
                         .held = world.held(),
                         .threads = threads,
                         .interrupted = std::ref(interrupt)};
  {
    const nb::gil_scoped_release release;
    rollout(model, options, plan,
            {q.get(), v.get(), done.get(), residual.get(), bound.get(), certified.get(),
             reports.data(), coordinates.get(), rates.get()});
  }
  interrupt.rethrow();
  return nb::make_tuple(array<double, 3>(q.release(), {runs, steps, nq}),
                        array<double, 3>(v.release(), {runs, steps, nv}),
                        array<std::int64_t, 1>(done.release(), {runs}),
                        array<double, 2>(residual.release(), {runs, steps}),
                        array<double, 2>(bound.release(), {runs, steps}),
                        array<bool, 2>(certified.release(), {runs, steps}),
                        wanted(std::move(coordinates), {runs, steps, nc}),
                        wanted(std::move(rates), {runs, steps, nc}), packed(reports));
}

}  // namespace

void bind_rollout(nb::module_& m) {
  m.def("rollout", &rolled_out, nb::arg("world"), nb::arg("q0").none(), nb::arg("v0").none(),
        nb::arg("states"), nb::arg("ctrl").none(), nb::arg("force").none(),
        nb::arg("joint_force").none(), nb::arg("steps"), nb::arg("threads"), nb::arg("joints"));
}

}  // namespace perpend::python
