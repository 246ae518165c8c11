// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/format/json_node.hpp"
#include "io/format/npz.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/problem_file.hpp"

namespace perpend::io {

/// Names in files, in the order of the codes that .npz files hold.
inline const std::vector<std::string> kContactKinds{"frictionless", "static", "dynamic"};
inline const std::vector<std::string> kFrictionLaws{"coulomb", "opposing", "box"};

/// Returns the code of a contact's kind: 0 frictionless, 1 static, 2 dynamic.
int contact_kind(const lcp::Contact& contact);

/// Returns contacts of `dimension` consecutive rows each, with one coefficient each.
std::vector<lcp::Contact> contacts_in_order(int dimension, const Eigen::VectorXd& mu);

Diagnostic diagnostic_of(const InvalidArgument& fault, const std::string& file, int line);

/// Returns the problem, or what lcp::validate says about it as a fault, with the line of the
/// element if there is a document.
Result<Problem> checked(Problem problem, const std::string& file, const JsonNode* document);

Result<Problem> parse_problem_json(std::string_view text, const std::string& file);
Result<Problem> parse_problem_text(std::string_view text, const std::string& file);
Result<Problem> problem_from_arrays(std::span<const NamedArray> arrays, const std::string& file);

std::string format_problem_json(const lcp::Lcp& problem);
std::string format_problem_json(const lcp::BoxedLcp& problem);
std::string format_problem_json(const lcp::ContactProblem& problem);
std::vector<NamedArray> problem_to_arrays(const lcp::Lcp& problem);
std::vector<NamedArray> problem_to_arrays(const lcp::BoxedLcp& problem);
std::vector<NamedArray> problem_to_arrays(const lcp::ContactProblem& problem);

}  // namespace perpend::io
