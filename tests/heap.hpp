// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

// The sanitizers have a malloc of their own; tests that count skip themselves there.
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PERPEND_COUNTS_HEAP true
#else
#define PERPEND_COUNTS_HEAP false
#endif

namespace perpend {

/// How often the test program has asked the heap so far: calls of malloc, which Eigen makes itself
/// and operator new makes too.
long heap_allocations();

}  // namespace perpend
