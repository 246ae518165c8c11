// SPDX-License-Identifier: Apache-2.0
#include "heap.hpp"

#include <atomic>
#include <cstdint>
#include <new>

namespace {
std::atomic<long> allocations = 0;
std::atomic<std::size_t> behind = 0;
}  // namespace

perpend::HeapAt::HeapAt(std::size_t bytes) {
  behind = bytes;
}

perpend::HeapAt::~HeapAt() {
  behind = 0;
}

long perpend::heap_allocations() {
  return allocations;
}

#if PERPEND_COUNTS_HEAP
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) noexcept {
  ++allocations;
  return __libc_malloc(size);
}

// In front of what is given stands what malloc gave.
void* operator new(std::size_t size) {
  constexpr std::size_t kLine = 64;
  void* const block = std::malloc(size + 2 * kLine + behind);
  if (!block) throw std::bad_alloc();
  const auto line =
      (reinterpret_cast<std::uintptr_t>(block) + kLine + sizeof(void*)) / kLine * kLine;
  auto* const given = reinterpret_cast<void**>(line + behind);
  given[-1] = block;
  return given;
}

void operator delete(void* given) noexcept {
  if (given) std::free(static_cast<void**>(given)[-1]);
}

void operator delete(void* given, std::size_t) noexcept {
  operator delete(given);
}
#endif
