// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "io/scene_parts.hpp"

namespace perpend::io {
namespace {

const std::vector<std::string> kBodyKinds{"rigid", "particle", "fixed", "kinematic"};
constexpr int kMaxArray = 100000;  // bodies of one array; more is a slip of the pen

// A block or triangle of copies, row by row from the bottom (docs/formats/scene.md).
struct BodyArray {
  int columns = 1, rows = 1;
  Eigen::Vector2d spacing{1, 1};  // m
  double stagger = 0.0;           // fraction of spacing.x by which odd rows are shifted
  bool triangle = false;
  double jitter = 0.0;  // m, half side of the square that offsets are drawn from
  int seed = 0;
};

Harmonic read_harmonic(const JsonNode& node, const std::string& element, FaultList& faults) {
  JsonObject object(node, element, faults);
  Harmonic harmonic;
  object.read_needed("amplitude", harmonic.amplitude, "[x, y, angle] in m and rad");
  object.read_needed("frequency", harmonic.frequency, "a frequency in Hz");
  object.read("phase", harmonic.phase);
  object.read("start", harmonic.start);
  object.read("stop", harmonic.stop);
  object.check_keys();
  return harmonic;
}

Motion read_motion(const JsonNode& node, const std::string& element, FaultList& faults) {
  JsonObject object(node, element, faults);
  Motion motion;
  object.read("velocity", motion.velocity);
  const std::vector<JsonNode>& harmonics = object.list("harmonics");
  for (std::size_t i = 0; i < harmonics.size(); ++i)
    motion.harmonics.push_back(
        read_harmonic(harmonics[i], fmt::format("{}[{}]", object.path("harmonics"), i), faults));
  object.check_keys();
  return motion;
}

bool is_count(double value) {
  return value >= 1 && value == std::floor(value);
}

void check_array(const BodyArray& array, JsonObject& object) {
  if (array.triangle && array.rows > array.columns)
    object.faults().add(*object.find("count"), object.path("count"),
                        fmt::format("has {} rows on {} bodies", array.rows, array.columns),
                        "expected at most as many rows as the lowest row has bodies");
  if (array.jitter < 0)
    object.faults().mismatch(*object.find("jitter"), object.path("jitter"), "a number >= 0");
}

BodyArray read_array(const JsonNode& node, const std::string& element, FaultList& faults) {
  JsonObject object(node, element, faults);
  BodyArray array;
  Eigen::Vector2d count(1, 1);
  object.read_needed("count", count, "[columns, rows]");
  if (is_count(count.x()) && is_count(count.y()) && count.prod() <= kMaxArray) {
    array.columns = static_cast<int>(count.x());
    array.rows = static_cast<int>(count.y());
  } else {
    faults.mismatch(*object.find("count"), object.path("count"),
                    fmt::format("two whole numbers, {} bodies at most", kMaxArray));
  }
  object.read_needed("spacing", array.spacing, "[x, y] in m");
  object.read("stagger", array.stagger);
  object.read("triangle", array.triangle);
  object.read("jitter", array.jitter);
  object.read("seed", array.seed);
  check_array(array, object);
  object.check_keys();
  return array;
}

// Offsets of the copies. The jitter is drawn from the upper 53 bits of the generator, so that it
// has the same bits with every standard library.
std::vector<Eigen::Vector2d> offsets(const BodyArray& array) {
  std::mt19937_64 random(static_cast<std::uint64_t>(array.seed));
  const auto draw = [&] {
    return array.jitter * (std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0);
  };
  std::vector<Eigen::Vector2d> all;
  for (int j = 0; j < array.rows; ++j) {
    const double shift = array.triangle ? 0.5 * j : (j % 2 == 1 ? array.stagger : 0.0);
    const int columns = array.triangle ? array.columns - j : array.columns;
    for (int i = 0; i < columns; ++i) {
      all.emplace_back((i + shift) * array.spacing.x(), j * array.spacing.y());
      if (array.jitter <= 0) continue;
      const double dx = draw();
      all.back() += Eigen::Vector2d(dx, draw());
    }
  }
  return all;
}

bool is_color(const std::string& text) {
  return text.size() == 7 && text[0] == '#' &&
         text.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
}

std::string read_color(JsonObject& object) {
  std::string color;
  if (object.read("color", color) && !color.empty() && !is_color(color))
    object.faults().mismatch(*object.find("color"), object.path("color"), "\"#rrggbb\"");
  return color;
}

BodyDef read_definition(JsonObject& object) {
  BodyDef def;
  object.read("name", def.name);
  const int kind = object.read_choice("kind", kBodyKinds);
  if (kind >= 0) def.kind = static_cast<BodyKind>(kind);
  object.read("position", def.pose.p);
  object.read("angle", def.pose.angle);
  Eigen::Vector2d velocity(0, 0);
  object.read("velocity", velocity);
  def.velocity.head<2>() = velocity;
  object.read("omega", def.velocity.z());
  double density = ShapeDef{.shape = planar::Disc{}}.density;
  object.read("density", density);
  const std::vector<JsonNode>& shapes = object.list("shapes");
  for (std::size_t i = 0; i < shapes.size(); ++i)
    def.shapes.push_back(read_shape(shapes[i], fmt::format("{}[{}]", object.path("shapes"), i),
                                    density, object.faults()));
  object.read("mass", def.mass);
  object.read("inertia", def.inertia);
  object.read("material", def.material);
  object.read("level", def.level);
  if (const JsonNode* motion = object.find("motion"))
    def.motion = read_motion(*motion, object.path("motion"), object.faults());
  return def;
}

void add(const BodyDef& def, int index, const std::string& color, SceneDraft& draft) {
  draft.builder.add_body(def);
  draft.bodies.push_back(def);
  if (def.name.empty()) draft.bodies.back().name = fmt::format("body_{}", draft.element.size());
  draft.element.push_back(index);
  draft.colors.push_back(color);
}

}  // namespace

void read_body(const JsonNode& node, int index, SceneDraft& draft) {
  JsonObject object(node, fmt::format("bodies[{}]", index), draft.faults);
  BodyDef def = read_definition(object);
  const std::string color = read_color(object);
  const JsonNode* array_node = object.find("array");
  if (!array_node) {
    add(def, index, color, draft);
  } else {
    object.need("name", "the name that the copies are numbered after");
    const BodyArray array = read_array(*array_node, object.path("array"), draft.faults);
    const std::string name = def.name;
    const Eigen::Vector2d first = def.pose.p;
    int copy = 0;
    for (const Eigen::Vector2d& offset : offsets(array)) {
      def.name = fmt::format("{}_{}", name, copy++);
      def.pose.p = first + offset;
      add(def, index, color, draft);
    }
  }
  object.check_keys();
}

std::vector<std::string> SceneDraft::body_names() const {
  std::vector<std::string> names;
  for (const BodyDef& body : bodies) names.push_back(body.name);
  return names;
}

BodyId SceneDraft::read_body(JsonObject& object, const std::string& key) const {
  std::string name;
  object.read(key, name);
  if (name.empty() || name == "world") return kWorld;
  const std::vector<std::string> names = body_names();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return {static_cast<int>(i)};
  const std::string_view nearest = nearest_name(name, names);
  object.faults().add(*object.find(key), object.path(key),
                      fmt::format("no body is named \"{}\"", name),
                      nearest.empty() ? "" : fmt::format("did you mean \"{}\"?", nearest));
  return kWorld;
}

}  // namespace perpend::io
