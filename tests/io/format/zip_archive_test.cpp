// SPDX-License-Identifier: Apache-2.0
#include "io/format/zip_archive.hpp"

#include <doctest/doctest.h>
#include <zlib.h>

#include <random>

namespace perpend::io {
namespace {

std::string number(std::uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
  return bytes;
}

std::string deflated(const std::string& bytes) {
  z_stream stream{};
  REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

// What APPNOTE says of a member; numbers that readers take from the directory are 0 before it.
struct Member {
  std::string name, bytes;
  bool is_packed = false;
  std::string local_extra = {}, extra = {}, comment = {};
  int method = -1;              // as said, where it is not that of is_packed
  std::uint32_t wrong_sum = 0;  // added to the checksum
  std::int64_t size = -1;       // as said, where it is not that of the bytes
};

std::string archive_of(const std::vector<Member>& members, const std::string& comment) {
  std::string archive, directory;
  for (const Member& member : members) {
    const std::string packed = member.is_packed ? deflated(member.bytes) : member.bytes;
    const int method = member.method >= 0 ? member.method : member.is_packed ? 8 : 0;
    const auto sum = crc32(0, reinterpret_cast<const Bytef*>(member.bytes.data()),
                           static_cast<uInt>(member.bytes.size()));
    const std::uint64_t size = member.size >= 0 ? member.size : member.bytes.size();
    directory += number(0x02014b50, 4) + number(0, 6) + number(method, 2) + number(0, 4) +
                 number(sum + member.wrong_sum, 4) + number(packed.size(), 4) + number(size, 4) +
                 number(member.name.size(), 2) + number(member.extra.size(), 2) +
                 number(member.comment.size(), 2) + number(0, 8) + number(archive.size(), 4) +
                 member.name + member.extra + member.comment;
    archive += number(0x04034b50, 4) + number(0, 4) + number(method, 2) + number(0, 16) +
               number(member.name.size(), 2) + number(member.local_extra.size(), 2) + member.name +
               member.local_extra + packed;
  }
  const std::uint64_t count = members.size(), start = archive.size();
  return archive + directory + number(0x06054b50, 4) + number(0, 4) + number(count, 2) +
         number(count, 2) + number(directory.size(), 4) + number(start, 4) +
         number(comment.size(), 2) + comment;
}

std::string fault_of(const Member& member) {
  const auto read = read_zip(archive_of({{"good", "abc"}, member}, ""), "a.npz");
  return read ? "none" : to_string(read.error());
}

std::string letters(std::mt19937& random, std::size_t most) {
  std::string text(random() % most, ' ');
  for (char& letter : text) letter = static_cast<char>('a' + random() % 3);
  return text;
}

TEST_CASE("members are read with names, remarks and further fields of any length about them") {
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    std::vector<Member> members(random() % 4);
    for (Member& member : members) {
      member = {letters(random, 12), letters(random, 3000), random() % 2 != 0};
      member.local_extra = letters(random, 20);
      member.extra = letters(random, 20);
      member.comment = letters(random, 20);
    }
    const auto read = read_zip(archive_of(members, letters(random, 65'536)), "a.npz");
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
    REQUIRE(read->size() == members.size());
    for (std::size_t i = 0; i < members.size(); ++i) {
      CHECK((*read)[i].name == members[i].name);
      CHECK((*read)[i].bytes == members[i].bytes);
    }
  }
}

TEST_CASE("a member that cannot be unpacked is named with why") {
  const std::string bytes(5000, 'x'), at = "a.npz: b: ";
  const std::string damaged = at + "is damaged (checksum)";
  for (const bool packed : {false, true}) {
    CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = packed}) == "none");
    CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = packed, .wrong_sum = 1}) == damaged);
    CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = packed, .size = 4999}) == damaged);
    CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = packed, .size = 5001}) == damaged);
    CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = packed, .method = 12}) ==
          at + "is packed by a method other than store and deflate");
  }
  const std::int64_t packed = static_cast<std::int64_t>(deflated(bytes).size());
  CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = true, .size = 1032 * packed + 1031}) ==
        damaged);
  CHECK(fault_of({.name = "b", .bytes = bytes, .is_packed = true, .size = 1032 * (packed + 1)}) ==
        at + "has a false size");
}

TEST_CASE("archives whose parts are not where they say are refused") {
  const std::string good = archive_of({{"a", "abc"}, {"b", "defg"}}, "");
  const auto fault = [](const std::string& archive) {
    const auto read = read_zip(archive, "a.npz");
    return read ? "none" : to_string(read.error());
  };
  CHECK(fault(good) == "none");
  const auto changed = [&](std::size_t at, std::uint64_t value, int size) {
    std::string archive = good;
    return fault(archive.replace(at, static_cast<std::size_t>(size), number(value, size)));
  };
  const std::size_t end = good.size() - 22, second = good.rfind(number(0x02014b50, 4));
  CHECK(changed(second + 42, 3, 4) == "a.npz: b: has no header where the directory says");
  CHECK(changed(second + 42, good.size() - 29, 4) ==
        "a.npz: b: has no header where the directory says");
  CHECK(changed(good.rfind(number(0x04034b50, 4)) + 28, 65535, 2) == "a.npz: b: is truncated");
  CHECK(changed(end + 16, 5, 4) == "a.npz: has a damaged zip directory");
  CHECK(changed(end + 10, 3, 2) == "a.npz: has a damaged zip directory");
  CHECK(changed(second + 32, 65535, 2) == "a.npz: has a damaged zip directory");
  CHECK(changed(end, 0, 4) == "a.npz: is no zip archive, or is truncated (expected .npz)");
}

TEST_CASE("an archive is written as APPNOTE says, its members stored on 1 January 1980") {
  const std::vector<ZipMember> members{{"one", "abc"}, {"two", ""}, {"three", "defgh"}};
  const std::string archive = write_zip(members);
  const auto read = read_zip(archive, "a.npz");
  REQUIRE(read.has_value());
  REQUIRE(read->size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK((*read)[i].name == members[i].name);
    CHECK((*read)[i].bytes == members[i].bytes);
  }
  const auto sum = number(crc32(0, reinterpret_cast<const Bytef*>("abc"), 3), 4);
  const std::string fields = number(20, 2) + number(0, 6) + number(33, 2) + sum + number(3, 4) +
                             number(3, 4) + number(3, 2) + number(0, 2);
  CHECK(archive.starts_with(number(0x04034b50, 4) + fields + "oneabc"));
  const std::size_t directory = archive.find(number(0x02014b50, 4));
  CHECK(archive.substr(directory + 4)
            .starts_with(number(20, 2) + fields + number(0, 10) + number(0, 4) + "one"));
  const std::size_t end = archive.size() - 22;
  CHECK(archive.substr(end) == number(0x06054b50, 4) + number(0, 4) + number(3, 2) + number(3, 2) +
                                   number(end - directory, 4) + number(directory, 4) +
                                   number(0, 2));
}

}  // namespace
}  // namespace perpend::io
