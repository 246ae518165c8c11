// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/json_node.hpp"
#include "perpend/io/npz.hpp"
#include "perpend/io/problem_file.hpp"

namespace perpend::io {

/// Names in files, in the order of the codes that .npz files hold.
inline const std::vector<std::string> kContactKinds{"frictionless", "static", "dynamic"};
inline const std::vector<std::string> kFrictionLaws{"coulomb", "opposing", "box"};

/// Code of a contact's kind: 0 frictionless, 1 static, 2 dynamic.
int contact_kind(const lcp::Contact& contact);

/// The problem, or as a fault what lcp::validate says of it, with the line of the element where
/// there is a document to look in.
Result<Problem> checked(Problem problem, const std::string& file, const JsonNode* document);

Result<Problem> parse_problem_json(std::string_view text, const std::string& file);
Result<Problem> parse_problem_text(std::string_view text, const std::string& file);
Result<Problem> problem_from_arrays(std::span<const NamedArray> arrays, const std::string& file);

std::string format_problem_json(const Problem& problem);
std::vector<NamedArray> problem_to_arrays(const Problem& problem);

}  // namespace perpend::io
