// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <utility>

/// All that the program prints: made printable in one place, and never the end of a run.
namespace perpend::app {

/// At the start of main: puts null devices where standard streams are closed, so that no file of a
/// run takes their place, and lets a reader that leaves a pipe end no run.
void protect_streams();

/// Prints printable(text). A stream that takes no more throws nothing; see exit_code_of().
void put(std::FILE* to, std::string_view text);

template <typename... Args>
void say(std::FILE* to, fmt::format_string<Args...> format, Args&&... args) {
  put(to, fmt::format(format, std::forward<Args>(args)...));
}

/// One line of JSON on stdout.
void say_json(const nlohmann::ordered_json& object);

/// At the end of main: `code`, or where stdout did not take all of the answer, kFailed with words
/// on stderr. Ends the process by SIGPIPE, as is usual in a pipe, where the reader has left.
int exit_code_of(int code);

}  // namespace perpend::app
