// SPDX-License-Identifier: Apache-2.0
#include "run/pictures.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <system_error>

namespace perpend::app {
namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  while (text.ends_with('=')) text.remove_suffix(1);
  for (const char c : text) {
    const std::size_t digit = kDigits.find(c);
    if (digit == kDigits.npos) return std::nullopt;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push_back(static_cast<char>(bits >> count & 0xff));
  }
  return bytes;
}

void send_to(const char* file, int flags, int descriptor) {
  const int opened = ::open(file, flags, 0600);
  if (opened < 0 || ::dup2(opened, descriptor) < 0) ::_exit(127);
}

}  // namespace

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "perpend_XXXXXX").string();
  if (!::mkdtemp(name.data()))
    throw std::system_error(errno, std::generic_category(), "a folder in " + name);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string find_program(const std::vector<std::string>& names) {
  const char* const path = std::getenv("PATH");
  for (const std::string& name : names) {
    std::string_view folders = path ? path : "/usr/bin";
    while (!folders.empty()) {
      const std::size_t colon = std::min(folders.find(':'), folders.size());
      const std::filesystem::path file = std::filesystem::path(folders.substr(0, colon)) / name;
      if (::access(file.c_str(), X_OK) == 0) return file.string();
      folders.remove_prefix(std::min(colon + 1, folders.size()));
    }
  }
  return {};
}

int run_program(const std::vector<std::string>& words, const std::filesystem::path& out) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    send_to("/dev/null", O_RDONLY, STDIN_FILENO);
    send_to(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    send_to("/dev/null", O_WRONLY, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

Result<std::vector<std::string>> pictures_in(const std::string& text) {
  constexpr std::string_view kStart = ";base64,";
  std::vector<std::string> pictures;
  const std::size_t list = text.find("id=\"pictures\"");
  for (std::size_t at = text.find(kStart, std::min(list, text.size())); at != text.npos;
       at = text.find(kStart, at)) {
    at += kStart.size();
    const std::size_t end = text.find_first_of("\n<", at);
    const auto bytes = from_base64(std::string_view(text).substr(at, end - at));
    if (!bytes) return Diagnostics{{"", 0, "", "the browser sent a damaged picture", ""}};
    pictures.push_back(*bytes);
  }
  if (pictures.empty())
    return Diagnostics{{"", 0, "", "the browser drew nothing", "one with WebGL 2"}};
  return pictures;
}

}  // namespace perpend::app
