// SPDX-License-Identifier: Apache-2.0
#include "io/page/page_text.hpp"

#include <initializer_list>
#include <utility>

#include "embedded/page_html.hpp"

namespace perpend::io {
namespace {

// Escapes text between tags.
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

// Escapes JSON within a script element: no `<` may start a tag there, and \u003c means the same.
std::string in_script(std::string_view data) {
  std::string text;
  for (const char c : data)
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  return text;
}

// Replaces each name in the frame by its part; the frame holds each name once, in this order.
std::string fill(std::string_view frame,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> parts) {
  std::string text;
  for (const auto& [name, part] : parts) {
    const std::size_t at = frame.find(name);
    text.append(frame.substr(0, at)).append(part);
    frame.remove_prefix(at + name.size());
  }
  return text.append(frame);
}

}  // namespace

std::string page(const PageParts& parts) {
  return fill(embedded::page_html(), {{"{{compile}}", ""},  // filled by web/export.mjs
                                      {"{{connect}}", parts.connects ? "'self'" : "'none'"},
                                      {"{{title}}", escaped(parts.title)},
                                      {"{{data}}", in_script(parts.data)},
                                      {"{{script}}", parts.script}});
}

}  // namespace perpend::io
