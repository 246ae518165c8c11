// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

/// How the parts of a page are put into its template.
namespace perpend::io {

/// Text between tags.
std::string escaped(std::string_view text);

/// JSON inside a script element: no `<` may start a tag there, and \u003c means the same.
std::string in_script(std::string_view json);

/// The template with each part in the place of its name; it names each once, in this order. Parts
/// are never searched for names.
std::string fill(std::string_view page,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> parts);

}  // namespace perpend::io
