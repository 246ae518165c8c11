// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/slip_frames.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "perpend/core/error.hpp"

namespace perpend::lcp {
namespace {

using Eigen::Index;

SlipFrame frame_of(const Contact& contact, const Slip& slip, double threshold) {
  SlipFrame frame;
  frame.pressure = std::max(0.0, slip.impulse);
  const double x = slip.velocity.x(), y = contact.tangents == 2 ? slip.velocity.y() : 0.0;
  const double speed = std::hypot(x, y);
  frame.slides = contact.tangents > 0 && speed > threshold;
  if (!frame.slides || contact.tangents < 2) return frame;
  frame.axes << x, -y, y, x;
  frame.axes /= speed;
  const double limit = contact.mu_k * frame.pressure;
  frame.lateral_compliance = limit > 0 ? speed / limit : std::numeric_limits<double>::infinity();
  return frame;
}

}  // namespace

std::vector<SlipFrame> slip_frames(const ContactProblem& problem, const SlipOptions& options) {
  const std::size_t contacts = problem.contacts.size(), given = options.slips.size();
  require(given == 0 || given == contacts, "options.slips.size()", "0 or the number of contacts",
          static_cast<double>(given));
  require(options.threshold >= 0, "options.threshold", ">= 0", options.threshold);
  std::vector<SlipFrame> frames(contacts);
  for (std::size_t i = 0; i < given; ++i) {
    const Slip& slip = options.slips[i];
    const std::string name = "options.slips[" + std::to_string(i) + "]";
    require(slip.velocity.allFinite(), name + ".velocity", "finite", "NaN or infinity");
    require(std::isfinite(slip.impulse), name + ".impulse", "finite", slip.impulse);
    frames[i] = frame_of(problem.contacts[i], slip, options.threshold);
  }
  return frames;
}

Eigen::SparseMatrix<double> rotated_forces(const ContactProblem& problem,
                                           const std::vector<SlipFrame>& frames, Index columns) {
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<bool> rotated(problem.size(), false);
  const auto add = [&](Index row, Index column, double value) {
    entries.emplace_back(static_cast<int>(row), static_cast<int>(column), value);
  };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Contact& contact = problem.contacts[i];
    if (contact.tangents < 2) continue;
    for (int j = 0; j < 2; ++j) {
      rotated[contact.row + 1 + j] = true;
      for (int k = 0; k < 2; ++k)
        add(contact.row + 1 + k, contact.row + 1 + j, frames[i].axes(k, j));
    }
  }
  for (Index row = 0; row < problem.size(); ++row)
    if (!rotated[row]) add(row, row, 1);
  Eigen::SparseMatrix<double> spread(problem.size(), columns);
  spread.setFromTriplets(entries.begin(), entries.end());
  return spread;
}

}  // namespace perpend::lcp
