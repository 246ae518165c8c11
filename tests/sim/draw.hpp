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
  bool coin() { return (*this)(0, 1) < 0.5; }

 private:
  std::mt19937 engine_;
};

}  // namespace perpend
