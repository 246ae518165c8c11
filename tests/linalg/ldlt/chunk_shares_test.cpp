// SPDX-License-Identifier: Apache-2.0
#include "linalg/ldlt/chunk_shares.hpp"

#include <doctest/doctest.h>

#include <utility>
#include <vector>

namespace perpend::linalg {

TEST_CASE("targets of one chunk are its own, those of several have a part for each") {
  ChunkShares shares(4);
  shares.start_loop(0);
  for (const auto& [target, chunk] : {std::pair{0, 0}, {0, 0}, {1, 0}, {1, 1}, {2, 1}, {1, 2}})
    shares.touch(target, chunk);
  CHECK(!shares.is_shared(0));
  CHECK(shares.is_shared(1));
  CHECK(!shares.is_shared(2));
  CHECK(!shares.is_shared(3));
  CHECK(shares.part(1, 0) == 0);
  CHECK(shares.part(1, 1) == 1);
  CHECK(shares.part(1, 1) == 1);
  CHECK(shares.part(1, 2) == 2);
  CHECK(shares.parts() == 3);
}

TEST_CASE("what chunks of different loops touch is not shared") {
  ChunkShares shares(2);
  shares.start_loop(0);
  shares.touch(0, 0);
  shares.touch(1, 0);
  shares.touch(1, 1);
  CHECK(shares.is_shared(1));
  shares.start_loop(2);
  shares.touch(0, 2);
  shares.touch(1, 3);
  CHECK(!shares.is_shared(0));
  CHECK(!shares.is_shared(1));
  CHECK(shares.parts() == 0);
}

TEST_CASE("chunks cover the items, on threads and without") {
  Threads two(2);
  for (Threads* threads : {static_cast<Threads*>(nullptr), &two})
    for (const int items : {0, 1, 64, 65, 1000}) {
      std::vector<int> met(items, 0);
      run_chunks(threads, chunks_of(items, 64), [&](int k) {
        const Chunk chunk = chunk_of(k, items, 64);
        for (int i = chunk.first; i < chunk.last; ++i) ++met[i];
      });
      CHECK(met == std::vector<int>(items, 1));
    }
}

}  // namespace perpend::linalg
