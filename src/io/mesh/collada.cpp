// SPDX-License-Identifier: Apache-2.0
#include "io/mesh/collada.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <span>

#include "io/format/decimal.hpp"
#include "io/format/xml_node.hpp"
#include "io/mesh/collada_colors.hpp"
#include "io/mesh/mesh_limits.hpp"

namespace perpend::io {
namespace {

using Eigen::Affine3d, Eigen::Vector3d;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void skip_blanks(std::string_view& text) {
  while (!text.empty() && is_blank(text[0])) text.remove_prefix(1);
}

// Returns the numbers of a list, or nothing where one is none or not finite.
std::optional<std::vector<double>> numbers_of(std::string_view text) {
  std::vector<double> found;
  for (skip_blanks(text); !text.empty(); skip_blanks(text)) {
    double& number = found.emplace_back();
    const bool is_number = take_decimal(text, number) && std::isfinite(number);
    if (!is_number || (!text.empty() && !is_blank(text[0]))) return std::nullopt;
  }
  return found;
}

// Returns a whole number below a thousand; `otherwise` where there is none.
std::size_t whole(const XmlNode& node, std::string_view key, std::size_t otherwise) {
  const std::string* text = node.attribute(key);
  const auto value = text ? numbers_of(*text) : std::nullopt;
  const bool is_whole = value && value->size() == 1 && (*value)[0] >= 0 && (*value)[0] < 1000;
  return is_whole ? static_cast<std::size_t>((*value)[0]) : otherwise;
}

class ColladaReader {
 public:
  ColladaReader(const XmlNode& root, const std::string& file, MeshFile& mesh)
      : root_(root), file_(file), mesh_(mesh) {}

  Diagnostics read();

 private:
  // Positions of a `source`, and how they lie in its list.
  struct Positions {
    std::vector<double> numbers = {};
    std::size_t offset = 0, stride = 3;
    std::size_t count() const {
      return numbers.size() < offset + 3 ? 0 : (numbers.size() - offset - 3) / stride + 1;
    }
    Vector3d at(std::size_t i) const { return Vector3d(numbers.data() + offset + i * stride); }
  };
  // Where the corners of a primitive stand in its lists of indices.
  struct Corners {
    std::size_t offset = 0, stride = 1;
    int first = 0, count = 0;  // of the vertices of the mesh
  };

  void fault(const XmlNode& node, std::string message, std::string hint = {}) {
    if (faults_.size() < kMostMeshFaults)
      faults_.push_back({file_, node.line, node.name, std::move(message), std::move(hint)});
  }
  void index(const XmlNode& node);
  const XmlNode* find(const XmlNode& node, const std::string& id, std::string_view kind);
  double read_unit();
  const XmlNode* scene();
  bool read_list(const XmlNode& node, std::size_t size, std::vector<double>& out);
  void transform(const XmlNode& node, Affine3d& map);
  void read_node(const XmlNode& node, Affine3d map, int depth);
  void read_geometry(const XmlNode& geometry, const Affine3d& map, const XmlNode* instance);
  const Positions* positions(const XmlNode& source);
  const XmlNode* position_source(const XmlNode& primitive, const XmlNode& vertices);
  std::optional<Corners> corners(const XmlNode& primitive, const Affine3d& map);
  void read_primitive(const XmlNode& primitive, const Affine3d& map, const XmlNode* instance);
  void read_indices(const XmlNode& primitive, const XmlNode& list, const Corners& corners);
  void read_counted(const XmlNode& primitive, const XmlNode& list, const Corners& corners,
                    std::span<const double> indices);
  void read_row(const XmlNode& list, const Corners& corners, std::span<const double> indices,
                std::size_t step);
  void add_polygon(const XmlNode& list, const Corners& corners, std::span<const double> indices);

  const XmlNode& root_;
  const std::string& file_;
  MeshFile& mesh_;
  Diagnostics faults_;
  ColladaElements by_id_;
  std::map<const XmlNode*, Positions> positions_;
  int nodes_ = 0;
};

void ColladaReader::index(const XmlNode& node) {
  if (const std::string* id = node.attribute("id")) by_id_.emplace(*id, &node);
  for (const XmlNode& child : node.children) index(child);
}

const XmlNode* ColladaReader::find(const XmlNode& node, const std::string& id,
                                   std::string_view kind) {
  const auto at = by_id_.find(id);
  if (at != by_id_.end() && at->second->name == kind) return at->second;
  fault(node, fmt::format("no {} has the id \"{}\"", kind, id));
  return nullptr;
}

// Returns the metres per unit of length.
double ColladaReader::read_unit() {
  const XmlNode* asset = root_.child("asset");
  const XmlNode* unit = asset ? asset->child("unit") : nullptr;
  const std::string* meter = unit ? unit->attribute("meter") : nullptr;
  if (!meter) return 1;
  const auto numbers = numbers_of(*meter);
  if (numbers && numbers->size() == 1 && (*numbers)[0] > 0) return (*numbers)[0];
  fault(*unit, fmt::format("has the meter \"{}\"", *meter), "expected a number > 0");
  return 1;
}

const XmlNode* ColladaReader::scene() {
  const XmlNode* scene = root_.child("scene");
  const XmlNode* instance = scene ? scene->child("instance_visual_scene") : nullptr;
  if (instance) return find(*instance, collada_id(instance->attribute("url")), "visual_scene");
  const XmlNode* library = root_.child("library_visual_scenes");
  return library ? library->child("visual_scene") : nullptr;
}

bool ColladaReader::read_list(const XmlNode& node, std::size_t size, std::vector<double>& out) {
  const auto numbers = numbers_of(node.text);
  if (numbers && numbers->size() == size) {
    out = *numbers;
    return true;
  }
  fault(node, "is no such list", fmt::format("expected {} finite numbers", size));
  return false;
}

// Appends one transformation of a node.
void ColladaReader::transform(const XmlNode& node, Affine3d& map) {
  std::vector<double> n;
  if (node.name == "matrix" && read_list(node, 16, n)) {
    Eigen::Matrix4d rows = Eigen::Map<Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(n.data());
    map = map * Affine3d(rows.topRows<3>());
  }
  if (node.name == "translate" && read_list(node, 3, n)) map.translate(Vector3d(n.data()));
  if (node.name == "scale" && read_list(node, 3, n)) map.scale(Vector3d(n.data()));
  if (node.name == "rotate" && read_list(node, 4, n) && Vector3d(n.data()).norm() > 0)
    map.rotate(Eigen::AngleAxisd(n[3] * std::numbers::pi / 180, Vector3d(n.data()).normalized()));
  if (node.name == "lookat" || node.name == "skew")
    fault(node, "is not done", "expected matrix, translate, rotate or scale");
}

void ColladaReader::read_node(const XmlNode& node, Affine3d map, int depth) {
  if (depth > kDeepestNode) return fault(node, "lies in more than 100 nodes, or in itself");
  if (nodes_++ == kMostNodes) fault(node, "is one of more than a million");
  if (nodes_ > kMostNodes) return;
  for (const XmlNode& part : node.children) {
    transform(part, map);
    const std::string id = collada_id(part.attribute("url"));
    if (part.name == "node") read_node(part, map, depth + 1);
    if (part.name == "instance_node")
      if (const XmlNode* other = find(part, id, "node")) read_node(*other, map, depth + 1);
    if (part.name == "instance_geometry")
      if (const XmlNode* geometry = find(part, id, "geometry"))
        read_geometry(*geometry, map, &part);
    if (faults_.size() >= kMostMeshFaults) return;
  }
}

void ColladaReader::read_geometry(const XmlNode& geometry, const Affine3d& map,
                                  const XmlNode* instance) {
  const XmlNode* mesh = geometry.child("mesh");
  if (!mesh) return fault(geometry, "has no mesh", "expected one: splines are not done");
  for (const XmlNode& part : mesh->children)
    if (part.name == "triangles" || part.name == "polylist" || part.name == "polygons" ||
        part.name == "trifans" || part.name == "tristrips")
      read_primitive(part, map, instance);
}

// Returns the positions of a source; null, after a fault, if it has none.
const ColladaReader::Positions* ColladaReader::positions(const XmlNode& source) {
  if (const auto known = positions_.find(&source); known != positions_.end()) return &known->second;
  const XmlNode* list = source.child("float_array");
  auto numbers = list ? numbers_of(list->text) : std::nullopt;
  if (!numbers) {
    fault(list ? *list : source, "is no list of finite numbers");
    return nullptr;
  }
  Positions found{.numbers = std::move(*numbers)};
  const XmlNode* technique = source.child("technique_common");
  const XmlNode* accessor = technique ? technique->child("accessor") : nullptr;
  if (accessor) found.offset = whole(*accessor, "offset", 0);
  if (accessor) found.stride = whole(*accessor, "stride", 1);
  if (found.stride < 3) {
    fault(*accessor, fmt::format("has the stride {}", found.stride), "expected x, y and z");
    return nullptr;
  }
  return &positions_.emplace(&source, std::move(found)).first->second;
}

// Returns the source of the positions of `vertices`; null, after a fault, if there is none.
const XmlNode* ColladaReader::position_source(const XmlNode& primitive, const XmlNode& vertices) {
  for (const XmlNode& input : vertices.children)
    if (const std::string* semantic = input.attribute("semantic");
        semantic && *semantic == "POSITION")
      return find(input, collada_id(input.attribute("source")), "source");
  fault(primitive, "has no positions", "expected vertices with an input POSITION");
  return nullptr;
}

// Adds the vertices of a primitive, and returns where its corners name them.
std::optional<ColladaReader::Corners> ColladaReader::corners(const XmlNode& primitive,
                                                             const Affine3d& map) {
  const XmlNode* vertex = nullptr;
  Corners found;
  for (const XmlNode& input : primitive.children) {
    const std::string* semantic = input.attribute("semantic");
    if (input.name != "input" || !semantic) continue;
    const std::size_t offset = whole(input, "offset", 0);
    found.stride = std::max(found.stride, offset + 1);
    if (*semantic == "VERTEX") vertex = &input, found.offset = offset;
  }
  if (!vertex) fault(primitive, "has no input VERTEX");
  const XmlNode* vertices =
      vertex ? find(*vertex, collada_id(vertex->attribute("source")), "vertices") : nullptr;
  const XmlNode* source = vertices ? position_source(primitive, *vertices) : nullptr;
  const Positions* points = source ? positions(*source) : nullptr;
  if (!points) return std::nullopt;
  if (mesh_.vertices.size() + points->count() > kMostVertices) {
    fault(primitive, "makes more than 50 million vertices");
    return std::nullopt;
  }
  found.first = static_cast<int>(mesh_.vertices.size());
  found.count = static_cast<int>(points->count());
  for (std::size_t i = 0; i < points->count(); ++i) mesh_.vertices.push_back(map * points->at(i));
  return found;
}

// Adds a polygon as a fan. `indices` has all inputs of its corners.
void ColladaReader::add_polygon(const XmlNode& list, const Corners& corners,
                                std::span<const double> indices) {
  std::vector<int> all;
  for (std::size_t i = corners.offset; i < indices.size(); i += corners.stride) {
    const double index = indices[i];
    if (!(index >= 0 && index < corners.count) || index != std::floor(index))
      return fault(list, fmt::format("has the corner {}", index),
                   fmt::format("expected one of the {} vertices, from 0", corners.count));
    all.push_back(corners.first + static_cast<int>(index));
  }
  for (std::size_t k = 1; k + 1 < all.size(); ++k)
    mesh_.triangles.push_back({all[0], all[k], all[k + 1]});
}

// Reads polygons whose numbers of corners stand in `vcount`.
void ColladaReader::read_counted(const XmlNode& primitive, const XmlNode& list,
                                 const Corners& corners, std::span<const double> indices) {
  const XmlNode* sizes = primitive.child("vcount");
  const auto counts = sizes ? numbers_of(sizes->text) : std::nullopt;
  if (!counts) return fault(sizes ? *sizes : primitive, "has no list of numbers of corners");
  for (const double count : *counts) {
    const double size = count * static_cast<double>(corners.stride);
    if (!(count >= 0 && size <= static_cast<double>(indices.size())))
      return fault(*sizes, "asks for more corners than the list has");
    add_polygon(list, corners, indices.first(static_cast<std::size_t>(size)));
    indices = indices.subspan(static_cast<std::size_t>(size));
  }
}

// Adds the triangles of three successive corners each, `step` corners from one to the next.
void ColladaReader::read_row(const XmlNode& list, const Corners& corners,
                             std::span<const double> indices, std::size_t step) {
  const std::size_t total = indices.size() / corners.stride;
  for (std::size_t first = 0; first + 2 < total; first += step)
    add_polygon(list, corners, indices.subspan(first * corners.stride, 3 * corners.stride));
}

// Reads one list of indices: `triangles` and `polylist` have one for all their polygons, the others
// one for each.
void ColladaReader::read_indices(const XmlNode& primitive, const XmlNode& list,
                                 const Corners& corners) {
  const auto numbers = numbers_of(list.text);
  if (!numbers || numbers->size() % corners.stride != 0)
    return fault(list, "is no list of corners",
                 fmt::format("expected {} a corner", corners.stride));
  if (primitive.name == "polylist") return read_counted(primitive, list, corners, *numbers);
  if (primitive.name == "triangles" && numbers->size() % (3 * corners.stride) != 0)
    fault(list, fmt::format("has {} corners", numbers->size() / corners.stride),
          "expected three a triangle");
  if (primitive.name == "triangles") return read_row(list, corners, *numbers, 3);
  if (primitive.name != "tristrips") return add_polygon(list, corners, *numbers);
  const std::size_t before = mesh_.triangles.size();
  read_row(list, corners, *numbers, 1);
  for (std::size_t k = before + 1; k < mesh_.triangles.size(); k += 2)
    std::swap(mesh_.triangles[k][1], mesh_.triangles[k][2]);
}

void ColladaReader::read_primitive(const XmlNode& primitive, const Affine3d& map,
                                   const XmlNode* instance) {
  const auto found = corners(primitive, map);
  if (!found) return;
  const std::size_t before = mesh_.triangles.size();
  mesh_.colors.push_back(
      {before, collada_color(by_id_, instance, primitive.attribute("material"))});
  for (const XmlNode& list : primitive.children)
    if (list.name == "p") read_indices(primitive, list, *found);
  if (map.linear().determinant() < 0)  // a mirror turns faces over
    for (std::size_t k = before; k < mesh_.triangles.size(); ++k)
      std::swap(mesh_.triangles[k][1], mesh_.triangles[k][2]);
}

Diagnostics ColladaReader::read() {
  if (root_.name != "COLLADA") {
    fault(root_, "is no COLLADA document");
    return faults_;
  }
  index(root_);
  Affine3d map = Affine3d::Identity();
  map.scale(read_unit());
  const std::size_t before = faults_.size();
  if (const XmlNode* found = scene())
    read_node(*found, map, 0);
  else if (const XmlNode* library = root_.child("library_geometries");
           library && faults_.size() == before)
    for (const XmlNode& geometry : library->children)
      if (geometry.name == "geometry") read_geometry(geometry, map, nullptr);
  return std::move(faults_);
}

}  // namespace

Diagnostics read_collada(std::string_view text, const std::string& file, MeshFile& mesh) {
  const Result<XmlNode> root = parse_xml(text, file);
  if (!root) return root.error();
  return ColladaReader(*root, file, mesh).read();
}

}  // namespace perpend::io
