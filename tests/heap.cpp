// SPDX-License-Identifier: Apache-2.0
#include "heap.hpp"

#include <atomic>

namespace {
std::atomic<long> allocations = 0;
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
#endif
