// SPDX-License-Identifier: Apache-2.0
#include "io/robot/sdf_heightmap.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "io/format/file_bytes.hpp"
#include "io/format/grey_image.hpp"
#include "io/robot/files/resource_path.hpp"

namespace perpend::io {
namespace {

using Eigen::Vector3d;

// Returns the picture that `uri` names.
std::optional<GreyImage> read_picture(const XmlElement& at, const std::filesystem::path& from,
                                      const RobotOptions& options) {
  const std::string uri = child_text(at, "uri");
  const auto none = [&](std::string message, std::string hint) -> std::optional<GreyImage> {
    at.assembly.fault(at.place(), std::move(message), std::move(hint));
    return std::nullopt;
  };
  if (uri.empty()) return none("has no uri", "expected that of a PNG picture");
  const auto path = find_resource(uri, from, options.packages);
  if (!path) return none(fmt::format("no file is found for \"{}\"", uri), "");
  const Result<std::string> bytes = read_bytes(*path);
  if (!bytes) return none(fmt::format("\"{}\" is no picture", uri), to_string(bytes.error()[0]));
  if (!is_png(*bytes)) {
    at.assembly.note(at.place(), fmt::format("\"{}\" does not collide", uri),
                     "heights are read from PNG pictures");
    return std::nullopt;
  }
  Result<GreyImage> image = parse_png(*bytes, *path);
  if (!image) return none(fmt::format("\"{}\" has no heights", uri), to_string(image.error()[0]));
  if (image->rows < 2 || image->columns < 2)
    return none(fmt::format("\"{}\" has {} x {} pixels", uri, image->columns, image->rows),
                "expected at least 2 x 2");
  return *std::move(image);
}

// Returns rows from -y on, as in height fields.
Eigen::MatrixXd heights_of(const GreyImage& image, double top) {
  const std::uint16_t brightest = std::ranges::max(image.values);
  const double scale = brightest > 0 ? top / brightest : 0;
  Eigen::MatrixXd heights(image.rows, image.columns);
  for (int i = 0; i < image.rows; ++i)
    for (int j = 0; j < image.columns; ++j) heights(i, j) = scale * image.at(image.rows - 1 - i, j);
  return heights;
}

bool read_size(const XmlElement& at, Vector3d& size) {
  const XmlNode* node = at.node.child("size");
  if (!node) return true;
  if (!read_child(at, "size", size)) return false;
  if (size.x() > 0 && size.y() > 0 && size.z() >= 0) return true;
  at.assembly.fault(at.place_of(*node), fmt::format("found \"{}\"", node->text),
                    "expected x and y above 0, and z at least 0");
  return false;
}

}  // namespace

std::optional<LinkShape> read_heightmap(const XmlElement& at, const std::filesystem::path& from,
                                        const RobotOptions& options) {
  list_others(at, {"uri", "size", "pos", "texture", "blend", "sampling", "use_terrain_paging"});
  Vector3d size(1, 1, 1), position(0, 0, 0);
  const bool has_size = read_size(at, size);
  read_child(at, "pos", position);
  const std::optional<GreyImage> image = read_picture(at, from, options);
  if (!has_size || !image) return std::nullopt;
  auto grid = std::make_shared<HeightGrid>();
  grid->spacing = {size.x() / (image->columns - 1), size.y() / (image->rows - 1)};
  grid->heights = heights_of(*image, size.z());
  LinkShape shape{spatial::Sphere{}, {}, at.place()};
  shape.pose.p = position - Vector3d(size.x() / 2, size.y() / 2, 0);
  shape.heights = std::move(grid);
  return shape;
}

void leave_out_heights(Assembly& assembly, std::vector<LinkShape>& shapes) {
  std::erase_if(shapes, [&](const LinkShape& shape) {
    if (shape.heights) assembly.note(shape.place, "is on a body that moves: it does not collide");
    return shape.heights != nullptr;
  });
}

}  // namespace perpend::io
