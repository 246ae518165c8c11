// SPDX-License-Identifier: Apache-2.0
#include "io/robot/files/run_tool.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

extern char** environ;
#endif

namespace perpend::io {

std::string python() {
  const char* const value = std::getenv("PERPEND_PYTHON");
  return value && *value ? value : "python3";
}

#if defined(__unix__) && !defined(__EMSCRIPTEN__)
namespace {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  bool open() { return pipe(ends.data()) == 0; }
  void close_end(int end) {
    if (ends[end] >= 0) close(ends[end]);
    ends[end] = -1;
  }
  Pipe() = default;
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
};

// Reads the available bytes; returns false at the end.
bool read_some(int from, std::string& text) {
  std::array<char, 4096> buffer;
  const ssize_t count = read(from, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

// Reads both pipes to their ends, so that neither fills up.
void read_both(Pipe& out, Pipe& err, std::string& said, std::string& complaint) {
  while (out.ends[0] >= 0 || err.ends[0] >= 0) {
    std::array<pollfd, 2> waiting{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
    if (poll(waiting.data(), 2, -1) < 0 && errno != EINTR) return;
    if (waiting[0].revents && !read_some(out.ends[0], said)) out.close_end(0);
    if (waiting[1].revents && !read_some(err.ends[0], complaint)) err.close_end(0);
  }
}

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

}  // namespace

Result<std::string> run_tool(const std::vector<std::string>& words) {
  Pipe out, err;
  if (!out.open() || !err.open())
    return Diagnostics{{"", 0, words[0], "no pipe can be opened", ""}};
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out.ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.ends[1], STDERR_FILENO);
  for (const int end : {out.ends[0], out.ends[1], err.ends[0], err.ends[1]})
    posix_spawn_file_actions_addclose(&actions, end);
  pid_t child = 0;
  const int failed =
      posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed)
    return Diagnostics{
        {"", 0, words[0], fmt::format("cannot be run: {}", std::strerror(failed)), ""}};
  out.close_end(1);
  err.close_end(1);
  std::string said, complaint;
  read_both(out, err, said, complaint);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return said;
  return Diagnostics{{"", 0, words[0], "failed", last_line(complaint)}};
}

#else

Result<std::string> run_tool(const std::vector<std::string>& words) {
  return Diagnostics{{"", 0, words[0], "cannot be run here: there are no other programs", ""}};
}

#endif

}  // namespace perpend::io
