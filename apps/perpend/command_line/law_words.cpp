// SPDX-License-Identifier: Apache-2.0
#include "command_line/law_words.hpp"

#include <algorithm>

namespace perpend::app {

std::vector<std::string> law_names() {
  std::vector<std::string> names;
  for (const ContactLaw& law : all_laws()) names.emplace_back(to_string(law.kind));
  return names;
}

std::string law_kind(const std::string& word) {
  return word.substr(0, word.find_first_of("(:"));
}

bool is_law_kind(const std::string& word) {
  return std::ranges::count(law_names(), law_kind(word)) > 0;
}

}  // namespace perpend::app
