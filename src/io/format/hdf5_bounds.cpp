// SPDX-License-Identifier: Apache-2.0
//
// A damaged or hostile file may claim any size, and memory is allocated by that size before a byte
// is read. The checks here limit it: no dataset is larger than the bytes that the file stores for
// it, or 1032 times that if it is compressed, the highest ratio of deflate (zlib's technical
// notes).
#include <algorithm>

#include "io/format/hdf5.hpp"

namespace perpend::io::hdf5 {
namespace {

constexpr double kPacking = 1032;

double file_size(hid_t object, const std::string& name) {
  const Handle file(H5Iget_file_id(object), name);
  hsize_t size = 0;
  check(H5Fget_filesize(file, &size), name);
  return static_cast<double>(size);
}

double chunk_points(hid_t creation, int rank) {
  std::vector<hsize_t> extent(static_cast<std::size_t>(rank));
  if (rank == 0 || H5Pget_chunk(creation, rank, extent.data()) < 0) return 0;
  double points = 1;
  for (const hsize_t each : extent) points *= static_cast<double>(each);
  return points;
}

void refuse(const std::string& name, double claimed, double held) {
  throw Error(name, "claims " + std::to_string(static_cast<std::uint64_t>(claimed)) + " bytes",
              "the file holds at most " + std::to_string(static_cast<std::uint64_t>(held)));
}

}  // namespace

void require_stored(hid_t dataset, const std::string& name, double points) {
  const Handle type(H5Dget_type(dataset), name), space(H5Dget_space(dataset), name),
      creation(H5Dget_create_plist(dataset), name);
  const bool chunked = H5Pget_layout(creation) == H5D_CHUNKED;
  const double size = file_size(dataset, name), entry = static_cast<double>(H5Tget_size(type));
  const double stored = std::min(size, static_cast<double>(H5Dget_storage_size(dataset)));
  const double held = stored * (H5Pget_nfilters(creation) > 0 ? kPacking : 1);
  if (points * entry > held) refuse(name, points * entry, held);
  // A chunk is decompressed as a whole.
  if (!chunked) return;
  const double chunk = entry * chunk_points(creation, H5Sget_simple_extent_ndims(space));
  if (chunk > kPacking * size) refuse(name, chunk, kPacking * size);
}

void require_entry(hid_t object, const std::string& name, std::size_t bytes) {
  const double held = file_size(object, name);
  if (static_cast<double>(bytes) > held) refuse(name, static_cast<double>(bytes), held);
}

}  // namespace perpend::io::hdf5
