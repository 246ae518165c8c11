// SPDX-License-Identifier: Apache-2.0
#include "io/format/npz.hpp"

#include "io/format/file_bytes.hpp"
#include "io/format/npy_array.hpp"
#include "io/format/zip_archive.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

constexpr std::string_view kSuffix = ".npy";

std::string array_name(const std::string& member) {
  return member.ends_with(kSuffix) ? member.substr(0, member.size() - kSuffix.size()) : member;
}

void require_shape(const NamedArray& array) {
  double count = 1;
  for (std::int64_t extent : array.shape) count *= static_cast<double>(extent);
  require(count == static_cast<double>(array.values.size()), array.name + ".values",
          "as many as the shape says", static_cast<double>(array.values.size()));
}

}  // namespace

Result<std::vector<NamedArray>> read_npz(const std::filesystem::path& file) {
  const Result<std::string> bytes = read_bytes(file);
  if (!bytes) return bytes.error();
  const Result<std::vector<ZipMember>> members = read_zip(*bytes, file.string());
  if (!members) return members.error();
  std::vector<NamedArray> arrays;
  Diagnostics faults;
  for (const ZipMember& member : members.value()) {
    auto parsed = parse_npy(member.bytes);
    if (auto* fault = std::get_if<std::string>(&parsed)) {
      faults.push_back({file.string(), 0, array_name(member.name), *fault, ""});
      continue;
    }
    arrays.push_back(std::get<NamedArray>(std::move(parsed)));
    arrays.back().name = array_name(member.name);
  }
  if (!faults.empty()) return faults;
  return arrays;
}

Diagnostics write_npz(const std::filesystem::path& file, std::span<const NamedArray> arrays) {
  std::vector<ZipMember> members;
  std::uint64_t total = 0;
  for (const NamedArray& array : arrays) {
    require_shape(array);
    members.push_back({array.name + std::string(kSuffix), format_npy(array)});
    total += members.back().bytes.size() + 1024;
  }
  // Offsets in a zip archive have 32 bits; 1024 bounds the two headers of a member.
  if (total >= std::uint64_t{1} << 32)
    return {{file.string(), 0, "", "would be larger than 4 GiB", "record fewer steps"}};
  return write_bytes(file, write_zip(members));
}

}  // namespace perpend::io
