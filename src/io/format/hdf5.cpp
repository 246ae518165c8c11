// SPDX-License-Identifier: Apache-2.0
#include "io/format/hdf5.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "io/format/hdf5_reason.hpp"

namespace perpend::io::hdf5 {
namespace {

constexpr std::size_t kNarrowChunk = 8192;  // bytes per chunk of a column of few entries

Handle access_of(Format format) {
  Handle access(H5Pcreate(H5P_FILE_ACCESS), "file access");
  const H5F_libver_t oldest = format == Format::growing ? H5F_LIBVER_LATEST : H5F_LIBVER_EARLIEST;
  check(H5Pset_libver_bounds(access, oldest, H5F_LIBVER_LATEST), "file access");
  // Rows are appended, so only two chunks of a narrow column are in use; by default HDF5 would keep
  // 1 MB of chunks for each of some 80 columns. The cache is set for the whole file because a
  // setting per dataset is lost when the SWMR mode starts.
  if (format == Format::growing)
    check(H5Pset_cache(access, 0, 7, 2 * kNarrowChunk, 1.0), "file access");
  return access;
}

Handle with_groups(std::string_view name) {
  Handle links(H5Pcreate(H5P_LINK_CREATE), name);
  check(H5Pset_create_intermediate_group(links, 1), name);
  return links;
}

Handle string_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), "string");
  check(H5Tset_size(type, std::max<std::size_t>(length, 1)), "string");
  check(H5Tset_cset(type, H5T_CSET_UTF8), "string");
  check(H5Tset_strpad(type, H5T_STR_NULLPAD), "string");
  return type;
}

void set_scalar(hid_t object, const char* name, hid_t type, const void* value) {
  const Handle space(H5Screate(H5S_SCALAR), name);
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), name);
  check(H5Awrite(attribute, type, value), name);
}

void read_scalar(hid_t object, const char* name, hid_t type, void* value) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), name, "a number");
  const Handle space(H5Aget_space(attribute), name);
  const auto found = H5Sget_simple_extent_npoints(space);
  if (found != 1)
    throw Error(name, "has " + std::to_string(found) + " entries", "expected one number");
  check(H5Aread(attribute, type, value), name, "a number");
}

std::string until_null(const char* text, std::size_t size) {
  return {text, std::find(text, text + size, '\0')};
}

constexpr std::string_view kText = "text of fixed length", kRows = "rows of numbers";

void require_text(hid_t type, const char* name) {
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0)
    throw Error(name, "is of another kind", hint(kText, ""));
}

std::string to_text(std::span<const hsize_t> shape) {
  std::string text;
  for (const hsize_t length : shape) text += (text.empty() ? "" : " x ") + std::to_string(length);
  return text;
}

std::vector<hsize_t> shape_of(hid_t dataset, const std::string& name) {
  const Handle space(H5Dget_space(dataset), name);
  std::vector<hsize_t> shape(std::max(0, H5Sget_simple_extent_ndims(space)));
  if (!shape.empty()) check(H5Sget_simple_extent_dims(space, shape.data(), nullptr), name);
  return shape;
}

}  // namespace

Diagnostic to_diagnostic(const Error& error, const std::filesystem::path& file) {
  return {file.string(), 0, error.element(), error.what(), error.hint()};
}

Silence::Silence() {
  H5Eget_auto2(H5E_DEFAULT, &report_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Silence::~Silence() {
  H5Eset_auto2(H5E_DEFAULT, report_, data_);
}

Handle::Handle(hid_t id, std::string_view element, std::string_view expected) : id_(id) {
  if (id < 0) refuse(element, expected);
}

Handle& Handle::operator=(Handle&& other) noexcept {
  if (this == &other) return *this;
  reset();
  id_ = std::exchange(other.id_, -1);
  return *this;
}

bool Handle::reset() {
  if (id_ < 0) return true;
  const hid_t id = std::exchange(id_, -1);
  switch (H5Iget_type(id)) {
    case H5I_FILE:
      return H5Fclose(id) >= 0;
    case H5I_DATASET:
      return H5Dclose(id) >= 0;
    case H5I_DATASPACE:
      return H5Sclose(id) >= 0;
    case H5I_DATATYPE:
      return H5Tclose(id) >= 0;
    case H5I_ATTR:
      return H5Aclose(id) >= 0;
    case H5I_GROUP:
      return H5Gclose(id) >= 0;
    default:
      return H5Pclose(id) >= 0;
  }
}

void check(herr_t status, std::string_view element, std::string_view expected) {
  if (status < 0) refuse(element, expected);
}

// Entries of growing files stay within pages of 4 KiB: a write that crosses a page of the operating
// system is left incomplete if the process is killed during it.
Handle creation_of(Format format) {
  Handle creation{H5Pcreate(H5P_FILE_CREATE), "file creation"};
  if (format == Format::growing)
    check(H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1),
          "file creation");
  return creation;
}

Handle create_file(const std::filesystem::path& path, Format format) {
  const Handle creation = creation_of(format);
  // `access` has to outlive last_reason(): closing it clears HDF5's error stack.
  const Handle access = access_of(format);
  const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access);
  if (id >= 0) return {id, ""};
  const Reason reason = last_reason();
  if (reason.system != 0) throw Error("", "cannot be created: " + system_words(reason.system));
  throw Error("", "cannot be created", hint("", reason.words));
}

Handle open_file(const std::filesystem::path& path, Format format) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw Error("", "is a folder", "expected an HDF5 file");
  const Handle access = access_of(format);
  // HDF5 reads a metadata entry with a wrong checksum again after 1, 2, 4, ... ns; its default of
  // 100 attempts in SWMR mode never ends on a damaged file. 24 attempts take 17 ms, ample for a
  // writer.
  check(H5Pset_metadata_read_attempts(access, 24), "file access");
  // A killed writer leaves its mark in the file, and only the SWMR mode opens a marked file.
  const unsigned mode = format == Format::growing ? H5F_ACC_SWMR_READ : 0;
  const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY | mode, access);
  if (id >= 0) return {id, ""};
  const Reason reason = last_reason();
  if (reason.system == ENOENT) throw Error("", "does not exist");
  if (reason.system != 0) throw Error("", "cannot be opened: " + system_words(reason.system));
  if (reason.foreign) throw Error("", "is not an HDF5 file");
  if (reason.cut) throw Error("", "is cut short", hint("", reason.words));
  throw Error("", "is damaged", hint("", reason.words));
}

Diagnostics write_whole_file(const std::filesystem::path& path, Format format,
                             const std::function<void(hid_t)>& write) {
  const Silence silence;
  const std::filesystem::path part = path.string() + ".part";
  std::error_code failed, ignored;
  try {
    Handle file = create_file(part, format);
    write(file);
    check(H5Fflush(file, H5F_SCOPE_LOCAL), "");
    if (!file.reset()) throw Error("", "cannot be closed");
    std::filesystem::rename(part, path, failed);
    if (!failed) return {};
  } catch (const Error& error) {
    std::filesystem::remove(part, ignored);
    return {to_diagnostic(error, path)};
  }
  std::filesystem::remove(part, ignored);
  return {{path.string(), 0, "", "cannot be replaced: " + failed.message(), ""}};
}

bool has(hid_t file, const std::string& name) {
  for (std::size_t end = 0; end != std::string::npos;) {
    end = name.find('/', end + 1);
    if (H5Lexists(file, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
  }
  return true;
}

void set_attribute(hid_t object, const char* name, std::string_view text) {
  // HDF5 has no string type of length 0, so one null byte represents the empty string.
  const std::string bytes = text.empty() ? std::string(1, '\0') : std::string(text);
  set_scalar(object, name, string_type(bytes.size()), bytes.data());
}

void set_attribute(hid_t object, const char* name, double value) {
  set_scalar(object, name, memory_type<double>(), &value);
}

void set_attribute(hid_t object, const char* name, std::int64_t value) {
  set_scalar(object, name, memory_type<std::int64_t>(), &value);
}

std::string text_attribute(hid_t object, const char* name) {
  const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), name, kText);
  const Handle type(H5Aget_type(attribute), name);
  require_text(type, name);
  require_entry(attribute, name, H5Tget_size(type));
  std::vector<char> bytes(H5Tget_size(type));
  check(H5Aread(attribute, type, bytes.data()), name);
  return until_null(bytes.data(), bytes.size());
}

double number_attribute(hid_t object, const char* name) {
  double value = 0;
  read_scalar(object, name, memory_type<double>(), &value);
  return value;
}

double number_attribute(hid_t object, const char* name, double missing) {
  return H5Aexists(object, name) > 0 ? number_attribute(object, name) : missing;
}

std::int64_t integer_attribute(hid_t object, const char* name) {
  std::int64_t value = 0;
  read_scalar(object, name, memory_type<std::int64_t>(), &value);
  return value;
}

void write_text(hid_t file, const char* name, const std::string& text) {
  const Handle space(H5Screate(H5S_SCALAR), name), type = string_type(text.size());
  const Handle data(
      H5Dcreate2(file, name, type, space, with_groups(name), H5P_DEFAULT, H5P_DEFAULT), name);
  check(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.c_str()), name);
}

std::string read_text(hid_t file, const char* name) {
  const Handle data(H5Dopen2(file, name, H5P_DEFAULT), name, kText), type(H5Dget_type(data), name);
  require_text(type, name);
  if (!shape_of(data, name).empty()) throw Error(name, "has rows", "expected one text");
  require_stored(data, name, 1);
  std::vector<char> bytes(H5Tget_size(type));
  check(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), name, kText);
  return until_null(bytes.data(), bytes.size());
}

void write_names(hid_t file, const char* name, const std::vector<std::string>& names) {
  std::size_t length = 1;
  for (const std::string& each : names) length = std::max(length, each.size());
  std::vector<char> bytes(names.size() * length, '\0');
  for (std::size_t i = 0; i < names.size(); ++i)
    std::copy(names[i].begin(), names[i].end(), bytes.begin() + i * length);
  const hsize_t shape[] = {names.size()};
  write_rows(file, name, string_type(length), bytes.data(), shape);
}

std::vector<std::string> read_names(hid_t file, const char* name) {
  const Handle data(H5Dopen2(file, name, H5P_DEFAULT), name, kText), type(H5Dget_type(data), name);
  require_text(type, name);
  const std::size_t length = H5Tget_size(type), count = row_count(file, name);
  if (shape_of(data, name).size() > 1) throw Error(name, "has columns", "expected a list of texts");
  require_stored(data, name, static_cast<double>(count));
  std::vector<std::string> names(count);
  std::vector<char> bytes(names.size() * length);
  check(H5Dread(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()), name, kText);
  for (std::size_t i = 0; i < names.size(); ++i)
    names[i] = until_null(bytes.data() + i * length, length);
  return names;
}

std::size_t row_count(hid_t file, const std::string& name) {
  const Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), name, kRows);
  const std::vector<hsize_t> shape = shape_of(data, name);
  if (shape.empty()) throw Error(name, "has one entry without rows", hint(kRows, ""));
  return shape[0];
}

void require_rows(hid_t file, const std::string& name, std::span<const hsize_t> shape) {
  const Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), name, kRows);
  const std::vector<hsize_t> found = shape_of(data, name);
  const bool same_width =
      found.size() == shape.size() && std::equal(found.begin() + 1, found.end(), shape.begin() + 1);
  if (!same_width)
    throw Error(name, "has the shape " + (found.empty() ? "of a number" : to_text(found)),
                "expected at least " + to_text(shape));
  if (found[0] < shape[0])
    throw Error(name, "has " + std::to_string(found[0]) + " rows",
                "expected at least " + std::to_string(shape[0]));
  double points = 1;
  for (const hsize_t extent : shape) points *= static_cast<double>(extent);
  require_stored(data, name, points);
}

void write_rows(hid_t file, const std::string& name, hid_t type, const void* values,
                std::span<const hsize_t> shape) {
  const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), name);
  const Handle data(
      H5Dcreate2(file, name.c_str(), type, space, with_groups(name), H5P_DEFAULT, H5P_DEFAULT),
      name);
  check(H5Dwrite(data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), name);
}

void read_rows(hid_t file, const std::string& name, hid_t type, void* values,
               std::span<const hsize_t> shape) {
  require_rows(file, name, shape);
  if (shape[0] == 0) return;
  const Handle data(H5Dopen2(file, name.c_str(), H5P_DEFAULT), name, kRows);
  const Handle target(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                      name);
  const Handle source(H5Dget_space(data), name);
  const std::vector<hsize_t> start(shape.size(), 0);
  check(H5Sselect_hyperslab(source, H5S_SELECT_SET, start.data(), nullptr, shape.data(), nullptr),
        name);
  check(H5Dread(data, type, target, source, H5P_DEFAULT, values), name, kRows);
}

Column::Column(hid_t file, const ColumnDef& def, hid_t type, std::size_t width)
    : name_(def.name), type_(type), width_(std::max<std::size_t>(width, 1)) {
  const int rank = width == 0 ? 1 : 2;
  // Chunks of 8 kB keep the some 60 columns of a short run small; wide rows get chunks of 64 kB.
  const std::size_t row_bytes = width_ * H5Tget_size(type);
  const hsize_t chunk[] = {std::max<hsize_t>(1, (width > 4 ? 65536 : kNarrowChunk) / row_bytes),
                           width_};
  const hsize_t shape[] = {0, width_}, limit[] = {H5S_UNLIMITED, width_};
  const Handle space(H5Screate_simple(rank, shape, limit), name_);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), name_);
  check(H5Pset_chunk(creation, rank, chunk), name_);
  dataset_ = Handle(
      H5Dcreate2(file, name_.c_str(), type, space, with_groups(name_), creation, H5P_DEFAULT),
      name_);
  set_attribute(dataset_, "unit", def.unit);
  set_attribute(dataset_, "meaning", def.meaning);
}

void Column::write() {
  if (pending_.empty()) return;
  const hsize_t start[] = {rows_, 0}, count[] = {pending_.size() / row_bytes(), width_};
  const hsize_t shape[] = {rows_ + count[0], width_};
  check(H5Dset_extent(dataset_, shape), name_);
  const Handle target(H5Dget_space(dataset_), name_);
  const int rank = H5Sget_simple_extent_ndims(target);
  const Handle source(H5Screate_simple(rank, count, nullptr), name_);
  check(H5Sselect_hyperslab(target, H5S_SELECT_SET, start, nullptr, count, nullptr), name_);
  check(H5Dwrite(dataset_, type_, source, target, H5P_DEFAULT, pending_.data()), name_);
  rows_ = shape[0];
  pending_.clear();
}

}  // namespace perpend::io::hdf5
