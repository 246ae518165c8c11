// SPDX-License-Identifier: Apache-2.0
#include "view/messages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "io/page/frame_columns.hpp"
#include "io/page/run_page_bodies.hpp"
#include "io/page/run_page_view.hpp"
#include "io/page/space_view.hpp"
#include "perpend/sim/report_fields.hpp"
#include "sim/inputs/actuation.hpp"
#include "view/option_text.hpp"

namespace perpend::view {
namespace {

using nlohmann::json;

std::string text(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

// Returns pairs of materials whose bodies can collide, at most as many as a panel has room for.
json friction_json(const Model& model) {
  constexpr std::size_t kMost = 24;
  const std::size_t count = model.materials.size();
  std::vector<bool> used(count, false), moves(count, false);
  for (const Body& body : model.bodies) {
    if (body.details->shapes.empty() && body.details->spatial_shapes.empty()) continue;
    used[body.material] = true;
    if (body.is_dynamic()) moves[body.material] = true;
  }
  json pairs = json::array();
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a; b < count && pairs.size() < kMost; ++b) {
      if (!used[a] || !used[b] || !(moves[a] || moves[b])) continue;
      const SurfacePair& pair = model.surface_pairs[a * count + b];
      pairs.push_back({{"a", a},
                       {"b", b},
                       {"name_a", model.materials[a].name},
                       {"name_b", model.materials[b].name},
                       {"mu", pair.mu_s},
                       {"mu_k", pair.mu_k}});
    }
  return pairs;
}

json limit(double value) {
  return std::isfinite(value) ? json(value) : json();
}

bool is_target_of(const Actuator& actuator, int joint, int coordinate) {
  return actuator.kind == ActuatorKind::target && actuator.joint.index == joint &&
         actuator.coordinate == coordinate;
}

// `driven` says that actuators set the target, and not the panel.
json motor_json(const Model& model, int joint, const CoordinateDef& def,
                const MotorCommands& commands, const HeldInputs& held) {
  const int at = model.joints[joint].first_coordinate + def.coordinate;
  const bool driven = std::ranges::any_of(model.actuators, [&](const Actuator& each) {
    return is_target_of(each, joint, def.coordinate);
  });
  double target = commands.target[at], most = commands.max_force[at];
  for (const MotorInput& set : held.motors)
    if (set.joint.index == joint && set.coordinate == def.coordinate) {
      target = set.target.value_or(target);
      most = set.max_force.value_or(most);
    }
  return {{"joint", joint},
          {"coordinate", def.coordinate},
          {"target", target},
          {"max_force", limit(most)},
          {"driven", driven}};
}

json motors_json(const World& world) {
  json motors = json::array();
  const Model& model = world.model();
  const MotorCommands commands = actuation(model, world.control()).motors;
  const HeldInputs held = world.held();
  for (int i = 0; i < static_cast<int>(model.joints.size()); ++i)
    for (const CoordinateDef& def : model.joints[i].coordinates)
      if (def.motor != MotorKind::none) motors.push_back(motor_json(model, i, def, commands, held));
  return motors;
}

json control_json(const Actuator& actuator, int index, double control) {
  const bool acts = actuator.kind != ActuatorKind::none;
  return {{"actuator", index},
          {"name", actuator.name},
          {"kind", to_string(actuator.kind)},
          {"joint", acts ? json(actuator.joint.index) : json()},
          {"coordinate", acts ? json(actuator.coordinate) : json()},
          {"gain", actuator.gain},
          {"offset", actuator.offset},
          {"lo", limit(actuator.control_lo)},
          {"hi", limit(actuator.control_hi)},
          {"force_lo", limit(actuator.force_lo)},
          {"force_hi", limit(actuator.force_hi)},
          {"control", control}};
}

json controls_json(const World& world) {
  json controls = json::array();
  const std::vector<Actuator>& actuators = world.model().actuators;
  const Eigen::VectorXd given = world.control();
  for (int i = 0; i < static_cast<int>(actuators.size()); ++i)
    controls.push_back(control_json(actuators[i], i, given[i]));
  return controls;
}

json report_json(const StepReport& report) {
  json values = json::object();
  for (const ReportField& field : report_fields()) {
    const double value = field.value(report);
    values[field.name] = std::isfinite(value) ? json(value) : json();
  }
  values["message"] = report.message;
  return values;
}

json told_json(const Moment& now) {
  if (now.told.empty()) return {};
  return {{"step", now.told_step}, {"message", now.told}};
}

json pulls_json(const World& world) {
  json pulls = json::array();
  const State& state = world.now().state;
  for (const auto& [client, pull] : world.pulls()) {
    pulls.push_back({{"body", pull.body().index},
                     {"point", numbers(pull.point(world.model(), state))},
                     {"target", numbers(pull.target())},
                     {"rigid", pull.is_rigid()},
                     {"force", world.pull_force(client).norm()}});
  }
  return pulls;
}

// A JSON header followed by the arrays of four-byte numbers that it names.
class Frame {
 public:
  explicit Frame(json header) : header_(std::move(header)) { header_["arrays"] = json::array(); }

  template <typename T>
  void add(const std::string& name, const char* type, const std::vector<T>& values) {
    static_assert(sizeof(T) == 4);
    header_["arrays"].push_back({name, type, values.size()});
    numbers_.append(reinterpret_cast<const char*>(values.data()), 4 * values.size());
  }
  std::string bytes() const {
    std::string head = text(header_);
    head.resize((head.size() + 3) / 4 * 4, ' ');
    const auto length = static_cast<std::uint32_t>(head.size());
    std::string all(reinterpret_cast<const char*>(&length), sizeof length);
    return all.append(head).append(numbers_);
  }

 private:
  json header_;
  std::string numbers_;
};

void add_contacts(const World& world, Frame& frame) {
  io::ContactColumns columns;
  columns.add_frame(world.model(), world.now().contacts, world.options().dt);
  const std::vector<std::int32_t> status(columns.status.begin(), columns.status.end());
  frame.add("status", "i", status);
  frame.add("a", "i", columns.a);
  frame.add("b", "i", columns.b);
  frame.add("gap", "f", columns.gap);
  frame.add("mu", "f", columns.mu);
  for (std::size_t k = 0; k < columns.vectors.size(); ++k)
    for (int axis = 0; axis < 3; ++axis)
      frame.add(std::string(io::ContactColumns::kVectors[k]) + "xyz"[axis], "f",
                columns.vectors[k][axis]);
}

}  // namespace

std::string scene_message(const study::Scene& scene, const std::vector<std::string>& joint_notes,
                          bool goes_on) {
  const io::RunPage page{.model = &scene.model,
                         .colors = scene.colors,
                         .visuals = scene.visuals,
                         .view = scene.view,
                         .joint_notes = joint_notes};
  const State start = initial_state(scene.model);
  json materials = json::array();
  for (const Material& material : scene.model.materials) materials.push_back(material.name);
  return text({{"kind", "scene"},
               {"goes_on", goes_on},
               {"scene", scene.name},
               {"description", scene.description},
               {"in_space", io::is_in_space(scene.model)},
               {"materials", materials},
               {"bodies", io::bodies_json(page)},
               {"joints", io::joints_json(page)},
               {"view", io::view_json(page, std::span(&start, 1))}});
}

std::string faults_message(const Diagnostics& faults) {
  json lines = json::array();
  for (const Diagnostic& fault : faults) lines.push_back(to_string(fault));
  return text({{"kind", "faults"}, {"faults", lines}});
}

std::string refusal_message(const std::string& words) {
  return text({{"kind", "refused"}, {"why", words}});
}

std::string settings_message(const World& world, const Pace& pace, const std::string& notice) {
  const SimulationOptions& options = world.options();
  const auto law = names<ContactLaw::Kind>()[static_cast<std::size_t>(options.law.kind)];
  return text({{"kind", "settings"},
               {"running", pace.running},
               {"speed", pace.speed},
               {"notice", notice},
               {"gravity", numbers(world.model().gravity)},
               {"dt", options.dt},
               {"law", to_string(options.law)},
               {"law_words", law.doc},
               {"options", options_json(options, io::is_in_space(world.model()))},
               {"friction", friction_json(world.model())},
               {"motors", motors_json(world)},
               {"controls", controls_json(world)}});
}

std::string frame_message(const World& world, const Pace& pace) {
  const Moment& now = world.now();
  io::FrameColumns columns;
  columns.add(world.model(), now.state, world.options().dt);
  columns.add_forces(now.forces);
  Frame frame({{"kind", "frame"},
               {"time", now.state.time},
               {"step", now.state.step},
               {"hash", fmt::format("{:016x}", hash(now.state))},
               {"back", world.depth()},
               {"achieved", pace.achieved},
               {"report", report_json(now.report)},
               {"uncertified", now.uncertified},
               {"told", told_json(now)},
               {"pulls", pulls_json(world)}});
  frame.add("poses", "f", columns.poses);
  frame.add("velocities", "f", columns.velocities);
  frame.add("reactions", "f", columns.reactions);
  frame.add("coordinates", "f", columns.coordinates);
  frame.add("forces", "f", columns.forces);
  frame.add("broken", "i", std::vector<std::int32_t>(columns.broken.begin(), columns.broken.end()));
  add_contacts(world, frame);
  return frame.bytes();
}

}  // namespace perpend::view
