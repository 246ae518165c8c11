// SPDX-License-Identifier: Apache-2.0
// Reads and writes the zip container of PKWARE's APPNOTE 6.3.10: end record (4.3.16), central
// directory (4.3.12), local headers (4.3.7). Sizes are taken from the central directory only, since
// numpy writes local headers with a zip64 field and sizes to be filled in later.
#include "io/format/zip_archive.hpp"

#include <zlib.h>

#include <optional>
#include <utility>
#include <variant>

namespace perpend::io {
namespace {

constexpr std::uint32_t kLocalMark = 0x04034b50;
constexpr std::uint32_t kCentralMark = 0x02014b50;
constexpr std::uint32_t kEndMark = 0x06054b50;
constexpr std::size_t kLocalSize = 30, kCentralSize = 46, kEndSize = 22;
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint16_t kFixedDate = (1 << 5) | 1;  // 1 January 1980, the format's earliest

std::uint32_t read_int(std::string_view bytes, std::size_t at, int size) {
  std::uint32_t value = 0;
  for (int i = size - 1; i >= 0; --i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + static_cast<std::size_t>(i)]);
  return value;
}

void append_int(std::string& bytes, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> 8 * i & 0xff));
}

std::uint32_t checksum(std::string_view bytes) {
  const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(0, data, bytes.size()));
}

struct DirectoryEntry {
  std::string name;
  std::uint32_t method = 0, checksum = 0, packed = 0, size = 0, offset = 0;
};

std::optional<std::size_t> find_end_record(std::string_view archive) {
  if (archive.size() < kEndSize) return {};
  const std::size_t last = archive.size() - kEndSize;
  // An archive comment of up to 65535 bytes may follow the record.
  const std::size_t first = last > 65535 ? last - 65535 : 0;
  for (std::size_t at = last + 1; at-- > first;)
    if (read_int(archive, at, 4) == kEndMark) return at;
  return {};
}

std::optional<DirectoryEntry> read_entry(std::string_view archive, std::size_t& at) {
  if (at + kCentralSize > archive.size() || read_int(archive, at, 4) != kCentralMark) return {};
  DirectoryEntry entry;
  entry.method = read_int(archive, at + 10, 2);
  entry.checksum = read_int(archive, at + 16, 4);
  entry.packed = read_int(archive, at + 20, 4);
  entry.size = read_int(archive, at + 24, 4);
  entry.offset = read_int(archive, at + 42, 4);
  const std::size_t name = read_int(archive, at + 28, 2);
  const std::size_t tail = read_int(archive, at + 30, 2) + read_int(archive, at + 32, 2);
  if (at + kCentralSize + name + tail > archive.size()) return {};
  entry.name = archive.substr(at + kCentralSize, name);
  at += kCentralSize + name + tail;
  return entry;
}

// Returns nothing if the directory is damaged or if members share bytes, since together such
// members could claim any size.
std::optional<std::vector<DirectoryEntry>> read_directory(std::string_view archive,
                                                          std::size_t end) {
  std::size_t at = read_int(archive, end + 16, 4), packed = 0;
  std::vector<DirectoryEntry> entries;
  for (std::uint32_t left = read_int(archive, end + 10, 2); left > 0; --left) {
    std::optional<DirectoryEntry> entry = read_entry(archive, at);
    if (!entry || (packed += entry->packed) > archive.size()) return {};
    entries.push_back(std::move(*entry));
  }
  return entries;
}

// Returns nothing if the stream is broken or has another size than the directory says.
std::optional<std::string> inflated(std::string_view packed, std::size_t size) {
  std::string bytes(size, '\0');
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(size);
  constexpr int kRawDeflate = -MAX_WBITS;
  if (inflateInit2(&stream, kRawDeflate) != Z_OK) return {};
  const int outcome = inflate(&stream, Z_FINISH);
  const bool complete = outcome == Z_STREAM_END && stream.total_out == size;
  inflateEnd(&stream);
  if (!complete) return {};
  return bytes;
}

// Returns the member's bytes, or what is wrong with it.
std::variant<std::string, const char*> unpack(std::string_view archive,
                                              const DirectoryEntry& entry) {
  // The ratio of deflate is at most 1032 : 1 (zlib's technical notes), so a larger claim is a false
  // header.
  if (entry.size / 1032 > entry.packed) return "has a false size";
  const std::size_t at = entry.offset;
  if (at + kLocalSize > archive.size() || read_int(archive, at, 4) != kLocalMark)
    return "has no header where the directory says";
  const std::size_t start =
      at + kLocalSize + read_int(archive, at + 26, 2) + read_int(archive, at + 28, 2);
  if (start + entry.packed > archive.size()) return "is truncated";
  const std::string_view packed = archive.substr(start, entry.packed);
  std::optional<std::string> bytes;
  if (entry.method == kStored && entry.packed == entry.size) bytes.emplace(packed);
  if (entry.method == kDeflated) bytes = inflated(packed, entry.size);
  if (entry.method != kStored && entry.method != kDeflated)
    return "is packed by a method other than store and deflate";
  if (!bytes || checksum(*bytes) != entry.checksum) return "is damaged (checksum)";
  return std::move(*bytes);
}

std::string header_fields(const ZipMember& member) {
  const auto size = static_cast<std::uint32_t>(member.bytes.size());
  std::string fields;
  append_int(fields, 20, 2);  // version needed: 2.0
  append_int(fields, 0, 2);
  append_int(fields, kStored, 2);
  append_int(fields, 0, 2);
  append_int(fields, kFixedDate, 2);
  append_int(fields, checksum(member.bytes), 4);
  append_int(fields, size, 4);
  append_int(fields, size, 4);
  append_int(fields, static_cast<std::uint32_t>(member.name.size()), 2);
  append_int(fields, 0, 2);
  return fields;
}

std::string central_header(const ZipMember& member, std::size_t offset) {
  std::string header;
  append_int(header, kCentralMark, 4);
  append_int(header, 20, 2);
  header += header_fields(member);
  header.append(10, '\0');  // comment, disk, attributes
  append_int(header, static_cast<std::uint32_t>(offset), 4);
  return header + member.name;
}

}  // namespace

Result<std::vector<ZipMember>> read_zip(std::string_view archive, const std::string& file) {
  const std::optional<std::size_t> end = find_end_record(archive);
  if (!end)
    return Diagnostics{{file, 0, "", "is no zip archive, or is truncated", "expected .npz"}};
  const std::optional<std::vector<DirectoryEntry>> entries = read_directory(archive, *end);
  if (!entries) return Diagnostics{{file, 0, "", "has a damaged zip directory", ""}};
  std::vector<ZipMember> members;
  Diagnostics faults;
  for (const DirectoryEntry& entry : *entries) {
    auto bytes = unpack(archive, entry);
    if (const auto* fault = std::get_if<const char*>(&bytes))
      faults.push_back({file, 0, entry.name, *fault, ""});
    else
      members.push_back({entry.name, std::get<std::string>(std::move(bytes))});
  }
  if (!faults.empty()) return faults;
  return members;
}

std::string write_zip(const std::vector<ZipMember>& members) {
  std::string archive, directory;
  for (const ZipMember& member : members) {
    directory += central_header(member, archive.size());
    append_int(archive, kLocalMark, 4);
    archive += header_fields(member) + member.name + member.bytes;
  }
  const auto count = static_cast<std::uint32_t>(members.size());
  const std::size_t start = archive.size();
  archive += directory;
  append_int(archive, kEndMark, 4);
  append_int(archive, 0, 4);
  append_int(archive, count, 2);
  append_int(archive, count, 2);
  append_int(archive, static_cast<std::uint32_t>(directory.size()), 4);
  append_int(archive, static_cast<std::uint32_t>(start), 4);
  append_int(archive, 0, 2);
  return archive;
}

}  // namespace perpend::io
