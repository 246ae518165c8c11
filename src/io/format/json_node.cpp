// SPDX-License-Identifier: Apache-2.0
// This is the only source that includes nlohmann_json's parser. The parser gives a SAX handler no
// positions, so the text goes in through an iterator that remembers how far it was read. The lexer
// reads one character ahead after a number and nowhere else; add_number() corrects the line for
// that.
#include "io/format/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace perpend::io {
namespace {

using Json = nlohmann::json;

// Trees are walked by recursion; no document of Perpend is nested half as deep.
constexpr std::size_t kDeepest = 64;

struct TrackedIterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  const char** read_to;

  reference operator*() const { return *at; }
  TrackedIterator& operator++() {
    *read_to = ++at;
    return *this;
  }
  TrackedIterator operator++(int) {
    TrackedIterator old = *this;
    ++*this;
    return old;
  }
  friend bool operator==(const TrackedIterator& a, const TrackedIterator& b) {
    return a.at == b.at;
  }
  friend bool operator!=(const TrackedIterator& a, const TrackedIterator& b) { return !(a == b); }
};

// Turns "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while ..."
// into "syntax error while ...".
std::string without_prefix(std::string_view what) {
  for (std::string_view mark : {"] ", ": "}) {
    const std::size_t at = what.find(mark);
    if (at != std::string_view::npos) what.remove_prefix(at + mark.size());
  }
  return std::string(what);
}

// Returns true if a fault is within a value, whose place is known; elsewhere a missing comma may be
// the cause.
bool is_in_value(std::string_view fault) {
  return fault.starts_with("syntax error while parsing value") ||
         fault.starts_with("number overflow");
}

// Returns the most likely cause of a syntax error, from the text read up to it and the parser's
// message; empty if none is likely.
std::string likely_slip(std::string_view read, std::string_view fault) {
  if (fault.starts_with("number overflow")) return "expected a finite number";
  const bool at_end = fault.find("unexpected end of input") != std::string_view::npos;
  if (read.empty() || at_end) return "";
  if (read.back() == '\'') return "expected double quotes";
  // The literal is NaN, Infinity or -Infinity.
  const bool is_literal = fault.find("invalid literal") != std::string_view::npos;
  const bool is_number = is_literal && (read.back() == 'N' || read.back() == 'I');
  if (is_number || fault.find("expected digit after '-'") != std::string_view::npos)
    return "expected a finite number";
  const std::size_t before = read.find_last_not_of(" \t\r\n", read.size() - 2);
  if (before == std::string_view::npos) return "";
  const bool closes = read.back() == ']' || read.back() == '}';
  if (closes && read[before] == ',') return "expected no comma before it";
  const bool goes_on = fault.starts_with("syntax error while parsing object - unexpected") ||
                       fault.starts_with("syntax error while parsing array - unexpected");
  return goes_on && !closes ? "is a comma missing before it?" : "";
}

// Returns the child that the first step of the path (`name` or `[3]`) leads to, and removes that
// step.
const JsonNode* descend(const JsonNode& node, std::string_view& path) {
  if (path[0] != '[') {
    const std::string_view key = path.substr(0, path.find_first_of(".["));
    path.remove_prefix(key.size());
    return node.find(key);
  }
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(path.data() + 1, path.data() + path.size(), index);
  path.remove_prefix(std::min(path.find(']'), path.size() - 1) + 1);
  const bool inside = node.kind == JsonKind::array && index < node.items.size();
  return error == std::errc{} && inside ? &node.items[index] : nullptr;
}

class TreeBuilder : public nlohmann::json_sax<Json> {
 public:
  TreeBuilder(std::string_view text, std::string file)
      : begin_(text.data()),
        end_(text.data() + text.size()),
        read_to_(begin_),
        counted_to_(begin_),
        file_(std::move(file)) {}

  TrackedIterator begin() { return {begin_, &read_to_}; }
  TrackedIterator end() { return {end_, &read_to_}; }

  bool null() override { return add(JsonKind::null), true; }
  bool boolean(bool value) override { return add(JsonKind::boolean).boolean = value, true; }
  bool number_integer(std::int64_t value) override { return add_number(double(value)); }
  bool number_unsigned(std::uint64_t value) override { return add_number(double(value)); }
  bool number_float(double value, const std::string&) override { return add_number(value); }
  bool string(std::string& value) override {
    return add(JsonKind::string).text = std::move(value), true;
  }
  bool binary(Json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonKind::object); }
  bool end_object() override { return open_.pop_back(), true; }
  bool start_array(std::size_t) override { return open(JsonKind::array); }
  bool end_array() override { return open_.pop_back(), true; }

  bool key(std::string& name) override {
    if (!open_.back().keys.insert(name).second)
      faults_.push_back({file_, line_of_token(), name, "appears twice in one object", ""});
    open_.back().node->keys.push_back(std::move(name));
    return true;
  }

  bool parse_error(std::size_t, const std::string&,
                   const nlohmann::detail::exception& error) override {
    const std::string what = without_prefix(error.what());
    const std::string_view read(begin_, static_cast<std::size_t>(read_to_ - begin_));
    const std::string element = is_in_value(what) ? element_read() : "";
    faults_.push_back({file_, line_of_token(), element, what, likely_slip(read, what)});
    return false;
  }

  Result<JsonNode> take() && {
    if (!faults_.empty()) return std::move(faults_);
    return std::move(root_);
  }

 private:
  struct Open {
    JsonNode* node;
    std::unordered_set<std::string> keys = {};
  };

  bool open(JsonKind kind) {
    JsonNode& node = add(kind);
    open_.push_back({&node});
    if (open_.size() <= kDeepest) return true;
    faults_.push_back({file_, node.line, "", "is nested too deeply",
                       fmt::format("expected at most {} levels", kDeepest)});
    return false;
  }

  // Pointers in open_ stay valid because only the innermost open node grows.
  JsonNode& add(JsonKind kind) {
    JsonNode& node = open_.empty() ? root_ : open_.back().node->items.emplace_back();
    node.kind = kind;
    node.line = line_of_token();
    return node;
  }

  bool add_number(double value) {
    JsonNode& node = add(JsonKind::number);
    node.number = value;
    if (read_to_ > begin_ && read_to_[-1] == '\n') --node.line;
    return true;
  }

  // Returns the path of the value that is being read.
  std::string element_read() const {
    std::string path;
    for (const Open& open : open_) {
      const JsonNode& node = *open.node;
      // Every open node but the innermost already holds its unfinished last value.
      const std::size_t index = node.items.size() - (&open == &open_.back() ? 0 : 1);
      if (node.kind == JsonKind::array)
        path += fmt::format("[{}]", index);
      else if (index < node.keys.size())
        path += (path.empty() ? "" : ".") + node.keys[index];
    }
    return path;
  }

  int line_of_token() {
    line_ += static_cast<int>(std::count(counted_to_, read_to_, '\n'));
    counted_to_ = read_to_;
    return line_;
  }

  const char* begin_;
  const char* end_;
  const char* read_to_;
  const char* counted_to_;
  int line_ = 1;
  std::string file_;
  JsonNode root_;
  std::vector<Open> open_;
  Diagnostics faults_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
  for (std::size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key) return &items[i];
  return nullptr;
}

int line_of(const JsonNode& root, std::string_view path) {
  const JsonNode* node = &root;
  int line = root.line;
  while (node && !path.empty()) {
    if (path[0] == '.') path.remove_prefix(1);
    if (path.empty()) break;
    node = descend(*node, path);
    if (node) line = node->line;
  }
  return line;
}

const JsonNode* node_at(const JsonNode& root, std::string_view path) {
  const JsonNode* node = &root;
  while (node && !path.empty()) {
    if (path[0] == '.') path.remove_prefix(1);
    if (!path.empty()) node = descend(*node, path);
  }
  return node;
}

std::string describe(const JsonNode& node) {
  switch (node.kind) {
    case JsonKind::null:
      return "null";
    case JsonKind::boolean:
      return node.boolean ? "true" : "false";
    case JsonKind::number:
      return fmt::format("{}", node.number);
    case JsonKind::string:
      return json_string(node.text);
    case JsonKind::array:
      return fmt::format("a list of {}", node.items.size());
    case JsonKind::object:
      return "an object";
  }
  return {};
}

Result<JsonNode> parse_json(std::string_view text, const std::string& file) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
    return Diagnostics{{file, 1, "", "is empty", "expected an object { ... }"}};
  TreeBuilder builder(text, file);
  Json::sax_parse(builder.begin(), builder.end(), &builder, Json::input_format_t::json, true, true);
  return std::move(builder).take();
}

std::string json_string(std::string_view text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace perpend::io
