// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace perpend {

/// One fault of an input, with its place and what was expected there.
struct Diagnostic {
  std::string file;      ///< empty where the input is not a file
  int line = 0;          ///< 1-based; 0 where unknown
  std::string element;   ///< path of the element, such as `bodies[3].mass`
  std::string message;   ///< what is wrong, with the value found
  std::string hint;      ///< what was expected, or the nearest valid name; may be empty
  bool is_note = false;  ///< not a fault: something that was left out before the fault was found
};

/// Returns "file:line: element: message (hint)", preceded by "note: " where it is a note.
std::string to_string(const Diagnostic& diagnostic);

using Diagnostics = std::vector<Diagnostic>;

/// Returns all diagnostics, one per line.
std::string to_string(const Diagnostics& diagnostics);

/// Returns the faults followed by the notes, which are marked with is_note.
Diagnostics with_notes(Diagnostics faults, Diagnostics notes);

/// A value, or all diagnostics of a failed attempt to make one. Method names follow std::expected.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Diagnostics diagnostics) : content_(std::in_place_index<1>, std::move(diagnostics)) {
    assert(!error().empty());
  }

  bool has_value() const noexcept { return content_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Precondition: has_value(); otherwise throws std::bad_variant_access.
  T& value() & { return std::get<0>(content_); }
  const T& value() const& { return std::get<0>(content_); }
  T&& value() && { return std::get<0>(std::move(content_)); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }

  /// Precondition: !has_value(); otherwise throws std::bad_variant_access.
  const Diagnostics& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Diagnostics> content_;
};

/// Returns the name in `names` that is closest to `name` by edit distance, or else the shortest one
/// that starts with `name`; empty where there is neither.
std::string_view nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace perpend
