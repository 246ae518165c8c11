// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

#include "io/format/json_node.hpp"

/// A JSON text drawn at random, with blanks, comments and line ends anywhere, that knows what it
/// says and on which line.
class JsonDocument {
 public:
  struct Value {
    std::string path;
    int line;
    perpend::io::JsonKind kind;
    double number = 0;
    std::string text = {};
    std::size_t size = 0;
  };

  explicit JsonDocument(unsigned seed) : random_(seed) {
    gap();
    open("", perpend::io::JsonKind::object, 0);
    gap();
  }
  const std::string& text() const { return text_; }
  const std::vector<Value>& values() const { return values_; }

 private:
  using Kind = perpend::io::JsonKind;

  void put(const std::string& token) {
    for (const char c : token) line_ += c == '\n';
    text_ += token;
  }
  void gap() {
    static const char* const kGaps[] = {"",     " ", "\n",        "\r\n",       "\t",
                                        "\n\n", "",  "// a, b\n", "/* [\n{ */", ""};
    for (int k = 0; k < 2; ++k) put(kGaps[random_() % std::size(kGaps)]);
  }
  void open(const std::string& path, Kind kind, int depth) {
    const bool is_list = kind == Kind::array;
    put(is_list ? "[" : "{");
    const std::size_t size = depth == 0 ? 6 : random_() % 4;
    values_.push_back({.path = path, .line = line_, .kind = kind, .size = size});
    for (std::size_t k = 0; k < size; ++k) {
      gap();
      const std::string key = fmt::format("key_{}", k);
      if (!is_list) put("\"" + key + "\""), gap(), put(":"), gap();
      const std::string own = path.empty() ? key : path + "." + key;
      value(is_list ? fmt::format("{}[{}]", path, k) : own, depth + 1);
      gap();
      if (k + 1 < size) put(",");
    }
    gap();
    put(is_list ? "]" : "}");
  }
  void value(const std::string& path, int depth) {
    const auto kind = static_cast<Kind>(random_() % (depth < 5 ? 6 : 4));
    if (kind == Kind::array || kind == Kind::object) return open(path, kind, depth);
    Value told{.path = path, .line = line_, .kind = kind};
    if (kind == Kind::null) put("null");
    if (kind == Kind::boolean)
      told.number = random_() % 2, put(told.number != 0 ? "true" : "false");
    if (kind == Kind::number) {
      told.number = (static_cast<double>(random_() % 20001) - 10000) / (random_() % 2 ? 1 : 64);
      put(fmt::format("{}", told.number));
    }
    if (kind == Kind::string) {
      told.text = fmt::format("a {}\n\"b\"", random_() % 1000);
      put(perpend::io::json_string(told.text));
    }
    values_.push_back(told);
  }

  std::mt19937 random_;
  std::string text_;
  int line_ = 1;
  std::vector<Value> values_;
};
