// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace perpend {

class AwakeTeam;

/// Items first, first + 1, ..., last - 1 of a loop.
struct Chunk {
  int first = 0;
  int last = 0;
};

/// Chunks of `each` items that a loop is cut into, the last one shorter, and the k-th of them.
inline int chunks_of(int items, int each) {
  return (items + each - 1) / each;
}
inline Chunk chunk_of(int k, int items, int each) {
  return {k * each, std::min(items, (k + 1) * each)};
}

/// Threads that share loops. A loop is cut the same way for any number of threads, so that nothing
/// computed in it, sums over its chunks included, depends on that number by a bit.
class Threads {
 public:
  /// Items of a chunk: shorter loops run on the thread that calls, where waking another would cost
  /// more than it saves.
  static constexpr int kChunk = 1024;
  /// The same where an item is one number of a vector.
  static constexpr int kRows = 8 * kChunk;

  /// 0: one for each core, which is also the most. Throws InvalidArgument where negative.
  explicit Threads(int count = 1);
  ~Threads();

  int count() const;

  /// The thread that calls and no other, for whoever was given none.
  static Threads& alone();

  /// task(k, thread) for k = 0 ... tasks - 1, each by some thread 0 ... count() - 1 and in no
  /// order; returns when all are done. What the first task in order throws is thrown, on any number
  /// of threads. For tasks of unlike length.
  template <class Task>
  void run(int tasks, Task&& task) {
    share(tasks, false, &task, [](void* of, int k, int thread) {
      (*static_cast<std::remove_reference_t<Task>*>(of))(k, thread);
    });
  }

  /// body(chunk) for the chunks of a loop over `items`, each written by one chunk only. Chunks keep
  /// to their thread from loop to loop where that is free, so that it has them in its cache.
  template <int kEach = kChunk, class Body>
  void chunks(int items, Body&& body) {
    auto task = [&](int k, int) { body(chunk_of(k, items, kEach)); };
    share(chunks_of(items, kEach), true, &task,
          [](void* of, int k, int thread) { (*static_cast<decltype(task)*>(of))(k, thread); });
  }

  /// combine(... combine(combine(first, body(chunk 0)), body(chunk 1)) ...): a sum over a loop.
  /// Value is plain data.
  template <int kEach = kChunk, class Value, class Body, class Combine>
  Value reduce(int items, Value first, Body&& body, Combine&& combine) {
    static_assert(std::is_trivially_copyable_v<Value> &&
                  alignof(Value) <= alignof(std::max_align_t));
    if (!arena_) {
      for (int k = 0; k < chunks_of(items, kEach); ++k)
        first = combine(first, body(chunk_of(k, items, kEach)));
      return first;
    }
    const auto count = static_cast<std::size_t>(chunks_of(items, kEach));
    if (partial_.size() < count * sizeof(Value)) partial_.resize(count * sizeof(Value));
    std::byte* const partial = partial_.data();
    chunks<kEach>(
        items, [&](Chunk s) { ::new (partial + s.first / kEach * sizeof(Value)) Value(body(s)); });
    for (std::size_t k = 0; k < count; ++k)
      first = combine(first, *std::launder(reinterpret_cast<Value*>(partial + k * sizeof(Value))));
    return first;
  }

  /// body() on the thread that calls, while the others stay awake for the loops in it, also where
  /// these are shorter than it takes to wake a thread. Loops in tasks of such loops are not shared.
  template <class Body>
  void keep_awake(Body&& body) {
    auto call = [&] { body(); };
    lead(&call, [](void* of) { (*static_cast<decltype(call)*>(of))(); });
  }

  /// Copies a vector of numbers; `to` has the size of `from`.
  template <class Vector>
  void copy(const Vector& from, Vector& to) {
    chunks<kRows>(static_cast<int>(from.size()), [&](Chunk s) {
      std::copy(from.data() + s.first, from.data() + s.last, to.data() + s.first);
    });
  }

 private:
  struct Arena;
  using Call = void (*)(void* task, int k, int thread);

  void share(int tasks, bool alike, void* task, Call call);
  void lead(void* body, void (*call)(void* body));

  std::unique_ptr<Arena> arena_;    // null: one thread
  AwakeTeam* team_ = nullptr;       // while threads are kept awake
  std::vector<std::byte> partial_;  // results of chunks
};

}  // namespace perpend
