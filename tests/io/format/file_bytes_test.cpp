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
  for (const std::filesystem::path& path : {folder.path, folder.path / "none" / "a.dat"}) {
    const Diagnostics faults = write_bytes(path, "abc");
    REQUIRE(faults.size() == 1);
    CHECK(to_string(faults) == path.string() +
                                   ": cannot be written (check the folder, its permissions and "
                                   "free space)");
    CHECK_FALSE(is_there(path.string() + ".partial"));
  }
  CHECK(std::filesystem::is_directory(folder.path));
}

}  // namespace
}  // namespace perpend::io
