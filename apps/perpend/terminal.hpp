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

/// All output of the program: made printable in one place; a failed write never ends a run.
namespace perpend::app {

/// Call it at the start of main: puts null devices where standard streams are closed, so that no
/// file of a run gets their descriptors, and ignores signals so that neither a closed pipe nor a
/// file size limit ends a run without a message.
void protect_streams();

/// Prints printable(text). Does not throw if the stream fails; see exit_code_of().
void put(std::FILE* to, std::string_view text);

template <typename... Args>
void say(std::FILE* to, fmt::format_string<Args...> format, Args&&... args) {
  put(to, fmt::format(format, std::forward<Args>(args)...));
}

/// Prints one line of JSON on stdout.
void say_json(const nlohmann::ordered_json& object);

/// Call it at the start of main: with `--json` among the words, a refusal is a JSON object too.
void heed_json(std::span<const std::string> words);

/// Returns rows with file, line, element, message and hint.
nlohmann::ordered_json to_json(const Diagnostics& diagnostics);

/// Prints why there is no answer: on stderr, and if JSON was requested and none was printed, as one
/// object on stdout with `diagnostics` and the `notes` among them. Returns `code`.
int refuse(const Diagnostics& faults, int code);

/// Call it at the end of main. Returns `code`, or, after a message on stderr, kFailed if stdout did
/// not take all of the answer. Ends the process by SIGPIPE, as is usual, if the reader of a pipe
/// has gone.
int exit_code_of(int code);

}  // namespace perpend::app
