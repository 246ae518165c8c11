// SPDX-License-Identifier: Apache-2.0
#include "perpend/core/result.hpp"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace perpend {
namespace {

// Returns the number of edits with case folded: one character inserted, deleted or replaced, or two
// neighbours swapped (optimal string alignment). `before`, `row` and `next` are the rows of the
// table for i - 1, i and i + 1 characters of `a`.
int edit_distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  std::vector<int> before(b.size() + 1), row(b.size() + 1), next(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    next[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      next[j + 1] = std::min({row[j + 1] + 1, next[j] + 1, row[j] + !same(a[i], b[j])});
      if (i > 0 && j > 0 && same(a[i], b[j - 1]) && same(a[i - 1], b[j]))
        next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row.back();
}

// Returns the shortest name that starts with `name`, which may have been truncated.
std::string_view continued(std::string_view name, const std::vector<std::string>& names) {
  constexpr std::size_t kFewest = 3;
  std::string_view shortest;
  for (const std::string& candidate : names)
    if (name.size() >= kFewest && candidate.starts_with(name) &&
        (shortest.empty() || candidate.size() < shortest.size()))
      shortest = candidate;
  return shortest;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
  std::string text = diagnostic.file;
  if (diagnostic.line > 0) text += ":" + std::to_string(diagnostic.line);
  if (!text.empty()) text += ": ";
  if (diagnostic.is_note) text.insert(0, "note: ");
  if (!diagnostic.element.empty()) text += diagnostic.element + ": ";
  text += diagnostic.message;
  if (!diagnostic.hint.empty()) text += " (" + diagnostic.hint + ")";
  return text;
}

std::string to_string(const Diagnostics& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += to_string(diagnostic);
  }
  return text;
}

Diagnostics with_notes(Diagnostics faults, Diagnostics notes) {
  for (Diagnostic& note : notes) {
    note.is_note = true;
    faults.push_back(std::move(note));
  }
  return faults;
}

std::string_view nearest_name(std::string_view name, const std::vector<std::string>& names) {
  std::string_view nearest;
  int best = 1 + static_cast<int>(name.size()) / 2;
  for (const std::string& candidate : names) {
    const int distance = edit_distance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest.empty() ? continued(name, names) : nearest;
}

}  // namespace perpend
