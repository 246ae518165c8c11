// SPDX-License-Identifier: Apache-2.0
//
// What a reader is told about files that cannot be read or written: the file, the element, what is
// wrong in plain words; HDF5's own words at most behind them.
#include "io/format/hdf5.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <fstream>

#include "io/format/hdf5_reason.hpp"
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

// What a reader throws, without HDF5's own words.
template <typename Read>
std::string fault(const Read& read) {
  try {
    read();
  } catch (const io::hdf5::Error& error) {
    const std::string hint = error.hint();
    return error.element() + ": " + error.what() + " (" + hint.substr(0, hint.find("; HDF5")) + ")";
  }
  return "none";
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
  CHECK(read.error().front().message == "is `perpend snapshot`");
  CHECK(read.error().front().hint == "expected `perpend recording`");
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

TEST_CASE("attributes come back bit for bit, texts of any length") {
  const ScratchFile path("attributes.h5");
  const std::int64_t large = (std::int64_t{1} << 60) + 1;
  const std::string words = "a, \"b\"\n\u00b5";
  {
    const io::hdf5::Handle file = io::hdf5::create_file(path.path);
    io::hdf5::set_attribute(file, "none", std::string_view());
    io::hdf5::set_attribute(file, "words", std::string_view(words));
    io::hdf5::set_attribute(file, "number", -0.1);
    io::hdf5::set_attribute(file, "large", large);
  }
  const io::hdf5::Handle file = io::hdf5::open_file(path.path);
  CHECK(io::hdf5::text_attribute(file, "none").empty());
  CHECK(io::hdf5::text_attribute(file, "words") == words);
  CHECK(io::hdf5::number_attribute(file, "number") == -0.1);
  CHECK(io::hdf5::number_attribute(file, "number", 7) == -0.1);
  CHECK(io::hdf5::number_attribute(file, "other", 7) == 7);
  CHECK(io::hdf5::integer_attribute(file, "large") == large);
  const io::hdf5::Silence silence;
  CHECK(fault([&] { io::hdf5::text_attribute(file, "number"); }) ==
        "number: is of another kind (expected text of fixed length)");
  CHECK(fault([&] { io::hdf5::number_attribute(file, "words"); }) ==
        "words: is damaged or of another kind (expected a number)");
  CHECK(fault([&] { io::hdf5::integer_attribute(file, "other"); }) ==
        "other: is missing (expected a number)");
}

TEST_CASE("an attribute of several numbers is none") {
  const ScratchFile path("pair.h5");
  const io::hdf5::Silence silence;
  const io::hdf5::Handle file = io::hdf5::create_file(path.path);
  const hsize_t two = 2;
  const io::hdf5::Handle space(H5Screate_simple(1, &two, nullptr), "");
  const io::hdf5::Handle pair(
      H5Acreate2(file, "pair", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT), "");
  CHECK(fault([&] { io::hdf5::number_attribute(file, "pair"); }) ==
        "pair: has 2 entries (expected one number)");
}

TEST_CASE("texts and lists of them come back, and are not taken for each other") {
  const ScratchFile path("texts.h5");
  const io::hdf5::Silence silence;
  const std::vector<std::string> names{"", "a", "longer, \"b\"", "\u00b5"};
  const hsize_t shape[] = {2, 2};
  const io::hdf5::Handle file = io::hdf5::create_file(path.path);
  io::hdf5::write_text(file, "folder/text", "one\ntwo");
  io::hdf5::write_text(file, "empty", "");
  io::hdf5::write_names(file, "folder/more/names", names);
  const double numbers[] = {1, 2, 3, 4};
  io::hdf5::write_rows(file, "matrix", H5T_NATIVE_DOUBLE, numbers, shape);
  const io::hdf5::Handle letter(H5Tcopy(H5T_C_S1), "");
  io::hdf5::write_rows(file, "square", letter, "abcd", shape);
  CHECK(io::hdf5::read_text(file, "folder/text") == "one\ntwo");
  CHECK(io::hdf5::read_text(file, "empty").empty());
  CHECK(io::hdf5::read_names(file, "folder/more/names") == names);
  CHECK(fault([&] { io::hdf5::read_text(file, "folder/more/names"); }) ==
        "folder/more/names: has rows (expected one text)");
  CHECK(fault([&] { io::hdf5::read_names(file, "square"); }) ==
        "square: has columns (expected a list of texts)");
  CHECK(fault([&] { io::hdf5::read_names(file, "matrix"); }) ==
        "matrix: is of another kind (expected text of fixed length)");
  CHECK(fault([&] { io::hdf5::read_names(file, "folder/text"); }) ==
        "folder/text: has one entry without rows (expected rows of numbers)");
  CHECK(fault([&] { io::hdf5::require_rows(file, "folder/text", shape); }) ==
        "folder/text: has the shape of a number (expected at least 2 x 2)");
}

TEST_CASE("an element is there where each part of its path is") {
  const ScratchFile path("paths.h5");
  const io::hdf5::Silence silence;
  const io::hdf5::Handle file = io::hdf5::create_file(path.path);
  io::hdf5::write_text(file, "a/b/c", "text");
  for (const char* there : {"a", "a/b", "a/b/c"}) CHECK(io::hdf5::has(file, there));
  for (const char* not_there : {"b", "a/c", "a/b/d", "c/b/a"})
    CHECK(!io::hdf5::has(file, not_there));
}

TEST_CASE("a column has the rows of all its writes, and readers take the first of them") {
  const ScratchFile path("column.h5");
  const io::hdf5::Handle file = io::hdf5::create_file(path.path);
  io::hdf5::Column wide(file, {"folder/wide", "m", "places"}, H5T_NATIVE_DOUBLE, 3);
  io::hdf5::Column narrow(file, {"narrow", "1", "counts"}, H5T_NATIVE_INT32, 0);
  CHECK(wide.row_bytes() == 24);
  CHECK(narrow.row_bytes() == 4);
  std::vector<double> expected;
  for (const int rows : {2, 0, 1, 5000}) {
    for (int k = 0; k < rows; ++k) {
      const double row[] = {expected.size() + 0.5, -1.0 * rows, 3};
      wide.push(std::span<const double>(row));
      narrow.push(std::int32_t{static_cast<std::int32_t>(expected.size())});
      expected.insert(expected.end(), row, row + 3);
    }
    wide.write();
    narrow.write();
  }
  REQUIRE(H5Fflush(file, H5F_SCOPE_LOCAL) >= 0);
  const hsize_t all[] = {5003, 3}, few[] = {4, 3};
  std::vector<double> found(expected.size()), first(12);
  io::hdf5::read_rows(file, "folder/wide", H5T_NATIVE_DOUBLE, found.data(), all);
  io::hdf5::read_rows(file, "folder/wide", H5T_NATIVE_DOUBLE, first.data(), few);
  CHECK(found == expected);
  CHECK(first == std::vector<double>(expected.begin(), expected.begin() + 12));
  CHECK(io::hdf5::row_count(file, "narrow") == 5003);
  CHECK(io::hdf5::read_vector<std::int32_t>(file, "narrow", 3) ==
        std::vector<std::int32_t>{0, 3, 6});
  const io::hdf5::Handle data(H5Dopen2(file, "folder/wide", H5P_DEFAULT), "");
  CHECK(io::hdf5::text_attribute(data, "unit") == "m");
  CHECK(io::hdf5::text_attribute(data, "meaning") == "places");
}

TEST_CASE("a file that cannot be written whole leaves the one before, and nothing beside it") {
  const ScratchFile path("whole.h5"), folder("whole_folder.h5");
  const auto part = [](const ScratchFile& file) { return file.path.string() + ".part"; };
  using io::hdf5::Format;
  const auto text = [](const char* words) {
    return [=](hid_t file) { io::hdf5::write_text(file, "words", words); };
  };
  CHECK(io::hdf5::write_whole_file(path.path, Format::exchanged, text("first")).empty());
  const Diagnostics faults = io::hdf5::write_whole_file(path.path, Format::growing, [](hid_t file) {
    io::hdf5::write_text(file, "words", "second");
    throw io::hdf5::Error("words", "is wrong", "expected none");
  });
  CHECK(to_string(faults) == path.path.string() + ": words: is wrong (expected none)");
  CHECK(io::hdf5::read_text(io::hdf5::open_file(path.path), "words") == "first");
  CHECK_FALSE(std::filesystem::exists(part(path)));
  std::filesystem::create_directory(folder.path);
  CHECK(to_string(io::hdf5::write_whole_file(folder.path, Format::growing, text("a"))) ==
        folder.path.string() + ": cannot be replaced: Is a directory");
  CHECK_FALSE(std::filesystem::exists(part(folder)));
}

TEST_CASE("what the system refuses is said in plain words, what was expected before HDF5's") {
  CHECK(io::hdf5::system_words(ENOSPC) == "the disk is full");
  CHECK(io::hdf5::system_words(EDQUOT) == "the disk quota is used up");
  CHECK(io::hdf5::system_words(EFBIG) == "the file is larger than the system allows");
  CHECK(io::hdf5::system_words(EAGAIN) == "another program has it open");
  CHECK(io::hdf5::system_words(ENOENT) == "No such file or directory");
  CHECK(io::hdf5::hint("a number", "bad") == "expected a number; HDF5: bad");
  CHECK(io::hdf5::hint("a number", "") == "expected a number");
  CHECK(io::hdf5::hint("", "bad") == "HDF5: bad");
  CHECK(io::hdf5::hint("", "").empty());
}

}  // namespace perpend
