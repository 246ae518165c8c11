// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_data.hpp"

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "io/format/base64.hpp"
#include "io/page/run_page_space.hpp"
#include "perpend/io/picture.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "the page reads little-endian arrays");

/// Points of a plot: more than a screen has pixels, few enough to redraw at once.
constexpr std::size_t kPlotPoints = 2000;

template <typename T>
std::string packed(const std::vector<T>& values) {
  return base64(std::as_bytes(std::span(values)));
}

struct ShapeJson {
  json operator()(const planar::Disc& disc) const { return {{"kind", "disc"}, {"r", disc.radius}}; }
  json operator()(const planar::Ellipse& ellipse) const {
    return {{"kind", "ellipse"}, {"a", ellipse.a}, {"b", ellipse.b}};
  }
  json operator()(const planar::Polygon& polygon) const {
    json points = json::array();
    for (const Eigen::Vector2d& p : polygon.vertices) points.push_back({p.x(), p.y()});
    return {{"kind", "polygon"}, {"points", points}};
  }
  json operator()(const planar::Capsule& capsule) const {
    return {{"kind", "capsule"}, {"half", capsule.half_length}, {"r", capsule.radius}};
  }
  json operator()(const planar::HalfPlane& plane) const {
    return {{"kind", "half_plane"}, {"normal", {plane.normal.x(), plane.normal.y()}}};
  }
};

// Bodies with the column of their pose in a frame; a body that never moves has none.
json bodies_json(const RunPage& page) {
  if (is_in_space(*page.model))
    return space_bodies_json(*page.model, body_colors(*page.model, page.colors));
  const Model& model = *page.model;
  const std::vector<std::string> colors = body_colors(model, page.colors);
  json bodies = json::array();
  int slot = 0;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    json shapes = json::array();
    for (const planar::ShapeInstance& instance : body.shapes) {
      json shape = std::visit(ShapeJson{}, instance.shape);
      shape["at"] = {instance.pose.p.x(), instance.pose.p.y(), instance.pose.angle};
      shapes.push_back(shape);
    }
    json entry = {{"name", body.name}, {"color", colors[i]}, {"shapes", shapes}};
    if (body.kind == BodyKind::fixed) {
      const auto pose = model.start_q.segment<3>(body.q_offset);
      entry["pose"] = {pose[0], pose[1], pose[2]};
    } else {
      entry["slot"] = slot++;
    }
    bodies.push_back(entry);
  }
  return bodies;
}

json joints_json(const Model& model) {
  if (is_in_space(model)) return space_joints_json(model);
  json joints = json::array();
  for (const Joint& joint : model.joints)
    joints.push_back({{"link", acts_along_line(joint.kind)},
                      {"a", joint.a.index},
                      {"b", joint.b.index},
                      {"pa", {joint.frame_a.p.x(), joint.frame_a.p.y()}},
                      {"pb", {joint.frame_b.p.x(), joint.frame_b.p.y()}}});
  return joints;
}

// Numbers of one frame: a pose in space per body, or one in the plane per body that moves.
std::size_t frame_numbers(const Model& model) {
  if (is_in_space(model)) return 7 * model.bodies.size();
  return 3 * std::count_if(model.bodies.begin(), model.bodies.end(),
                           [](const Body& body) { return body.kind != BodyKind::fixed; });
}

bool bears_load(const ContactRecord& contact) {
  return !contact.impulse.isZero(0);
}

// Rows between two frames, so that poses and contact forces fit into the page.
std::size_t frame_stride(const RunPage& page) {
  const Recording& run = *page.recording;
  const std::size_t loaded = std::count_if(run.contacts.begin(), run.contacts.end(), bears_load);
  const std::size_t bytes = run.rows() * (4 * frame_numbers(*page.model) + 8) + 25 * loaded;
  // A page without an animation, Chart.js included, has about 0.4 MB; base64 takes 4/3.
  const std::size_t fixed_cost = 400'000;
  const std::size_t room =
      page.max_bytes > 2 * fixed_cost ? page.max_bytes - fixed_cost : fixed_cost;
  return std::max<std::size_t>(1, (bytes * 4 / 3 + room - 1) / room);
}

std::vector<std::size_t> frame_rows(const RunPage& page) {
  std::vector<std::size_t> rows;
  const std::size_t last = page.recording->rows() - 1, stride = frame_stride(page);
  for (std::size_t row = 0; row < last; row += stride) rows.push_back(row);
  rows.push_back(last);
  return rows;
}

void append_pose(const Model& model, const State& state, std::vector<float>& poses) {
  if (is_in_space(model)) return append_space_poses(model, state, poses);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    if (model.bodies[i].kind == BodyKind::fixed) continue;
    const planar::Pose pose = body_pose(model, state, {i});
    for (const double value : {pose.p.x(), pose.p.y(), pose.angle})
      poses.push_back(static_cast<float>(value));
  }
}

struct ContactArrays {
  int lines;                                ///< 2 in the plane, 3 in space
  std::vector<std::uint32_t> offset = {0};  ///< frames + 1
  std::vector<float> point_force = {};      ///< point (m), force on b (N), `lines` numbers each
  std::vector<std::uint8_t> status = {};    ///< ContactStatus

  void add_frame(std::span<const ContactRecord> contacts, double dt) {
    for (const ContactRecord& contact : contacts) {
      if (!bears_load(contact)) continue;
      const Eigen::Vector3d force = contact.impulse / dt;
      for (const Eigen::Vector3d& v : {contact.point, force})
        for (int i = 0; i < lines; ++i) point_force.push_back(static_cast<float>(v[i]));
      status.push_back(static_cast<std::uint8_t>(contact.status));
    }
    offset.push_back(static_cast<std::uint32_t>(status.size()));
  }
};

json frames_json(const RunPage& page) {
  const Recording& run = *page.recording;
  std::vector<float> time, poses;
  ContactArrays contacts{.lines = is_in_space(*page.model) ? 3 : 2};
  const std::vector<std::size_t> rows = frame_rows(page);
  for (const std::size_t row : rows) {
    time.push_back(static_cast<float>(run.time[row]));
    append_pose(*page.model, recorded_state(run, row), poses);
    contacts.add_frame(run.contacts_at(row), run.header.options.dt);
  }
  return {{"count", rows.size()},
          {"rows", run.rows()},
          {"time", packed(time)},
          {"poses", packed(poses)},
          {"contact_offset", packed(contacts.offset)},
          {"contacts", packed(contacts.point_force)},
          {"contact_status", packed(contacts.status)}};
}

enum class Thin { largest, last };

// The first row is the start, which no step led to. Buckets keep their worst value.
std::vector<float> thinned(std::span<const double> values, Thin thin, double factor = 1.0) {
  std::vector<float> points;
  const std::size_t bucket = (values.size() + kPlotPoints - 1) / kPlotPoints;
  for (std::size_t i = std::min<std::size_t>(1, values.size() - 1); i < values.size();
       i += bucket) {
    const auto part = values.subspan(i, std::min(bucket, values.size() - i));
    const double value =
        thin == Thin::last ? part.back() : *std::max_element(part.begin(), part.end());
    points.push_back(static_cast<float>(factor * value));
  }
  return points;
}

json plots_json(const Recording& run) {
  const auto field = [&](const char* name) { return report_field(run, name); };
  const auto milliseconds = [&](const char* longest, const char* sum) {
    if (has_report_field(run, longest)) return thinned(field(longest), Thin::largest, 1e3);
    return thinned(field(sum), Thin::largest, 1e3 / run.recorder.every);
  };
  return {{"time", packed(thinned(run.time, Thin::last))},
          {"penetration", packed(thinned(field("penetration"), Thin::largest))},
          {"joint_gap", packed(thinned(field("joint_gap"), Thin::largest))},
          {"contacts", packed(thinned(field("contacts"), Thin::largest))},
          {"solve_ms", packed(milliseconds("longest_solve", "time_solve"))},
          {"total_ms", packed(milliseconds("longest_step", "time_total"))},
          {"energy", packed(thinned(field("energy_after"), Thin::last))},
          {"residual", packed(thinned(field("residual"), Thin::largest))},
          {"bound", packed(thinned(field("residual_bound"), Thin::largest))}};
}

// A hundred rows find the view as well as all of them.
std::vector<State> sampled_states(const Recording& recording) {
  std::vector<State> states;
  const std::size_t rows = recording.rows(), stride = std::max<std::size_t>(1, rows / 100);
  for (std::size_t row = 0; row < rows; row += stride)
    states.push_back(recorded_state(recording, row));
  states.push_back(recorded_state(recording, rows - 1));
  return states;
}

void add_view(const RunPage& page, json& data) {
  const std::vector<State> states = sampled_states(*page.recording);
  const study::ViewFrame view = page.view ? *page.view : view_of(*page.model, states);
  data["view"] = {view.lo.x(), view.lo.y(), view.hi.x(), view.hi.y()};
  if (is_in_space(*page.model))
    data["space"] = space_view_json(*page.model, space_view(*page.model, states));
}

json table_json(const std::vector<SummaryRow>& rows) {
  json table = json::array();
  for (const SummaryRow& row : rows) table.push_back({row.name, row.value});
  return table;
}

}  // namespace

std::string run_page_data(const RunPage& page) {
  json data = {{"scene", page.recording->header.scene},
               {"description", page.description},
               {"summary", table_json(summarise(*page.recording, page.step_times))},
               {"notes", table_json(page.notes)},
               {"log", page.recording->log},
               {"bodies", bodies_json(page)},
               {"joints", joints_json(*page.model)},
               {"stills", page.still_frames},
               {"frames", frames_json(page)},
               {"label", page.label},
               {"plots", plots_json(*page.recording)}};
  add_view(page, data);
  if (page.other) {
    data["other"] = plots_json(*page.other);
    data["other_label"] = page.other_label;
    data["other_summary"] = table_json(summarise(*page.other));
  }
  return data.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace perpend::io
