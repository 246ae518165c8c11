// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <cmath>
#include <type_traits>

#include "perpend/io/mesh_file.hpp"
#include "perpend/io/picture.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/sim/option_fields.hpp"
#include "print.hpp"
#include "print_shape.hpp"

namespace perpend::print {
namespace {

std::string surface_text(const SurfacePair& pair) {
  return fmt::format("mu_s {} mu_k {} e {} rolling {} spinning {}", number(pair.mu_s),
                     number(pair.mu_k), number(pair.e), number(pair.rolling),
                     number(pair.spinning));
}

std::string filter_text(const CollisionFilter& filter) {
  return fmt::format("category {} mask {:x}", filter.category, filter.mask);
}

void print_motion(const Motion& motion) {
  fmt::print("  motion velocity {} omega {}\n", numbers(motion.velocity), numbers(motion.omega));
  for (const Harmonic& h : motion.harmonics)
    fmt::print("   amplitude {} rotation {} frequency {} phase {} start {} stop {}\n",
               numbers(h.amplitude), numbers(h.rotation), number(h.frequency), number(h.phase),
               number(h.start), number(h.stop));
}

void print_body(const Model& model, const Body& body, const std::string& color) {
  const BodyDetails& d = *body.details;
  fmt::print(" body {} kind {} material {} level {} {} color {}\n", d.name,
             static_cast<int>(body.kind), model.materials[body.material].name, d.level,
             filter_text(d.collides), color);
  fmt::print("  mass {} inertia {} definition {} origin {}\n", number(body.mass),
             numbers(body.principal_inertia), text_of(d.definition), numbers(d.body_origin));
  fmt::print("  q {}\n  v {}\n", numbers(model.start_q.segment(body.q_offset, body.q_size)),
             numbers(model.start_v.segment(body.v_offset, body.dof)));
  print_motion(d.motion);
  for (const auto& shape : d.shapes) fmt::print("  {}\n", text_of(shape));
  for (const auto& shape : d.spatial_shapes) fmt::print("  {}\n", text_of(shape));
  for (const auto& filter : d.shape_filters) fmt::print("  shape {}\n", filter_text(filter));
  for (const auto& v : d.surface_velocities) fmt::print("  surface velocity {}\n", numbers(v));
}

std::string body_name(const Model& model, BodyId id) {
  return id == kWorld ? "world" : model.bodies[id.index].details->name;
}

void print_coordinate(const CoordinateDef& c) {
  fmt::print(
      "  coordinate {} start {} limits {} {} e {} motor {} target {} most {} time {} gains "
      "{} {} spring {} rest {} damping {} friction {} armature {}\n",
      c.coordinate, number(c.start), number(c.lo), number(c.hi), number(c.e),
      static_cast<int>(c.motor), number(c.target), number(c.max_force), number(c.time_constant),
      number(c.motor_stiffness), number(c.motor_damping), number(c.stiffness),
      c.rest ? number(*c.rest) : "-", number(c.damping), number(c.friction), number(c.armature));
  if (!c.name.empty()) fmt::print("   name {}\n", c.name);
}

void print_joint(const Model& model, const Joint& joint) {
  fmt::print(" joint {} {} {} - {} rows {} first {} {} plane {}\n", joint.name,
             to_string(joint.kind), body_name(model, joint.a), body_name(model, joint.b),
             joint.rows, joint.first_row, joint.first_coordinate, joint.in_plane);
  fmt::print("  a {}\n  b {}\n", text_of(joint.frame_a), text_of(joint.frame_b));
  fmt::print("  angle {} length {} pitch {} break {} {} collide {}\n", number(joint.angle),
             number(joint.length), number(joint.pitch), number(joint.break_force),
             number(joint.break_torque), joint.bodies_collide);
  for (const CoordinateDef& coordinate : joint.coordinates) print_coordinate(coordinate);
}

void print_coupler(const Model& model, const Coupler& coupler) {
  fmt::print(" coupler {} row {}", coupler.name, coupler.row);
  for (const CouplerTerm& term : coupler.terms)
    fmt::print(" {} {}[{}]", number(term.factor), model.joints[term.joint.index].name,
               term.coordinate);
  fmt::print("\n");
}

void print_actuator(const Model& model, const Actuator& a) {
  fmt::print(" actuator {} {} {}[{}] gain {} offset {} control {} in {} {} force in {} {}\n",
             a.name, to_string(a.kind), a.joint.index < 0 ? "-" : model.joints[a.joint.index].name,
             a.coordinate, number(a.gain), number(a.offset), number(a.control),
             number(a.control_lo), number(a.control_hi), number(a.force_lo), number(a.force_hi));
}

void print_pairs(const Model& model) {
  for (const auto& [a, b] : model.joined)
    fmt::print(" joined {} {}\n", body_name(model, {a}), body_name(model, {b}));
  for (const auto& [a, b] : model.excluded)
    fmt::print(" excluded {} {}\n", body_name(model, {a}), body_name(model, {b}));
  for (std::size_t a = 0; a < model.materials.size(); ++a)
    for (std::size_t b = a; b < model.materials.size(); ++b)
      fmt::print(" surface {} {}: {}\n", model.materials[a].name, model.materials[b].name,
                 surface_text(model.surface(static_cast<int>(a), static_cast<int>(b))));
}

void print_options(const SimulationOptions& options) {
  for_each_option([&](const auto& field) {
    using T = std::remove_cvref_t<decltype(options.*field.member)>;
    if constexpr (std::is_same_v<T, lcp::Method>)
      fmt::print(" option {} {}\n", field.name, lcp::to_string(options.*field.member));
    else
      fmt::print(" option {} {}\n", field.name, to_text(options.*field.member));
  });
}

void print_run(const study::Scene& scene) {
  fmt::print(" duration {} record_every {} compare_unstabilised {}\n", number(scene.duration),
             scene.record_every, scene.compare_unstabilised);
  if (scene.view) fmt::print(" view {} {}\n", numbers(scene.view->lo), numbers(scene.view->hi));
  for (const study::Expectation& e : scene.expectations)
    fmt::print(" expect {} body {} joint {} time {} value {} tolerance {} why {}\n",
               study::to_string(scene.model, e.measurand), e.measurand.body.index,
               e.measurand.joint.index, number(e.time), number(e.value), number(e.tolerance),
               e.why);
  for (const study::Parameter& parameter : scene.parameters)
    fmt::print(" parameter {} {}\n", parameter.name, number(parameter.value));
}

std::vector<study::Parameter> parameters_of(const Words& words) {
  std::vector<study::Parameter> found;
  for (const std::string& word : words) {
    const std::size_t at = word.find('=');
    found.push_back({word.substr(0, at), std::stod(word.substr(at + 1))});
  }
  return found;
}

}  // namespace

void scene(const std::filesystem::path& file, const Words& parameters) {
  const Result<study::Scene> read = io::read_scene(file, parameters_of(parameters));
  if (!read) return faults(read.error());
  const study::Scene& scene = *read;
  const Model& model = scene.model;
  fmt::print("scene {} description {} source {}\n gravity {} rows {} coordinates {}\n", scene.name,
             scene.description, scene.source, numbers(model.gravity), model.joint_rows,
             model.joint_coordinates);
  print_run(scene);
  print_options(scene.options);
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    print_body(model, model.bodies[i], i < scene.colors.size() ? scene.colors[i] : "");
  for (const Joint& joint : model.joints) print_joint(model, joint);
  for (const Coupler& coupler : model.couplers) print_coupler(model, coupler);
  for (const Actuator& actuator : model.actuators) print_actuator(model, actuator);
  print_pairs(model);
  faults(scene.notes);
}

void picture(const std::filesystem::path& file) {
  const Result<study::Scene> scene = io::read_scene(file);
  if (!scene) return faults(scene.error());
  const io::PictureOptions options{.width = 320, .view = scene->view, .colors = scene->colors};
  const State start = initial_state(scene->model);
  const study::ViewFrame view = io::view_of(scene->model, std::span(&start, 1));
  fmt::print("view {} {}\n", numbers(view.lo), numbers(view.hi));
  fmt::print("{}\n", io::draw_svg(scene->model, start, options));
}

void mesh(const std::filesystem::path& file) {
  const Result<io::MeshFile> read = io::read_mesh(file);
  if (!read) return faults(read.error());
  for (const Eigen::Vector3d& vertex : read->vertices) fmt::print("vertex {}\n", numbers(vertex));
  for (const auto& [a, b, c] : read->triangles) fmt::print("triangle {} {} {}\n", a, b, c);
}

}  // namespace perpend::print
