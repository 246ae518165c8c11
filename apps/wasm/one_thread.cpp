// SPDX-License-Identifier: Apache-2.0
// Threads for pages with a single thread: workers may share memory only with certain headers of the
// server.
#include "core/threads.hpp"
#include "perpend/core/error.hpp"

namespace perpend {

struct Threads::Arena {};

Threads::Threads(int count) {
  require(count >= 0, "threads", ">= 0", count);
}

Threads::~Threads() = default;

int Threads::count() const {
  return 1;
}

Threads& Threads::alone() {
  static Threads one;
  return one;
}

void Threads::share(int tasks, bool, void* task, Call call) {
  for (int k = 0; k < tasks; ++k) call(task, k, 0);
}

void Threads::lead(void* body, void (*call)(void* body)) {
  call(body);
}

}  // namespace perpend
