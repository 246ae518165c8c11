// SPDX-License-Identifier: Apache-2.0
#include "lcp/friction/anderson.hpp"

#include "linalg/kernels/dense_factors.hpp"

namespace perpend::lcp {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd Anderson::next(const VectorXd& s, const VectorXd& image) {
  const VectorXd step = image - s;
  const bool grew = last_step_.size() > 0 && step.norm() > last_step_.norm();
  if (grew) steps_.clear(), images_.clear();
  if (last_step_.size() > 0 && !grew) {
    steps_.push_back(step - last_step_);
    images_.push_back(image - last_image_);
    if (steps_.size() > kDepth) steps_.pop_front(), images_.pop_front();
  }
  last_step_ = step;
  last_image_ = image;
  // A step that grew left the region that the secants describe; half steps end what would cycle.
  if (grew) return s + 0.5 * step;
  if (steps_.empty()) return image;
  const auto depth = static_cast<Index>(steps_.size());
  MatrixXd secants(s.size(), depth), images(s.size(), depth);
  for (Index k = 0; k < depth; ++k) {
    secants.col(k) = steps_[static_cast<std::size_t>(k)];
    images.col(k) = images_[static_cast<std::size_t>(k)];
  }
  return image - images * secants.colPivHouseholderQr().solve(step);
}

}  // namespace perpend::lcp
