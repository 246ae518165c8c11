// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

bool owes_json = false;  // true until the requested JSON is printed

int lost = 0;  // errno of the first failed write to stdout

void note_lost(std::FILE* to) {
  if (to == stdout && lost == 0) lost = errno;
  std::clearerr(to);
}

void flush(std::FILE* to) {
  if (std::fflush(to) != 0) note_lost(to);
}

}  // namespace

// Opens the null devices in the wrong direction, so that writes fail as they do on a closed stream.
void protect_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  std::signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN);
#endif
}

void put(std::FILE* to, std::string_view text) {
  if (to == stderr) flush(stdout);  // keeps the order if both go to one place
  const std::string shown = printable(text);
  if (std::fwrite(shown.data(), 1, shown.size(), to) < shown.size()) note_lost(to);
}

void heed_json(std::span<const std::string> words) {
  owes_json = std::ranges::find(words, "--json") != words.end();
}

nlohmann::ordered_json to_json(const Diagnostics& diagnostics) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Diagnostic& d : diagnostics)
    rows.push_back({{"file", d.file},
                    {"line", d.line},
                    {"element", d.element},
                    {"message", d.message},
                    {"hint", d.hint}});
  return rows;
}

int refuse(const Diagnostics& faults, int code) {
  if (owes_json) {
    Diagnostics own, notes;
    for (const Diagnostic& each : faults) (each.is_note ? notes : own).push_back(each);
    nlohmann::ordered_json found{{"diagnostics", to_json(own)}};
    if (!notes.empty()) found["notes"] = to_json(notes);
    say_json(found);
  }
  say(stderr, "{}\n", to_string(faults));
  return code;
}

void say_json(const nlohmann::ordered_json& object) {
  owes_json = false;
  put(stdout, object.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

int exit_code_of(int code) {
  flush(stdout);
  if (lost == 0) return code;
  if (lost == EPIPE) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  say(stderr, "perpend: stdout did not take the answer: {}\n", std::strerror(lost));
  return code == kOk ? kFailed : code;
}

}  // namespace perpend::app
