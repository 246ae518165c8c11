// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/snapshot.hpp"

#include "io/format/hdf5.hpp"
#include "io/recording/body_table.hpp"
#include "io/recording/run_header.hpp"

namespace perpend::io {
namespace {

using hdf5::memory_type;
using hdf5::read_vector;

constexpr const char* kFormat = "perpend snapshot";
// Dataset with one entry per joint: 1 if it is broken. It is absent if none is.
constexpr const char* kBroken = "broken";
// Attribute that names the frame of /contacts/impulse.
constexpr const char* kFrameAttribute = "contact_impulse_frame";
constexpr std::string_view kFrame = "world";

void write_vector(hid_t file, const char* name, const Eigen::VectorXd& values) {
  const hsize_t shape[] = {static_cast<hsize_t>(values.size())};
  hdf5::write_rows(file, name, memory_type<double>(), values.data(), shape);
}

void write_state(hid_t file, const State& state) {
  hdf5::set_attribute(file, kFrameAttribute, kFrame);
  hdf5::set_attribute(file, "time", state.time);
  hdf5::set_attribute(file, "step", state.step);
  write_vector(file, "q", state.q);
  write_vector(file, "v", state.v);
  write_vector(file, "joint_impulses", state.joint_impulses);
  write_vector(file, "coordinates", state.coordinates);
  hdf5::set_attribute(file, "joint_work_gained", state.joint_work.gained);
  hdf5::set_attribute(file, "joint_work_scale", state.joint_work.scale);
  const hsize_t joints[] = {state.broken.size()};
  if (!state.broken.empty())
    hdf5::write_rows(file, kBroken, memory_type<std::int8_t>(), state.broken.data(), joints);
  std::vector<std::uint64_t> keys;
  std::vector<double> impulses;
  for (const ContactMemory& contact : state.contacts) {
    keys.push_back(contact.key);
    impulses.insert(impulses.end(), contact.impulse.begin(), contact.impulse.end());
  }
  const hsize_t shape[] = {keys.size(), 3};
  hdf5::write_rows(file, "contacts/key", memory_type<std::uint64_t>(), keys.data(),
                   std::span(shape, 1));
  hdf5::write_rows(file, "contacts/impulse", memory_type<double>(), impulses.data(), shape);
}

// Reads a vector of the size in the file; read_snapshot() compares it with the model afterwards.
Eigen::VectorXd read_whole(hid_t file, const char* name) {
  const auto values = read_vector<double>(file, name, hdf5::row_count(file, name));
  return Eigen::Map<const Eigen::VectorXd>(values.data(), values.size());
}

// Refuses snapshots without the attribute, whose impulses are along normal and tangents and need
// the contact geometry to be interpreted.
void check_frame(hid_t file) {
  const htri_t is_there = H5Aexists(file, kFrameAttribute);
  hdf5::check(is_there, kFrameAttribute);
  if (is_there == 0)
    throw hdf5::Error("contacts/impulse",
                      "is in the frames of the contacts; this program reads the world frame");
  if (const std::string frame = hdf5::text_attribute(file, kFrameAttribute); frame != kFrame)
    throw hdf5::Error(kFrameAttribute, "has the unknown value `" + frame + "`");
}

State read_state(hid_t file) {
  check_frame(file);
  State state;
  state.time = hdf5::number_attribute(file, "time");
  state.step = hdf5::integer_attribute(file, "step");
  state.q = read_whole(file, "q");
  state.v = read_whole(file, "v");
  state.joint_impulses = read_whole(file, "joint_impulses");
  state.coordinates = read_whole(file, "coordinates");
  state.joint_work = {hdf5::number_attribute(file, "joint_work_gained"),
                      hdf5::number_attribute(file, "joint_work_scale")};
  if (H5Lexists(file, kBroken, H5P_DEFAULT) > 0)
    state.broken = read_vector<std::int8_t>(file, kBroken, hdf5::row_count(file, kBroken));
  const std::size_t count = hdf5::row_count(file, "contacts/key");
  const auto keys = read_vector<std::uint64_t>(file, "contacts/key", count);
  const hsize_t shape[] = {count, 3};
  hdf5::require_rows(file, "contacts/impulse", shape);
  std::vector<double> impulses(3 * count);
  hdf5::read_rows(file, "contacts/impulse", memory_type<double>(), impulses.data(), shape);
  for (std::size_t i = 0; i < count; ++i)
    state.contacts.push_back({keys[i], Eigen::Vector3d(&impulses[3 * i])});
  return state;
}

}  // namespace

Diagnostics write_snapshot(const std::filesystem::path& path, const Model& model,
                           const State& state, const RunHeader& header) {
  return hdf5::write_whole_file(path, hdf5::Format::growing, [&](hid_t file) {
    hdf5::write_header(file, kFormat, header);
    hdf5::set_attribute(file, "every", std::int64_t{header.every});
    hdf5::write_bodies(file, model);
    write_state(file, state);
  });
}

Result<RunHeader> read_snapshot_header(const std::filesystem::path& path) {
  const hdf5::Silence silence;
  try {
    return hdf5::read_header(hdf5::open_file(path), kFormat);
  } catch (const hdf5::Error& error) {
    return Diagnostics{hdf5::to_diagnostic(error, path)};
  }
}

Result<State> read_snapshot(const std::filesystem::path& path, const Model& model) {
  const hdf5::Silence silence;
  try {
    const hdf5::Handle file = hdf5::open_file(path);
    hdf5::read_header(file, kFormat);
    State state = read_state(file);
    Diagnostics faults = mismatches(hdf5::read_bodies(file), state, model);
    for (Diagnostic& each : faults) each.file = path.string();
    if (!faults.empty()) return faults;
    return state;
  } catch (const hdf5::Error& error) {
    return Diagnostics{hdf5::to_diagnostic(error, path)};
  }
}

}  // namespace perpend::io
