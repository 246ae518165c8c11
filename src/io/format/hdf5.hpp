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

/// The part of HDF5 that recordings, snapshots and FCLIB problems need, with handles that close
/// themselves. Inside this folder a refused call throws Error; the public functions turn it into
/// Diagnostics.
namespace perpend::io::hdf5 {

/// what(): what is wrong, in plain words; hint(): what was expected, and HDF5's own words last.
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

/// Owns an identifier of any kind.
class Handle {
 public:
  Handle() = default;
  /// Throws Error where `id` is negative; `expected` says what the element should have been.
  Handle(hid_t id, std::string_view element, std::string_view expected = {});
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)) {}
  Handle& operator=(Handle&& other) noexcept;
  ~Handle() { reset(); }

  operator hid_t() const { return id_; }
  /// Closes now; false where HDF5 refuses, such as for a file on a full disk.
  bool reset();

 private:
  hid_t id_ = -1;
};

/// Throws Error where `status` is negative.
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

/// `growing`: the newest format, which readers can follow while a writer runs and after it was
/// killed. `exchanged`: the oldest, which every release of HDF5 reads.
enum class Format { growing, exchanged };

Handle create_file(const std::filesystem::path& path, Format format = Format::growing);
/// Opens for reading.
Handle open_file(const std::filesystem::path& path, Format format = Format::growing);
/// Writes a file beside `path`, closes it and puts it in the place of `path`: what was there stays
/// until the new one is whole. Returns the faults.
[[nodiscard]] Diagnostics write_whole_file(const std::filesystem::path& path, Format format,
                                           const std::function<void(hid_t)>& write);

/// Whether a group or dataset of that path is there.
bool has(hid_t file, const std::string& name);

void set_attribute(hid_t object, const char* name, std::string_view text);
void set_attribute(hid_t object, const char* name, double value);
void set_attribute(hid_t object, const char* name, std::int64_t value);
std::string text_attribute(hid_t object, const char* name);
double number_attribute(hid_t object, const char* name);
/// `missing` where there is no such attribute.
double number_attribute(hid_t object, const char* name, double missing);
std::int64_t integer_attribute(hid_t object, const char* name);

/// A whole string as a scalar dataset; groups on its path are made.
void write_text(hid_t file, const char* name, const std::string& text);
std::string read_text(hid_t file, const char* name);
void write_names(hid_t file, const char* name, const std::vector<std::string>& names);
std::vector<std::string> read_names(hid_t file, const char* name);

/// Number of rows of a dataset.
std::size_t row_count(hid_t file, const std::string& name);
/// Throws Error where a dataset has fewer rows, another width, or where the file does not hold as
/// many bytes: to be asked before memory is taken.
void require_rows(hid_t file, const std::string& name, std::span<const hsize_t> shape);

/// Throws Error where the file cannot hold `points` entries of the dataset (hdf5_bounds.cpp).
void require_stored(hid_t dataset, const std::string& name, double points);
/// Throws Error where one entry of an object in the file is larger than the file.
void require_entry(hid_t object, const std::string& name, std::size_t bytes);

/// Writes `values` as rows of `width` entries (width 0: a vector).
void write_rows(hid_t file, const std::string& name, hid_t type, const void* values,
                std::span<const hsize_t> shape);
/// Reads the first `rows` rows; throws Error as require_rows() does.
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

/// A dataset that grows by rows of `width` entries of one type. Rows wait in memory until flush().
class Column {
 public:
  /// width 0: one-dimensional, one entry per row.
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
  /// Hands the waiting rows to HDF5.
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
