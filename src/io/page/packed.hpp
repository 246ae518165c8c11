// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

/// Arrays of numbers in the form that pages carry.
namespace perpend::io {

/// Returns base64 of the zlib stream of the bytes, transposed: the first bytes of all numbers, then
/// their second bytes and so on. Consecutive numbers share their high bytes, which then compress
/// well.
std::string deflated(std::span<const std::byte> bytes, std::size_t number_size);

template <typename T>
std::string deflated(const std::vector<T>& values) {
  return deflated(std::as_bytes(std::span(values)), sizeof(T));
}

}  // namespace perpend::io
