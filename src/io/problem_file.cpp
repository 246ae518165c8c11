// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/problem_file.hpp"

#include "io/file_bytes.hpp"
#include "io/problem_formats.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {

int contact_kind(const lcp::Contact& contact) {
  if (contact.tangents == 0) return 0;
  return contact.sliding ? 2 : 1;
}

Result<Problem> checked(Problem problem, const std::string& file, const JsonNode* document) {
  try {
    std::visit([](const auto& p) { lcp::validate(p); }, problem);
  } catch (const InvalidArgument& fault) {
    const int line = document ? line_of(*document, fault.argument()) : 0;
    const std::string_view message = fault.what();
    return Diagnostics{{file, line, fault.argument(),
                        std::string(message.substr(fault.argument().size() + 1)), ""}};
  }
  return problem;
}

Result<Problem> read_problem(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
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
                      "expected one of .json, .npz, .dat, .txt"}};
}

Diagnostics write_problem(const std::filesystem::path& file, const Problem& problem) {
  std::visit([](const auto& p) { lcp::validate(p); }, problem);
  const std::string ending = file.extension().string();
  if (ending == ".npz") return write_npz(file, problem_to_arrays(problem));
  if (ending == ".json") return write_bytes(file, format_problem_json(problem));
  return {{file.string(), 0, "", "has ending \"" + ending + "\"", "expected .json or .npz"}};
}

}  // namespace perpend::io
