// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_frames.hpp"

#include <algorithm>
#include <cmath>

#include "io/page/frame_columns.hpp"
#include "io/page/packed.hpp"
#include "io/page/space_view.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

json to_json(const ContactColumns& contacts, bool in_space) {
  json columns = {{"offset", deflated(contacts.offset)}, {"status", deflated(contacts.status)},
                  {"a", deflated(contacts.a)},           {"b", deflated(contacts.b)},
                  {"gap", deflated(contacts.gap)},       {"mu", deflated(contacts.mu)}};
  const std::size_t axes = in_space ? 3 : 2;
  for (std::size_t k = 0; k < contacts.vectors.size(); ++k)
    for (std::size_t axis = 0; axis < axes; ++axis)
      columns[ContactColumns::kVectors[k]].push_back(deflated(contacts.vectors[k][axis]));
  return columns;
}

// Returns column k of a row, or 0 if the file does not have the column. The start, which no step
// led to, is NaN in a file and returned as 0.
double force_of(const Recording::Rows& column, std::size_t row, Eigen::Index k) {
  if (column.cols() == 0) return 0.0;
  const double force = column(static_cast<Eigen::Index>(row), k);
  return row == 0 && std::isnan(force) ? 0.0 : force;
}

// Returns the forces along each joint coordinate from the rows in memory or those read from a file;
// empty if neither has them.
std::vector<CoordinateForce> forces_at(const Recording& run, std::size_t row) {
  if (!run.coordinate_forces.empty()) {
    const std::size_t count = run.coordinate_forces.size() / run.rows();
    const auto own = std::span(run.coordinate_forces).subspan(row * count, count);
    return {own.begin(), own.end()};
  }
  const Eigen::Index told = std::max({run.spring_force.cols(), run.motor_force.cols(),
                                      run.friction_force.cols(), run.limit_force.cols()});
  std::vector<CoordinateForce> forces;
  for (Eigen::Index k = 0; k < told; ++k)
    forces.push_back({.spring = force_of(run.spring_force, row, k),
                      .motor = force_of(run.motor_force, row, k),
                      .friction = force_of(run.friction_force, row, k),
                      .limit = force_of(run.limit_force, row, k)});
  return forces;
}

json frames_of(const RunPage& page, std::size_t stride) {
  const Recording& run = *page.recording;
  const double dt = run.header.options.dt;
  FrameColumns frames;
  ContactColumns contacts;
  const std::size_t last = run.rows() - 1;
  for (std::size_t row = 0; row < last + stride; row += stride) {
    const std::size_t at = std::min(row, last);
    frames.add(*page.model, recorded_state(run, at), dt);
    contacts.add_frame(*page.model, run.contacts_at(at), dt);
    frames.add_forces(forces_at(run, at));
  }
  json packed = {{"count", frames.time.size()},
                 {"rows", run.rows()},
                 {"time", deflated(frames.time)},
                 {"poses", deflated(frames.poses)},
                 {"velocities", deflated(frames.velocities)},
                 {"reactions", deflated(frames.reactions)},
                 {"coordinates", deflated(frames.coordinates)},
                 {"contacts", to_json(contacts, is_in_space(*page.model))}};
  if (!frames.forces.empty()) packed["forces"] = deflated(frames.forces);
  if (!frames.broken.empty()) packed["broken"] = deflated(frames.broken);
  return packed;
}

}  // namespace

json frames_json(const RunPage& page, std::size_t bytes) {
  const std::size_t longest = std::max<std::size_t>(1, page.recording->rows() - 1);
  for (std::size_t stride = 1;;) {
    json frames = frames_of(page, stride);
    const std::size_t size = frames.dump().size();
    if (size <= bytes || stride == longest) return frames;
    const double wanted =
        std::ceil(static_cast<double>(stride * size) / static_cast<double>(bytes));
    stride = std::clamp(static_cast<std::size_t>(wanted), stride + 1, longest);
  }
}

}  // namespace perpend::io
