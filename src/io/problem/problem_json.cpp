// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "core/infinity.hpp"
#include "io/format/json_object.hpp"
#include "io/problem/problem_formats.hpp"
#include "io/scene/friction_keys.hpp"

namespace perpend::io {
namespace {

std::string indexed(std::string_view name, std::size_t i) {
  return fmt::format("{}[{}]", name, i);
}

// Reads a bound; null means `none`, the infinite bound of that side.
bool read_bound(const JsonNode& node, const std::string& element, FaultList& faults, double none,
                double& out) {
  if (node.kind == JsonKind::number) return out = node.number, true;
  if (node.kind == JsonKind::null) return out = none, true;
  if (node.text == "inf" || node.text == "+inf") return out = kInfinity, true;
  if (node.text == "-inf") return out = -kInfinity, true;
  return faults.mismatch(node, element, "a number, null, \"inf\" or \"-inf\""), false;
}

Eigen::VectorXd read_numbers(const JsonNode& node, const std::string& element, FaultList& faults) {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(node.items.size()));
  if (node.kind != JsonKind::array) faults.mismatch(node, element, "a list of numbers");
  for (std::size_t i = 0; i < node.items.size(); ++i)
    if (node.kind == JsonKind::array)
      read_value(node.items[i], indexed(element, i), faults, values[static_cast<Eigen::Index>(i)]);
  return values;
}

Eigen::VectorXd read_bounds(JsonObject& object, const std::string& key, Eigen::Index n,
                            double otherwise, double none) {
  const std::vector<JsonNode>& items = object.list(key);
  const JsonNode* node = object.find(key);
  if (!node || node->kind != JsonKind::array) return Eigen::VectorXd::Constant(n, otherwise);
  Eigen::VectorXd bounds = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(items.size()));
  for (std::size_t i = 0; i < items.size(); ++i)
    read_bound(items[i], indexed(key, i), object.faults(), none,
               bounds[static_cast<Eigen::Index>(i)]);
  return bounds;
}

// Returns true if the file has n rows of n entries, which are checked before the matrix is
// allocated.
bool is_square(JsonObject& object, const std::string& key, const JsonNode& node, std::size_t n) {
  const std::size_t faults = object.faults().found.size();
  const std::vector<JsonNode>& rows = object.list(key);
  if (node.kind == JsonKind::array && rows.size() != n)
    object.faults().add(node, key, fmt::format("has {} rows", rows.size()),
                        fmt::format("expected {}, as many as b has numbers", n));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (rows[i].kind != JsonKind::array)
      object.faults().mismatch(rows[i], indexed(key, i), "a list of numbers");
    else if (rows[i].items.size() != n)
      object.faults().add(rows[i], indexed(key, i),
                          fmt::format("has {} numbers", rows[i].items.size()),
                          fmt::format("expected {}, as many as b has", n));
  return object.faults().found.size() == faults;
}

Eigen::MatrixXd read_matrix(JsonObject& object, const std::string& key, Eigen::Index n) {
  const JsonNode* node = object.need(key, "a list of rows");
  if (!node) return {};
  const bool square = is_square(object, key, *node, static_cast<std::size_t>(n));
  const std::vector<JsonNode>& rows = node->items;
  if (node->kind != JsonKind::array) return {};
  Eigen::MatrixXd matrix;
  if (square) matrix.setZero(n, n);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].kind != JsonKind::array) continue;  // reported above
    const Eigen::VectorXd row = read_numbers(rows[i], indexed(key, i), object.faults());
    if (square && row.size() == n) matrix.row(static_cast<Eigen::Index>(i)) = row;
  }
  return matrix;
}

void read_direction(JsonObject& object, lcp::Contact& contact) {
  const JsonNode* node = object.find("direction");
  if (!node) {
    if (contact.sliding) object.need("direction", "the unit direction of sliding");
  } else if (node->kind == JsonKind::number) {
    contact.direction = {node->number, 0.0};
  } else {
    read_value(*node, object.path("direction"), object.faults(), contact.direction);
  }
}

lcp::Contact read_contact(const JsonNode& node, std::string element, FaultList& faults,
                          Eigen::Index next_row) {
  JsonObject object(node, std::move(element), faults);
  object.need("kind", "one of frictionless, static, dynamic");
  const int kind = object.read_choice("kind", kContactKinds);
  lcp::Contact contact;
  contact.tangents = kind == 0 ? 0 : 1;
  contact.sliding = kind == 2;
  int row = static_cast<int>(next_row);
  object.read("row", row);
  contact.row = row;
  const bool tangents_given = object.read("tangents", contact.tangents);
  if (tangents_given && kind >= 0 && (contact.tangents == 0) != (kind == 0))
    faults.add(*object.find("tangents"), object.path("tangents"),
               fmt::format("found {} at a {} contact", contact.tangents,
                           kContactKinds[static_cast<std::size_t>(kind)]),
               kind == 0 ? "expected 0" : "expected 1 or 2");
  if (!read_friction(object, contact.mu_s, contact.mu_k) && kind > 0)
    object.need("mu", "a friction coefficient: mu, or mu_s and mu_k");
  read_direction(object, contact);
  object.check_keys();
  return contact;
}

std::vector<lcp::Contact> read_contacts(JsonObject& object) {
  std::vector<lcp::Contact> contacts;
  Eigen::Index next_row = 0;
  const std::vector<JsonNode>& nodes = object.list("contacts");
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    contacts.push_back(read_contact(nodes[i], indexed("contacts", i), object.faults(), next_row));
    next_row = contacts.back().row + contacts.back().tangents + 1;
  }
  return contacts;
}

Problem read_members(JsonObject& object) {
  std::string description;
  object.read("description", description);
  const JsonNode* load = object.need("b", "a list of n numbers");
  if (!load) return {};
  Eigen::VectorXd b = read_numbers(*load, "b", object.faults());
  Eigen::MatrixXd A = read_matrix(object, "A", b.size());
  const JsonNode* contacts = object.find("contacts");
  const JsonNode* lo = object.find("lo");
  const JsonNode* hi = object.find("hi");
  if (contacts && (lo || hi))
    object.faults().add(lo ? *lo : *hi, lo ? "lo" : "hi", "stands beside contacts",
                        "expected bounds or contacts, not both");
  if (contacts) {
    lcp::ContactProblem problem{std::move(A), std::move(b), read_contacts(object)};
    const int law = object.read_choice("law", kFrictionLaws);
    if (law >= 0) problem.law = static_cast<lcp::FrictionLaw>(law);
    return problem;
  }
  if (!lo && !hi) return lcp::Lcp{std::move(A), std::move(b)};
  const Eigen::Index n = b.size();
  return lcp::BoxedLcp{std::move(A), std::move(b), read_bounds(object, "lo", n, 0.0, -kInfinity),
                       read_bounds(object, "hi", n, kInfinity, kInfinity)};
}

std::string format_vector(const Eigen::VectorXd& values) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::isinf(values[i]) ? (values[i] > 0 ? "\"inf\"" : "\"-inf\"")
                                  : fmt::format("{}", values[i]);
  }
  return text + "]";
}

std::string format_matrix(const Eigen::MatrixXd& matrix) {
  std::string text = "[";
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    text += (i > 0 ? ",\n        " : "") + format_vector(matrix.row(i));
  return text + "]";
}

std::string format_contact(const lcp::Contact& contact) {
  const int kind = contact_kind(contact);
  std::string text = fmt::format(
      R"({{"row": {}, "kind": "{}", "tangents": {}, "mu_s": {}, "mu_k": {})", contact.row,
      kContactKinds[static_cast<std::size_t>(kind)], contact.tangents, contact.mu_s, contact.mu_k);
  if (contact.sliding) text += ", \"direction\": " + format_vector(contact.direction);
  return text + "}";
}

std::string format_extra(const lcp::Lcp&) {
  return {};
}

std::string format_extra(const lcp::BoxedLcp& problem) {
  return ",\n  \"lo\": " + format_vector(problem.lo) + ",\n  \"hi\": " + format_vector(problem.hi);
}

std::string format_extra(const lcp::ContactProblem& problem) {
  std::string text =
      ",\n  \"law\": " + json_string(kFrictionLaws[static_cast<std::size_t>(problem.law)]) +
      ",\n  \"contacts\": [";
  for (std::size_t i = 0; i < problem.contacts.size(); ++i)
    text += (i > 0 ? ",\n    " : "\n    ") + format_contact(problem.contacts[i]);
  return text + "]";
}

template <typename P>
std::string format_members(const P& problem) {
  return "{\n  \"A\": " + format_matrix(problem.A) + ",\n  \"b\": " + format_vector(problem.b) +
         format_extra(problem) + "\n}\n";
}

}  // namespace

Result<Problem> parse_problem_json(std::string_view text, const std::string& file) {
  const Result<JsonNode> document = parse_json(text, file);
  if (!document) return document.error();
  FaultList faults{file};
  JsonObject object(*document, "", faults);
  Problem problem;
  if (faults.found.empty()) problem = read_members(object);
  if (object.find("b")) object.check_keys();
  if (!faults.found.empty()) return std::move(faults.found);
  return checked(std::move(problem), file, &document.value());
}

std::string format_problem_json(const lcp::Lcp& problem) {
  return format_members(problem);
}

std::string format_problem_json(const lcp::BoxedLcp& problem) {
  return format_members(problem);
}

std::string format_problem_json(const lcp::ContactProblem& problem) {
  return format_members(problem);
}

}  // namespace perpend::io
