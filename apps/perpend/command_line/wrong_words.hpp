// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <exception>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "perpend/core/error.hpp"
#include "perpend/core/result.hpp"

namespace perpend::app {

/// Every switch with a value that is neither true nor false: `--stabilise=maybe`.
Diagnostics wrong_switches(const CLI::App& app, const std::vector<std::string>& words);

/// What a refused command line says that is neither a verb nor an option, each word with the
/// nearest name; empty where it was refused for something else.
Diagnostics wrong_words(const CLI::App& app);

/// Prints what CLI11 says of the command line, help and version (errors of code 0) too, or its
/// wrong words. The exit code of the program.
int exit_code(const CLI::App& app, const CLI::ParseError& error);

/// Several words that are wrong, thrown at once.
class RefusedWords : public std::invalid_argument {
 public:
  explicit RefusedWords(Diagnostics found)
      : std::invalid_argument(to_string(found)), found_(std::move(found)) {}
  const Diagnostics& found() const { return found_; }

 private:
  Diagnostics found_;
};

/// Reads words one after the other and keeps what each of them throws.
class WordReader {
 public:
  template <typename Read>
  void read(const Read& read) {
    try {
      read();
    } catch (const InvalidArgument& wrong) {
      found_.push_back({"perpend", 0, "", wrong.what(), ""});
    } catch (const RefusedWords& wrong) {
      found_.insert(found_.end(), wrong.found().begin(), wrong.found().end());
    }
  }
  /// Keeps a flag that may not stand there: "--law must be left out with a recording".
  void leave_out(bool given, const std::string& flag, const std::string& with) {
    if (given) found_.push_back({"perpend", 0, "", flag + " must be left out with " + with, ""});
  }
  /// Throws RefusedWords where any was wrong.
  void refuse_any() const {
    if (!found_.empty()) throw RefusedWords(found_);
  }

 private:
  Diagnostics found_;
};

/// Refuses for what a verb threw: kUsage of a caller's mistake, else kFailed.
int refuse(const std::exception& error);

}  // namespace perpend::app
