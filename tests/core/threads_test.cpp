// SPDX-License-Identifier: Apache-2.0
#include "core/threads.hpp"

#include <doctest/doctest.h>
#include <tbb/info.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <vector>

#include "perpend/core/error.hpp"
#include "relative.hpp"

namespace perpend {
namespace {

constexpr int kItems = 10 * Threads::kChunk + 17;

// Of terms whose sum depends on the order.
double sum_on(int threads, const std::vector<double>& terms) {
  Threads shared(threads);
  return shared.reduce(
      static_cast<int>(terms.size()), 0.0,
      [&](Chunk s) {
        return std::accumulate(terms.begin() + s.first, terms.begin() + s.last, 0.0);
      },
      [](double a, double b) { return a + b; });
}

}  // namespace

TEST_CASE("as many threads as asked for, but no more than cores; 0: all of them") {
  const int cores = tbb::info::default_concurrency();
  CHECK(Threads(0).count() == cores);
  CHECK(Threads(1).count() == 1);
  CHECK(Threads(2).count() == std::min(2, cores));
  CHECK(Threads(1000).count() == cores);
}

TEST_CASE("chunks cover a loop once, whatever the number of threads") {
  for (const int count : {1, 2, 3, 0}) {
    Threads threads(count);
    for (const int items : {0, 1, Threads::kChunk, Threads::kChunk + 1, kItems}) {
      CAPTURE(count);
      CAPTURE(items);
      std::vector<int> met(items, 0);
      threads.chunks(items, [&](Chunk s) {
        for (int i = s.first; i < s.last; ++i) ++met[i];
      });
      CHECK(std::count(met.begin(), met.end(), 1) == items);
    }
  }
}

TEST_CASE("a sum over chunks has the same bits on any number of threads") {
  std::vector<double> terms(kItems);
  for (int i = 0; i < kItems; ++i) terms[i] = std::sin(i) * std::pow(10, i % 13);
  const double alone = sum_on(1, terms);
  for (const int count : {2, 3, 8, 0}) CHECK(sum_on(count, terms) == alone);
  CHECK(sum_on(1, {}) == 0.0);
  CHECK(alone == relative(std::accumulate(terms.begin(), terms.end(), 0.0)));
}

TEST_CASE("tasks name the thread they run on, and two of one thread never overlap") {
  Threads threads(3);
  REQUIRE(threads.count() >= 1);
  REQUIRE(threads.count() <= 3);
  std::vector<std::atomic<int>> busy(threads.count());
  std::atomic<int> done = 0, overlaps = 0;
  threads.run(500, [&](int, int thread) {
    overlaps += busy[thread]++ != 0;
    ++done;
    --busy[thread];
  });
  CHECK(done == 500);
  CHECK(overlaps == 0);
}

TEST_CASE("threads that are kept awake take every task of short loops once") {
  Threads threads(2);
  std::vector<std::atomic<int>> met(40);
  threads.keep_awake([&] {
    for (int loop = 0; loop < 20000; ++loop) {
      const int tasks = 1 + loop % 40;
      if (loop % 3 == 0)
        threads.run(tasks, [&](int k, int) { met[k].fetch_add(1, std::memory_order_relaxed); });
      else
        threads.chunks<2>(
            2 * tasks, [&](Chunk s) { met[s.first / 2].fetch_add(1, std::memory_order_relaxed); });
    }
  });
  // Task k is one of loops that have more than k.
  for (int k = 0; k < 40; ++k) CHECK(met[k] == 500 * (40 - k));
}

TEST_CASE("awake threads take every task of a loop of a hundred thousand once") {
  constexpr int kTasks = 100'000;
  for (const int count : {1, 2, 0}) {
    std::vector<int> met(kTasks, 0);
    Threads threads(count);
    threads.keep_awake([&] {
      for (int loop = 0; loop < 50; ++loop) {
        threads.run(kTasks, [&](int k, int) { met[k] += 1; });
        threads.chunks<1>(kTasks, [&](Chunk s) { met[s.first] += 1; });
      }
    });
    CHECK(std::ranges::all_of(met, [](int times) { return times == 100; }));
  }
}

TEST_CASE("awake or not, a sum has the same bits, and loops see what the one before wrote") {
  std::vector<double> numbers(4096), before;
  // Each item reads one that another chunk writes: into a copy.
  const auto result = [&](int count, bool awake) {
    Threads threads(count);
    std::fill(numbers.begin(), numbers.end(), 1.0);
    double sum = 0;
    const auto all = [&] {
      for (int loop = 0; loop < 200; ++loop) {
        before = numbers;
        threads.chunks<64>(4096, [&](Chunk s) {
          for (int i = s.first; i < s.last; ++i) numbers[i] = std::sin(before[4095 - i] + i + sum);
        });
        sum = threads.reduce<64>(
            4096, 0.0,
            [&](Chunk s) {
              return std::accumulate(numbers.begin() + s.first, numbers.begin() + s.last, 0.0);
            },
            [](double a, double b) { return a + b; });
      }
    };
    if (awake)
      threads.keep_awake(all);
    else
      all();
    return sum;
  };
  const double alone = result(1, false);
  CHECK(result(1, true) == alone);
  CHECK(result(2, false) == alone);
  CHECK(result(2, true) == alone);
}

TEST_CASE("what is thrown in a section of awake threads is the caller's, and they go to sleep") {
  Threads threads(2);
  CHECK_THROWS_AS(threads.keep_awake([] { throw InvalidArgument("x", "1", "2"); }),
                  InvalidArgument);
  int tasks = 0;
  threads.keep_awake(
      [&] { threads.keep_awake([&] { threads.run(1, [&](int, int) { ++tasks; }); }); });
  CHECK(tasks == 1);
}

TEST_CASE("of all tasks that throw the first in order is heard, on any number of threads") {
  constexpr int kTasks = 300, kFirst = 7;
  const auto throws = [](int k) {
    if (k % 10 == kFirst) throw k;
  };
  const auto thrown_by = [](const auto& loop) {
    try {
      loop();
    } catch (int k) {
      return k;
    }
    return -1;
  };
  for (const int count : {1, 2, 0}) {
    CAPTURE(count);
    Threads threads(count);
    const auto unlike = [&] { threads.run(kTasks, [&](int k, int) { throws(k); }); };
    const auto alike = [&] { threads.chunks<1>(kTasks, [&](Chunk s) { throws(s.first); }); };
    CHECK(thrown_by(unlike) == kFirst);
    CHECK(thrown_by(alike) == kFirst);
    CHECK(thrown_by([&] { threads.keep_awake(unlike); }) == kFirst);
    std::atomic<int> done = 0;
    threads.keep_awake([&] {
      CHECK(thrown_by(unlike) == kFirst);
      CHECK(thrown_by(alike) == kFirst);
      threads.run(kTasks, [&](int, int) { ++done; });
    });
    CHECK(done == kTasks);
  }
}

TEST_CASE("a negative number of threads is the caller's mistake") {
  CHECK_THROWS_AS(Threads(-1), InvalidArgument);
}

}  // namespace perpend
