// SPDX-License-Identifier: Apache-2.0
#include "command_line/wrong_words.hpp"

#include <fmt/format.h>

#include <cctype>
#include <sstream>
#include <stdexcept>

#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

// A negative number is a value.
bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && !std::isdigit(static_cast<unsigned char>(word[1]));
}

// "--threads" of "--threads=2", without the dashes: they would make all options alike.
std::string bare_name(const std::string& word) {
  const std::size_t begin = word.find_first_not_of('-');
  return begin == std::string::npos ? "" : word.substr(begin, word.find('=') - begin);
}

std::vector<std::string> verbs_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options())
    names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
  return names;
}

Diagnostic unknown_verb(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> verbs = verbs_of(app);
  const std::string known = fmt::format("known: {}", fmt::join(verbs, ", "));
  const std::string_view nearest = nearest_name(word, verbs);
  return {app.get_name(), 0, "", fmt::format("no verb is named \"{}\"", word),
          nearest.empty() ? known : fmt::format("did you mean \"{}\"? {}", nearest, known)};
}

Diagnostic unknown_option(const std::string& command, const CLI::App& app,
                          const std::string& word) {
  const std::vector<std::string> options = options_of(app);
  const std::string_view nearest = nearest_name(bare_name(word), options);
  return {command, 0, "", fmt::format("no option is named \"{}\"", word.substr(0, word.find('='))),
          nearest.empty() ? fmt::format("see {} --help", command)
                          : fmt::format("did you mean \"--{}\"?", nearest)};
}

std::string without_end(std::string text) {
  text.erase(text.find_last_not_of('\n') + 1);
  return text;
}

}  // namespace

Diagnostics wrong_words(const CLI::App& app) {
  Diagnostics found;
  const auto look = [&](const std::string& command, const CLI::App& at, bool expects_verb) {
    bool may_be_value = false;
    for (const std::string& word : at.remaining()) {
      if (is_option(word)) {
        found.push_back(unknown_option(command, at, word));
      } else if (expects_verb) {
        found.push_back(unknown_verb(app, word));
        return;  // what follows was meant for that verb
      } else if (!may_be_value) {
        found.push_back({command, 0, "", fmt::format("\"{}\" is one word too many", word),
                         fmt::format("see {} --help", command)});
      }
      may_be_value = is_option(word);
    }
  };
  look(app.get_name(), app, true);
  for (const CLI::App* verb : app.get_subcommands())
    look(app.get_name() + " " + verb->get_name(), *verb, false);
  return found;
}

int exit_code(const CLI::App& app, const CLI::ParseError& error) {
  const Diagnostics wrong = wrong_words(app);
  if (!wrong.empty() && error.get_exit_code() != 0) return refuse(wrong, kUsage);
  std::ostringstream out, err;
  if (app.exit(error, out, err) != 0)
    return refuse({{"", 0, "", without_end(err.str()), ""}}, kUsage);
  put(stdout, out.str());
  put(stderr, err.str());
  return kOk;
}

int refuse(const std::exception& error) {
  if (const auto* words = dynamic_cast<const RefusedWords*>(&error))
    return refuse(words->found(), kUsage);
  const int code = dynamic_cast<const std::invalid_argument*>(&error) ? kUsage : kFailed;
  return refuse({{"perpend", 0, "", error.what(), ""}}, code);
}

}  // namespace perpend::app
