// SPDX-License-Identifier: Apache-2.0
#include "contact/restitution/scale_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace perpend {
namespace {

// Share of ImpactEnergy::terms that the scale found may give away: a hundred times the rounding of
// the gain, so that the parabola does not chase rounding.
constexpr double kGivenAway = 1e-8;

// Width of the bracket at which the search ends where parabolas do not find the root.
constexpr double kResolution = 1e-3;

// Bisection alone takes ten; parabolas take three.
constexpr int kMostTrials = 14;

struct Trial {
  double scale = 0.0;
  double gain = 0.0;  // J, above the gain that is aimed at
};

// The root of the parabola through three trials that lies in (lo, hi); NaN where there is none.
double parabola_root(const std::array<Trial, 3>& t, double lo, double hi) {
  const double first = (t[1].gain - t[0].gain) / (t[1].scale - t[0].scale);
  const double second = (t[2].gain - t[1].gain) / (t[2].scale - t[1].scale);
  const double a = (second - first) / (t[2].scale - t[0].scale);
  const double b = second + a * (t[2].scale - t[1].scale), c = t[2].gain;  // about t[2].scale
  const double root = std::sqrt(b * b - 4 * a * c);
  const double q = -0.5 * (b + std::copysign(root, b));
  for (const double step : {c / q, q / a})
    if (const double at = t[2].scale + step; at > lo && at < hi) return at;
  return std::numeric_limits<double>::quiet_NaN();
}

class Bracket {
 public:
  Bracket(const ImpactEnergy& plastic, const ImpactEnergy& full)
      : lo_(of(0, plastic)), hi_(of(1, full)) {}

  double lo() const { return lo_.scale; }
  bool is_open() const { return !is_slow_ || width() > kResolution; }

  // The scale to try next.
  double next() const {
    const double middle = 0.5 * (lo_.scale + hi_.scale);
    if (is_slow_ || !std::isfinite(hi_.gain)) return middle;
    double at = lo_.scale + width() * lo_.gain / (lo_.gain - hi_.gain);
    if (left_) {
      const double root = parabola_root({*left_, lo_, hi_}, lo_.scale, hi_.scale);
      if (std::isfinite(root)) at = root;
    }
    return at > lo_.scale && at < hi_.scale ? at : middle;
  }

  // The last two trials have to halve the bracket; else the next one does.
  void add(double scale, const std::optional<ImpactEnergy>& energy) {
    const double before = width();
    const bool is_too_large = !energy || energy->is_gained();
    Trial& end = is_too_large ? hi_ : lo_;
    if (std::isfinite(end.gain)) left_ = end;
    end = energy ? of(scale, *energy) : Trial{scale, std::numeric_limits<double>::infinity()};
    is_slow_ = !is_slow_ && width() > 0.5 * before;
  }

 private:
  double width() const { return hi_.scale - lo_.scale; }
  static Trial of(double scale, const ImpactEnergy& energy) {
    return {scale, energy.gain + 0.5 * kGivenAway * energy.terms};
  }

  Trial lo_, hi_;
  std::optional<Trial> left_;  // the end that was replaced last
  bool is_slow_ = false;
};

bool keeps_energy(const ImpactEnergy& energy) {
  return !energy.is_gained() && energy.gain >= -kGivenAway * energy.terms;
}

}  // namespace

double search_scale(const ScaledImpact& solve, const ImpactEnergy& full,
                    std::optional<ImpactEnergy> plastic) {
  double last = 1;
  const auto energy_at = [&](double scale) {
    last = scale;
    return solve(scale);
  };
  if (!plastic) plastic = energy_at(0);
  const bool has_any = plastic && !plastic->is_gained();
  Bracket bracket(plastic.value_or(ImpactEnergy()), full);
  for (int trial = 0; has_any && trial < kMostTrials && bracket.is_open(); ++trial) {
    const double scale = bracket.next();
    const std::optional<ImpactEnergy> energy = energy_at(scale);
    if (energy && keeps_energy(*energy)) return scale;
    bracket.add(scale, energy);
  }
  if (last != bracket.lo()) energy_at(bracket.lo());
  return bracket.lo();
}

}  // namespace perpend
