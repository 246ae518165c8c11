// SPDX-License-Identifier: Apache-2.0
#include "terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

int lost = 0;  // errno of the first text that stdout did not take

void note_lost(std::FILE* to) {
  if (to == stdout && lost == 0) lost = errno;
  std::clearerr(to);
}

void flush(std::FILE* to) {
  if (std::fflush(to) != 0) note_lost(to);
}

}  // namespace

// Opened the wrong way round: what is printed there fails as it did while the stream was closed.
void protect_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
  std::signal(SIGPIPE, SIG_IGN);
}

void put(std::FILE* to, std::string_view text) {
  if (to == stderr) flush(stdout);  // where both go to one place, in the order they were said
  const std::string shown = printable(text);
  if (std::fwrite(shown.data(), 1, shown.size(), to) < shown.size()) note_lost(to);
}

void say_json(const nlohmann::ordered_json& object) {
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
