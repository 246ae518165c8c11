// SPDX-License-Identifier: Apache-2.0
#include "run/run_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "core/text.hpp"

namespace perpend::app {
namespace {

Diagnostics fault(const std::filesystem::path& path, std::string message) {
  return {{path.string(), 0, "", std::move(message), "choose another --out"}};
}

// Returns true if `file` is still the open one: the previous run removes it when it ends.
bool is_at(const std::filesystem::path& file, int descriptor) {
  struct stat held = {}, there = {};
  return fstat(descriptor, &held) == 0 && stat(file.c_str(), &there) == 0 &&
         held.st_dev == there.st_dev && held.st_ino == there.st_ino;
}

// Largest number of attempts, since some file systems give a file a new number at each look.
constexpr int kMostTries = 100;

// Writes the process number into the file, for the message of a run that is refused.
void sign(int descriptor) {
  const std::string process = std::to_string(getpid()) + "\n";
  if (ftruncate(descriptor, 0) == 0)
    static_cast<void>(!pwrite(descriptor, process.data(), process.size(), 0));
}

std::string holder(int descriptor) {
  char text[16] = {};
  const bool known = pread(descriptor, text, sizeof text - 1, 0) > 0 && std::atoi(text) > 0;
  return known ? " (process " + std::to_string(std::atoi(text)) + ")" : "";
}

}  // namespace

std::filesystem::path default_folder(const std::string& scene) {
  return std::filesystem::path("runs") / file_name(scene);
}

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return fault(folder, error.message());
  const std::filesystem::path file = folder / ".lock";
  for (int tries = 1;; ++tries) {
    const int descriptor = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) return fault(file, std::generic_category().message(errno));
    FolderLock lock(file, descriptor);
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string who = holder(descriptor);
      close(std::exchange(lock.descriptor_, -1));  // owned by the other run
      return fault(folder, "another run" + who + " writes there");
    }
    if (is_at(file, descriptor) || tries == kMostTries) {
      sign(descriptor);
      return lock;
    }
    close(std::exchange(lock.descriptor_, -1));
  }
}

FolderLock::FolderLock(FolderLock&& other) noexcept
    : file_(std::move(other.file_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

// Removes the file while it is still locked, so that no run locks a file that is already removed.
FolderLock::~FolderLock() {
  if (descriptor_ < 0) return;
  unlink(file_.c_str());
  close(descriptor_);
}

}  // namespace perpend::app
