// SPDX-License-Identifier: Apache-2.0
// Every group, dataset and attribute with its shape, type and values.
#include <hdf5.h>

#include <algorithm>
#include <string>
#include <vector>

#include "print.hpp"

namespace perpend::print {
namespace {

constexpr std::size_t kShown = 4000;  // numbers of one dataset

struct Values {
  hid_t type, space;
  bool is_attribute;
  hid_t of;

  herr_t read(hid_t as, void* into) const {
    if (is_attribute) return H5Aread(of, as, into);
    return H5Dread(of, as, H5S_ALL, H5S_ALL, H5P_DEFAULT, into);
  }
};

std::string shape_of(hid_t space, std::size_t& count) {
  std::vector<hsize_t> sizes(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  std::string text;
  count = 1;
  for (const hsize_t size : sizes) {
    text += fmt::format("{}{}", text.empty() ? "" : "x", size);
    count *= size;
  }
  return text.empty() ? "scalar" : text;
}

std::string type_of(hid_t type) {
  const std::size_t bits = 8 * H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
      return fmt::format("{}int{}", H5Tget_sign(type) == H5T_SGN_NONE ? "u" : "", bits);
    case H5T_FLOAT:
      return fmt::format("float{}", bits);
    case H5T_STRING:
      return H5Tis_variable_str(type) > 0 ? "string" : "fixed string";
    case H5T_ENUM:
      return "enum";
    default:
      return "other";
  }
}

std::string quoted(std::string text) {
  for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2)
    text.replace(at, 1, "\\n");
  return " \"" + text + "\"";
}

std::string strings_of(const Values& values, std::size_t count) {
  std::string text;
  if (H5Tis_variable_str(values.type) > 0) {
    std::vector<char*> read(count, nullptr);
    values.read(values.type, read.data());
    for (const char* each : read) text += quoted(each ? each : "");
    H5Dvlen_reclaim(values.type, values.space, H5P_DEFAULT, read.data());
    return text;
  }
  const std::size_t length = H5Tget_size(values.type);
  std::string read(count * length, '\0');
  values.read(values.type, read.data());
  for (std::size_t i = 0; i < count; ++i) text += quoted(read.substr(i * length, length).c_str());
  return text;
}

std::string numbers_of(const Values& values, std::size_t count) {
  std::vector<double> read(count);
  if (count > 0) values.read(H5T_NATIVE_DOUBLE, read.data());
  std::string text;
  for (std::size_t i = 0; i < std::min(count, kShown); ++i) text += " " + number(read[i]);
  return text;
}

std::string text_of(const Values& values) {
  std::size_t count = 0;
  const std::string shape = shape_of(values.space, count);
  const bool is_text = H5Tget_class(values.type) == H5T_STRING;
  return fmt::format("{} {}:{}", shape, type_of(values.type),
                     is_text ? strings_of(values, count) : numbers_of(values, count));
}

herr_t print_attribute(hid_t object, const char* name, const H5A_info_t*, void* path) {
  const hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
  const Values values{H5Aget_type(attribute), H5Aget_space(attribute), true, attribute};
  fmt::print("{}@{} {}\n", *static_cast<std::string*>(path), name, text_of(values));
  H5Tclose(values.type);
  H5Sclose(values.space);
  H5Aclose(attribute);
  return 0;
}

herr_t print_object(hid_t file, const char* name, const H5O_info_t* info, void*) {
  const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
  std::string path = name;
  if (info->type == H5O_TYPE_DATASET) {
    const Values values{H5Dget_type(object), H5Dget_space(object), false, object};
    fmt::print("{} {}\n", path, text_of(values));
    H5Tclose(values.type);
    H5Sclose(values.space);
  } else {
    fmt::print("{} group\n", path);
  }
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, print_attribute, &path);
  H5Oclose(object);
  return 0;
}

}  // namespace

void hdf5(const std::filesystem::path& file) {
  const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  if (opened < 0) return;
  H5Ovisit(opened, H5_INDEX_NAME, H5_ITER_INC, print_object, nullptr);
  H5Fclose(opened);
}

}  // namespace perpend::print
