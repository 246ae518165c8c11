// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Tells ThreadSanitizer what tbb::parallel_for guarantees: everything before the loop happens
/// before its tasks, and all tasks happen before what follows it. The system's libtbb is not
/// instrumented, so the sanitizer cannot see this for itself; it still looks for races between
/// tasks. Without the sanitizer these calls are empty.
namespace perpend::task_fence {

#if defined(__SANITIZE_THREAD__)
extern "C" void __tsan_acquire(void* address);
extern "C" void __tsan_release(void* address);
inline char started, finished;

inline void before_loop() {
  __tsan_release(&started);
}
inline void task_begins() {
  __tsan_acquire(&started);
}
inline void task_ends() {
  __tsan_release(&finished);
}
inline void after_loop() {
  __tsan_acquire(&finished);
}
#else
inline void before_loop() {}
inline void task_begins() {}
inline void task_ends() {}
inline void after_loop() {}
#endif

}  // namespace perpend::task_fence
