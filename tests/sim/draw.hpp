// SPDX-License-Identifier: Apache-2.0
// Numbers drawn evenly, the same ones for the same seed.
#pragma once

#include <random>

namespace perpend {

class Draw {
 public:
  explicit Draw(unsigned seed) : engine_(seed) {}
  double operator()(double least, double most) {
    return std::uniform_real_distribution<double>(least, most)(engine_);
  }

 private:
  std::mt19937 engine_;
};

}  // namespace perpend
