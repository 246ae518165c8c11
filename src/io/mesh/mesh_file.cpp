// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/mesh_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <string>

#include "io/format/color_text.hpp"
#include "io/format/decimal.hpp"
#include "io/format/file_bytes.hpp"
#include "io/mesh/collada.hpp"
#include "io/mesh/gltf.hpp"
#include "io/mesh/mesh_limits.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

constexpr std::array<std::string_view, 5> kEndings = {".stl", ".obj", ".dae", ".glb", ".gltf"};
constexpr const char* kExpectedEnding = "expected .stl, .obj, .dae, .glb or .gltf";

std::string small(std::string_view word) {
  std::string letters(word);
  std::ranges::transform(letters, letters.begin(), [](unsigned char c) { return std::tolower(c); });
  return letters;
}

/// Reads the text line by line and splits each line into words.
class Lines {
 public:
  explicit Lines(std::string_view text)
      : text_(text), end_(text.find('\n') == text.npos ? '\r' : '\n') {}

  /// Moves to the next line that has words, joined with its continuation lines; false at the end.
  bool next() {
    words_.clear();
    for (bool goes_on = false; (goes_on || words_.empty()) && !text_.empty();) {
      const std::size_t end = std::min(text_.find(end_), text_.size());
      split(text_.substr(0, end));
      text_.remove_prefix(std::min(end + 1, text_.size()));
      ++line_;
      goes_on = !words_.empty() && words_.back() == "\\";
      if (goes_on) words_.pop_back();
    }
    return !words_.empty();
  }
  /// Returns the first word in lower case.
  std::string keyword() const { return small(words_[0]); }
  int line() const { return line_; }
  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t i) const { return words_[i]; }

 private:
  void split(std::string_view line) {
    line = line.substr(0, line.find('#'));
    constexpr std::string_view kSpace = " \t\r\v\f";
    for (std::size_t at = line.find_first_not_of(kSpace); at != line.npos;
         at = line.find_first_not_of(kSpace)) {
      const std::size_t end = std::min(line.find_first_of(kSpace, at), line.size());
      words_.push_back(line.substr(at, end - at));
      line.remove_prefix(end);
    }
  }

  std::string_view text_;
  char end_;  // end of a line; old programs write only carriage returns
  std::vector<std::string_view> words_;
  int line_ = 0;
};

bool parse_number(std::string_view word, double& out) {
  return take_decimal(word, out) && word.empty();
}

bool parse_number(std::string_view word, int& out) {
  if (word.starts_with('+')) word.remove_prefix(1);
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), out);
  return error == std::errc() && end == word.data() + word.size();
}

using ObjMaterials = std::map<std::string, std::string, std::less<>>;  // colors by name

// Adds the diffuse colors of a library of materials; nothing if it cannot be read.
void add_materials(const std::filesystem::path& file, ObjMaterials& materials) {
  const Result<std::string> bytes = read_bytes(file);
  if (!bytes) return;
  std::string name;
  for (Lines line(*bytes); line.next();) {
    if (line.keyword() == "newmtl" && line.size() > 1) name = line[1];
    Vector3d rgb(0, 0, 0);
    if (line.keyword() == "kd" && line.size() > 3 && parse_number(line[1], rgb.x()) &&
        parse_number(line[2], rgb.y()) && parse_number(line[3], rgb.z()) && rgb.allFinite())
      materials[name] = color_text(rgb);
  }
}

class Reader {
 public:
  explicit Reader(const std::filesystem::path& file) : path_(file), file_(file.string()) {}

  void obj(std::string_view bytes);
  void stl_text(std::string_view bytes);
  void stl_binary(std::string_view bytes);
  void no_stl(std::string_view bytes);
  void collada(std::string_view bytes);
  void gltf(std::string_view bytes);
  void fault(int line, std::string message, std::string hint = {}) {
    if (faults_.size() < kMostMeshFaults)
      faults_.push_back({file_, line, "", std::move(message), std::move(hint)});
  }
  Result<MeshFile> result() {
    if (faults_.empty() && mesh_.triangles.empty()) fault(0, "has no triangles");
    if (!faults_.empty()) return std::move(faults_);
    return std::move(mesh_);
  }

 private:
  void vertex(const Lines& line);
  void face(const Lines& line);
  void use_material(const Lines& line, const ObjMaterials& materials);

  std::filesystem::path path_;
  std::string file_;
  MeshFile mesh_;
  Diagnostics faults_;
};

void Reader::vertex(const Lines& line) {
  Vector3d x(0, 0, 0);
  bool is_right = line.size() >= 4;
  for (std::size_t i = 0; is_right && i < 3; ++i) {
    double& number = x[static_cast<Eigen::Index>(i)];
    is_right = parse_number(line[i + 1], number) && std::isfinite(number);
  }
  if (!is_right) fault(line.line(), "is no vertex", "expected three finite numbers");
  mesh_.vertices.push_back(x);
}

// Corners are v, v/vt, v//vn or v/vt/vn; v counts from 1, or from the last vertex backwards if
// negative.
void Reader::face(const Lines& line) {
  std::vector<int> corners;
  const int count = static_cast<int>(mesh_.vertices.size());
  for (std::size_t i = 1; i < line.size(); ++i) {
    int index = 0;
    const std::string_view word = line[i].substr(0, line[i].find('/'));
    if (!parse_number(word, index) || index == 0 || index > count || index < -count)
      return fault(line.line(), fmt::format("has the corner {}", line[i]),
                   fmt::format("expected one of the {} vertices so far", count));
    corners.push_back(index > 0 ? index - 1 : count + index);
  }
  if (corners.size() < 3) return fault(line.line(), "has fewer than three corners");
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    mesh_.triangles.push_back({corners[0], corners[k], corners[k + 1]});
}

void Reader::use_material(const Lines& line, const ObjMaterials& materials) {
  const auto found = materials.find(line.size() > 1 ? line[1] : std::string_view());
  mesh_.colors.push_back(
      {mesh_.triangles.size(), found == materials.end() ? std::string() : found->second});
}

void Reader::obj(std::string_view bytes) {
  ObjMaterials materials;
  for (Lines line(bytes); line.next();) {
    if (line[0] == "v") vertex(line);
    if (line[0] == "f") face(line);
    if (line[0] == "usemtl") use_material(line, materials);
    if (line[0] == "mtllib" && line.size() > 1)
      add_materials(path_.parent_path() / line[1], materials);
  }
}

void Reader::stl_text(std::string_view bytes) {
  int corners = 0;
  for (Lines line(bytes); line.next();) {
    const std::string keyword = line.keyword();
    if (keyword == "outer") corners = 0;
    if (keyword == "vertex") vertex(line), ++corners;
    if (keyword != "endloop") continue;
    if (corners != 3)
      fault(line.line(), fmt::format("ends a loop of {} corners", corners), "expected three");
    const int last = static_cast<int>(mesh_.vertices.size());
    if (corners == 3) mesh_.triangles.push_back({last - 3, last - 2, last - 1});
  }
}

constexpr std::size_t kStlHeader = 84, kStlTriangle = 50;  // bytes

std::size_t triangles_said(std::string_view bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return count;
}

// A binary STL file has a header of 80 bytes, the number of triangles, and 50 bytes per triangle:
// normal, corners, attributes.
void Reader::stl_binary(std::string_view bytes) {
  static_assert(std::endian::native == std::endian::little);
  const std::size_t end = kStlHeader + kStlTriangle * triangles_said(bytes);
  for (std::size_t at = kStlHeader; at < end; at += kStlTriangle) {
    float numbers[9];
    std::memcpy(numbers, bytes.data() + at + 12, sizeof numbers);
    const int first = static_cast<int>(mesh_.vertices.size());
    for (int k = 0; k < 3; ++k)
      mesh_.vertices.emplace_back(numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]);
    const auto is_finite = [](const Vector3d& x) { return x.allFinite(); };
    if (!std::all_of(mesh_.vertices.end() - 3, mesh_.vertices.end(), is_finite))
      fault(0, fmt::format("has corners of triangle {} that are not finite", first / 3));
    mesh_.triangles.push_back({first, first + 1, first + 2});
  }
}

// Tells of a file that is neither text nor as long as its header says.
void Reader::no_stl(std::string_view bytes) {
  if (bytes.size() < kStlHeader)
    return fault(0, fmt::format("is no STL file, with {} bytes", bytes.size()),
                 "expected text from \"solid\" on, or 84 + 50 n bytes");
  const std::size_t said = triangles_said(bytes), there = bytes.size() - kStlHeader;
  fault(0,
        fmt::format("has {} of the {} triangles that its header says, in {} of {} bytes",
                    there / kStlTriangle, said, bytes.size(), kStlHeader + kStlTriangle * said),
        "it is cut short, or no STL file");
}

void Reader::collada(std::string_view bytes) {
  faults_ = read_collada(bytes, file_, mesh_);
}

void Reader::gltf(std::string_view bytes) {
  faults_ = read_gltf(bytes, path_, mesh_);
}

bool is_solid(std::string_view bytes) {
  return small(bytes.substr(0, 5)) == "solid";
}

// Returns true for a text of STL; a binary file, which may start with "solid" too, has null bytes
// in the numbers of its header or of its first triangles.
bool is_stl_text(std::string_view bytes) {
  return is_solid(bytes) && bytes.find('\0') == bytes.npos;
}

// Binary files may start with "solid" too; their length distinguishes them. Some binary files have
// bytes after the triangles.
bool is_binary_stl(std::string_view bytes) {
  if (bytes.size() < kStlHeader) return false;
  const std::size_t length = kStlHeader + kStlTriangle * triangles_said(bytes);
  return is_stl_text(bytes) ? bytes.size() == length : bytes.size() >= length;
}

std::string ending_of(const std::filesystem::path& file) {
  return small(file.extension().string());
}

// Returns why a file cannot be read at all: a device may have no end, a pipe no writer.
Diagnostics unreadable(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  if (std::ranges::find(kEndings, ending) == kEndings.end())
    return {{file.string(), 0, "", "has the ending \"" + ending + "\"", kExpectedEnding}};
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  const bool is_other = exists(status) && !is_regular_file(status) && !is_directory(status);
  if (is_other) return {{file.string(), 0, "", "is a device or a pipe", "expected a file"}};
  return {};
}

}  // namespace

Result<MeshFile> parse_mesh(std::string_view bytes, const std::filesystem::path& file) {
  Reader reader(file);
  const std::string ending = ending_of(file);
  bytes = without_mark(bytes);
  if (ending == ".obj")
    reader.obj(bytes);
  else if (ending == ".stl" && is_binary_stl(bytes))
    reader.stl_binary(bytes);
  else if (ending == ".stl" && is_stl_text(bytes))
    reader.stl_text(bytes);
  else if (ending == ".stl")
    reader.no_stl(bytes);
  else if (ending == ".dae")
    reader.collada(bytes);
  else if (ending == ".glb" || ending == ".gltf")
    reader.gltf(bytes);
  else
    reader.fault(0, "has the ending \"" + ending + "\"", kExpectedEnding);
  return reader.result();
}

Result<MeshFile> read_mesh(const std::filesystem::path& file) {
  if (Diagnostics faults = unreadable(file); !faults.empty()) return faults;
  const Result<std::string> bytes = read_bytes(file);
  if (!bytes) return bytes.error();
  return parse_mesh(*bytes, file);
}

}  // namespace perpend::io
