// SPDX-License-Identifier: Apache-2.0
#include "io/format/file_bytes.hpp"

#include <fstream>
#include <iterator>

namespace perpend::io {
namespace {

Diagnostics fault(const std::filesystem::path& file, std::string message, std::string hint = {}) {
  return {{file.string(), 0, "", std::move(message), std::move(hint)}};
}

}  // namespace

Result<std::string> read_bytes(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return fault(file, "does not exist");
  if (std::filesystem::is_directory(file, error))
    return fault(file, "is a folder", "expected a file");
  std::ifstream stream(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) return fault(file, "cannot be read", "check its permissions");
  return bytes;
}

Diagnostics write_bytes(const std::filesystem::path& file, std::string_view bytes) {
  std::filesystem::path partial = file;
  partial += ".partial";
  std::ofstream stream(partial, std::ios::binary | std::ios::trunc);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(partial, file, error);
  if (stream && !error) return {};
  std::filesystem::remove(partial, error);
  return fault(file, "cannot be written", "check the folder, its permissions and free space");
}

}  // namespace perpend::io
