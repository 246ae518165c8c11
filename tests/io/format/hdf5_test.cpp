// SPDX-License-Identifier: Apache-2.0
//
// What a reader is told about files that cannot be read or written: the file, the element, what is
// wrong in plain words; HDF5's own words at most behind them.
#include "io/format/hdf5.hpp"

#include <doctest/doctest.h>

#include <fstream>

#include "io/recording/bouncing_disc.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/recorder.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/snapshot.hpp"

namespace perpend {
namespace {

void save(const std::filesystem::path& path) {
  const Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(path, model, initial_state(model), {}).empty());
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

Diagnostic refusal(const std::filesystem::path& path) {
  const auto read = io::read_snapshot_header(path);
  REQUIRE(!read);
  REQUIRE(read.error().size() == 1);
  CHECK(read.error().front().file == path.string());
  return read.error().front();
}

}  // namespace

TEST_CASE("a file that is not there, a folder and a text are called what they are") {
  CHECK(to_string(refusal("/nonexistent/s.h5")) == "/nonexistent/s.h5: does not exist");
  const std::filesystem::path folder = std::filesystem::temp_directory_path();
  CHECK(refusal(folder).message == "is a folder");
  CHECK(refusal(folder).hint == "expected an HDF5 file");
  const ScratchFile text("text.h5");
  for (const char* bytes : {"", "no HDF5"}) {
    write(text.path, bytes);
    CHECK(refusal(text.path).message == "is not an HDF5 file");
    CHECK(refusal(text.path).hint.empty());
  }
}

TEST_CASE("a file cut short and a damaged one are told apart, HDF5's words come last") {
  const ScratchFile file("broken.h5");
  save(file.path);
  const std::string bytes = bytes_of(file.path);
  write(file.path, bytes.substr(0, bytes.size() / 2));
  CHECK(refusal(file.path).message == "is cut short");
  CHECK(refusal(file.path).hint.starts_with("HDF5: truncated file"));
  std::string noisy = bytes;
  for (std::size_t i = 48; i < noisy.size(); ++i) noisy[i] ^= 0x55;
  write(file.path, noisy);
  CHECK(refusal(file.path).message == "is damaged");
  CHECK(refusal(file.path).hint.starts_with("HDF5: "));
}

TEST_CASE("a snapshot is no recording, and is asked for by name") {
  const ScratchFile file("snapshot.h5");
  save(file.path);
  const auto read = io::read_recording(file.path);
  REQUIRE(!read);
  CHECK(read.error().front().element == "format");
  CHECK(read.error().front().message == "is not `perpend recording`");
}

TEST_CASE("a file that cannot be created says why") {
  const Model model = bouncing_disc::model();
  const auto opened = io::Recorder::open("/nonexistent/run.h5", model, {});
  REQUIRE(!opened);
  CHECK(to_string(opened.error()) ==
        "/nonexistent/run.h5: cannot be created: No such file or directory");
  const auto taken =
      io::Recorder::open(std::filesystem::temp_directory_path(), bouncing_disc::model(), {});
  REQUIRE(!taken);
  CHECK(taken.error().front().message.starts_with("cannot be created: "));
}

TEST_CASE("elements of another kind or shape are named with what was expected") {
  const ScratchFile path("elements.h5");
  const io::hdf5::Silence silence;
  const io::hdf5::Handle file = io::hdf5::create_file(path.path);
  const std::vector<double> numbers(6, 1.5);
  const hsize_t shape[] = {2, 3}, wider[] = {2, 4}, longer[] = {3, 3};
  io::hdf5::write_rows(file, "folder/numbers", io::hdf5::memory_type<double>(), numbers.data(),
                       shape);
  io::hdf5::write_names(file, "words", {"one", "two"});
  const auto fault = [&](const auto& read) {
    try {
      read();
    } catch (const io::hdf5::Error& error) {
      const std::string hint = error.hint();
      return error.element() + ": " + error.what() + " (" + hint.substr(0, hint.find("; HDF5")) +
             ")";
    }
    return std::string("none");
  };
  CHECK(fault([&] { io::hdf5::require_rows(file, "folder/numbers", shape); }) == "none");
  CHECK(fault([&] { io::hdf5::require_rows(file, "folder/numbers", longer); }) ==
        "folder/numbers: has 2 rows (expected at least 3)");
  CHECK(fault([&] { io::hdf5::require_rows(file, "folder/numbers", wider); }) ==
        "folder/numbers: has the shape 2 x 3 (expected at least 2 x 4)");
  CHECK(fault([&] { io::hdf5::read_text(file, "none"); }) ==
        "none: is missing (expected text of fixed length)");
  CHECK(fault([&] { io::hdf5::read_text(file, "folder"); }) ==
        "folder: is damaged or of another kind (expected text of fixed length)");
  CHECK(fault([&] { io::hdf5::read_vector<double>(file, "words", 2); }) ==
        "words: is damaged or of another kind (expected rows of numbers)");
}

}  // namespace perpend
