// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "load_scene.hpp"
#include "perpend/contact/collider.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

struct Contents {
  int dynamic = 0, contacts = 0, joint_rows = 0;
  double heaviest = 0, lightest = 0, overlap = 0;
};

Contents contents_of(const io::Scene& scene) {
  Contents c;
  for (const Body& body : scene.model.bodies) {
    if (!body.is_dynamic()) continue;
    c.lightest = c.dynamic++ ? std::min(c.lightest, body.mass) : body.mass;
    c.heaviest = std::max(c.heaviest, body.mass);
  }
  c.joint_rows = scene.model.joint_rows;
  Collider collider(scene.model);
  const auto contacts = collider.collide(initial_state(scene.model), scene.options.margin);
  c.contacts = static_cast<int>(contacts.size());
  c.overlap = deepest_overlap(contacts);
  return c;
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
  if (json) {
    const nlohmann::ordered_json object = {{"scene", scene->name},
                                           {"bodies", scene->model.bodies.size()},
                                           {"dynamic", c.dynamic},
                                           {"joints", scene->model.joints.size()},
                                           {"contacts_at_start", c.contacts},
                                           {"overlap_m", c.overlap},
                                           {"diagnostics", nlohmann::ordered_json::array()}};
    fmt::print("{}\n", object.dump());
    return kOk;
  }
  fmt::print("{}: {}\n", scene->name, scene->description);
  fmt::print("  bodies      {} ({} move freely, masses {:.4g} to {:.4g} kg)\n",
             scene->model.bodies.size(), c.dynamic, c.lightest, c.heaviest);
  fmt::print("  joints      {} ({} rows)\n", scene->model.joints.size(), c.joint_rows);
  fmt::print("  at start    {} contact points, deepest overlap {:.3g} m\n", c.contacts, c.overlap);
  fmt::print("  run         {} s in steps of {} s\n", scene->duration, scene->options.dt);
  fmt::print("  law         {}; solver {}; others: {}\n", to_string(scene->options.law),
             lcp::to_string(scene->options.solver), supported_methods(scene->options.law));
  return kOk;
}

}  // namespace perpend::app
