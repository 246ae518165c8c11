// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Makes text that comes from files safe to display and to use in file names.
namespace perpend {

/// Returns text that is safe for a terminal: control characters other than newline and tab, and
/// those that change the direction of writing, become `\u001b` and the like, which JSON reads back;
/// bytes that are not UTF-8 become U+FFFD. printable(printable(text)) == printable(text).
std::string printable(std::string_view text);

/// True if the text can be the name of an element: UTF-8, not empty, without control characters,
/// line ends and changes of the direction of writing. Files keep and compare such names unchanged.
bool is_name(std::string_view text);
inline constexpr const char* kNoName = "has control characters or bytes that are no UTF-8";
inline constexpr const char* kNameForm = "expected a name that can be printed";

/// Returns a name as one component of a path: `_` replaces slashes, colons and other characters
/// that a file system may refuse, control characters, bytes that are not UTF-8 and dots at the
/// start. It is cut to 100 bytes; "unnamed" if nothing is left.
std::string file_name(std::string_view name);

}  // namespace perpend
