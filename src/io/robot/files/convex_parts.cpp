// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/convex_parts.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "embedded/convex_parts.hpp"
#include "io/format/file_bytes.hpp"
#include "io/robot/files/run_tool.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// A file in the temporary folder that goes with the object.
struct TemporaryFile {
  fs::path path;
  TemporaryFile() : path(fs::temp_directory_path() / name()) {}
  ~TemporaryFile() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

 private:
  static std::string name() {
    std::random_device random;
    return fmt::format("perpend_mesh_{:08x}{:08x}.json", random(), random());
  }
};

std::string text_of(const spatial::TriangleSoup& mesh) {
  Json vertices = Json::array();
  for (const Eigen::Vector3d& x : mesh.vertices) vertices.push_back({x.x(), x.y(), x.z()});
  return Json{{"vertices", std::move(vertices)}, {"triangles", mesh.triangles}}.dump();
}

std::vector<std::vector<Eigen::Vector3d>> parts_in(const std::string& text) {
  std::vector<std::vector<Eigen::Vector3d>> parts;
  for (const Json& part : Json::parse(text)) {
    parts.emplace_back();
    for (const Json& x : part)
      parts.back().emplace_back(x.at(0).get<double>(), x.at(1).get<double>(),
                                x.at(2).get<double>());
  }
  return parts;
}

}  // namespace

Result<std::vector<std::vector<Eigen::Vector3d>>> convex_parts(const spatial::TriangleSoup& mesh,
                                                               double threshold) {
  require(threshold >= 0.01 && threshold <= 1, "threshold", "from 0.01 to 1", threshold);
  const TemporaryFile file;
  if (Diagnostics faults = write_bytes(file.path, text_of(mesh)); !faults.empty()) return faults;
  const Result<std::string> answer =
      run_tool({python(), "-c", std::string(embedded::convex_parts()), fmt::format("{}", threshold),
                file.path.string()});
  if (!answer) return answer.error();
  try {
    return parts_in(*answer);
  } catch (const Json::exception& error) {
    return Diagnostics{{"", 0, "coacd", fmt::format("gave no answer: {}", error.what()), ""}};
  }
}

}  // namespace perpend::io
