// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// How the parts of a page are put into its frame (page/page.html).
namespace perpend::io {

/// What pages differ in.
struct PageParts {
  std::string_view title;
  std::string_view data;  ///< JSON
  std::vector<std::string_view> scripts;
  std::vector<std::string_view> styles = {};
  std::string_view body = {};
};

/// One file that needs nothing else. Parts are never searched for names of parts.
std::string page(const PageParts& parts);

}  // namespace perpend::io
