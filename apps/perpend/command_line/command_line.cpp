// SPDX-License-Identifier: Apache-2.0
#include "command_line/command_line.hpp"

#include <charconv>

namespace perpend::app {
namespace {

bool is_option(const std::string& word) {
  return word.starts_with("--");
}

// Returns true for "links=3", which is not the name of a scene.
bool is_parameter(const std::string& word) {
  const std::size_t equals = word.find('=');
  if (equals == std::string::npos || equals == 0 || is_option(word)) return false;
  double value = 0;
  const char* const end = word.data() + word.size();
  const auto [read_to, error] = std::from_chars(word.data() + equals + 1, end, value);
  return error == std::errc{} && read_to == end;
}

}  // namespace

std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words;
  bool sets = false;  // the previous word is a parameter of --set
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const bool follows_set = !words.empty() && words.back() == "--set";
    if (sets && is_parameter(word)) words.push_back("--set");
    sets = follows_set || word.starts_with("--set=") || (sets && is_parameter(word));
    words.push_back(word);
  }
  return words;
}

Diagnostics empty_values(const std::vector<std::string>& words) {
  Diagnostics found;
  const auto add = [&](const std::string& option) {
    found.push_back({"perpend", 0, option, "the value is empty", "leave it out or give one"});
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool has_option = i > 0 && is_option(words[i - 1]);
    if (word.empty()) add(has_option ? words[i - 1] : "word " + std::to_string(i + 1));
    if (is_option(word) && word.find('=') == word.size() - 1) add(word.substr(0, word.size() - 1));
  }
  return found;
}

}  // namespace perpend::app
