// SPDX-License-Identifier: Apache-2.0
#include "io/recording/run_sampler.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "io/recording/body_table.hpp"
#include "io/recording/log_line.hpp"
#include "model/joint_traits.hpp"

namespace perpend::io {
namespace {

void copy_motion(const State& from, State& to) {
  to.time = from.time;
  to.step = from.step;
  to.q = from.q;
  to.v = from.v;
  to.joint_impulses = from.joint_impulses;
  to.coordinates = from.coordinates;
  to.broken = from.broken;
}

void append_joints(const Model& model, Recording& recording) {
  for (const Joint& joint : model.joints)
    recording.joints.push_back({.name = joint.name,
                                .kind = joint.kind,
                                .in_plane = joint.in_plane,
                                .rows = joint.rows,
                                .first_row = joint.first_row,
                                .coordinates = coordinate_count(joint.kind, joint.in_plane),
                                .first_coordinate = joint.first_coordinate});
  for (const Coupler& coupler : model.couplers) {
    recording.coupler_names.push_back(coupler.name);
    recording.couples_angles.push_back(measures_angle(model.joints, coupler));
  }
}

void set_row(const Eigen::VectorXd& values, std::size_t row, std::size_t rows,
             Recording::Rows& into) {
  if (row == 0) into.resize(static_cast<Eigen::Index>(rows), values.size());
  into.row(static_cast<Eigen::Index>(row)) = values;
}

// Appends the flags of broken joints. The first row with a broken joint also adds the rows before
// it.
void append_broken(const State& state, Recording& recording) {
  const std::size_t rows = recording.time.size(), joints = recording.joints.size();
  if (state.broken.empty() && recording.joint_broken.empty()) return;
  recording.joint_broken.resize((rows - 1) * joints);
  recording.joint_broken.insert(recording.joint_broken.end(), state.broken.begin(),
                                state.broken.end());
  recording.joint_broken.resize(rows * joints);
}

// Returns empty series: one per column of the report, then those of single steps.
std::vector<ReportSeries> series_of() {
  std::vector<ReportSeries> series;
  for (const ReportField& field : report_fields()) series.push_back({field.name, field.unit, {}});
  series.push_back({"longest_solve", "s", {}});
  series.push_back({"longest_step", "s", {}});
  return series;
}

}  // namespace

RunSampler::RunSampler(const Model& model, RunHeader header, std::size_t max_bytes)
    : model_(model), header_(std::move(header)), max_bytes_(max_bytes) {}

std::size_t RunSampler::Row::bytes() const {
  const auto numbers =
      static_cast<std::size_t>(state.q.size() + state.v.size() + state.joint_impulses.size() +
                               state.coordinates.size()) +
      report.values().size();
  return sizeof(Row) + numbers * sizeof(double) + contacts.size() * sizeof(ContactRecord) +
         forces.size() * sizeof(CoordinateForce);
}

void RunSampler::add(const State& state, const StepReport& report,
                     std::span<const ContactRecord> contacts,
                     std::span<const CoordinateForce> forces) {
  if (steps_open_++ == 0) {
    open_.report.clear();
    open_.longest_solve = open_.longest_step = 0;
  }
  open_.report.add(report);
  open_.longest_solve = std::max(open_.longest_solve, report.phases.solve);
  open_.longest_step = std::max(open_.longest_step, report.phases.total);
  copy_motion(state, open_.state);
  open_.contacts.assign(contacts.begin(), contacts.end());
  open_.forces.assign(forces.begin(), forces.end());
  open_.forces.resize(model_.joint_coordinates);  // empty at the start, before any step
  if (report.status != StepStatus::ok) log_ += log_line(report);
  if (!rows_.empty() && steps_open_ < every_) return;
  rows_.push_back(open_);
  bytes_ += open_.bytes();
  steps_open_ = 0;
  const bool full = bytes_ > max_bytes_ && rows_.size() > kFewestRows;
  if (full || rows_.size() > kMostRows) halve();
}

void RunSampler::merge(const Row& later, Row& row) const {
  row.report.add(later.report.values());
  row.longest_solve = std::max(row.longest_solve, later.longest_solve);
  row.longest_step = std::max(row.longest_step, later.longest_step);
}

// Merges pairs of rows, except for the start; an unpaired last row becomes the open one.
void RunSampler::halve() {
  std::size_t kept = 1;
  for (std::size_t i = 1; i + 1 < rows_.size(); i += 2) {
    merge(rows_[i + 1], rows_[i]);
    rows_[i].state = std::move(rows_[i + 1].state);
    rows_[i].contacts = std::move(rows_[i + 1].contacts);
    rows_[i].forces = std::move(rows_[i + 1].forces);
    if (kept != i) rows_[kept] = std::move(rows_[i]);
    ++kept;
  }
  if (rows_.size() % 2 == 0) {
    open_ = std::move(rows_.back());
    steps_open_ = every_;
  }
  rows_.resize(kept);
  every_ *= 2;
  bytes_ = 0;
  for (const Row& row : rows_) bytes_ += row.bytes();
}

Recording RunSampler::take() {
  if (steps_open_ > 0) rows_.push_back(std::move(open_));
  Recording recording;
  recording.header = std::move(header_);
  recording.recorder.every = every_;
  recording.bodies = body_table(model_);
  append_joints(model_, recording);
  recording.report = series_of();
  recording.contact_offset.push_back(0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row row = std::move(rows_[i]);
    recording.time.push_back(row.state.time);
    recording.step.push_back(row.state.step);
    set_row(row.state.q, i, rows_.size(), recording.q);
    set_row(row.state.v, i, rows_.size(), recording.v);
    set_row(row.state.joint_impulses, i, rows_.size(), recording.joint_impulse);
    set_row(row.state.coordinates, i, rows_.size(), recording.joint_coordinate);
    append_broken(row.state, recording);
    const std::span<const double> merged = row.report.values();
    for (std::size_t k = 0; k < merged.size(); ++k) recording.report[k].values.push_back(merged[k]);
    recording.report[merged.size()].values.push_back(row.longest_solve);
    recording.report[merged.size() + 1].values.push_back(row.longest_step);
    recording.contacts.insert(recording.contacts.end(), row.contacts.begin(), row.contacts.end());
    recording.contact_offset.push_back(static_cast<std::int64_t>(recording.contacts.size()));
    recording.coordinate_forces.insert(recording.coordinate_forces.end(), row.forces.begin(),
                                       row.forces.end());
  }
  recording.log = std::move(log_);
  rows_.clear();
  steps_open_ = 0;
  return recording;
}

}  // namespace perpend::io
