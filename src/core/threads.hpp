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

/// Number of chunks of `each` items that a loop is cut into, the last one shorter, and the k-th of
/// them.
inline int chunks_of(int items, int each) {
  return (items + each - 1) / each;
}
inline Chunk chunk_of(int k, int items, int each) {
  return {k * each, std::min(items, (k + 1) * each)};
}

/// Threads that share loops. A loop is cut the same way for any number of threads, so that results,
/// including sums over chunks, are bitwise independent of that number.
class Threads {
 public:
  /// Items of a chunk. Shorter loops run on the calling thread, where waking another would cost
  /// more than it saves.
  static constexpr int kChunk = 1024;
  /// Items of a chunk if an item is one number of a vector.
  static constexpr int kRows = 8 * kChunk;

  /// 0 means one thread per core, which is also the most. Throws InvalidArgument if negative.
  explicit Threads(int count = 1);
  ~Threads();

  int count() const;

  /// Returns an object with the calling thread alone, the default where no threads are set.
  static Threads& alone();

  /// Calls task(k, thread) for k = 0 ... tasks - 1, each by some thread 0 ... count() - 1 and in no
  /// order; returns when all are done. Throws the exception of the first task in order, on any
  /// number of threads. Meant for tasks of different length.
  template <class Task>
  void run(int tasks, Task&& task) {
    share(tasks, false, &task, [](void* of, int k, int thread) {
      (*static_cast<std::remove_reference_t<Task>*>(of))(k, thread);
    });
  }

  /// Calls body(chunk) for the chunks of a loop over `items`, each written by one chunk only.
  /// Chunks stay on their thread from loop to loop if it is free, so that their data are in its
  /// cache.
  template <int kEach = kChunk, class Body>
  void chunks(int items, Body&& body) {
    auto task = [&](int k, int) { body(chunk_of(k, items, kEach)); };
    share(chunks_of(items, kEach), true, &task,
          [](void* of, int k, int thread) { (*static_cast<decltype(task)*>(of))(k, thread); });
  }

  /// Returns combine(... combine(combine(first, body(chunk 0)), body(chunk 1)) ...), a sum over a
  /// loop. Value is plain data.
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

  /// Calls body() on the calling thread while the others stay awake for the loops in it, even for
  /// loops shorter than it takes to wake a thread. Loops within tasks of such loops are not shared.
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
  void share_in_team(int tasks, bool alike, void* task, Call call);
  void lead(void* body, void (*call)(void* body));

  std::unique_ptr<Arena> arena_;    // null: one thread
  AwakeTeam* team_ = nullptr;       // not null while threads are kept awake
  std::vector<std::byte> partial_;  // results of chunks
};

}  // namespace perpend
