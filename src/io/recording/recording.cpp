// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/recording.hpp"

#include <algorithm>

#include "io/format/hdf5.hpp"
#include "io/recording/extra_columns.hpp"
#include "io/recording/joint_table.hpp"
#include "io/recording/run_header.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/report_fields.hpp"

namespace perpend::io {
namespace {

using hdf5::read_vector;

constexpr const char* kFormat = "perpend recording";

Recording::Rows read_matrix(hid_t file, const std::string& name, std::size_t rows,
                            std::size_t columns) {
  const hsize_t shape[] = {rows, columns};
  hdf5::require_rows(file, name, shape);
  Recording::Rows values(rows, columns);
  hdf5::read_rows(file, name, hdf5::memory_type<double>(), values.data(), shape);
  return values;
}

// Reads the report; fields that the recording is too old for are left out.
void read_report(hid_t file, Recording& recording) {
  for (const ReportField& field : report_fields()) {
    const std::string name = "report/" + field.name;
    if (field.may_be_missing && H5Lexists(file, name.c_str(), H5P_DEFAULT) == 0) continue;
    recording.report.push_back(
        {field.name, field.unit, read_vector<double>(file, name, recording.rows())});
  }
}

std::vector<std::int64_t> read_offsets(hid_t file, std::size_t rows) {
  std::vector<std::int64_t> offset = read_vector<std::int64_t>(file, "contacts/offset", rows);
  const auto count = read_vector<std::int64_t>(file, "contacts/count", rows);
  if (rows == 0) return {0};
  // The comparison avoids the sum of both numbers, which can overflow in a damaged file.
  const auto all = static_cast<std::int64_t>(hdf5::row_count(file, "contacts/gap"));
  const bool grows = offset.front() == 0 && std::is_sorted(offset.begin(), offset.end());
  if (!grows || offset.back() > all || count.back() < 0 || count.back() > all - offset.back())
    throw hdf5::Error("contacts/offset", "does not grow from 0 to the number of contacts");
  offset.push_back(offset.back() + count.back());
  return offset;
}

std::vector<ContactRecord> read_contacts(hid_t file, std::size_t count, int bodies) {
  const auto a = read_vector<std::int32_t>(file, "contacts/body_a", count);
  const auto b = read_vector<std::int32_t>(file, "contacts/body_b", count);
  const auto gap = read_vector<double>(file, "contacts/gap", count);
  const auto status = read_vector<std::int8_t>(file, "contacts/status", count);
  const auto point = read_matrix(file, "contacts/point", count, 3);
  const auto normal = read_matrix(file, "contacts/normal", count, 3);
  const auto impulse = read_matrix(file, "contacts/impulse", count, 3);
  const auto slip = read_matrix(file, "contacts/slip", count, 3);
  std::vector<ContactRecord> contacts(count);
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_damaged = std::max(a[i], b[i]) >= bodies || std::min(a[i], b[i]) < -1 ||
                            status[i] < 0 || status[i] > 2;
    if (is_damaged) throw hdf5::Error("contacts[" + std::to_string(i) + "]", "is damaged");
    contacts[i] = {{a[i]}, {b[i]},         point.row(i), normal.row(i),
                   gap[i], impulse.row(i), slip.row(i),  ContactStatus{status[i]}};
  }
  return contacts;
}

Recording read_file(const std::filesystem::path& path) {
  const hdf5::Handle file = hdf5::open_file(path);
  Recording recording;
  recording.header = hdf5::read_header(file, kFormat);
  recording.recorder.every = static_cast<int>(hdf5::number_attribute(file, "every"));
  const BodyTable& bodies = recording.bodies = hdf5::read_bodies(file);
  const int dof = bodies.names.empty() ? 0 : bodies.offset.back() + bodies.dof.back();
  const int q_size = bodies.names.empty() ? 0 : bodies.q_offset.back() + bodies.q_size.back();
  const std::size_t rows = hdf5::row_count(file, "time");
  recording.time = read_vector<double>(file, "time", rows);
  recording.step = read_vector<std::int64_t>(file, "step", rows);
  recording.q = read_matrix(file, "q", rows, q_size);
  recording.v = read_matrix(file, "v", rows, dof);
  hdf5::read_joints(file, recording);
  hdf5::read_extras(file, recording);
  read_report(file, recording);
  recording.contact_offset = read_offsets(file, rows);
  recording.contacts =
      read_contacts(file, recording.contact_offset.back(), static_cast<int>(bodies.names.size()));
  const auto log = read_vector<char>(file, "log", hdf5::row_count(file, "log"));
  recording.log.assign(log.begin(), log.end());
  return recording;
}

}  // namespace

std::span<const ContactRecord> Recording::contacts_at(std::size_t row) const {
  require(row < rows(), "row", "a row of the recording", static_cast<double>(row));
  const std::span<const ContactRecord> all = contacts;
  return all.subspan(contact_offset[row], contact_offset[row + 1] - contact_offset[row]);
}

State recorded_state(const Recording& recording, std::size_t row) {
  require(row < recording.rows(), "row", "a row of the recording", static_cast<double>(row));
  State state;
  state.time = recording.time[row];
  state.step = recording.step[row];
  state.q = recording.q.row(row);
  state.v = recording.v.row(row);
  state.joint_impulses = recording.joint_impulse.row(row);
  state.coordinates = recording.joint_coordinate.row(row);
  if (!recording.joint_broken.empty()) {
    const auto width = static_cast<std::ptrdiff_t>(recording.joints.size());
    const auto first = recording.joint_broken.begin() + static_cast<std::ptrdiff_t>(row) * width;
    state.broken.assign(first, first + width);
  }
  return state;
}

std::span<const double> report_field(const Recording& recording, std::string_view name) {
  const auto found = std::ranges::find(recording.report, name, &ReportSeries::name);
  require(found != recording.report.end(), "name", "a report field", name);
  return found->values;
}

bool has_report_field(const Recording& recording, std::string_view name) {
  return std::ranges::find(recording.report, name, &ReportSeries::name) != recording.report.end();
}

std::vector<double> report_means(const Recording& recording, std::string_view name) {
  const auto sums = report_field(recording, name);
  const auto status = report_field(recording, "status");
  std::vector<double> means(sums.size(), 0.0);
  for (std::size_t i = 1; i < sums.size(); ++i) {
    const std::int64_t failed = status[i] > 0 ? 1 : 0;  // attempted, but not counted in state
    const std::int64_t steps = recording.step[i] - recording.step[i - 1] + failed;
    means[i] = sums[i] / static_cast<double>(std::max<std::int64_t>(1, steps));
  }
  return means;
}

Recording::Rows channel(const Recording& recording, std::string_view name) {
  int first = 0;
  for (const Channel& each : recording.recorder.channels) {
    if (each.name == name) return recording.channel_values.middleCols(first, each.width);
    first += each.width;
  }
  throw InvalidArgument("name", "a channel of the recording", name);
}

bool is_recording(const std::filesystem::path& path) {
  const hdf5::Silence silence;
  try {
    return hdf5::text_attribute(hdf5::open_file(path), "format") == kFormat;
  } catch (const hdf5::Error&) {
    return false;
  }
}

Result<Recording> read_recording(const std::filesystem::path& path) {
  const hdf5::Silence silence;
  try {
    return read_file(path);
  } catch (const hdf5::Error& error) {
    return Diagnostics{hdf5::to_diagnostic(error, path)};
  }
}

}  // namespace perpend::io
