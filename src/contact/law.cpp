// SPDX-License-Identifier: Apache-2.0
#include "perpend/contact/law.hpp"

#include <array>

#include "perpend/lcp/solve.hpp"

namespace perpend {
namespace {

constexpr std::array kLaws{ContactLaw::polyhedral, ContactLaw::relaxed, ContactLaw::frictionless};

// Frictionless and relaxed contact is a symmetric LCP with bilateral rows for the joints.
lcp::ProblemKind problem_kind(ContactLaw law) {
  return law == ContactLaw::polyhedral ? lcp::ProblemKind::contact : lcp::ProblemKind::boxed;
}

}  // namespace

std::string_view to_string(ContactLaw law) {
  switch (law) {
    case ContactLaw::polyhedral:
      return "polyhedral";
    case ContactLaw::relaxed:
      return "relaxed";
    case ContactLaw::frictionless:
      return "frictionless";
  }
  return "unknown";
}

std::optional<ContactLaw> law_from_name(std::string_view name) {
  for (const ContactLaw law : kLaws)
    if (name == to_string(law)) return law;
  return std::nullopt;
}

std::span<const ContactLaw> all_laws() {
  return kLaws;
}

bool supports(ContactLaw law, lcp::Method method) {
  return lcp::supports(method, problem_kind(law));
}

std::string supported_methods(ContactLaw law) {
  std::string names;
  for (const lcp::Method method : lcp::all_methods()) {
    if (!supports(law, method)) continue;
    if (!names.empty()) names += ", ";
    names += lcp::to_string(method);
  }
  return names;
}

}  // namespace perpend
