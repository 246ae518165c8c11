// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/contact/law.hpp"

namespace perpend::app {

/// Returns the names of the kinds of laws.
std::vector<std::string> law_names();
/// Returns the part before the brackets or the colon.
std::string law_kind(const std::string& word);
/// Returns true if that part is the name of a kind, whatever the brackets contain.
bool is_law_kind(const std::string& word);
/// Examples of words for known kinds.
inline constexpr const char* kLawExamples =
    "such as polyhedral(16,rotated), phantom(4,rho=0.1), box";

}  // namespace perpend::app
