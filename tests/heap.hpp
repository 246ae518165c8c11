// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

// The sanitizers have a malloc of their own; tests that count or place skip themselves there.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PERPEND_COUNTS_HEAP true
#else
#define PERPEND_COUNTS_HEAP false
#endif

namespace perpend {

/// How often the test program has asked the heap so far: calls of malloc, which Eigen makes itself
/// and operator new makes too.
long heap_allocations();

/// While it lives, what operator new gives begins `bytes` behind a multiple of 64, a multiple of 16
/// as malloc promises no more.
class HeapAt {
 public:
  explicit HeapAt(std::size_t bytes);
  ~HeapAt();
  HeapAt(const HeapAt&) = delete;
  HeapAt& operator=(const HeapAt&) = delete;
};

}  // namespace perpend
