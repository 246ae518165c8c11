// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/core.h>

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "perpend/core/result.hpp"

/// All that the program prints: made printable in one place, and never the end of a run.
namespace perpend::app {

/// At the start of main: puts null devices where standard streams are closed, so that no file of a
/// run takes their place, and lets neither a reader that leaves a pipe nor a limit of file sizes
/// end a run without a word.
void protect_streams();

/// Prints printable(text). A stream that takes no more throws nothing; see exit_code_of().
void put(std::FILE* to, std::string_view text);

template <typename... Args>
void say(std::FILE* to, fmt::format_string<Args...> format, Args&&... args) {
  put(to, fmt::format(format, std::forward<Args>(args)...));
}

/// One line of JSON on stdout.
void say_json(const nlohmann::ordered_json& object);

/// At the start of main: with `--json` among the words a refusal is a JSON object too.
void heed_json(std::span<const std::string> words);

/// Rows with file, line, element, message and hint.
nlohmann::ordered_json to_json(const Diagnostics& diagnostics);

/// Says why there is no answer: on stderr, and where JSON was asked for and none has been given, as
/// one object on stdout with `diagnostics` and the `notes` among them. Returns `code`.
int refuse(const Diagnostics& faults, int code);

/// At the end of main: `code`, or where stdout did not take all of the answer, kFailed with words
/// on stderr. Ends the process by SIGPIPE, as is usual in a pipe, where the reader has left.
int exit_code_of(int code);

}  // namespace perpend::app
