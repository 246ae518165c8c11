// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace perpend::app {

struct BenchArguments {
  std::string name;
  std::string folder;  ///< cone: problem files to measure in addition
  std::string only;    ///< cone: measures only this part
  std::string out;
  bool quick = false, full = false, json = false;
};

/// Runs the benchmark and prints its report. Throws InvalidArgument on arguments that contradict
/// each other.
void bench(const BenchArguments& arguments);

}  // namespace perpend::app
