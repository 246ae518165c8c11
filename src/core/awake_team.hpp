// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "core/first_thrown.hpp"

namespace perpend {

/// Threads that stay awake from loop to loop, so that sharing pays for a loop of a few
/// microseconds: waking a thread takes fifty. Member 0 leads, the others serve it.
class AwakeTeam {
 public:
  using Call = void (*)(void* task, int k, int member);

  static constexpr int kMostTasks = 0xfffe;

  explicit AwakeTeam(int members);

  /// Called by the leader: calls call(task, k, member) for k = 0 ... tasks - 1, each by some member
  /// and in no order. Returns when all are done, or then throws the exception of the first task in
  /// order. If tasks are `alike`, each member has its own range of them, whose data are in its
  /// cache from the last loop. Tasks must not share loops of their own.
  void run(int tasks, bool alike, void* task, Call call);
  /// Called by the others, 1 ... members - 1: takes part in all loops until dismiss().
  void serve(int member);
  void dismiss() { over_.store(true, std::memory_order_release); }

 private:
  // Number of the loop, of its tasks and of the next task in one word: a member that takes a task
  // thereby knows that its loop has not ended.
  struct alignas(8) Place {
    std::uint32_t loop = 0;
    std::uint16_t tasks = 0, next = 0;
  };
  static_assert(std::atomic<Place>::is_always_lock_free);
  static constexpr std::uint16_t kByRange = 0xffff;  // value of Place::next

  void take_part(int member);
  void take_tasks(Place place, int member);
  void take_ranges(Place place, int member);
  bool claim_range(int range, std::uint32_t loop);
  void do_task(int k, int member);

  int members_;
  std::atomic<Place> place_ = Place();
  std::vector<std::atomic<std::uint32_t>> claimed_;  // per range: the last loop it was claimed in
  std::atomic<int> left_ = 0;                        // tasks that are not done
  std::atomic<void*> task_ = nullptr;
  std::atomic<Call> call_ = nullptr;
  std::atomic<bool> over_ = false;
  FirstThrown thrown_;
};

}  // namespace perpend
