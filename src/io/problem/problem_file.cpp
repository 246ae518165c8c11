// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/problem_file.hpp"

#include "io/format/file_bytes.hpp"
#include "io/problem/problem_formats.hpp"
#include "perpend/core/error.hpp"
#include "perpend/io/fclib.hpp"

namespace perpend::io {

int contact_kind(const lcp::Contact& contact) {
  if (contact.tangents == 0) return 0;
  return contact.sliding ? 2 : 1;
}

std::vector<lcp::Contact> contacts_in_order(int dimension, const Eigen::VectorXd& mu) {
  std::vector<lcp::Contact> contacts;
  for (Eigen::Index i = 0; i < mu.size(); ++i)
    contacts.push_back(
        {.row = dimension * i, .tangents = dimension - 1, .mu_s = mu[i], .mu_k = mu[i]});
  return contacts;
}

Diagnostic diagnostic_of(const InvalidArgument& fault, const std::string& file, int line) {
  const std::string_view message = fault.what();
  return {file, line, fault.argument(), std::string(message.substr(fault.argument().size() + 1)),
          ""};
}

Result<Problem> checked(Problem problem, const std::string& file, const JsonNode* document) {
  try {
    std::visit([](const auto& p) { lcp::validate(p); }, problem);
  } catch (const InvalidArgument& fault) {
    const int line = document ? line_of(*document, fault.argument()) : 0;
    return Diagnostics{diagnostic_of(fault, file, line)};
  }
  return problem;
}

namespace {

bool is_fclib(const std::string& ending) {
  return ending == ".hdf5" || ending == ".h5";
}

Problem without_extras(FclibFile file) {
  return std::visit([](auto&& problem) { return Problem(std::move(problem)); },
                    std::move(file.problem));
}

template <typename P>
Diagnostics write_as(const std::filesystem::path& file, const P& problem) {
  constexpr bool kGlobal = std::is_same_v<P, lcp::GlobalContactProblem>;
  const std::string ending = file.extension().string();
  const auto refused = [&](std::string message, std::string hint) {
    return Diagnostics{{file.string(), 0, "", std::move(message), std::move(hint)}};
  };
  if (is_fclib(ending)) {
    if constexpr (kGlobal || std::is_same_v<P, lcp::ContactProblem>)
      return write_fclib(file, {.problem = problem});
    return refused("cannot hold a problem without contacts", "expected .json or .npz");
  }
  if constexpr (!kGlobal) {
    if (ending == ".npz") return write_npz(file, problem_to_arrays(problem));
    if (ending == ".json") return write_bytes(file, format_problem_json(problem));
  }
  return refused("has ending \"" + ending + "\"",
                 kGlobal ? "expected .hdf5 or .h5" : "expected one of .json, .npz, .hdf5, .h5");
}

}  // namespace

Result<Problem> read_problem(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  if (is_fclib(ending)) {
    Result<FclibFile> read = read_fclib(file);
    if (!read) return read.error();
    return without_extras(std::move(read).value());
  }
  if (ending == ".npz") {
    const Result<std::vector<NamedArray>> arrays = read_npz(file);
    if (!arrays) return arrays.error();
    return problem_from_arrays(arrays.value(), file.string());
  }
  const Result<std::string> text = read_bytes(file);
  if (!text) return text.error();
  if (ending == ".json") return parse_problem_json(*text, file.string());
  if (ending == ".dat" || ending == ".txt") return parse_problem_text(*text, file.string());
  return Diagnostics{{file.string(), 0, "", "has ending \"" + ending + "\"",
                      "expected one of .json, .npz, .dat, .txt, .hdf5, .h5"}};
}

Diagnostics write_problem(const std::filesystem::path& file, const Problem& problem) {
  return std::visit(
      [&](const auto& p) {
        lcp::validate(p);
        return write_as(file, p);
      },
      problem);
}

}  // namespace perpend::io
