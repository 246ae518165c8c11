// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "perpend/core/result.hpp"

namespace perpend::app {

/// Returns runs/<scene>, where any name makes one folder; see file_name().
std::filesystem::path default_folder(const std::string& scene);

/// The right of one run to write into a folder. It ends with the object, or with the process
/// however that ends.
class FolderLock {
 public:
  /// Creates the folder if needed. Returns a fault if that fails or another run writes there; a
  /// file system without locks never refuses.
  static Result<FolderLock> take(const std::filesystem::path& folder);
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&&) = delete;
  ~FolderLock();

 private:
  FolderLock(std::filesystem::path file, int descriptor)
      : file_(std::move(file)), descriptor_(descriptor) {}

  std::filesystem::path file_;
  int descriptor_;  // -1: moved to another object
};

}  // namespace perpend::app
