// SPDX-License-Identifier: Apache-2.0
#include "io/recording/extra_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/text.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io::hdf5 {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
// Largest count of numbers in all channels together; a damaged file may claim any.
constexpr int kMostNumbers = 1'000'000;

struct ForceKind {
  const char *name, *meaning;
  double CoordinateForce::*force;
  Recording::Rows Recording::*rows;
  bool (*acts)(const CoordinateDef& def);
};

const std::array<ForceKind, kForceKinds> kForces{
    {{"joints/spring_force", "along the coordinate, with its damper", &CoordinateForce::spring,
      &Recording::spring_force,
      [](const CoordinateDef& def) { return def.stiffness != 0 || def.damping != 0; }},
     {"joints/motor_force", "along the coordinate", &CoordinateForce::motor,
      &Recording::motor_force,
      [](const CoordinateDef& def) { return def.motor != MotorKind::none; }},
     {"joints/friction_force", "dry friction along the coordinate", &CoordinateForce::friction,
      &Recording::friction_force, [](const CoordinateDef& def) { return def.friction != 0; }},
     {"joints/limit_force", "along the coordinate", &CoordinateForce::limit,
      &Recording::limit_force,
      [](const CoordinateDef& def) { return std::isfinite(def.lo) || std::isfinite(def.hi); }}}};

bool acts(const Model& model, const ForceKind& kind) {
  return std::ranges::any_of(model.joints, [&](const Joint& joint) {
    return std::ranges::any_of(joint.coordinates, kind.acts);
  });
}

int numbers_of(const std::vector<Channel>& channels) {
  int sum = 0;
  for (const Channel& channel : channels) sum += channel.width;
  return sum;
}

Recording::Rows read_matrix(hid_t file, const char* name, std::size_t rows, std::size_t columns) {
  const hsize_t shape[] = {rows, columns};
  require_rows(file, name, shape);
  Recording::Rows values(rows, columns);
  read_rows(file, name, memory_type<double>(), values.data(), shape);
  return values;
}

std::vector<Channel> read_channels(hid_t file) {
  if (!has(file, "channels")) return {};
  const std::vector<std::string> names = read_names(file, "channels/name");
  const std::vector<std::string> units = read_names(file, "channels/unit");
  const auto widths = read_vector<std::int32_t>(file, "channels/width", names.size());
  if (units.size() != names.size()) throw Error("channels/unit", "has not one entry per channel");
  std::vector<Channel> channels;
  int left = kMostNumbers;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (widths[i] < 1 || widths[i] > left) throw Error("channels/width", "is damaged");
    left -= widths[i];
    channels.push_back({names[i], units[i], widths[i]});
  }
  return channels;
}

}  // namespace

void check_channels(const std::vector<Channel>& channels) {
  int left = kMostNumbers;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    require(is_name(channels[i].name), "channel.name", "not empty, without control characters",
            "'" + channels[i].name + "'");
    require(channels[i].width >= 1 && channels[i].width <= left, "channel.width",
            "at least 1, and 1000000 of all together", channels[i].width);
    left -= channels[i].width;
    for (std::size_t k = 0; k < i; ++k)
      require(channels[k].name != channels[i].name, "channel.name", "unique", channels[i].name);
  }
}

ExtraColumns::ExtraColumns(hid_t file, const Model& model, const std::vector<Channel>& channels)
    : coordinates_(static_cast<std::size_t>(model.joint_coordinates)),
      numbers_(static_cast<std::size_t>(numbers_of(channels))) {
  for (int k = 0; k < kForceKinds; ++k)
    if (acts(model, kForces[k]))
      forces_[k].emplace(file, ColumnDef{kForces[k].name, "N, N m", kForces[k].meaning},
                         memory_type<double>(), coordinates_);
  if (numbers_ > 0)
    channels_.emplace(file, ColumnDef{"channels/value", "see channels/unit", "of each channel"},
                      memory_type<double>(), numbers_);
}

void ExtraColumns::check(const RowExtras& extras) const {
  const std::size_t forces = extras.coordinate_forces.size(), numbers = extras.channels.size();
  require(forces == 0 || forces == coordinates_, "extras.coordinate_forces",
          "one per joint coordinate of the model", static_cast<double>(forces));
  require(numbers == 0 || numbers == numbers_, "extras.channels",
          "the " + std::to_string(numbers_) + " numbers of all channels",
          static_cast<double>(numbers));
}

void ExtraColumns::push_forces(std::span<const CoordinateForce> forces) {
  for (int k = 0; k < kForceKinds; ++k) {
    if (!forces_[k]) continue;
    row_.assign(coordinates_, kUnknown);
    for (std::size_t i = 0; i < forces.size(); ++i) row_[i] = forces[i].*kForces[k].force;
    forces_[k]->push(std::span<const double>(row_));
  }
}

void ExtraColumns::push(const RowExtras& extras) {
  push_forces(extras.coordinate_forces);
  if (!channels_) return;
  row_.assign(numbers_, kUnknown);
  std::ranges::copy(extras.channels, row_.begin());
  channels_->push(std::span<const double>(row_));
}

void ExtraColumns::write() {
  for (std::optional<Column>& each : forces_)
    if (each) each->write();
  if (channels_) channels_->write();
}

std::size_t ExtraColumns::row_bytes() const {
  std::size_t bytes = channels_ ? channels_->row_bytes() : 0;
  for (const std::optional<Column>& each : forces_) bytes += each ? each->row_bytes() : 0;
  return bytes;
}

void write_channels(hid_t file, const std::vector<Channel>& channels) {
  if (channels.empty()) return;
  std::vector<std::string> names, units;
  std::vector<std::int32_t> widths;
  for (const Channel& channel : channels) {
    names.push_back(channel.name);
    units.push_back(channel.unit);
    widths.push_back(channel.width);
  }
  write_names(file, "channels/name", names);
  write_names(file, "channels/unit", units);
  const hsize_t shape[] = {widths.size()};
  write_rows(file, "channels/width", memory_type<std::int32_t>(), widths.data(), shape);
}

void read_extras(hid_t file, Recording& recording) {
  const auto coordinates = static_cast<std::size_t>(recording.joint_coordinate.cols());
  for (const ForceKind& kind : kForces)
    if (coordinates > 0 && has(file, kind.name))
      recording.*kind.rows = read_matrix(file, kind.name, recording.rows(), coordinates);
  recording.recorder.channels = read_channels(file);
  const int numbers = numbers_of(recording.recorder.channels);
  if (numbers > 0)
    recording.channel_values =
        read_matrix(file, "channels/value", recording.rows(), static_cast<std::size_t>(numbers));
}

}  // namespace perpend::io::hdf5
