// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "perpend/contact/law.hpp"

namespace perpend::app {

/// Names of the kinds of laws.
std::vector<std::string> law_names();
/// What stands before brackets or colon.
std::string law_kind(const std::string& word);
/// Whether that is the name of a kind, whatever stands in the brackets.
bool is_law_kind(const std::string& word);
/// What words of known kinds look like.
inline constexpr const char* kLawExamples =
    "such as polyhedral(16,rotated), phantom(4,rho=0.1), box";

}  // namespace perpend::app
