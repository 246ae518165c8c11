// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace perpend {

/// One fault of an input: where it stands, what it is, and what would be right.
struct Diagnostic {
  std::string file;      ///< empty where the input is not a file
  int line = 0;          ///< 1-based; 0 where unknown
  std::string element;   ///< path of the element, such as `bodies[3].mass`
  std::string message;   ///< what is wrong, with the value found
  std::string hint;      ///< what was expected, or the nearest valid name; may be empty
  bool is_note = false;  ///< no fault itself: what was left out before the fault was found
};

/// "file:line: element: message (hint)", after "note: " where it is a note.
std::string to_string(const Diagnostic& diagnostic);

using Diagnostics = std::vector<Diagnostic>;

/// All diagnostics, one per line.
std::string to_string(const Diagnostics& diagnostics);

/// The faults, and after them the notes, marked as such.
Diagnostics with_notes(Diagnostics faults, Diagnostics notes);

/// A value, or every diagnostic found while trying to make one. Method names follow std::expected.
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

  /// Precondition: !has_value().
  const Diagnostics& error() const { return std::get<1>(content_); }

 private:
  std::variant<T, Diagnostics> content_;
};

/// The name in `names` closest to `name` by edit distance; empty where none is near.
std::string_view nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace perpend
