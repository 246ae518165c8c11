// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/scene.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/format/file_bytes.hpp"
#include "io/scene/friction_keys.hpp"
#include "io/scene/scene_parameters.hpp"
#include "io/scene/scene_parts.hpp"
#include "io/scene/synonyms.hpp"

namespace perpend::io {
namespace {

constexpr int kFormat = 1;

void read_surface(JsonObject& object, SurfacePair& pair) {
  object.accept(kSurfaceSynonyms);
  read_friction(object, pair.mu_s, pair.mu_k);
  object.read("e", pair.e);
  object.read("rolling", pair.rolling);
  object.read("spinning", pair.spinning);
  read_spring_damper(object, "normal", pair.normal);
  read_spring_damper(object, "tangential", pair.tangential);
}

void read_material(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("materials[{}]", index), draft.faults);
  Material material;
  object.read_needed("name", material.name, "a name (\"default\" sets bodies without a material)");
  read_surface(object, material.self);
  object.check_keys();
  draft.builder.add_material(material);
}

void read_surface_pair(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("surface_pairs[{}]", index), draft.faults);
  std::string a, b;
  SurfacePair pair;
  object.read_needed("a", a, "the name of a material");
  object.read_needed("b", b, "the name of a material");
  read_surface(object, pair);
  object.check_keys();
  draft.builder.set_surface_pair(a, b, pair);
}

void read_exclusion(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("exclude_collisions[{}]", index), draft.faults);
  const std::size_t before = draft.faults.found.size();
  object.need("a", "the name of a body");
  object.need("b", "the name of a body");
  const int a = draft.body_names.read(object, "a", "body");
  const int b = draft.body_names.read(object, "b", "body");
  object.check_keys();
  if (a >= 0 && a == b)
    draft.faults.add(node, object.element(), "names one body twice");
  else if (a >= 0 && b >= 0 && draft.faults.found.size() == before)
    draft.builder.exclude_collision({a}, {b});
}

study::ViewFrame read_view(const JsonNode& node, FaultList& faults) {
  JsonObject object(node, "view", faults);
  study::ViewFrame view;
  object.read_needed("lo", view.lo, "the lower left corner [x, y]");
  object.read_needed("hi", view.hi, "the upper right corner [x, y]");
  object.check_keys();
  if (!(view.lo.array() < view.hi.array()).all())
    faults.add(node, "view", "lo is not below and left of hi");
  return view;
}

void read_format(JsonObject& root) {
  int format = kFormat;
  root.read_needed("format", format, "1");
  if (format != kFormat)
    root.faults().mismatch(*root.find("format"), "format", "1, the only format there is");
}

template <typename Read>
void read_each(JsonObject& root, const std::string& key, Read read) {
  const std::vector<JsonNode>& nodes = root.list(key);
  for (std::size_t i = 0; i < nodes.size(); ++i) read(nodes[i], static_cast<int>(i));
}

void read_model(JsonObject& root, SceneDraft& draft) {
  Eigen::Vector3d gravity(0, -9.81, 0);
  if (root.read_vector("gravity", gravity)) draft.builder.set_gravity(gravity);
  read_each(root, "materials", [&](auto& node, int i) { read_material(node, i, draft); });
  read_each(root, "surface_pairs", [&](auto& node, int i) { read_surface_pair(node, i, draft); });
  root.need("bodies", "a list of bodies");
  read_each(root, "bodies", [&](auto& node, int i) { read_body(node, i, draft); });
  read_each(root, "frames", [&](auto& node, int i) { read_frame(node, i, draft); });
  read_each(root, "joints", [&](auto& node, int i) { read_joint(node, i, draft); });
  read_each(root, "couplers", [&](auto& node, int i) { read_coupler(node, i, draft); });
  read_each(root, "actuators", [&](auto& node, int i) { read_actuator(node, i, draft); });
  read_each(root, "exclude_collisions", [&](auto& node, int i) { read_exclusion(node, i, draft); });
}

void read_run(JsonObject& root, SceneDraft& draft, study::Scene& scene) {
  root.read_needed("name", scene.name, "the name that `perpend run` knows the scene by");
  if (const JsonNode* name = root.find("name"); name && name->kind == JsonKind::string)
    check_name(*name, "name", scene.name, draft.faults);
  root.read("description", scene.description);
  root.read("source", scene.source);
  if (const JsonNode* node = root.need("simulation", "{\"duration\": ..., \"dt\": ...}")) {
    JsonObject simulation(*node, "simulation", draft.faults);
    simulation.accept(kSimulationSynonyms);
    read_simulation(simulation, scene);
    bool allowed = false;
    simulation.read("allow_overlap", allowed);
    if (allowed) draft.builder.allow_start_overlap();
    simulation.check_keys();
  }
  if (const JsonNode* view = root.find("view")) scene.view = read_view(*view, draft.faults);
  read_each(root, "expect", [&](auto& node, int i) {
    scene.expectations.push_back(read_expectation(node, i, draft));
  });
}

void set_late_limits(const std::vector<LateLimits>& limits, Model& model) {
  for (const LateLimits& late : limits) {
    std::vector<CoordinateDef>& all = model.joints[late.joint].coordinates;
    CoordinateDef& def = *std::ranges::find(all, late.coordinate, &CoordinateDef::coordinate);
    def.lo = late.lo, def.hi = late.hi, def.e = late.e;
  }
}

}  // namespace

Result<study::Scene> parse_scene(std::string_view text, const std::string& file,
                                 const std::vector<study::Parameter>& parameters) {
  Result<JsonNode> document = parse_json(text, file);
  if (!document) return document.error();
  study::Scene scene;
  SceneDraft draft{.faults = {file}};
  JsonObject root(*document, "", draft.faults);
  if (!draft.faults.found.empty()) return std::move(draft.faults.found);
  scene.parameters = substitute_parameters(*document, parameters, draft.faults);
  root.find("parameters");
  read_format(root);
  read_model(root, draft);
  read_run(root, draft, scene);
  root.check_keys();

  Result<Model> model = draft.builder.build();
  if (!model) add_model_faults(model.error(), *document, draft);
  refuse_empty_names(*document, draft.faults);
  refuse_unfilled_names(*document, draft.faults);
  if (!draft.faults.found.empty()) {
    // Faults in other files, such as meshes, come last.
    std::ranges::stable_sort(draft.faults.found, {}, [&](const Diagnostic& fault) {
      return std::pair(fault.file != file, fault.line);
    });
    name_elements(*document, draft.faults.found);
    return std::move(draft.faults.found);
  }
  scene.model = std::move(model).value();
  set_late_limits(draft.late_limits, scene.model);
  scene.colors = std::move(draft.colors);
  scene.visuals = std::move(draft.visuals);
  scene.frames = std::move(draft.frames);
  scene.text = text_with_meshes(text, *document, file);
  return scene;
}

namespace {

// Returns the position from which on an element of a robot's file has this name; npos if none does.
std::size_t place_of_name(std::string_view text, std::string_view name, std::size_t from) {
  std::size_t place = text.npos;
  for (const char quote : {'"', '\''})
    place = std::min(place, text.find(fmt::format("name={0}{1}{0}", quote, name), from));
  return place;
}

// Returns the line of the element that a name such as "model::link" leads to, 0 if there is none.
// Models that another file contains have no place in this one.
int line_of_name(std::string_view text, std::string_view name) {
  std::size_t from = 0;
  for (std::size_t scope; (scope = name.find("::")) != name.npos; name.remove_prefix(scope + 2))
    if (const std::size_t place = place_of_name(text, name.substr(0, scope), from);
        place != text.npos)
      from = place;
  const std::size_t place = place_of_name(text, name, from);
  if (place == text.npos) return 0;
  const std::string_view before = text.substr(0, place);
  return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

// Places a fault that only the model shows at the element of the robot's file, whose name ends its
// hint, and names the robot option that lifts it.
void place_in_robot(std::string_view text, Diagnostic& fault) {
  fault.line = 0;
  if (const std::size_t in = fault.hint.rfind("in \""); in != std::string::npos)
    fault.line =
        line_of_name(text, std::string_view(fault.hint).substr(in + 4, fault.hint.size() - in - 5));
  const std::string_view way = "allow overlap";
  if (const std::size_t at = fault.hint.find(way); at != std::string::npos)
    fault.hint.replace(at, way.size(), "allow it by --allow-overlap");
}

Result<study::Scene> robot_scene(ConvertedRobot converted, std::string_view text,
                                 const std::string& file,
                                 const std::vector<study::Parameter>& parameters) {
  Result<study::Scene> scene = parse_scene(converted.text, file, parameters);
  if (scene) {
    scene->notes = std::move(converted.notes);
    return scene;
  }
  Diagnostics faults = scene.error();
  for (Diagnostic& fault : faults) place_in_robot(text, fault);
  return with_notes(std::move(faults), std::move(converted.notes));
}

}  // namespace

Result<study::Scene> read_scene(const std::filesystem::path& file,
                                const std::vector<study::Parameter>& parameters,
                                const RobotOptions& robot) {
  const Result<std::string> text = read_bytes(file);
  if (!text) return text.error();
  if (text->starts_with("\x89HDF"))
    return Diagnostics{
        {file.string(), 0, "", "is an HDF5 file, such as a recording",
         "expected a scene or a robot; `perpend view` shows recordings, `perpend run "
         "--resume` goes on from them"}};
  const bool robot_file =
      file.extension() == ".urdf" || file.extension() == ".sdf" || file.extension() == ".xacro";
  if (!robot_file && !is_robot_text(*text)) return parse_scene(*text, file.string(), parameters);
  Result<ConvertedRobot> converted = convert_robot_text(*text, file, robot);
  if (!converted) return converted.error();
  return robot_scene(std::move(*converted), *text, file.string(), parameters);
}

}  // namespace perpend::io
