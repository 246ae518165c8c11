// SPDX-License-Identifier: Apache-2.0
#include "core/threads.hpp"

#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>

#include "core/awake_team.hpp"
#include "core/first_thrown.hpp"
#include "core/task_fence.hpp"
#include "perpend/core/error.hpp"

namespace perpend {

struct Threads::Arena {
  explicit Arena(int count) : arena(count) { arena.initialize(); }
  tbb::task_arena arena;
};

Threads::Threads(int count) {
  require(count >= 0, "threads", ">= 0", count);
  const int cores = tbb::info::default_concurrency();
  count = count == 0 ? cores : std::min(count, cores);
  if (count > 1) arena_ = std::make_unique<Arena>(count);
}

Threads::~Threads() = default;

int Threads::count() const {
  return arena_ ? arena_->arena.max_concurrency() : 1;
}

Threads& Threads::alone() {
  static Threads one;  // never written to
  return one;
}

void Threads::share(int tasks, bool alike, void* task, Call call) {
  if (!arena_ || tasks < 2) {
    for (int k = 0; k < tasks; ++k) call(task, k, 0);
    return;
  }
  if (team_) return share_in_team(tasks, alike, task, call);
  FirstThrown thrown;
  const auto one = [&](int k) {
    task_fence::task_begins();
    thrown.run(k, [&] { call(task, k, tbb::this_task_arena::current_thread_index()); });
    task_fence::task_ends();
  };
  arena_->arena.execute([&] {
    task_fence::before_loop();
    if (alike)
      tbb::parallel_for(0, tasks, one, tbb::static_partitioner());
    else
      tbb::parallel_for(0, tasks, one);
    task_fence::after_loop();
  });
  thrown.rethrow();
}

// A loop of TBB within the section could take up the endless task of a team member on this thread.
void Threads::share_in_team(int tasks, bool alike, void* task, Call call) {
  struct Portion {
    void* task;
    Call call;
    int first;
  } portion{task, call, 0};
  for (; portion.first < tasks; portion.first += AwakeTeam::kMostTasks)
    team_->run(std::min(tasks - portion.first, AwakeTeam::kMostTasks), alike, &portion,
               [](void* of, int k, int thread) {
                 const Portion& part = *static_cast<Portion*>(of);
                 part.call(part.task, part.first + k, thread);
               });
}

void Threads::lead(void* body, void (*call)(void* body)) {
  if (!arena_ || team_) return call(body);
  AwakeTeam team(count());
  arena_->arena.execute([&] {
    tbb::task_group others;
    for (int k = 1; k < count(); ++k) others.run([&team, k] { team.serve(k); });
    struct End {
      ~End() {
        threads->team_ = nullptr;
        team->dismiss();
        others->wait();
      }
      Threads* threads;
      AwakeTeam* team;
      tbb::task_group* others;
    } end{this, &team, &others};
    team_ = &team;
    call(body);
  });
}

}  // namespace perpend
