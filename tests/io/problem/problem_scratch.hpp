// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "perpend/io/problem_file.hpp"

// Problem files in a folder of their own, and what their reader says of them.
namespace perpend::io::problem_scratch {

inline std::filesystem::path scratch(const std::string& name) {
  const auto folder = std::filesystem::temp_directory_path() / "perpend_problem_test";
  std::filesystem::create_directories(folder);
  return folder / name;
}

inline Result<Problem> read_text(const std::string& name, const std::string& text) {
  std::ofstream(scratch(name)) << text;
  return read_problem(scratch(name));
}

// The only fault of a file, as "line element: message (hint)".
inline std::string only_fault(const Result<Problem>& problem) {
  if (problem.has_value()) return "no fault";
  if (problem.error().size() != 1) return to_string(problem.error());
  const Diagnostic& fault = problem.error()[0];
  return std::to_string(fault.line) + " " + fault.element + ": " + fault.message + " (" +
         fault.hint + ")";
}

inline std::string only_fault(const std::string& name, const std::string& text) {
  return only_fault(read_text(name, text));
}

}  // namespace perpend::io::problem_scratch
