// SPDX-License-Identifier: Apache-2.0
#include "fuzz/damage_hdf5.hpp"

#include <hdf5.h>

#include <algorithm>
#include <array>

namespace perpend::fuzz {
namespace {

herr_t add_name(hid_t, const char* name, const H5O_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

herr_t add_attribute(hid_t, const char* name, const H5A_info_t*, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(name);
  return 0;
}

// A scalar, or a list of one or of many numbers, none of which need be stored.
hid_t awkward_space(Mutator& mutator) {
  const std::array<hsize_t, 4> extents{0, 1, 3, 1000000000};
  const hsize_t shape[] = {extents[mutator.below(4)], extents[mutator.below(4)]};
  const int rank = static_cast<int>(mutator.below(3));
  return rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(rank, shape, nullptr);
}

hid_t awkward_type(Mutator& mutator) {
  const std::array<hid_t, 4> types{H5T_NATIVE_DOUBLE, H5T_NATIVE_INT, H5T_NATIVE_SCHAR, H5T_C_S1};
  const hid_t type = H5Tcopy(types[mutator.below(4)]);
  if (H5Tget_class(type) == H5T_STRING && mutator.below(2) == 0)
    H5Tset_size(type, std::array<std::size_t, 3>{7, 100000, 2000000000}[mutator.below(3)]);
  return type;
}

void replace_dataset(hid_t file, const std::string& name, Mutator& mutator) {
  H5Ldelete(file, name.c_str(), H5P_DEFAULT);
  if (mutator.below(4) == 0) return;
  const hid_t type = awkward_type(mutator), space = awkward_space(mutator);
  const hid_t data =
      H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  if (data >= 0) H5Dclose(data);
  H5Sclose(space);
  H5Tclose(type);
}

void change_value(hid_t data, Mutator& mutator) {
  const hid_t space = H5Dget_space(data);
  const hssize_t points = H5Sget_simple_extent_npoints(space);
  if (points > 0 && points < 100000) {
    std::vector<double> values(static_cast<std::size_t>(points));
    H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
    values[mutator.below(values.size())] = mutator.below(2) == 0
                                               ? mutator.awkward_number()
                                               : static_cast<double>(mutator.awkward_integer());
    H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data());
  }
  H5Sclose(space);
}

void grow(hid_t data, Mutator& mutator) {
  const hid_t space = H5Dget_space(data);
  std::array<hsize_t, 32> shape{};
  if (H5Sget_simple_extent_ndims(space) > 0) {
    H5Sget_simple_extent_dims(space, shape.data(), nullptr);
    shape[0] = std::array<hsize_t, 4>{0, shape[0] / 2, shape[0] + 1, 1000000000}[mutator.below(4)];
    H5Dset_extent(data, shape.data());
  }
  H5Sclose(space);
}

void damage_dataset(hid_t file, const std::string& name, Mutator& mutator) {
  const std::size_t way = mutator.below(4);
  if (way == 0) return replace_dataset(file, name, mutator);
  const hid_t data = H5Dopen2(file, name.c_str(), H5P_DEFAULT);
  if (data < 0) return;
  if (way == 1)
    grow(data, mutator);
  else
    change_value(data, mutator);
  H5Dclose(data);
}

void damage_attribute(hid_t file, const std::string& name, Mutator& mutator) {
  const double number = mutator.awkward_number();
  if (mutator.below(2) == 0) {
    const hid_t attribute = H5Aopen(file, name.c_str(), H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_DOUBLE, &number);
    H5Aclose(attribute);
    return;
  }
  H5Adelete(file, name.c_str());
  const hid_t type = H5Tcopy(mutator.below(2) == 0 ? H5T_C_S1 : H5T_NATIVE_DOUBLE);
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(file, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT);
  if (attribute >= 0 && mutator.below(3) > 0) H5Awrite(attribute, type, &number);
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

}  // namespace

void damage_hdf5(const std::filesystem::path& path, Mutator& mutator) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  if (file < 0) return;
  for (std::size_t left = 1 + mutator.below(4); left > 0; --left) {
    std::vector<std::string> objects, attributes;
    H5Ovisit(file, H5_INDEX_NAME, H5_ITER_INC, add_name, &objects);
    H5Aiterate2(file, H5_INDEX_NAME, H5_ITER_INC, nullptr, add_attribute, &attributes);
    const std::size_t pick = mutator.below(objects.size() + attributes.size());
    if (pick < objects.size())
      damage_dataset(file, objects[pick], mutator);
    else
      damage_attribute(file, attributes[pick - objects.size()], mutator);
  }
  H5Fclose(file);
}

}  // namespace perpend::fuzz
