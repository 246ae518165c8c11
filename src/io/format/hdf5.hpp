// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hdf5.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "perpend/core/result.hpp"

/// Wraps the part of HDF5 that recordings, snapshots and FCLIB problems need, with handles that
/// close themselves. Within src/io a call that HDF5 refuses throws Error; the public functions turn
/// it into Diagnostics.
namespace perpend::io::hdf5 {

/// A call that HDF5 refused. what() says in plain words what is wrong; hint() says what was
/// expected and ends with HDF5's own message.
class Error : public std::runtime_error {
 public:
  Error(std::string element, const std::string& message, std::string hint = {})
      : std::runtime_error(message), element_(std::move(element)), hint_(std::move(hint)) {}
  const std::string& element() const { return element_; }
  const std::string& hint() const { return hint_; }

 private:
  std::string element_, hint_;
};

Diagnostic to_diagnostic(const Error& error, const std::filesystem::path& file);

/// Keeps HDF5 from printing to stderr while it lives.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  H5E_auto2_t report_ = nullptr;
  void* data_ = nullptr;
};

/// Owns an HDF5 identifier of any kind.
class Handle {
 public:
  Handle() = default;
  /// Throws Error if `id` is negative; `expected` says what the element should have been.
  Handle(hid_t id, std::string_view element, std::string_view expected = {});
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept;
  ~Handle() { reset(); }

  operator hid_t() const { return id_; }
  /// Closes the identifier now. Returns false if HDF5 refuses, such as for a file on a full disk.
  bool reset();

 private:
  hid_t id_ = -1;
};

/// Throws Error if `status` is negative.
void check(herr_t status, std::string_view element, std::string_view expected = {});

template <typename T>
hid_t memory_type();
template <>
inline hid_t memory_type<double>() {
  return H5T_NATIVE_DOUBLE;
}
template <>
inline hid_t memory_type<std::int8_t>() {
  return H5T_NATIVE_INT8;
}
template <>
inline hid_t memory_type<std::int32_t>() {
  return H5T_NATIVE_INT32;
}
template <>
inline hid_t memory_type<std::int64_t>() {
  return H5T_NATIVE_INT64;
}
template <>
inline hid_t memory_type<std::uint64_t>() {
  return H5T_NATIVE_UINT64;
}
template <>
inline hid_t memory_type<char>() {
  return H5T_NATIVE_UINT8;
}

/// `growing` is the newest format, which readers can follow while a writer runs and after the
/// writer was killed. `exchanged` is the oldest format, which every release of HDF5 reads.
enum class Format { growing, exchanged };

Handle create_file(const std::filesystem::path& path, Format format = Format::growing);
/// Opens a file for reading.
Handle open_file(const std::filesystem::path& path, Format format = Format::growing);
/// Writes a file beside `path`, closes it and moves it to `path`: an existing file stays until the
/// new one is complete. Returns the faults.
[[nodiscard]] Diagnostics write_whole_file(const std::filesystem::path& path, Format format,
                                           const std::function<void(hid_t)>& write);

/// Returns true if the file has a group or dataset of that path.
bool has(hid_t file, const std::string& name);

void set_attribute(hid_t object, const char* name, std::string_view text);
void set_attribute(hid_t object, const char* name, double value);
void set_attribute(hid_t object, const char* name, std::int64_t value);
std::string text_attribute(hid_t object, const char* name);
double number_attribute(hid_t object, const char* name);
/// Returns `missing` if there is no such attribute.
double number_attribute(hid_t object, const char* name, double missing);
std::int64_t integer_attribute(hid_t object, const char* name);

/// Writes a whole string as a scalar dataset and creates the groups on its path.
void write_text(hid_t file, const char* name, const std::string& text);
std::string read_text(hid_t file, const char* name);
void write_names(hid_t file, const char* name, const std::vector<std::string>& names);
std::vector<std::string> read_names(hid_t file, const char* name);

/// Returns the number of rows of a dataset.
std::size_t row_count(hid_t file, const std::string& name);
/// Throws Error if a dataset has fewer rows or another width, or if the file does not hold as many
/// bytes. Call it before memory is allocated.
void require_rows(hid_t file, const std::string& name, std::span<const hsize_t> shape);

/// Throws Error if the file cannot hold `points` entries of the dataset (hdf5_bounds.cpp).
void require_stored(hid_t dataset, const std::string& name, double points);
/// Throws Error if one entry of an object in the file is larger than the file.
void require_entry(hid_t object, const std::string& name, std::size_t bytes);

/// Writes `values` as a dataset of this shape, row by row; one extent makes a vector.
void write_rows(hid_t file, const std::string& name, hid_t type, const void* values,
                std::span<const hsize_t> shape);
/// Reads the first shape[0] rows; throws Error as require_rows() does.
void read_rows(hid_t file, const std::string& name, hid_t type, void* values,
               std::span<const hsize_t> shape);

template <typename T>
std::vector<T> read_vector(hid_t file, const std::string& name, std::size_t rows) {
  const hsize_t shape[] = {rows};
  require_rows(file, name, shape);
  std::vector<T> values(rows);
  read_rows(file, name, memory_type<T>(), values.data(), shape);
  return values;
}

struct ColumnDef {
  std::string name;
  std::string unit;
  std::string meaning;
};

/// A dataset that grows by rows of `width` entries of one type. Rows wait in memory until write().
class Column {
 public:
  /// A width of 0 makes a one-dimensional dataset with one entry per row.
  Column(hid_t file, const ColumnDef& def, hid_t type, std::size_t width);

  template <typename T>
  void push(std::span<const T> entries) {
    const auto bytes = std::as_bytes(entries);
    pending_.insert(pending_.end(), bytes.begin(), bytes.end());
  }
  template <typename T>
  void push(T entry) {
    push(std::span<const T>(&entry, 1));
  }
  std::size_t row_bytes() const { return width_ * H5Tget_size(type_); }
  /// Appends the waiting rows to the dataset.
  void write();
  void flush() { check(H5Dflush(dataset_), name_); }

 private:
  std::string name_;
  Handle dataset_;
  hid_t type_;
  std::size_t width_;
  hsize_t rows_ = 0;
  std::vector<std::byte> pending_;
};

}  // namespace perpend::io::hdf5
