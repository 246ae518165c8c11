// SPDX-License-Identifier: Apache-2.0
#include "io/format/file_bytes.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include <fstream>
#include <random>
#include <thread>

#include "io/scratch_file.hpp"

namespace perpend::io {
namespace {

std::string noise(std::size_t size) {
  std::mt19937 random(4);
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  return bytes;
}

std::string fault_of(const std::filesystem::path& file) {
  const Result<std::string> bytes = read_bytes(file);
  if (bytes) return "none";
  REQUIRE(bytes.error().size() == 1);
  CHECK(bytes.error()[0].file == file.string());
  return bytes.error()[0].message + " (" + bytes.error()[0].hint + ")";
}

bool is_there(const std::filesystem::path& file) {
  return std::filesystem::exists(file);
}

TEST_CASE("any bytes come back, and a shorter file replaces all of a longer one") {
  const ScratchFile file("any.bytes");
  for (const std::size_t size : {200'001, 65'536, 65'535, 3, 0}) {
    CAPTURE(size);
    CHECK(write_bytes(file.path, noise(size)).empty());
    const Result<std::string> read = read_bytes(file.path);
    REQUIRE(read.has_value());
    CHECK(*read == noise(size));
    CHECK_FALSE(is_there(file.path.string() + ".partial"));
  }
}

TEST_CASE("what cannot be read is called what it is") {
  CHECK(fault_of("/nonexistent/a.dat") == "does not exist ()");
  CHECK(fault_of(std::filesystem::temp_directory_path()) == "is a folder (expected a file)");
  CHECK(fault_of("/proc/self/mem") == "cannot be read (check its permissions)");
  CHECK(fault_of("/dev/zero") == "gives more than 256 MiB (expected a file)");
  const ScratchFile file("large.bytes");
  std::ofstream(file.path) << "a";
  std::filesystem::resize_file(file.path, (std::uintmax_t{1} << 31) + 1);
  CHECK(fault_of(file.path) == "has more than 2 GiB ()");
}

TEST_CASE("a pipe is read to its end") {
  const ScratchFile pipe("pipe.bytes");
  REQUIRE(mkfifo(pipe.path.c_str(), 0600) == 0);
  std::jthread writer([&] { std::ofstream(pipe.path, std::ios::binary) << noise(100'000); });
  const Result<std::string> read = read_bytes(pipe.path);
  REQUIRE(read.has_value());
  CHECK(*read == noise(100'000));
}

TEST_CASE("what cannot be written is said, and leaves nothing behind") {
  const ScratchFile folder("folder.bytes");
  std::filesystem::create_directory(folder.path);
  const std::filesystem::path none = folder.path / "none" / "a.dat";
  for (const auto& [path, words] : {std::pair(folder.path, "is a folder (expected a file)"),
                                    std::pair(none,
                                              "cannot be written (check the folder, its "
                                              "permissions and free space)")}) {
    CHECK(to_string(write_bytes(path, "abc")) == path.string() + ": " + words);
    CHECK_FALSE(is_there(path.string() + ".partial"));
  }
  CHECK(std::filesystem::is_directory(folder.path));
}

// Through a link: a fault would put a file in the place of the link, not of the device.
TEST_CASE("a device is written to and stays one, and what it does not take is said") {
  const ScratchFile full("full.bytes"), null("null.bytes");
  std::filesystem::create_symlink("/dev/full", full.path);
  std::filesystem::create_symlink("/dev/null", null.path);
  CHECK(write_bytes(null.path, "abc").empty());
  const Diagnostics faults = write_bytes(full.path, noise(100'000));
  REQUIRE(faults.size() == 1);
  CHECK(faults[0].message == "cannot be written");
  for (const ScratchFile* file : {&full, &null}) {
    CHECK(std::filesystem::is_symlink(file->path));
    CHECK(std::filesystem::is_character_file(file->path));
    CHECK_FALSE(is_there(file->path.string() + ".partial"));
  }
}

TEST_CASE("a link goes on leading to the file that is replaced") {
  const ScratchFile file("linked.bytes"), link("link.bytes");
  REQUIRE(write_bytes(file.path, "old").empty());
  std::filesystem::create_symlink(file.path, link.path);
  CHECK(write_bytes(link.path, "new").empty());
  CHECK(std::filesystem::is_symlink(link.path));
  CHECK(read_bytes(file.path).value() == "new");
}

TEST_CASE("a pipe takes all bytes") {
  const ScratchFile pipe("taker.bytes");
  REQUIRE(mkfifo(pipe.path.c_str(), 0600) == 0);
  std::string taken;
  std::jthread reader([&] { taken = read_bytes(pipe.path).value(); });
  CHECK(write_bytes(pipe.path, noise(100'000)).empty());
  reader.join();
  CHECK(taken == noise(100'000));
  CHECK(std::filesystem::is_fifo(pipe.path));
}

}  // namespace
}  // namespace perpend::io
