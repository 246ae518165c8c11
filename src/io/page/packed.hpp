// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Arrays of numbers as pages carry them.
namespace perpend::io {

/// Base64 of the zlib stream of the bytes, all first bytes of the numbers first, then all second
/// ones and so on: neighbours in a row of numbers share their high bytes, which then pack well.
std::string deflated(std::span<const std::byte> bytes, std::size_t number_size);

template <typename T>
std::string deflated(const std::vector<T>& values) {
  return deflated(std::as_bytes(std::span(values)), sizeof(T));
}

}  // namespace perpend::io
