// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Puts the parts of a page into the frame page/page.html.
namespace perpend::io {

/// The parts in which pages differ.
struct PageParts {
  std::string_view title;
  std::string_view data;    ///< JSON
  std::string_view script;  ///< built from web/src: brings its style and fills the page
  bool connects = false;    ///< true if the page may open a socket to its own origin
};

/// Returns one self-contained HTML file. Parts are not searched for names of other parts.
std::string page(const PageParts& parts);

}  // namespace perpend::io
