// SPDX-License-Identifier: Apache-2.0
#include "command_line/wrong_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "terminal.hpp"
#include "verbs.hpp"

namespace perpend::app {
namespace {

// Returns true for an option; a negative number is a value.
bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && !std::isdigit(static_cast<unsigned char>(word[1]));
}

// Returns "threads" for "--threads=2". Dashes are removed because they would make all options
// similar.
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

Diagnostic must_be(const std::string& command, const std::string& name, const std::string& expected,
                   const std::string& given) {
  return {command, 0, "", fmt::format("{} must be {}, got {}", name, expected, given), ""};
}

std::string kind_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.starts_with("INT") || type.starts_with("UINT")) return "a whole number";
  return type.starts_with("FLOAT") ? "a number" : "a value";
}

// Rewords CLI11's message about an option; returns nothing if the message is about another option.
std::optional<Diagnostic> refused_option(const std::string& command, const CLI::Option& option,
                                         const std::string& said) {
  const std::string name = option.get_name(),
                    given = fmt::format("{}", fmt::join(option.results(), ","));
  if (said.starts_with("Could not convert: " + name + " ="))
    return must_be(command, name, kind_of(option), given);
  if (!said.starts_with(name + ": ")) return std::nullopt;
  const std::string rest = said.substr(name.size() + 2);
  if (rest.starts_with("At Most"))
    return Diagnostic{command, 0, "", fmt::format("{} is given {} times", name, option.count()),
                      ""};
  if (rest.ends_with("missing"))
    return Diagnostic{command, 0, "", name + " has no value", "expected " + kind_of(option)};
  return Diagnostic{command, 0, "", name + " " + rest, ""};
}

Diagnostic refused(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (given.empty() && dynamic_cast<const CLI::RequiredError*>(&error))
    return {app.get_name(), 0, "", "a verb is missing",
            fmt::format("known: {}", fmt::join(verbs_of(app), ", "))};
  const CLI::App& verb = given.empty() ? app : *given.front();
  const std::string said = error.what();
  for (const CLI::Option* option : verb.get_options())
    if (const auto found = refused_option(app.get_name(), *option, said)) return *found;
  const std::string command = app.get_name() + " " + verb.get_name();
  const std::size_t required = said.find(" is required"), excludes = said.find(" excludes ");
  if (required != std::string::npos)
    return {command, 0, "", said.substr(0, required) + " is missing",
            fmt::format("see {} --help", command)};
  if (excludes != std::string::npos)
    return {app.get_name(), 0, "",
            fmt::format("{} must be left out with {}", said.substr(0, excludes),
                        said.substr(excludes + 10)),
            ""};
  return {app.get_name(), 0, "", said, fmt::format("see {} --help", command)};
}

// Returns the requested verb, or null if there is none.
const CLI::App* verb_of(const CLI::App& app, const std::vector<std::string>& words) {
  const auto verbs = app.get_subcommands([](const CLI::App*) { return true; });
  const auto found = std::ranges::find_if(
      verbs, [&](const CLI::App* verb) { return !words.empty() && verb->get_name() == words[0]; });
  return found == verbs.end() ? nullptr : *found;
}

bool is_switch(const CLI::App& verb, const std::string& name) {
  return std::ranges::any_of(verb.get_options(), [&](const CLI::Option* option) {
    return option->get_items_expected_max() == 0 && option->check_lname(name);
  });
}

}  // namespace

// CLI11 would read such values as counts, and end the program if they are not numbers.
Diagnostics wrong_switches(const CLI::App& app, const std::vector<std::string>& words) {
  Diagnostics found;
  const CLI::App* const verb = verb_of(app, words);
  if (!verb) return found;
  for (const std::string& word : words) {
    const std::size_t equals = word.find('=');
    if (!word.starts_with("--") || equals == std::string::npos) continue;
    const std::string value = word.substr(equals + 1);
    if (value != "true" && value != "false" && is_switch(*verb, bare_name(word)))
      found.push_back(must_be(app.get_name(), word.substr(0, equals), "true or false", value));
  }
  return found;
}

Diagnostics wrong_words(const CLI::App& app) {
  Diagnostics found;
  const auto look = [&](const std::string& command, const CLI::App& at, bool expects_verb) {
    bool may_be_value = false;
    for (const std::string& word : at.remaining()) {
      if (is_option(word)) {
        found.push_back(unknown_option(command, at, word));
      } else if (expects_verb) {
        found.push_back(unknown_verb(app, word));
        return;  // the rest was meant for that verb
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
  if (error.get_exit_code() != 0) return refuse({refused(app, error)}, kUsage);
  std::ostringstream out, err;
  static_cast<void>(app.exit(error, out, err));
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
