// ns to 10⁶ s in classes 1 % wide.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace perpend::study {

/// Wall times of the steps of a run, in memory that does not grow with it: counts of times from
class StepTimes {
 public:
  void add(double seconds);

  std::int64_t count() const { return count_; }
  double longest() const { return longest_; }  ///< s, exact
  /// Returns the time (s) that a share q of the steps does not exceed, to 0.5 %; 0 if there are no
  /// steps.
  double quantile(double q) const;

 private:
  static constexpr int kClasses = 3472;  // 10¹⁵ = 1.01^3471.1

  std::array<std::int64_t, kClasses> classes_{};
  std::int64_t count_ = 0;
  double shortest_ = 0.0, longest_ = 0.0;
};

/// Returns text such as "median 0.52 ms, 99 % 1.3 ms, longest 4 ms".
std::string to_string(const StepTimes& times);

}  // namespace perpend::study
