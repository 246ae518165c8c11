// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// A temporary folder that is removed with its files by the destructor.
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

/// Returns the path of the first of these programs that is in PATH; empty if none is.
std::string find_program(const std::vector<std::string>& names);

/// Runs a program, with stdout into `out` and stderr discarded. Returns its exit code, 127 if it
/// cannot be started.
int run_program(const std::vector<std::string>& words, const std::filesystem::path& out);

/// Returns the decoded bytes of each base64 data address in the text, in order. Returns diagnostics
/// if there is none or one is damaged.
Result<std::vector<std::string>> pictures_in(const std::string& text);

}  // namespace perpend::app
