// SPDX-License-Identifier: Apache-2.0
#include "core/awake_team.hpp"

#include <thread>

namespace perpend {
namespace {

// Spins for a moment at a time; another program that has work gets the core after about ten
// microseconds.
class Patience {
 public:
  void wait() {
    constexpr int kSpins = 500;
    if (++spins_ % kSpins == 0) return std::this_thread::yield();
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }

 private:
  int spins_ = 0;
};

}  // namespace

AwakeTeam::AwakeTeam(int members)
    : members_(members), claimed_(static_cast<std::size_t>(members)) {}

void AwakeTeam::run(int tasks, bool alike, void* task, Call call) {
  task_.store(task, std::memory_order_relaxed);
  call_.store(call, std::memory_order_relaxed);
  left_.store(tasks, std::memory_order_relaxed);
  const std::uint32_t loop = place_.load(std::memory_order_relaxed).loop + 1;
  const std::uint16_t next = alike ? kByRange : std::uint16_t{0};
  place_.store({loop, static_cast<std::uint16_t>(tasks), next}, std::memory_order_release);
  take_part(0);
  for (Patience patience; left_.load(std::memory_order_acquire) > 0;) patience.wait();
  thrown_.rethrow();
}

void AwakeTeam::take_part(int member) {
  const Place place = place_.load(std::memory_order_acquire);
  if (place.next == kByRange)
    take_ranges(place, member);
  else
    take_tasks(place, member);
}

// Precondition: task k is taken and not done, so its loop has not ended and `task_` is that loop's.
void AwakeTeam::do_task(int k, int member) {
  void* const task = task_.load(std::memory_order_relaxed);
  const Call call = call_.load(std::memory_order_relaxed);
  thrown_.run(k, [&] { call(task, k, member); });
}

void AwakeTeam::take_tasks(Place place, int member) {
  while (place.next < place.tasks) {
    Place taken = place;
    ++taken.next;
    if (!place_.compare_exchange_weak(place, taken, std::memory_order_acq_rel)) {
      if (place.next == kByRange) return;
      continue;
    }
    do_task(place.next, member);
    left_.fetch_sub(1, std::memory_order_acq_rel);
    place = place_.load(std::memory_order_acquire);
    if (place.next == kByRange) return;
  }
}

// Does the member's own range first, then those that no other has begun: a thread may be late.
void AwakeTeam::take_ranges(Place place, int member) {
  for (int i = 0; i < members_; ++i) {
    const int range = (member + i) % members_;
    if (!claim_range(range, place.loop)) continue;
    const int begin = place.tasks * range / members_, end = place.tasks * (range + 1) / members_;
    for (int k = begin; k < end; ++k) do_task(k, member);
    left_.fetch_sub(end - begin, std::memory_order_acq_rel);
  }
}

// A range that is not claimed for a loop implies that this loop has not ended.
bool AwakeTeam::claim_range(int range, std::uint32_t loop) {
  std::uint32_t last = claimed_[range].load(std::memory_order_acquire);
  while (last < loop)
    if (claimed_[range].compare_exchange_weak(last, loop, std::memory_order_acq_rel)) return true;
  return false;
}

void AwakeTeam::serve(int member) {
  for (Patience patience; !over_.load(std::memory_order_acquire); patience.wait())
    take_part(member);
}

}  // namespace perpend
