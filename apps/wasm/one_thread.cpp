// SPDX-License-Identifier: Apache-2.0
// Threads where there is one: pages without a server's headers may share no memory between workers.
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
