// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend::app {

struct BenchArguments {
  std::string name;
  std::string folder;  ///< cone: problem files beside our own
  std::string only;    ///< cone: one of its parts
  std::string out;
  bool quick = false, full = false, json = false;
};

/// Measures and prints. Throws InvalidArgument on arguments that do not go together.
void bench(const BenchArguments& arguments);

}  // namespace perpend::app
