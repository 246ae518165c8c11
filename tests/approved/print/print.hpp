// SPDX-License-Identifier: Apache-2.0
// All that Perpend holds of a file, as text that stays the same from machine to machine.
#pragma once

#include <fmt/format.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <filesystem>
#include <string>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::print {

/// Ten digits: what rounding leaves alone.
std::string number(double value);
/// Numbers with blanks between them.
template <typename Vector>
std::string numbers(const Vector& values) {
  std::string text;
  for (Eigen::Index i = 0; i < values.size(); ++i) text += (i > 0 ? " " : "") + number(values[i]);
  return text;
}

using Words = std::vector<std::string>;

void scene(const std::filesystem::path& file, const Words& parameters);
void picture(const std::filesystem::path& file);
void mesh(const std::filesystem::path& file);
void problem(const std::filesystem::path& file);
void hdf5(const std::filesystem::path& file);
/// `kind`: recording, snapshot or problem.
void without(const std::filesystem::path& file, const std::string& kind);
/// Commands of clients from standard input, and all messages that come of them.
void live(const std::filesystem::path& file);

/// Every member of each.
void faults(const Diagnostics& found);

}  // namespace perpend::print
