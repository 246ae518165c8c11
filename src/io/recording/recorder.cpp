// SPDX-License-Identifier: Apache-2.0
//
// Rows wait in memory and reach the file in blocks. The length of /time counts the complete rows:
// it grows only after every other dataset of those rows is flushed, so that a reader never sees
// half a row, even if the writer is killed in between. The data is not compressed: a chunk that is
// flushed half full would move at each flush, and a file open for concurrent readers cannot reuse
// the space.
#include "perpend/io/recorder.hpp"

#include <chrono>

#include "io/format/hdf5.hpp"
#include "io/recording/extra_columns.hpp"
#include "io/recording/joint_table.hpp"
#include "io/recording/log_line.hpp"
#include "io/recording/run_header.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/report_fields.hpp"

namespace perpend::io {
namespace {

using hdf5::Column;
using hdf5::ColumnDef;
using hdf5::memory_type;

template <typename T>
Column column(hid_t file, const ColumnDef& def, std::size_t width = 0) {
  return {file, def, memory_type<T>(), width};
}

// Size of the waiting rows that causes a flush, bytes; runs with fast steps reach it.
constexpr std::size_t kMostWaiting = 4'000'000;

struct ContactColumns {
  Column offset, count, body_a, body_b, point, normal, gap, impulse, slip, status;
  std::int64_t written = 0;

  explicit ContactColumns(hid_t file)
      : offset(column<std::int64_t>(file, {"contacts/offset", "1", "first contact of the row"})),
        count(column<std::int64_t>(file, {"contacts/count", "1", "contacts of the row"})),
        body_a(column<std::int32_t>(file, {"contacts/body_a", "1", "index into bodies"})),
        body_b(column<std::int32_t>(file, {"contacts/body_b", "1", "index into bodies"})),
        point(column<double>(file, {"contacts/point", "m", "world, between the surfaces"}, 3)),
        normal(column<double>(file, {"contacts/normal", "1", "world, from a to b"}, 3)),
        gap(column<double>(file, {"contacts/gap", "m", "at the start of the step"})),
        impulse(column<double>(file, {"contacts/impulse", "N s", "on b, world"}, 3)),
        slip(column<double>(
            file, {"contacts/slip", "m/s", "tangential velocity of b against a, after, world"}, 3)),
        status(column<std::int8_t>(file, {"contacts/status", "1", "0 open, 1 stick, 2 slide"})) {}

  void push(std::span<const ContactRecord> contacts) {
    offset.push(written);
    count.push(static_cast<std::int64_t>(contacts.size()));
    for (const ContactRecord& contact : contacts) push(contact);
    written += static_cast<std::int64_t>(contacts.size());
  }
  void push(const ContactRecord& contact) {
    body_a.push(std::int32_t{contact.a.index});
    body_b.push(std::int32_t{contact.b.index});
    point.push(std::span<const double>(contact.point.data(), 3));
    normal.push(std::span<const double>(contact.normal.data(), 3));
    gap.push(contact.gap);
    impulse.push(std::span<const double>(contact.impulse.data(), 3));
    slip.push(std::span<const double>(contact.slip.data(), 3));
    status.push(static_cast<std::int8_t>(contact.status));
  }
  std::size_t row_bytes(std::size_t contacts) const {
    std::size_t bytes = 0;
    for (const Column* each : {&body_a, &body_b, &point, &normal, &gap, &impulse, &slip, &status})
      bytes += contacts * each->row_bytes();
    return bytes + offset.row_bytes() + count.row_bytes();
  }
  void write() {
    for (Column* each :
         {&offset, &count, &body_a, &body_b, &point, &normal, &gap, &impulse, &slip, &status})
      each->write();
  }
};

std::vector<Column> open_report(hid_t file) {
  std::vector<Column> columns;
  for (const ReportField& field : report_fields()) {
    const ColumnDef named{"report/" + field.name, field.unit, field.doc};
    columns.push_back(field.is_count() ? column<std::int64_t>(file, named)
                                       : column<double>(file, named));
  }
  return columns;
}

}  // namespace

struct Recorder::File {
  std::filesystem::path path;
  RecorderOptions options;
  hdf5::Handle handle;
  Column time, step, q, v, log;
  std::vector<Column> report;
  hdf5::JointColumns joints;
  hdf5::ExtraColumns extras;
  ContactColumns contacts;
  std::size_t row_bytes, contact_bytes;

  MergedReport merged;  ///< report of the row in progress
  std::int64_t rows = 0;
  std::size_t waiting = 0;  ///< bytes of rows in memory
  int steps_in_row = 0;     ///< steps merged since the last row
  State last;               ///< newest state, unless it has a row already
  std::vector<ContactRecord> last_contacts;
  std::vector<CoordinateForce> last_forces;
  std::vector<double> last_channels;
  std::chrono::steady_clock::time_point flushed;
  Diagnostics fault;  ///< set permanently once a write failed

  File(const std::filesystem::path& where, const Model& model, const RecorderOptions& chosen)
      : path(where),
        options(chosen),
        handle(hdf5::create_file(where)),
        time(column<double>(handle, {"time", "s", "simulated; its length counts the rows"})),
        step(column<std::int64_t>(handle, {"step", "1", "steps taken since the start"})),
        q(column<double>(handle, {"q", "m, rad", "coordinates, see bodies/q_offset"},
                         model.q_size())),
        v(column<double>(handle, {"v", "m/s, rad/s", "velocities, see bodies/offset"},
                         model.dof())),
        log(column<char>(handle, {"log", "1", "UTF-8 text of the steps that were not ok"})),
        report(open_report(handle)),
        joints(handle, model),
        extras(handle, model, chosen.channels),
        contacts(handle),
        row_bytes(bytes_per_row(0)),
        contact_bytes(bytes_per_row(1) - row_bytes) {}

  std::size_t bytes_per_row(std::size_t contact_count) const {
    std::size_t bytes = joints.row_bytes() + extras.row_bytes() + contacts.row_bytes(contact_count);
    for (const Column* each : {&time, &step, &q, &v}) bytes += each->row_bytes();
    for (const Column& each : report) bytes += each.row_bytes();
    return bytes;
  }

  void take(const State& state, const StepReport& step_report,
            std::span<const ContactRecord> step_contacts, const RowExtras& step_extras) {
    if (steps_in_row++ == 0) merged.clear();
    merged.add(step_report);
    const bool is_ok = step_report.status == StepStatus::ok;
    if (!is_ok) log.push(std::span<const char>(log_line(step_report)));
    if (rows == 0 || steps_in_row == options.every || !is_ok) {
      make_row(state, step_contacts, step_extras);
    } else {
      last = state;
      last_contacts.assign(step_contacts.begin(), step_contacts.end());
      last_forces.assign(step_extras.coordinate_forces.begin(),
                         step_extras.coordinate_forces.end());
      last_channels.assign(step_extras.channels.begin(), step_extras.channels.end());
    }
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - flushed;
    if (!is_ok || waiting >= kMostWaiting || waited.count() >= options.flush_seconds) flush();
  }

  void make_row(const State& state, std::span<const ContactRecord> step_contacts,
                const RowExtras& step_extras) {
    time.push(state.time);
    step.push(state.step);
    q.push(std::span<const double>(state.q.data(), state.q.size()));
    v.push(std::span<const double>(state.v.data(), state.v.size()));
    const std::span<const ReportField> fields = report_fields();
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].is_count()) {
        report[i].push(static_cast<std::int64_t>(merged.values()[i]));
      } else {
        report[i].push(merged.values()[i]);
      }
    }
    joints.push(state);
    extras.push(step_extras);
    contacts.push(step_contacts);
    steps_in_row = 0;
    waiting += row_bytes + step_contacts.size() * contact_bytes;
    ++rows;
  }

  void flush() {
    waiting = 0;
    for (Column* each : {&step, &q, &v, &log}) each->write();
    for (Column& each : report) each.write();
    joints.write();
    extras.write();
    contacts.write();
    hdf5::check(H5Fflush(handle, H5F_SCOPE_LOCAL), "");
    time.write();
    time.flush();
    flushed = std::chrono::steady_clock::now();
  }

  void close() {
    if (steps_in_row > 0) make_row(last, last_contacts, {last_forces, last_channels});
    flush();
    if (!handle.reset()) throw hdf5::Error("", "cannot be closed");
  }

  // Readers refuse a file that is shorter than its header says, which is how a full disk leaves it.
  // A hole at its end takes no space and keeps the earlier rows readable.
  Diagnostics fail(const hdf5::Error& error) {
    haddr_t end = 0;
    std::error_code ignored;
    if (H5Fget_eoa(handle, &end) >= 0 && std::filesystem::file_size(path, ignored) < end)
      std::filesystem::resize_file(path, end, ignored);
    fault = {hdf5::to_diagnostic(error, path)};
    return fault;
  }
};

Recorder::Recorder(std::unique_ptr<File> file) : file_(std::move(file)) {}
Recorder::Recorder(Recorder&&) noexcept = default;
Recorder& Recorder::operator=(Recorder&&) noexcept = default;

Recorder::~Recorder() {
  if (file_) close();
}

Result<Recorder> Recorder::open(const std::filesystem::path& path, const Model& model,
                                const RunHeader& header, const RecorderOptions& options) {
  require(options.every >= 1, "every", "at least 1", options.every);
  require(options.flush_seconds >= 0, "flush_seconds", "at least 0", options.flush_seconds);
  hdf5::check_channels(options.channels);
  require(model.dof() > 0, "model", "at least one body", model.dof());
  const hdf5::Silence silence;
  try {
    auto file = std::make_unique<File>(path, model, options);
    hdf5::write_header(file->handle, "perpend recording", header);
    hdf5::set_attribute(file->handle, "every", std::int64_t{options.every});
    hdf5::write_bodies(file->handle, model);
    hdf5::write_joints(file->handle, model);
    hdf5::write_channels(file->handle, options.channels);
    hdf5::check(H5Fstart_swmr_write(file->handle), "");
    return Recorder(std::move(file));
  } catch (const hdf5::Error& error) {
    return Diagnostics{hdf5::to_diagnostic(error, path)};
  }
}

Diagnostics Recorder::write(const State& state, const StepReport& report,
                            std::span<const ContactRecord> contacts, const RowExtras& extras) {
  if (file_) file_->extras.check(extras);
  if (!file_ || !file_->fault.empty()) return file_ ? file_->fault : Diagnostics{};
  const hdf5::Silence silence;
  try {
    file_->take(state, report, contacts, extras);
    return {};
  } catch (const hdf5::Error& error) {
    return file_->fail(error);
  }
}

Diagnostics Recorder::close() {
  if (!file_) return {};
  const hdf5::Silence silence;
  const std::unique_ptr<File> file = std::move(file_);
  if (!file->fault.empty()) return file->fault;
  try {
    file->close();
    return {};
  } catch (const hdf5::Error& error) {
    return file->fail(error);
  }
}

std::int64_t Recorder::rows() const {
  return file_ ? file_->rows : 0;
}

std::size_t Recorder::bytes_per_row(std::size_t contacts) const {
  return file_ ? file_->bytes_per_row(contacts) : 0;
}

}  // namespace perpend::io
