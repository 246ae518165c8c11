// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/format/json_node.hpp"
#include "perpend/core/result.hpp"

namespace perpend::io {

/// Collects the faults of one file.
struct FaultList {
  std::string file;
  Diagnostics found = {};

  void add(const JsonNode& node, std::string element, std::string message, std::string hint = {}) {
    found.push_back({file, node.line, std::move(element), std::move(message), std::move(hint)});
  }
  /// Returns false from the hundredth fault on, when the search for the nearest name is not worth
  /// its time.
  bool searches_names() const { return found.size() < 100; }
  /// Adds "found ..., expected ..." at the node.
  void mismatch(const JsonNode& node, std::string element, std::string_view expected);
};

/// Each overload sets `out` and returns true, or reports a mismatch and leaves `out` as it is.
bool read_value(const JsonNode& node, const std::string& element, FaultList& faults, double& out);
bool read_value(const JsonNode& node, const std::string& element, FaultList& faults, int& out);
bool read_value(const JsonNode& node, const std::string& element, FaultList& faults, bool& out);
bool read_value(const JsonNode& node, const std::string& element, FaultList& faults,
                std::string& out);
bool read_value(const JsonNode& node, const std::string& element, FaultList& faults,
                Eigen::Vector2d& out);
bool read_value(const JsonNode& node, const std::string& element, FaultList& faults,
                Eigen::Vector3d& out);

/// Returns "expected one of a, b, c", with the nearest name first if there is one.
std::string name_hint(std::string_view found, const std::vector<std::string>& names);

/// An alternative name that files may use for a key or a word.
struct Synonym {
  std::string_view other, name;
};

/// Reads the members of one object and records which keys were asked for, so that check_keys() can
/// report the others.
class JsonObject {
 public:
  JsonObject(const JsonNode& node, std::string element, FaultList& faults);

  /// Accepts members under the other names of keys; reports a fault if both names are present. Call
  /// it before the keys are read.
  void accept(std::span<const Synonym> synonyms);

  /// Returns the member, or null; the key counts as known from then on.
  const JsonNode* find(const std::string& key);
  /// Returns the member, or null after reporting what was expected.
  const JsonNode* need(const std::string& key, std::string_view expected);
  /// Returns the elements of a list member; empty if it is absent or is not a list (a fault).
  const std::vector<JsonNode>& list(const std::string& key);

  /// Sets `out` if the member is present and valid. Returns true if it is present.
  template <typename T>
  bool read(const std::string& key, T& out) {
    const JsonNode* node = find(key);
    if (node) read_value(*node, path(key), faults_, out);
    return node != nullptr;
  }
  template <typename T>
  bool read(const std::string& key, std::optional<T>& out) {
    T value{};
    const JsonNode* node = find(key);
    if (node && read_value(*node, path(key), faults_, value)) out = value;
    return node != nullptr;
  }
  /// Works as read(), but reports a missing member.
  template <typename T>
  void read_needed(const std::string& key, T& out, std::string_view expected) {
    if (const JsonNode* node = need(key, expected)) read_value(*node, path(key), faults_, out);
  }
  /// Reads a vector [x, y] or [x, y, z]; z is 0 if it is not given.
  bool read_vector(const std::string& key, Eigen::Vector3d& out);
  /// Reads a list of exactly as many numbers as `out` has; `expected` describes them in the fault.
  bool read_numbers(const std::string& key, std::span<double> out, std::string_view expected);
  /// Reads a string member that must match one of `names` or a synonym of one; returns its index,
  /// or -1.
  int read_choice(const std::string& key, const std::vector<std::string>& names,
                  std::span<const Synonym> synonyms = {});

  /// Reports every member whose key was never asked for, with the nearest known key.
  void check_keys();

  /// Returns the path of a member, with the key as the file spells it.
  std::string path(const std::string& key) const;
  const std::string& element() const { return element_; }
  const JsonNode& node() const { return node_; }
  FaultList& faults() { return faults_; }

 private:
  std::string_view spelt(std::string_view key) const;

  const JsonNode& node_;
  std::string element_;
  FaultList& faults_;
  std::vector<std::string> known_;
  std::vector<Synonym> used_;  ///< synonyms that the object uses
};

}  // namespace perpend::io
