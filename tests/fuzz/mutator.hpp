// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace perpend::fuzz {

/// Damages inputs. The same seed gives the same damage with every standard library.
class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : random_(seed) {}

  /// 0 <= result < count.
  std::size_t below(std::size_t count) { return count == 0 ? 0 : random_() % count; }

  /// One to eight changes of `bytes`; `others` lend pieces.
  std::string damaged(std::string bytes, const std::vector<std::string>& others, bool is_text);
  /// A double that programs stumble over: 0, -1, NaN, 1e300, a denormal number ...
  double awkward_number();
  std::int64_t awkward_integer();

 private:
  void damage_bytes(std::string& bytes, const std::vector<std::string>& others);
  void damage_text(std::string& text);
  void replace_number(std::string& text);
  void replace_word(std::string& text);
  void nest(std::string& text);

  std::mt19937_64 random_;
};

}  // namespace perpend::fuzz
