// SPDX-License-Identifier: Apache-2.0
#include <nanobind/eigen/dense.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.hpp"
#include "dynamics/joints/mechanism_warnings.hpp"
#include "errors.hpp"
#include "interrupt.hpp"
#include "options.hpp"
#include "turn.hpp"
#include "values.hpp"
#include "world.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace perpend::python {
namespace {

// A row of World.contacts; perpend.measure.CONTACT has the same layout.
struct PackedContact {
  std::int32_t a, b, status, reserved;
  double point[3], normal[3], gap, impulse[3], slip[3], mu, moment[3];
};

PackedContact packed(const ContactRecord& contact) {
  PackedContact row{contact.a.index,
                    contact.b.index,
                    static_cast<std::int32_t>(contact.status),
                    0,
                    {},
                    {},
                    contact.gap,
                    {},
                    {},
                    contact.mu,
                    {}};
  for (int k = 0; k < 3; ++k) {
    row.point[k] = contact.point[k];
    row.normal[k] = contact.normal[k];
    row.impulse[k] = contact.impulse[k];
    row.slip[k] = contact.slip[k];
    row.moment[k] = contact.moment[k];
  }
  return row;
}

nb::bytes contacts(World& world) {
  std::vector<PackedContact> rows;
  for (const ContactRecord& contact : world.contacts()) rows.push_back(packed(contact));
  return nb::bytes(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(PackedContact));
}

std::vector<study::Parameter> parameters_of(const nb::dict& values) {
  std::vector<study::Parameter> parameters;
  for (const auto& [key, value] : values) {
    if (!nb::isinstance<nb::str>(key))
      throw InvalidArgument("parameters", "a dict from names to numbers",
                            shown(key) + " as a name");
    const std::string name = shown(key);
    const std::optional<double> number = number_of(value);
    if (!number)
      throw InvalidArgument("parameters['" + name + "']", "a finite number", shown(value));
    parameters.push_back({name, *number});
  }
  return parameters;
}

World* made(study::Scene scene, const nb::dict& options) {
  const SimulationOptions chosen = changed(scene.options, options);
  return new World(std::make_shared<const study::Scene>(std::move(scene)), chosen);
}

World* load(const std::string& name_or_path, const nb::dict& parameters, const nb::dict& options,
            std::vector<std::filesystem::path> folders) {
  const std::vector<std::filesystem::path> found = io::scene_folders();
  folders.insert(folders.begin(), found.begin(), found.end());
  const std::filesystem::path file = value_or_throw(io::find_scene(name_or_path, folders));
  return made(value_or_throw(io::read_scene(file, parameters_of(parameters))), options);
}

World* parse(const std::string& text, const std::string& file, const nb::dict& parameters,
             const nb::dict& options) {
  return made(value_or_throw(io::parse_scene(text, file, parameters_of(parameters))), options);
}

void exchange(World& world, const std::string& text, const nb::dict& parameters) {
  world.exchange(value_or_throw(io::parse_scene(text, "scene", parameters_of(parameters))));
}

// Returns an array that refers to memory of the world and keeps it alive.
template <const Shared& (World::*member)()>
Vector view(World& world) {
  const Shared& values = (world.*member)();
  const nb::capsule owner(new Shared(values),
                          [](void* p) noexcept { delete static_cast<Shared*>(p); });
  return Vector(values->data(), {static_cast<std::size_t>(values->size())}, owner);
}

nb::dict report_values(World& world) {
  nb::dict values;
  const std::span<const ReportField> fields = report_fields();
  const std::span<const double> numbers = world.report();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].is_count())
      values[fields[i].name.c_str()] = static_cast<std::int64_t>(numbers[i]);
    else
      values[fields[i].name.c_str()] = numbers[i];
  }
  values["status"] = std::string(to_string(world.last().status));
  values["message"] = world.message();
  values["time"] = world.last().time;
  values["step"] = world.last().step;
  return values;
}

nb::list expectations(World& world) {
  nb::list list;
  const State& state = world.state();
  for (const study::Expectation& each : world.scene().expectations) {
    nb::dict entry;
    entry["what"] = to_string(world.model(), each.measurand);
    entry["time"] = each.time;
    entry["expected"] = each.value;
    entry["tolerance"] = each.tolerance;
    entry["value"] = measure(world.model(), state, each.measurand, world.options().dt);
    entry["why"] = each.why;
    list.append(entry);
  }
  return list;
}

Eigen::Vector4d wxyz(const Eigen::Quaterniond& r) {
  return {r.w(), r.x(), r.y(), r.z()};
}

nb::tuple body_pose(World& world, int body) {
  const spatial::Pose pose = spatial_frame_pose(world.model(), world.state(), {body});
  return nb::make_tuple(pose.p, wxyz(pose.r));
}

nb::tuple body_motion(World& world, int body) {
  const Twist twist = body_twist(world.model(), world.state(), {body});
  return nb::make_tuple(twist.velocity, twist.omega);
}

std::pair<int, int> slice_of(const World& world, int body, bool velocities) {
  const Body& b = body_at(world, body);
  return velocities ? std::pair{b.v_offset, b.dof} : std::pair{b.q_offset, b.q_size};
}

void step(World& world, int n) {
  Interrupt interrupt;
  world.begin(n);
  do {
    const Turn turn(world);
    n = world.advance(n);
  } while (n > 0 && !interrupt());
  interrupt.rethrow();
}

void save(World& world, const std::filesystem::path& path) {
  const study::Scene& scene = world.scene();
  const io::RunHeader header{scene.name, scene.text, scene.parameters, world.options()};
  throw_if_any(io::write_snapshot(path, world.model(), world.state(), header));
}

}  // namespace

void bind_world(nb::module_& m) {
  m.def("report_fields", [] {
    nb::list rows;
    for (const ReportField& f : report_fields())
      rows.append(nb::make_tuple(f.name, f.unit, f.doc, f.is_count()));
    return rows;
  });
  m.def("option_fields", [] {
    nb::list rows;
    for_each_option([&](const auto& f) {
      rows.append(nb::make_tuple(std::string(f.name), std::string(f.unit), std::string(f.doc)));
    });
    return rows;
  });
  m.def("scene_names", [](std::vector<std::filesystem::path> folders) {
    const std::vector<std::filesystem::path> found = io::scene_folders();
    folders.insert(folders.begin(), found.begin(), found.end());
    nb::list rows;
    for (const io::SceneEntry& each : io::list_scenes(folders))
      rows.append(nb::make_tuple(each.name, each.description));
    return rows;
  });

  m.def("checked_parameters", [](const nb::dict& values) {
    nb::dict numbers;
    for (const auto& each : parameters_of(values)) numbers[each.name.c_str()] = each.value;
    return numbers;
  });

  m.def("one_of", [](const std::vector<std::string>& names, const std::string& given) {
    return one_of(names, given, kMostNames);
  });

  nb::class_<World> world(m, "World");
  bind_drive(world);
  bind_measure(world);
  bind_joints(world);
  bind_frames(world);
  bind_derivatives(world);
  bind_shapes(world);
  world.def_static("load", &load, nb::rv_policy::take_ownership)
      .def_static("parse", &parse, nb::rv_policy::take_ownership)
      .def("step", &step, "n"_a)
      .def("reset", &World::reset)
      .def("snapshot", &World::snapshot)
      .def("restore", nb::overload_cast<const Snapshot&>(&World::restore))
      .def("save", &save)
      .def("load_state",
           [](World& w, const std::filesystem::path& path) {
             const io::RunHeader header = value_or_throw(io::read_snapshot_header(path));
             const State state = value_or_throw(io::read_snapshot(path, w.model()));
             w.restore(Snapshot{state, w.bodies(), header.options.dt});
           })
      .def("hash", [](World& w) { return hash(w.state()); })
      .def("momentum",
           [](World& w) {
             const Momentum p = total_momentum(w.model(), w.state());
             return nb::make_tuple(p.linear, p.angular);
           })
      .def("options", [](const World& w) { return to_dict(w.options()); })
      .def("set_options",
           [](World& w, const nb::dict& d) { w.set_options(changed(w.options(), d)); })
      .def("contacts", &contacts)
      .def("report", &report_values)
      .def("expectations", &expectations)
      .def("time", [](World& w) { return w.state().time; })
      .def("q", &view<&World::q>)
      .def("v", &view<&World::v>)
      .def("ctrl", &view<&World::ctrl>)
      .def("force", &view<&World::force>)
      .def("joint_force", &view<&World::joint_force>)
      .def("exchange", &exchange)
      .def("copy", [](World& w) { return w.copy(); })
      .def("warnings", [](const World& w) { return packed(all_warnings(w.model())); })
      .def("gravity", [](const World& w) { return w.model().gravity; })
      .def("set_gravity", &World::set_gravity)
      .def("generation", &World::generation)
      .def("name", [](const World& w) { return w.scene().name; })
      .def("text", [](const World& w) { return w.scene().text; })
      .def("duration", [](const World& w) { return w.scene().duration; })
      .def("parameters",
           [](const World& w) {
             nb::dict values;
             for (const auto& each : w.scene().parameters) values[each.name.c_str()] = each.value;
             return values;
           })
      .def("body_names", [](const World& w) { return body_names(w.model()); })
      .def("joint_names", [](const World& w) { return joint_names(w.model()); })
      .def("motor_names", [](const World& w) { return motor_names(w.model()); })
      .def("actuator_names", [](const World& w) { return control_names(w.model()); })
      .def("coordinate_names", [](const World& w) { return coordinate_names(w.model()); })
      .def("body", [](const World& w,
                      const std::string& name) { return body_named(w.model(), name).index; })
      .def("body_pose", &body_pose)
      .def("body_motion", &body_motion)
      .def("body_mass", [](const World& w, int body) { return body_at(w, body).mass; })
      .def("slice", &slice_of);
}

}  // namespace perpend::python
