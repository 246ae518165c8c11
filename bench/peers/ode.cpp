// SPDX-License-Identifier: Apache-2.0
//
// ODE's Dantzig solver (ODE 0.16). Its header is not installed, but libode exports the functions.
#include <ode/error.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "peers.hpp"

// The first two fields of ODE's arena; a fresh one must be rewound before use.
struct dxWorldProcessMemArena {
  void* next;
  void* begin;
};
struct dxWorldProcessMemoryManager;
struct dxWorldProcessMemoryReserveInfo;
void dxSolveLCP(dxWorldProcessMemArena* arena, unsigned n, double* A, double* pairs_bx, double* w,
                unsigned unbounded, double* pairs_lohi, int* findex);
std::size_t dxEstimateSolveLCPMemoryReq(unsigned n, bool has_w);
dxWorldProcessMemArena* dxAllocateTemporaryWorldProcessMemArena(
    std::size_t size, const dxWorldProcessMemoryManager*, const dxWorldProcessMemoryReserveInfo*);
void dxFreeTemporaryWorldProcessMemArena(dxWorldProcessMemArena* arena);

namespace perpend::bench {
namespace {

bool complained = false;
void on_message(int, const char*, va_list) {
  complained = true;
}
// Throws, because ODE's own handler ends the process if an assertion of its factor update fails.
void on_assertion(int, const char*, va_list) {
  throw std::runtime_error("ODE assertion");
}

// Pads rows to a multiple of four; ODE's problem is A x = b + w.
bool solve_dantzig(int n, const double* A, const double* b, double* f) {
  static std::vector<double> matrix, bx, bounds, w;
  const std::size_t size = static_cast<std::size_t>(n), stride = n > 1 ? ((size - 1) | 3) + 1 : 1;
  matrix.assign(size * stride, 0.0);
  bx.assign(2 * size, 0.0);
  bounds.assign(2 * size, 0.0);
  w.assign(size, 0.0);
  for (std::size_t i = 0; i < size; ++i) {
    std::copy_n(A + i * size, size, matrix.begin() + static_cast<std::ptrdiff_t>(i * stride));
    bx[2 * i] = -b[i];
    bounds[2 * i + 1] = std::numeric_limits<double>::infinity();
  }
  complained = false;
  dSetMessageHandler(on_message);
  dSetDebugHandler(on_assertion);
  dxWorldProcessMemArena* arena = dxAllocateTemporaryWorldProcessMemArena(
      dxEstimateSolveLCPMemoryReq(static_cast<unsigned>(n), true) + 4096, nullptr, nullptr);
  arena->next = arena->begin;
  try {
    dxSolveLCP(arena, static_cast<unsigned>(n), matrix.data(), bx.data(), w.data(), 0,
               bounds.data(), nullptr);
  } catch (const std::runtime_error&) {
    complained = true;
  }
  dxFreeTemporaryWorldProcessMemArena(arena);
  for (std::size_t i = 0; i < size; ++i) f[i] = bx[2 * i + 1];
  return !complained;
}

}  // namespace

std::span<const Peer> ode_peers() {
  static constexpr std::array kPeers{Peer{"ode_dantzig", 600, solve_dantzig}};
  return kPeers;
}

}  // namespace perpend::bench
