// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "perpend/lcp/solution.hpp"

namespace perpend {

/// What friction at contacts has to satisfy at the end of a step. A step solves for impulses.
enum class ContactLaw {
  polyhedral,   ///< Coulomb with two facets (exact in the plane): Hart & Anitescu 2003, 2.11-2.12
  relaxed,      ///< convex relaxation: gap/h + u_n >= mu |u_t| (2.10); one convex QP per step
  frictionless  ///< normal impulses only
};

std::string_view to_string(ContactLaw law);
std::optional<ContactLaw> law_from_name(std::string_view name);
std::span<const ContactLaw> all_laws();

/// Whether contact problems of that law can be solved by that method; docs/methods/laws.md has
/// the table with the default and the reason.
bool supports(ContactLaw law, lcp::Method method);

/// The methods that support the law, as "auto, keller, ...".
std::string supported_methods(ContactLaw law);

}  // namespace perpend
