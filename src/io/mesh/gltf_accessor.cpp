// SPDX-License-Identifier: Apache-2.0
#include "io/mesh/gltf_accessor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "io/format/base64.hpp"
#include "io/format/file_bytes.hpp"

namespace perpend::io {
namespace {

constexpr std::size_t kMostZeros = 10'000'000;  // vectors of an accessor without bytes

// Types of components.
constexpr int kByte = 5120, kUnsignedByte = 5121, kShort = 5122, kUnsignedShort = 5123,
              kUnsignedInt = 5125, kFloat = 5126;

// Returns the bytes of a component; 0 if there is no such type.
std::size_t size_of(int component) {
  switch (component) {
    case kByte:
    case kUnsignedByte:
      return 1;
    case kShort:
    case kUnsignedShort:
      return 2;
    case kUnsignedInt:
    case kFloat:
      return 4;
    default:
      return 0;
  }
}

template <typename T>
double load(const char* at) {
  static_assert(std::endian::native == std::endian::little);
  T value;
  std::memcpy(&value, at, sizeof value);
  return static_cast<double>(value);
}

template <typename T>
double load(const char* at, bool is_normalized) {
  const double value = load<T>(at);
  return is_normalized ? std::max(value / std::numeric_limits<T>::max(), -1.0) : value;
}

double load(const char* at, int component, bool is_normalized) {
  switch (component) {
    case kByte:
      return load<std::int8_t>(at, is_normalized);
    case kUnsignedByte:
      return load<std::uint8_t>(at, is_normalized);
    case kShort:
      return load<std::int16_t>(at, is_normalized);
    case kUnsignedShort:
      return load<std::uint16_t>(at, is_normalized);
    case kUnsignedInt:
      return load<std::uint32_t>(at);
    default:
      return load<float>(at);
  }
}

// Sets `out` to a member that counts something.
bool read_size(JsonObject& object, const std::string& key, std::size_t& out) {
  int value = static_cast<int>(out);
  const std::size_t before = object.faults().found.size();
  if (!object.read(key, value)) return true;
  if (value < 0) object.faults().mismatch(*object.find(key), object.path(key), "no less than 0");
  out = static_cast<std::size_t>(std::max(value, 0));
  return object.faults().found.size() == before;
}

// Sets `out` to the type of the components that `object` describes.
bool read_component(JsonObject& object, int& out) {
  const JsonNode* node = object.need("componentType", "5120 to 5126");
  if (!node || !read_value(*node, object.path("componentType"), object.faults(), out)) return false;
  if (size_of(out) > 0) return true;
  object.faults().add(*node, object.path("componentType"), fmt::format("is {}", out),
                      "expected 5120, 5121, 5122, 5123, 5125 or 5126");
  return false;
}

// Returns a relative reference with the bytes that %20 and the like stand for.
std::string without_escapes(std::string_view uri) {
  std::string text;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned char byte = 0;
    const char* first = uri.data() + i + 1;
    const bool is_escape = uri[i] == '%' && i + 2 < uri.size() &&
                           std::from_chars(first, first + 2, byte, 16).ptr == first + 2;
    text += is_escape ? static_cast<char>(byte) : uri[i];
    if (is_escape) i += 2;
  }
  return text;
}

}  // namespace

const JsonNode* gltf_item(const JsonNode& root, const std::string& list, int index,
                          FaultList& faults) {
  const JsonNode* all = root.find(list);
  const int count = all && all->kind == JsonKind::array ? static_cast<int>(all->items.size()) : 0;
  if (index >= 0 && index < count) return &all->items[static_cast<std::size_t>(index)];
  faults.add(all ? *all : root, fmt::format("{}[{}]", list, index), "is not there",
             fmt::format("expected one of the {}, from 0", count));
  return nullptr;
}

// Returns the bytes of a buffer that stands in the text, or in a file of its own.
std::optional<std::string> GltfAccessors::outer_bytes(const JsonNode& node,
                                                      const std::string& element,
                                                      const std::string& uri) {
  if (uri.starts_with("data:")) {
    constexpr std::string_view kEncoding = ";base64,";
    const std::size_t at = uri.find(kEncoding);
    auto bytes = at == uri.npos ? std::nullopt
                                : from_base64(std::string_view(uri).substr(at + kEncoding.size()));
    if (!bytes) faults_.add(node, element + ".uri", "is no data in base64");
    return bytes;
  }
  Result<std::string> bytes = read_bytes(file_.parent_path() / without_escapes(uri));
  if (bytes) return std::move(*bytes);
  const Diagnostic& fault = bytes.error().front();
  faults_.add(node, element + ".uri", fault.file + " " + fault.message, fault.hint);
  return std::nullopt;
}

std::optional<std::string_view> GltfAccessors::buffer(int index) {
  const JsonNode* node = gltf_item(root_, "buffers", index, faults_);
  if (!node) return std::nullopt;
  if (const auto known = outer_.find(index); known != outer_.end()) return known->second;
  JsonObject buffer(*node, fmt::format("buffers[{}]", index), faults_);
  std::string uri;
  if (buffer.read("uri", uri)) {
    auto bytes = outer_bytes(*node, buffer.element(), uri);
    if (!bytes) return std::nullopt;
    return outer_.emplace(index, std::move(*bytes)).first->second;
  }
  if (index == 0 && !binary_.empty()) return binary_;
  faults_.add(*node, buffer.element(), "has no bytes", "expected an \"uri\", or a binary chunk");
  return std::nullopt;
}

std::optional<GltfAccessors::View> GltfAccessors::view(int index) {
  const JsonNode* node = gltf_item(root_, "bufferViews", index, faults_);
  if (!node) return std::nullopt;
  JsonObject object(*node, fmt::format("bufferViews[{}]", index), faults_);
  int number = -1;
  object.read_needed("buffer", number, "the index of a buffer");
  std::size_t offset = 0, length = 0, stride = 0;
  if (!read_size(object, "byteOffset", offset) || !read_size(object, "byteLength", length) ||
      !read_size(object, "byteStride", stride) || number < 0)
    return std::nullopt;
  const auto bytes = buffer(number);
  if (!bytes) return std::nullopt;
  if (offset <= bytes->size() && length <= bytes->size() - offset)
    return View{bytes->substr(offset, length), stride};
  faults_.add(*node, object.element(),
              fmt::format("covers the bytes {} to {}", offset, offset + length),
              fmt::format("its buffer has {}", bytes->size()));
  return std::nullopt;
}

// Reads the vectors of the view that `source` names, which is an accessor or a part of a sparse
// one; they stay 0 if it names none.
bool GltfAccessors::read(JsonObject& source, const Layout& layout, std::vector<double>& out) {
  int number = -1;
  const bool has_view = source.read("bufferView", number);
  if (!has_view && layout.count > kMostZeros) {
    faults_.add(source.node(), source.element(), "has more than 10 million vectors without bytes");
    return false;
  }
  if (!has_view) return out.assign(layout.width * layout.count, 0.0), true;
  std::size_t offset = 0;
  if (!read_size(source, "byteOffset", offset)) return false;
  const auto found = view(number);
  if (!found) return false;
  const std::size_t size = size_of(layout.component), vector = size * layout.width;
  const std::size_t stride = found->stride > 0 ? found->stride : vector;
  const std::uint64_t end =
      layout.count == 0 ? 0 : offset + std::uint64_t{layout.count - 1} * stride + vector;
  if (end > found->bytes.size()) {
    faults_.add(source.node(), source.element(),
                fmt::format("ends {} bytes behind its view", end - found->bytes.size()));
    return false;
  }
  out.resize(layout.width * layout.count);
  for (std::size_t i = 0; i < layout.count; ++i)
    for (std::size_t k = 0; k < layout.width; ++k)
      out[layout.width * i + k] = load(found->bytes.data() + offset + stride * i + size * k,
                                       layout.component, layout.is_normalized);
  return true;
}

// Replaces the vectors that a sparse accessor lists.
bool GltfAccessors::replace(JsonObject& sparse, const Layout& layout, std::vector<double>& out) {
  const JsonNode* indices = sparse.need("indices", "an object");
  const JsonNode* values = sparse.need("values", "an object");
  if (!indices || !values) return false;
  Layout part = layout;
  if (!read_size(sparse, "count", part.count)) return false;
  if (part.count > layout.count) {
    faults_.add(sparse.node(), sparse.element(), "replaces more vectors than there are");
    return false;
  }
  JsonObject index_part(*indices, sparse.path("indices"), faults_);
  JsonObject value_part(*values, sparse.path("values"), faults_);
  Layout places{.count = part.count};
  std::vector<double> at, with;
  if (!read_component(index_part, places.component) || !read(index_part, places, at) ||
      !read(value_part, part, with))
    return false;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!(at[i] >= 0 && at[i] < static_cast<double>(layout.count))) {
      faults_.add(*indices, index_part.element(), fmt::format("names the vector {}", at[i]));
      return false;
    }
    std::copy_n(with.data() + layout.width * i, layout.width,
                out.data() + layout.width * static_cast<std::size_t>(at[i]));
  }
  return true;
}

std::optional<std::vector<double>> GltfAccessors::numbers(int index, const std::string& type) {
  const JsonNode* node = gltf_item(root_, "accessors", index, faults_);
  if (!node) return std::nullopt;
  const std::size_t before = faults_.found.size();
  JsonObject accessor(*node, fmt::format("accessors[{}]", index), faults_);
  Layout layout{.width = type == "VEC3" ? std::size_t{3} : 1};
  std::string found;
  accessor.read_needed("type", found, type);
  read_component(accessor, layout.component);
  accessor.read("normalized", layout.is_normalized);
  read_size(accessor, "count", layout.count);
  if (found != type)
    faults_.add(*node, accessor.path("type"), "is \"" + found + "\"", "expected " + type);
  std::vector<double> out;
  if (faults_.found.size() > before || !read(accessor, layout, out)) return std::nullopt;
  if (const JsonNode* sparse = accessor.find("sparse")) {
    JsonObject object(*sparse, accessor.path("sparse"), faults_);
    if (!replace(object, layout, out)) return std::nullopt;
  }
  if (faults_.found.size() > before) return std::nullopt;
  return out;
}

}  // namespace perpend::io
