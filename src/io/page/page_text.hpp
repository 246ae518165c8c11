// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// How the parts of a page are put into its frame (page/page.html).
namespace perpend::io {

/// What pages differ in.
struct PageParts {
  std::string_view title;
  std::string_view data;    ///< JSON
  std::string_view script;  ///< built from web/src: it brings its style and fills the page
  bool connects = false;    ///< whether it may open a socket to where it came from
};

/// One file that needs nothing else. Parts are never searched for names of parts.
std::string page(const PageParts& parts);

}  // namespace perpend::io
