// SPDX-License-Identifier: Apache-2.0
#include "sim/velocity/solver_memory.hpp"

#include <doctest/doctest.h>

namespace perpend {

TEST_CASE("small problems of one size share a memory, those of other sizes have their own") {
  SolverMemory memory;
  lcp::Workspace& six = memory.for_rows(6);
  lcp::Workspace& nine = memory.for_rows(9);
  CHECK(&six != &nine);
  CHECK(&memory.for_rows(6) == &six);
  CHECK(&memory.for_rows(9) == &nine);
  CHECK(&memory.for_rows(1000) == &memory.for_rows(2000));
}

// Sixteen sizes are kept: the one asked for longest ago makes room.
TEST_CASE("the size that was not asked for longest gives its memory away") {
  SolverMemory memory;
  for (int rows = 1; rows <= 16; ++rows) memory.for_rows(rows);
  lcp::Workspace& first = memory.for_rows(1);
  lcp::Workspace& second = memory.for_rows(2);
  memory.for_rows(1);
  for (int rows = 3; rows <= 16; ++rows) memory.for_rows(rows);
  CHECK(&memory.for_rows(17) == &second);
  CHECK(&memory.for_rows(1) == &first);
}

}  // namespace perpend
