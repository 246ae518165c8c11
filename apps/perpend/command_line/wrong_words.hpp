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

/// Reports every switch with a value other than true and false: `--stabilise=maybe`.
Diagnostics wrong_switches(const CLI::App& app, const std::vector<std::string>& words);

/// Reports the words of a refused command line that are neither a verb nor an option, each with the
/// nearest name; empty if it was refused for another reason.
Diagnostics wrong_words(const CLI::App& app);

/// Prints CLI11's message about the command line, including help and version (errors of code 0), or
/// the wrong words. Returns the exit code of the program.
int exit_code(const CLI::App& app, const CLI::ParseError& error);

/// Several wrong words, thrown together.
class RefusedWords : public std::invalid_argument {
 public:
  explicit RefusedWords(Diagnostics found)
      : std::invalid_argument(to_string(found)), found_(std::move(found)) {}
  const Diagnostics& found() const { return found_; }

 private:
  Diagnostics found_;
};

/// Reads words one after the other and collects the faults that they throw.
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
  /// Adds a fault if a flag is given that is not allowed: "--law must be left out with a
  /// recording".
  void leave_out(bool given, const std::string& flag, const std::string& with) {
    if (given) found_.push_back({"perpend", 0, "", flag + " must be left out with " + with, ""});
  }
  /// Throws RefusedWords if any word was wrong.
  void refuse_any() const {
    if (!found_.empty()) throw RefusedWords(found_);
  }

 private:
  Diagnostics found_;
};

/// Prints an exception of a verb. Returns kUsage for a mistake of the caller, else kFailed.
int refuse(const std::exception& error);

}  // namespace perpend::app
