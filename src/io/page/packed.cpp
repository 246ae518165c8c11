// SPDX-License-Identifier: Apache-2.0
#include "io/page/packed.hpp"

#include <zlib.h>

#include <bit>
#include <new>

#include "io/format/base64.hpp"

namespace perpend::io {
namespace {

static_assert(std::endian::native == std::endian::little, "pages read little-endian arrays");

// Level 3 takes a third of the time of zlib's default level and makes 5 % more bytes.
constexpr int kLevel = 3;

std::vector<std::byte> by_significance(std::span<const std::byte> bytes, std::size_t size) {
  const std::size_t count = bytes.size() / size;
  std::vector<std::byte> planes(bytes.size());
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < size; ++k) planes[k * count + i] = bytes[i * size + k];
  return planes;
}

}  // namespace

std::string deflated(std::span<const std::byte> bytes, std::size_t number_size) {
  const std::vector<std::byte> planes = by_significance(bytes, number_size);
  uLongf length = compressBound(static_cast<uLong>(planes.size()));
  std::vector<std::byte> packed(length);
  const int status = compress2(reinterpret_cast<Bytef*>(packed.data()), &length,
                               reinterpret_cast<const Bytef*>(planes.data()),
                               static_cast<uLong>(planes.size()), kLevel);
  // compressBound() bytes always suffice, so a failure can only mean a lack of memory.
  if (status != Z_OK) throw std::bad_alloc();
  return base64(std::span(packed).first(length));
}

}  // namespace perpend::io
