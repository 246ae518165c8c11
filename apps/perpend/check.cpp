// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "load_scene.hpp"
#include "mechanism.hpp"
#include "perpend/contact/collider.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

struct Contents {
  int dynamic = 0, contacts = 0;
  double heaviest = 0, lightest = 0, overlap = 0;
};

Contents contents_of(const io::Scene& scene) {
  Contents c;
  for (const Body& body : scene.model.bodies) {
    if (!body.is_dynamic()) continue;
    c.lightest = c.dynamic++ ? std::min(c.lightest, body.mass) : body.mass;
    c.heaviest = std::max(c.heaviest, body.mass);
  }
  Collider collider(scene.model);
  const auto contacts = collider.collide(initial_state(scene.model), scene.options.margin);
  c.contacts = static_cast<int>(contacts.size());
  c.overlap = deepest_overlap(contacts);
  return c;
}

std::string_view body_name(const Model& model, BodyId body) {
  return body == kWorld ? "world" : std::string_view(model.bodies[body.index].name);
}

nlohmann::ordered_json to_json(const Model& model, const Mechanism& mechanism) {
  nlohmann::ordered_json joints = nlohmann::ordered_json::array();
  for (const Joint& joint : model.joints)
    joints.push_back({{"name", joint.name},
                      {"kind", to_string(joint.kind)},
                      {"a", body_name(model, joint.a)},
                      {"b", body_name(model, joint.b)},
                      {"rows", joint.rows}});
  nlohmann::ordered_json object = {{"dof", mechanism.dof},     {"rows", mechanism.rows},
                                   {"loops", mechanism.loops}, {"rank", nullptr},
                                   {"mobility", nullptr},      {"joints", joints}};
  if (!mechanism.rank) return object;
  object["rank"] = *mechanism.rank;
  object["mobility"] = mechanism.dof - *mechanism.rank;
  return object;
}

void print_joints(const Model& model) {
  constexpr std::size_t kMost = 20;  // longer lists are in --json
  for (std::size_t i = 0; i < std::min(kMost, model.joints.size()); ++i) {
    const Joint& joint = model.joints[i];
    fmt::print("    {:<18} {:<14} {} - {}, {} row{}\n", joint.name, to_string(joint.kind),
               body_name(model, joint.a), body_name(model, joint.b), joint.rows,
               joint.rows == 1 ? "" : "s");
  }
  if (model.joints.size() > kMost) fmt::print("    and {} more\n", model.joints.size() - kMost);
  for (const Coupler& coupler : model.couplers)
    fmt::print("    {:<18} {:<14} {} terms, 1 row\n", coupler.name, "coupler",
               coupler.terms.size());
}

void print_mechanism(const Model& model, const Mechanism& mechanism) {
  fmt::print("  joints      {} ({} rows), {} couplers, {} closed loops\n", model.joints.size(),
             mechanism.rows, model.couplers.size(), mechanism.loops);
  print_joints(model);
  if (!mechanism.rank) {
    fmt::print("  mobility    at least {} (velocities less rows)\n",
               mechanism.dof - mechanism.rows);
    return;
  }
  const int spare = mechanism.rows - *mechanism.rank;
  fmt::print("  mobility    {} at the start: {} velocities, {} independent rows{}\n",
             mechanism.dof - *mechanism.rank, mechanism.dof, *mechanism.rank,
             spare > 0 ? fmt::format("; {} redundant, their reactions are not unique", spare) : "");
}

}  // namespace

int check(const std::string& name, bool json) {
  const Result<io::Scene> scene = load_scene(name);
  if (!scene) {
    if (json) {
      nlohmann::ordered_json rows = nlohmann::ordered_json::array();
      for (const Diagnostic& d : scene.error())
        rows.push_back({{"file", d.file},
                        {"line", d.line},
                        {"element", d.element},
                        {"message", d.message},
                        {"hint", d.hint}});
      fmt::print("{}\n", nlohmann::ordered_json{{"diagnostics", rows}}.dump());
    }
    fmt::print(stderr, "{}\n", to_string(scene.error()));
    return kUsage;
  }
  const Contents c = contents_of(*scene);
  const Mechanism mechanism = mechanism_of(scene->model);
  if (json) {
    const nlohmann::ordered_json object = {{"scene", scene->name},
                                           {"bodies", scene->model.bodies.size()},
                                           {"dynamic", c.dynamic},
                                           {"joints", scene->model.joints.size()},
                                           {"contacts_at_start", c.contacts},
                                           {"overlap_m", c.overlap},
                                           {"mechanism", to_json(scene->model, mechanism)},
                                           {"diagnostics", nlohmann::ordered_json::array()}};
    fmt::print("{}\n", object.dump());
    return kOk;
  }
  fmt::print("{}: {}\n", scene->name, scene->description);
  fmt::print("  bodies      {} ({} move freely, masses {:.4g} to {:.4g} kg)\n",
             scene->model.bodies.size(), c.dynamic, c.lightest, c.heaviest);
  print_mechanism(scene->model, mechanism);
  fmt::print("  at start    {} contact points, deepest overlap {:.3g} m\n", c.contacts, c.overlap);
  fmt::print("  run         {} s in steps of {} s\n", scene->duration, scene->options.dt);
  fmt::print("  law         {}; solver {}; others: {}\n", to_string(scene->options.law),
             lcp::to_string(scene->options.solver), supported_methods(scene->options.law));
  return kOk;
}

}  // namespace perpend::app
