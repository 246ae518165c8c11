// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// A folder that goes with its files when the object does.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The first of these programs that PATH has; empty: none.
std::string find_program(const std::vector<std::string>& names);

/// Runs a program with its words, stdout into `out` and stderr into nothing; its exit code, 127
/// where it could not be started.
int run_program(const std::vector<std::string>& words, const std::filesystem::path& out);

/// The bytes of each data address that stands in the text, one after the other. Diagnostics where
/// there is none, or one that is damaged.
Result<std::vector<std::string>> pictures_in(const std::string& text);

}  // namespace perpend::app
