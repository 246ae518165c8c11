// SPDX-License-Identifier: Apache-2.0
#include "command_line/option_flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "command_line/law_words.hpp"
#include "perpend/core/error.hpp"
#include "perpend/sim/option_fields.hpp"

namespace perpend::app {
namespace {

// Returns the flag of an option: "--stick-speed" for "stick_speed".
std::string flag_of(const std::string& name) {
  std::string flag = "--" + name;
  std::ranges::replace(flag, '_', '-');
  return flag;
}

// Returns further names of flags, kept for compatibility.
std::string synonyms(const std::string& name) {
  if (name == "stabilise") return ",!--unstabilised";
  if (name == "warm_start") return ",!--cold";
  return {};
}

ContactLaw read_law(const std::string& flag, const std::string& word) {
  require(is_law_kind(word), flag, fmt::format("one of {}", fmt::join(law_names(), ", ")), word);
  const std::optional<ContactLaw> law = law_from_name(word);
  require(law.has_value(), flag, kLawExamples, word);
  return *law;
}

lcp::Method read_solver(const std::string& flag, const std::string& word, const ContactLaw& law) {
  const std::optional<lcp::Method> method = lcp::method_from_name(word);
  require(method.has_value(), flag, "one of " + to_string(methods_of(law)), word);
  return *method;
}

template <typename Enum>
Enum read_name(const std::string& flag, const std::string& word) {
  const std::optional<Enum> value = value_of<Enum>(word);
  require(value.has_value(), flag, fmt::format("one of {}", fmt::join(name_list<Enum>(), ", ")),
          word);
  return *value;
}

class Flags {
 public:
  Flags(CLI::App& app, std::vector<OptionOverride>& overrides) : app_(app), overrides_(overrides) {}

  template <typename T>
  void add(const OptionField<SimulationOptions, T>& field) {
    const std::string name(field.name), words = help(field);
    T SimulationOptions::*const member = field.member;
    if constexpr (std::is_same_v<T, bool>) {
      add_switch(name, words, member);
    } else if constexpr (std::is_same_v<T, SpringDamper>) {
      for_each_relaxation_field([&](const auto& part) { add(name, words, member, part); });
    } else if constexpr (std::is_arithmetic_v<T>) {
      add_value<T>(name, words, [member](SimulationOptions& o, T value) { o.*member = value; });
    } else {
      add_name(name, words, member);
    }
  }

 private:
  template <typename Owner, typename T>
  static std::string help(const OptionField<Owner, T>& field) {
    std::string words(field.doc);
    if constexpr (std::is_same_v<T, ContactLaw>)
      words += fmt::format(": {}", fmt::join(law_names(), ", "));
    else if constexpr (std::is_enum_v<T>)
      words += fmt::format(": {}", fmt::join(name_list<T>(), ", "));
    words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
    return field.unit.empty() ? words : fmt::format("{} ({})", words, field.unit);
  }

  // Adds a flag for one of the two numbers of a spring.
  void add(const std::string& name, const std::string& words,
           SpringDamper SimulationOptions::*member, const OptionField<SpringDamper, double>& part) {
    add_value<double>(fmt::format("{}_{}", name, part.name),
                      fmt::format("{}: {}", words, help(part)),
                      [member, number = part.member](SimulationOptions& o, double value) {
                        o.*member.*number = value;
                      });
  }

  template <typename T, typename Set>
  void add_value(const std::string& name, const std::string& words, Set set) {
    app_.add_option_function<T>(
        flag_of(name),
        [&overrides = overrides_, flag = flag_of(name), set](const T& value) {
          overrides.push_back({flag, [set, value](SimulationOptions& o) { set(o, value); }});
        },
        words);
  }

  void add_switch(const std::string& name, const std::string& words,
                  bool SimulationOptions::*member) {
    const std::string flag = flag_of(name);
    app_.add_flag_function(
        fmt::format("{},!--no-{}{}", flag, flag.substr(2), synonyms(name)),
        [&overrides = overrides_, flag, member](std::int64_t count) {
          overrides.push_back(
              {flag, [member, count](SimulationOptions& o) { o.*member = count > 0; }});
        },
        words);
  }

  template <typename T>
  void add_name(const std::string& name, const std::string& words, T SimulationOptions::*member) {
    const auto set = [flag = flag_of(name), member](SimulationOptions& o, const std::string& word) {
      if constexpr (std::is_same_v<T, ContactLaw>)
        o.*member = read_law(flag, word);
      else if constexpr (std::is_same_v<T, lcp::Method>)
        o.*member = read_solver(flag, word, o.law);
      else
        o.*member = read_name<T>(flag, word);
    };
    add_value<std::string>(name, words, set);
  }

  CLI::App& app_;
  std::vector<OptionOverride>& overrides_;
};

}  // namespace

void add_option_flags(CLI::App& app, std::vector<OptionOverride>& overrides) {
  Flags flags(app, overrides);
  for_each_option([&](const auto& field) { flags.add(field); });
}

}  // namespace perpend::app
