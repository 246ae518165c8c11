// SPDX-License-Identifier: Apache-2.0
#include "io/format/npz.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

std::filesystem::path scratch(const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() / "perpend_npz_test";
  std::filesystem::create_directories(folder);
  return folder / name;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void put_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

// Runs a Python program with the scratch path as its argument; true where it succeeds.
bool python(const std::string& program, const std::filesystem::path& file) {
  const auto source = scratch("program.py");
  std::ofstream(source) << program;
  return std::system(("python3 " + source.string() + " " + file.string()).c_str()) == 0;
}

bool numpy_is_there() {
  return std::system("python3 -c 'import numpy' 2> /dev/null") == 0;
}

// Writes .npy members by hand, so that the reader meets a writer it does not share code with.
constexpr const char* kHandWritten = R"(
import struct, sys, zipfile
def npy(descr, fortran, shape, payload, version):
    text = repr({'descr': descr, 'fortran_order': fortran, 'shape': shape}) + '\n'
    size = struct.pack('<H' if version == 1 else '<I', len(text))
    return b'\x93NUMPY' + bytes([version, 0]) + size + text.encode() + payload
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as z:
    def put(name, *rest):
        with z.open(name + '.npy', 'w', force_zip64=True) as f: f.write(npy(*rest))
    put('c', '<f8', False, (2, 3), struct.pack('<6d', 1, 2, 3, 4, 5, 6), 1)
    put('fortran', '<f8', True, (2, 3), struct.pack('<6d', 1, 4, 2, 5, 3, 6), 2)
    put('single', '<f4', False, (2,), struct.pack('<2f', 0.5, -2.25), 1)
    put('big', '>i4', False, (2,), struct.pack('>2i', -7, 65536), 1)
    put('byte', '|i1', False, (), struct.pack('b', -3), 1)
    put('flag', '|b1', False, (2,), bytes([0, 1]), 1)
    put('long', '<u8', False, (1,), struct.pack('<Q', 1 << 40), 3)
)";

TEST_CASE("deflated members of every numeric type, both orders and byte orders are read") {
  const auto file = scratch("hand.npz");
  REQUIRE(python(kHandWritten, file));
  const auto arrays = read_npz(file);
  REQUIRE_MESSAGE(arrays.has_value(), (arrays ? "" : to_string(arrays.error())));
  REQUIRE(arrays->size() == 7);
  const auto& all = *arrays;
  CHECK(all[0].name == "c");
  CHECK(all[0].shape == std::vector<std::int64_t>{2, 3});
  CHECK(all[0].values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(all[1].values == all[0].values);
  CHECK(all[2].values == std::vector<double>{0.5, -2.25});
  CHECK(all[3].values == std::vector<double>{-7, 65536});
  CHECK(all[4].shape.empty());
  CHECK(all[4].values == std::vector<double>{-3});
  CHECK(all[5].values == std::vector<double>{0, 1});
  CHECK(all[6].values == std::vector<double>{1099511627776.0});
}

TEST_CASE("what is written is read back bit by bit, and Python's zipfile finds no fault") {
  std::mt19937_64 random(1);
  std::vector<NamedArray> arrays{
      {"cube", {2, 3, 4}, {}}, {"none", {0, 3}, {}}, {"one", {}, {-0.0}}};
  for (int i = 0; i < 24; ++i) arrays[0].values.push_back(std::ldexp(double(random()), i - 80));
  const auto file = scratch("written.npz");
  REQUIRE(write_npz(file, arrays).empty());
  const auto read = read_npz(file);
  REQUIRE(read.has_value());
  REQUIRE(read->size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK((*read)[i].name == arrays[i].name);
    CHECK((*read)[i].shape == arrays[i].shape);
    CHECK((*read)[i].values == arrays[i].values);
  }
  CHECK(std::signbit((*read)[2].values[0]));
  CHECK(python("import sys, zipfile\nassert zipfile.ZipFile(sys.argv[1]).testzip() is None", file));
}

TEST_CASE("numpy reads what is written, and its compressed files are read" *
          doctest::skip(!numpy_is_there())) {
  const std::vector<NamedArray> arrays{{"m", {2, 3}, {1, 2, 3, 4, 5, 6}}, {"v", {1}, {0.1}}};
  const auto file = scratch("numpy.npz");
  REQUIRE(write_npz(file, arrays).empty());
  REQUIRE(python(R"(
import numpy, sys
d = numpy.load(sys.argv[1])
assert d.files == ['m', 'v'] and d['v'][0] == 0.1
assert (d['m'] == numpy.arange(1., 7.).reshape(2, 3)).all()
numpy.savez_compressed(sys.argv[1], m=numpy.asfortranarray(d['m']), k=numpy.array([3, 1]))
)",
                 file));
  const auto read = read_npz(file);
  REQUIRE(read.has_value());
  CHECK((*read)[0].values == arrays[0].values);
  CHECK((*read)[1].values == std::vector<double>{3, 1});
}

TEST_CASE("every truncation and every damaged byte is read rightly or reported") {
  const std::vector<NamedArray> arrays{{"m", {2, 2}, {1, 2, 3, 4}}};
  const auto good = scratch("good.npz");
  const auto bad = scratch("bad.npz");
  REQUIRE(write_npz(good, arrays).empty());
  const std::string bytes = bytes_of(good);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    put_bytes(bad, bytes.substr(0, size));
    CHECK_FALSE(read_npz(bad).has_value());
  }
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
    put_bytes(bad, damaged);
    const auto read = read_npz(bad);
    const bool right = !read || read->empty() || (*read)[0].values == arrays[0].values;
    CHECK_MESSAGE(right, "byte ", at);
  }
}

TEST_CASE("sizes that the file does not hold are refused before memory is taken") {
  const auto file = scratch("lying.npz");
  REQUIRE(python(R"(
import sys, zipfile
def npy(shape):
    head = ("{'descr': '|i1', 'fortran_order': False, 'shape': %s, }\n" % shape).encode()
    return b'\x93NUMPY\x01\x00' + bytes([len(head), 0]) + head
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    z.writestr('a.npy', npy('(4294967296, 4294967296)'))
    z.writestr('b.npy', npy('(1000000000,)'))
    z.writestr('c.npy', npy('(65536, 65536, 65536, 65536)'))
)",
                 file));
  const auto read = read_npz(file);
  REQUIRE_FALSE(read.has_value());
  REQUIRE(read.error().size() == 3);
  CHECK(read.error()[0].message == "has no readable shape");
  CHECK(read.error()[1].message == "holds 0 bytes, expected 1000000000");
  CHECK(read.error()[2].message == "has no readable shape");
}

TEST_CASE("members of an archive that share their bytes are refused") {
  const auto file = scratch("shared.npz");
  REQUIRE(python(R"(
import io, struct, sys, zipfile
out = io.BytesIO()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as z:
    z.writestr('a.npy', bytes(1000000))
raw = out.getvalue()
at = raw.index(b'PK\x01\x02')
end = raw.index(b'PK\x05\x06')
entries = raw[at:end] * 10000
tail = struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, 10000, 10000, len(entries), at, 0)
open(sys.argv[1], 'wb').write(raw[:at] + entries + tail)
)",
                 file));
  const auto read = read_npz(file);
  REQUIRE_FALSE(read.has_value());
  CHECK(read.error().size() == 1);
  CHECK(read.error()[0].message == "has a damaged zip directory");
}

TEST_CASE("faults name the array and what was found") {
  const auto file = scratch("text.npz");
  REQUIRE(python(R"(
import sys, zipfile
head = "{'descr': '<U5', 'fortran_order': False, 'shape': (1,), }\n".encode()
with zipfile.ZipFile(sys.argv[1], 'w') as z:
    z.writestr('label.npy', b'\x93NUMPY\x01\x00' + bytes([len(head), 0]) + head + b'0' * 20)
    z.writestr('notes.npy', b'no array')
    z.writestr('long.npy', b'\x93NUMPY\x01\x00' + bytes([len(head), 1]) + head)
)",
                 file));
  const auto read = read_npz(file);
  REQUIRE_FALSE(read.has_value());
  REQUIRE(read.error().size() == 3);
  CHECK(read.error()[0].element == "label");
  CHECK(read.error()[0].message.find("'<U5'") != std::string::npos);
  for (std::size_t i : {1, 2}) {
    CHECK(read.error()[i].element == (i == 1 ? "notes" : "long"));
    CHECK(read.error()[i].message == "is no .npy array of version 1, 2 or 3");
  }
  CHECK_FALSE(read_npz(scratch("absent.npz")).has_value());
}

TEST_CASE("an unwritable file is reported, a wrong shape is the caller's mistake") {
  const std::vector<NamedArray> arrays{{"m", {2}, {1, 2}}};
  CHECK(write_npz(scratch("no_such_folder") / "a" / "b.npz", arrays).size() == 1);
  const std::vector<NamedArray> wrong{{"m", {3}, {1, 2}}};
  CHECK_THROWS_AS((void)write_npz(scratch("wrong.npz"), wrong), InvalidArgument);
}

}  // namespace
}  // namespace perpend::io
