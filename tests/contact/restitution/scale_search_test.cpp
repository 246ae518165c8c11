// SPDX-License-Identifier: Apache-2.0
// The search for the scale of restitution, on gains of energy with known roots.
#include "contact/restitution/scale_search.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace perpend {
namespace {

// Of terms of 1 J.
constexpr double kRounding = 1e-10, kGivenAway = 1e-8;

// Calls, and the scale of the last one.
struct Calls {
  int count = 0;
  double last = -1;
};

ScaledImpact impact_of(const std::function<double(double)>& gain, Calls& calls) {
  return [&gain, &calls](double scale) {
    ++calls.count;
    calls.last = scale;
    return std::optional<ImpactEnergy>({gain(scale), 1.0, kRounding});
  };
}

ImpactEnergy energy_of(double gain) {
  return {gain, 1.0, kRounding};
}

class Draws {
 public:
  double operator()(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(random_);
  }
  double power(double least, double most) { return std::pow(10, (*this)(least, most)); }

 private:
  std::mt19937 random_{5};
};

}  // namespace

TEST_CASE("the scale at which a quadratic gain vanishes is found in five solves") {
  Draws draw;
  for (int trial = 0; trial < 20000; ++trial) {
    const double plastic = -draw.power(-6, 0), full = draw.power(-9, 0);
    const double bend = trial % 2 ? draw(-3, 3) : 0.0;
    const std::function<double(double)> gain = [&](double s) {
      return plastic + (full - plastic - bend) * s + bend * s * s;
    };
    Calls calls;
    const bool is_known = trial % 3 == 0;
    const double scale = search_scale(impact_of(gain, calls), energy_of(full),
                                      is_known ? std::optional(energy_of(plastic)) : std::nullopt);
    REQUIRE(gain(scale) <= kRounding);
    REQUIRE(gain(scale) >= -kGivenAway);
    REQUIRE(calls.last == scale);
    REQUIRE(calls.count <= 5);
  }
}

TEST_CASE("where the gain jumps the scale is below the jump by a hundredth at most") {
  Draws draw;
  for (int trial = 0; trial < 5000; ++trial) {
    const double jump = draw(0, 1), slope = draw(0.1, 20), height = draw(0, 0.5);
    const double plastic = -draw(0.1, 1), rise = draw(0, -plastic);
    const std::function<double(double)> gain = [&](double s) {
      return plastic + rise * s + (s > jump ? rise + height + slope * (s - jump) : 0.0);
    };
    if (!(gain(1) > kRounding)) continue;
    Calls calls;
    const double scale = search_scale(impact_of(gain, calls), energy_of(gain(1)));
    double lo = 0, hi = 1;
    for (int i = 0; i < 60; ++i) (gain(0.5 * (lo + hi)) > kRounding ? hi : lo) = 0.5 * (lo + hi);
    REQUIRE(gain(scale) <= kRounding);
    REQUIRE(scale >= lo - 0.01);
    REQUIRE(calls.last == scale);
    REQUIRE(calls.count <= 16);
  }
}

TEST_CASE("a scale whose problem is not solved counts as too large") {
  Draws draw;
  for (int trial = 0; trial < 2000; ++trial) {
    const double solvable = draw(0, 1);
    double last = -1;
    const ScaledImpact solve = [&](double s) {
      last = s;
      return s > solvable ? std::nullopt : std::optional(energy_of(-1 + s));
    };
    const double scale = search_scale(solve, energy_of(1));
    REQUIRE(scale <= solvable);
    REQUIRE(scale >= solvable - 0.01);
    REQUIRE(last == scale);
  }
}

TEST_CASE("there is no restitution where a plastic impact gains energy or is not solved") {
  for (const bool is_solved : {false, true})
    for (const bool is_known : {false, true}) {
      Calls calls;
      const ScaledImpact solve = [&](double scale) {
        calls.last = scale;
        return is_solved ? std::optional(energy_of(0.5 + scale)) : std::nullopt;
      };
      const auto known = is_known ? std::optional(energy_of(0.5)) : std::nullopt;
      CHECK(search_scale(solve, energy_of(1.5), known) == 0);
      CHECK(calls.last == 0);
    }
}

}  // namespace perpend
