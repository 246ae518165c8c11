// SPDX-License-Identifier: Apache-2.0
#include "perpend/contact/law.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "perpend/core/error.hpp"
#include "perpend/lcp/solve.hpp"

namespace perpend {
namespace {

// The kind of problem that a step under the law poses, which determines the methods that solve it.
enum class Posed {
  contact,      // a contact problem
  polygon,      // in space an unsymmetric LCP, in the plane a contact problem
  unsymmetric,  // a boxed problem with a matrix that is not symmetric
  symmetric     // a boxed problem with a symmetric matrix
};

struct LawTraits {
  Name<ContactLaw::Kind> name;
  Posed posed;
};

// One line per law, in the order of the enum.
constexpr std::array kTraits{
    LawTraits{{ContactLaw::cone, "cone", "exact Coulomb friction with the circular cone"},
              Posed::contact},
    LawTraits{{ContactLaw::polyhedral, "polyhedral", "Coulomb friction with a polygon"},
              Posed::polygon},
    LawTraits{{ContactLaw::relaxed, "relaxed", "convex relaxation, one QP per step"},
              Posed::symmetric},
    LawTraits{{ContactLaw::phantom, "phantom", "phantom inertia across the slip"},
              Posed::unsymmetric},
    LawTraits{{ContactLaw::box, "box", "the planar law along each of two tangents"},
              Posed::contact},
    LawTraits{{ContactLaw::frozen_box, "frozen_box", "box with the limits of the last step"},
              Posed::symmetric},
    LawTraits{{ContactLaw::hybrid, "hybrid", "frozen limits along and across the slip"},
              Posed::symmetric},
    LawTraits{{ContactLaw::frictionless, "frictionless", "normal impulses only"},
              Posed::symmetric}};

bool solves(const ContactLaw& law, bool in_space, lcp::Method method) {
  const bool contact = lcp::supports(method, lcp::ProblemKind::contact);
  const bool boxed = lcp::supports(method, lcp::ProblemKind::boxed);
  switch (kTraits[static_cast<std::size_t>(law.kind)].posed) {
    case Posed::contact:
      return contact;
    case Posed::polygon:
      return (boxed && !lcp::needs_symmetry(method)) || (contact && !in_space);
    case Posed::unsymmetric:
      return boxed && !lcp::needs_symmetry(method);
    case Posed::symmetric:
      return boxed;
  }
  return false;
}

constexpr auto kNames = [] {
  std::array<Name<ContactLaw::Kind>, kTraits.size()> names{};
  std::ranges::transform(kTraits, names.begin(), &LawTraits::name);
  return names;
}();

constexpr auto kLaws = [] {
  std::array<ContactLaw, kTraits.size()> laws{};
  std::ranges::transform(kNames, laws.begin(), [](const auto& name) { return name.value; });
  return laws;
}();

// Largest number of sides. Problems with more do not converge with any solver, and take too much
// memory before that shows.
constexpr int kMostDirections = 1000;

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

// Reads one of the words between the brackets.
bool read_setting(std::string_view word, ContactLaw& law) {
  if (word == "rotated" || word == "turned") return law.rotated = true;
  if (word.starts_with("rho=")) return read_number(word.substr(4), law.rho);
  return read_number(word, law.directions);
}

bool read_settings(std::string_view words, ContactLaw& law) {
  while (!words.empty()) {
    const std::size_t comma = words.find(',');
    if (!read_setting(words.substr(0, comma), law)) return false;
    words = comma == std::string_view::npos ? std::string_view() : words.substr(comma + 1);
  }
  return true;
}

// Splits polyhedral(8) and polyhedral:8; returns false if a bracket stays open.
bool split(std::string_view text, std::string_view& name, std::string_view& words) {
  const std::size_t at = text.find_first_of("(:");
  name = text.substr(0, at);
  if (at == std::string_view::npos) return true;
  words = text.substr(at + 1);
  if (text[at] == ':') return !words.empty();
  if (!words.ends_with(')')) return false;
  words.remove_suffix(1);
  return true;
}

}  // namespace

template <>
std::span<const Name<ContactLaw::Kind>> names<ContactLaw::Kind>() {
  return kNames;
}

std::string_view to_string(ContactLaw::Kind kind) {
  return name_of(kind);
}

std::string to_string(const ContactLaw& law) {
  std::string text(to_string(law.kind));
  if (!law.has_directions()) return text;
  text += "(" + std::to_string(law.directions);
  if (law.rotated) text += ",rotated";
  if (law.rho > 0) {
    char number[32];
    std::snprintf(number, sizeof number, ",rho=%g", law.rho);
    text += number;
  }
  return text + ")";
}

std::optional<ContactLaw> law_from_name(std::string_view text) {
  std::string_view name, words;
  if (!split(text, name, words)) return std::nullopt;
  for (ContactLaw law : kLaws) {
    if (name != to_string(law.kind)) continue;
    if (!read_settings(words, law)) return std::nullopt;
    if (!words.empty() && !law.has_directions()) return std::nullopt;
    if (words.find("rho=") != std::string_view::npos)
      require(std::isfinite(law.rho) && law.rho > 0, "rho", "positive and finite", law.rho);
    validate(law);
    return law;
  }
  return std::nullopt;
}

std::span<const ContactLaw> all_laws() {
  return kLaws;
}

void validate(const ContactLaw& law) {
  if (law.has_directions())
    require(law.directions >= 4 && law.directions <= kMostDirections && law.directions % 2 == 0,
            "sides", "even, at least 4 and at most " + std::to_string(kMostDirections),
            law.directions);
  require(law.kind == ContactLaw::phantom || law.rho == 0, "rho", "0 unless the law is phantom",
          law.rho);
  require(std::isfinite(law.rho) && law.rho >= 0, "rho", "positive and finite", law.rho);
}

MethodSet methods_of(const ContactLaw& law, bool in_space) {
  MethodSet methods;
  for (const lcp::Method method : lcp::all_methods())
    if (solves(law, in_space, method)) methods.add(method);
  return methods;
}

std::string to_string(const MethodSet& methods) {
  std::string names;
  for (const lcp::Method method : lcp::all_methods()) {
    if (!methods.contains(method)) continue;
    if (!names.empty()) names += ", ";
    names += lcp::to_string(method);
  }
  return names;
}

}  // namespace perpend
