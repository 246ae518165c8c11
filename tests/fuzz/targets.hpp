// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace perpend::fuzz {

/// What a reader did with a file.
struct Verdict {
  bool accepted = false;
  std::string fault;  ///< what it promises and did not do; empty where there is nothing
};

/// A reader and inputs that it accepts.
struct Target {
  std::string name;
  std::string ending;  ///< of its files
  std::vector<std::string> inputs;
  bool is_text = false;
  bool is_zip = false, is_hdf5 = false;
  /// Reads a file. A refusal has to name what is wrong, and what is accepted has to come back the
  /// same when it is written and read again.
  std::function<Verdict(const std::filesystem::path&)> judge;
};

/// All readers, with inputs from `scenes` and others written to `scratch`.
std::vector<Target> all_targets(const std::filesystem::path& scenes,
                                const std::filesystem::path& scratch);

}  // namespace perpend::fuzz
