// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

/// Text that comes from files, made safe to show and to name files by.
namespace perpend {

/// What a terminal may be given: control characters other than newline and tab, and those that
/// turn the direction of writing, become `\u001b` and the like, which JSON reads back; bytes that
/// are no UTF-8 become U+FFFD. printable(printable(text)) == printable(text).
std::string printable(std::string_view text);

/// Whether it can be the name of an element: UTF-8, not empty, without control characters, line
/// ends and what turns the direction of writing. Files keep and compare such names as they are.
bool is_name(std::string_view text);
inline constexpr const char* kNoName = "has control characters or bytes that are no UTF-8";
inline constexpr const char* kNameForm = "expected a name that can be printed";

/// A name as one component of a path: `_` for slashes, colons and what else a file system may
/// refuse, for control characters, for bytes that are no UTF-8 and for dots at the start. Cut to
/// 100 bytes; "unnamed" where nothing is left.
std::string file_name(std::string_view name);

}  // namespace perpend
