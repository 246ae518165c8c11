// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/format/json_object.hpp"

namespace perpend::io {

/// Returns element `index` of a list of a glTF document; null, after a fault, if there is none.
const JsonNode* gltf_item(const JsonNode& root, const std::string& list, int index,
                          FaultList& faults);

/// The accessors of a glTF document: lists of vectors in its binary buffers (glTF 2.0, 3.6).
class GltfAccessors {
 public:
  /// `binary` is the binary chunk of a .glb file, empty for a .gltf file. Buffers of other files
  /// are read from the folder of `file`.
  GltfAccessors(const JsonNode& root, std::string_view binary, const std::filesystem::path& file,
                FaultList& faults)
      : root_(root), binary_(binary), file_(file), faults_(faults) {}

  /// Returns the numbers of accessor `index`, vector by vector, or nothing after a fault. Its type
  /// must be `type`: "SCALAR" (one number a vector) or "VEC3" (three).
  std::optional<std::vector<double>> numbers(int index, const std::string& type);

 private:
  /// What stands in a part of a buffer.
  struct Layout {
    int component = 0;      ///< 5120 to 5126: type of the numbers
    std::size_t width = 1;  ///< numbers of a vector
    std::size_t count = 0;  ///< vectors
    bool is_normalized = false;
  };
  struct View {
    std::string_view bytes;
    std::size_t stride = 0;  ///< bytes from one vector to the next; 0 if they follow on each other
  };

  std::optional<std::string_view> buffer(int index);
  std::optional<std::string> outer_bytes(const JsonNode& node, const std::string& element,
                                         const std::string& uri);
  std::optional<View> view(int index);
  bool read(JsonObject& source, const Layout& layout, std::vector<double>& out);
  bool replace(JsonObject& sparse, const Layout& layout, std::vector<double>& out);

  const JsonNode& root_;
  std::string_view binary_;
  const std::filesystem::path& file_;
  FaultList& faults_;
  std::map<int, std::string> outer_;  ///< buffers of other files and in the text
};

}  // namespace perpend::io
