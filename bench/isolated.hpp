// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <optional>
#include <type_traits>

namespace perpend::bench {

/// Returns the result of `call` in a process of its own; nothing if that crashes or takes longer
/// than `limit` seconds. Third-party code may abort and print there.
template <typename Call>
auto run_isolated(const Call& call, unsigned limit) -> std::optional<decltype(call())> {
  using Value = decltype(call());
  static_assert(std::is_trivially_copyable_v<Value>);
  int ends[2];
  if (pipe(ends) != 0) return std::nullopt;
  const pid_t child = fork();
  if (child == 0) {
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    alarm(limit);
    const Value value = call();
    const bool whole = write(ends[1], &value, sizeof value) == sizeof value;
    _exit(whole ? 0 : 1);
  }
  close(ends[1]);
  Value value;
  const bool answered = child > 0 && read(ends[0], &value, sizeof value) == sizeof value;
  close(ends[0]);
  if (child > 0) waitpid(child, nullptr, 0);
  return answered ? std::optional(value) : std::nullopt;
}

}  // namespace perpend::bench
