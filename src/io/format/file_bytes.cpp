// SPDX-License-Identifier: Apache-2.0
#include "io/format/file_bytes.hpp"

#include <cstdint>
#include <fstream>
#include <vector>

namespace perpend::io {
namespace {

constexpr std::uintmax_t kMostOfFile = std::uintmax_t{1} << 31;  // bytes
constexpr std::size_t kMostOfStream = std::size_t{1} << 28;      // bytes

Diagnostics fault(const std::filesystem::path& file, std::string message, std::string hint = {}) {
  return {{file.string(), 0, "", std::move(message), std::move(hint)}};
}

// Pipes and devices do not report their size and may never end, so their length is limited.
Result<std::string> read_all(std::istream& stream, const std::filesystem::path& file) {
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(file, error);
  std::string bytes;
  std::vector<char> block(1 << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) || stream.gcount()) {
    bytes.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (!is_file && bytes.size() > kMostOfStream)
      return fault(file, "gives more than 256 MiB", "expected a file");
  }
  if (!stream.eof()) return fault(file, "cannot be read", "check its permissions");
  return bytes;
}

// Returns the file that links lead to, so that they go on leading there.
std::filesystem::path behind_links(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(file, error);
  return error ? file : real;
}

bool put(const std::filesystem::path& file, std::string_view bytes) {
  std::ofstream stream(file, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  return static_cast<bool>(stream);
}

bool replace(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::path partial = file;
  partial += ".partial";
  std::error_code error;
  const bool is_put = put(partial, bytes);
  if (is_put) std::filesystem::rename(partial, file, error);
  if (is_put && !error) return true;
  std::filesystem::remove(partial, error);
  return false;
}

}  // namespace

Result<std::string> read_bytes(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return fault(file, "does not exist");
  if (std::filesystem::is_directory(file, error))
    return fault(file, "is a folder", "expected a file");
  if (std::filesystem::is_regular_file(file, error)) {
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error && size > kMostOfFile) return fault(file, "has more than 2 GiB");
  }
  std::ifstream stream(file, std::ios::binary);
  return read_all(stream, file);
}

Diagnostics write_bytes(const std::filesystem::path& file, std::string_view bytes) {
  std::error_code error;
  const std::filesystem::file_status there = std::filesystem::status(file, error);
  if (is_directory(there)) return fault(file, "is a folder", "expected a file");
  const bool is_replaced = !exists(there) || is_regular_file(there);
  const bool is_written = is_replaced ? replace(behind_links(file), bytes) : put(file, bytes);
  if (is_written) return {};
  return fault(file, "cannot be written", "check the folder, its permissions and free space");
}

}  // namespace perpend::io
