// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "check/check_dynamics.hpp"
#include "check/check_mechanism.hpp"
#include "command_line/wrong_words.hpp"
#include "compare/converge.hpp"
#include "contact/collider.hpp"
#include "dynamics/joints/mechanism_warnings.hpp"
#include "load_scene.hpp"
#include "perpend/dynamics/body_frame.hpp"
#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

struct Contents {
  int dynamic = 0, contacts = 0;
  double heaviest = 0, lightest = 0, overlap = 0;
};

Contents contents_of(const study::Scene& scene) {
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

// Returns the frames with their world poses at the start.
nlohmann::ordered_json frames_json(const study::Scene& scene) {
  const State start = initial_state(scene.model);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const BodyFrame& frame : scene.frames) {
    const auto [p, r] = world_pose(scene.model, start, frame);
    const bool moves = frame.body != kWorld;
    list.push_back({{"name", frame.name},
                    {"body", moves ? scene.model.bodies[frame.body.index].details->name : "world"},
                    {"position", {p.x(), p.y(), p.z()}},
                    {"orientation", {r.w(), r.x(), r.y(), r.z()}}});
  }
  return list;
}

void print_frames(const study::Scene& scene) {
  const State start = initial_state(scene.model);
  for (const BodyFrame& frame : scene.frames) {
    const Eigen::Vector3d p = world_pose(scene.model, start, frame).p;
    say(stdout, "  frame       {} at {:.6g}, {:.6g}, {:.6g} m\n", frame.name, p.x(), p.y(), p.z());
  }
}

void print_json(const study::Scene& scene, const Contents& c, const Mechanism& mechanism,
                bool with_dynamics) {
  nlohmann::ordered_json json{{"scene", scene.name},
                              {"bodies", scene.model.bodies.size()},
                              {"dynamic", c.dynamic},
                              {"joints", scene.model.joints.size()},
                              {"contacts_at_start", c.contacts},
                              {"overlap_m", c.overlap},
                              {"mechanism", to_json(scene.model, mechanism)},
                              {"warnings", to_json(warnings(scene.model, mechanism))},
                              {"diagnostics", nlohmann::ordered_json::array()}};
  if (!scene.frames.empty()) json["frames"] = frames_json(scene);
  if (!scene.notes.empty()) json["notes"] = to_json(scene.notes);
  if (with_dynamics) json["dynamics"] = dynamics_json(scene);
  say_json(json);
}

void print_words(const study::Scene& scene, const Contents& c, const Mechanism& mechanism) {
  say(stdout, "{}{}{}\n", scene.name, scene.description.empty() ? "" : ": ", scene.description);
  say(stdout, "  bodies      {} ({} move freely, masses {:.4g} to {:.4g} kg)\n",
      scene.model.bodies.size(), c.dynamic, c.lightest, c.heaviest);
  print_mechanism(scene.model, mechanism);
  say(stdout, "  at start    {} contact points, deepest penetration {:.3g} m\n", c.contacts,
      c.overlap);
  print_frames(scene);
  say(stdout, "  run         {} s in steps of {} s\n", scene.duration, scene.options.dt);
  say(stdout, "  law         {}; solver {}, one of {}\n", to_string(scene.options.law),
      lcp::to_string(scene.options.solver),
      to_string(methods_of(scene.options.law, has_spatial_shapes(scene.model))));
  print_warnings(scene.model);
}

}  // namespace

int check(const CheckArguments& arguments) {
  WordReader words;
  words.leave_out(arguments.dynamics && arguments.converge, "--dynamics", "--converge");
  words.refuse_any();
  const Result<study::Scene> scene =
      load_scene(arguments.scene, arguments.parameters, arguments.robot);
  if (!scene) return refuse(scene.error(), kUsage);
  if (arguments.converge) return converge(*scene, arguments.json);
  const Contents c = contents_of(*scene);
  const Mechanism mechanism = mechanism_of(scene->model);
  if (arguments.json)
    print_json(*scene, c, mechanism, arguments.dynamics);
  else
    print_words(*scene, c, mechanism);
  if (arguments.dynamics && !arguments.json) print_dynamics(*scene);
  return kOk;
}

}  // namespace perpend::app
