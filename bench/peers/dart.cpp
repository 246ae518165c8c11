// SPDX-License-Identifier: Apache-2.0
//
// DART's Dantzig solver (a descendant of ODE's), from the library in which DART calls it. DART's
// Lemke is left out: it takes Eigen matrices, and the alignment of Perpend's differs from
// libdart's.
#include <dart/external/odelcpsolver/error.h>
#include <dart/external/odelcpsolver/lcp.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <vector>

#include "peers.hpp"

namespace perpend::bench {
namespace {

void ignore_message(int, const char*, va_list) {}
// Throws, because the default handler ends the process.
void on_assertion(int, const char*, va_list) {
  throw std::runtime_error("DART assertion");
}

// Pads rows to a multiple of four; the solver's problem is A x = b + w.
bool solve_dantzig(int n, const double* A, const double* b, double* f) {
  static std::vector<double> matrix, rhs, w, lo, hi;
  const std::size_t size = static_cast<std::size_t>(n), stride = n > 1 ? ((size - 1) | 3) + 1 : 1;
  matrix.assign(size * stride, 0.0);
  for (std::size_t i = 0; i < size; ++i)
    std::copy_n(A + i * size, size, matrix.begin() + static_cast<std::ptrdiff_t>(i * stride));
  rhs.resize(size);
  std::transform(b, b + n, rhs.begin(), [](double x) { return -x; });
  w.assign(size, 0.0);
  lo.assign(size, 0.0);
  hi.assign(size, std::numeric_limits<double>::infinity());
  std::fill_n(f, n, 0.0);
  dart::external::ode::dSetMessageHandler(ignore_message);
  dart::external::ode::dSetDebugHandler(on_assertion);
  try {
    return dart::external::ode::dSolveLCP(n, matrix.data(), f, rhs.data(), w.data(), 0, lo.data(),
                                          hi.data(), nullptr, false);
  } catch (const std::runtime_error&) {
    return false;
  }
}

}  // namespace

std::span<const Peer> dart_peers() {
  static constexpr std::array kPeers{Peer{"dart_dantzig", 600, solve_dantzig}};
  return kPeers;
}

}  // namespace perpend::bench
