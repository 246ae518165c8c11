// SPDX-License-Identifier: Apache-2.0
#include "io/page_text.hpp"

namespace perpend::io {

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    if (c == '<') {
      html += "&lt;";
    } else if (c == '&') {
      html += "&amp;";
    } else {
      html += c;
    }
  }
  return html;
}

std::string in_script(std::string_view json) {
  std::string text;
  for (const char c : json)
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  return text;
}

std::string fill(std::string_view page,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> parts) {
  std::string text;
  for (const auto& [name, part] : parts) {
    const std::size_t at = page.find(name);
    text.append(page.substr(0, at)).append(part);
    page.remove_prefix(at + name.size());
  }
  return text.append(page);
}

}  // namespace perpend::io
