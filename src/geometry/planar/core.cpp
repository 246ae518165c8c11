// SPDX-License-Identifier: Apache-2.0
#include "geometry/planar/core.hpp"

#include <algorithm>

namespace perpend::planar {

Core::Core(const Shape& shape) {
  if (const auto* polygon = std::get_if<Polygon>(&shape)) {
    polygon_ = polygon->vertices.data();
    size_ = static_cast<int>(polygon->vertices.size());
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    ends_ = {Eigen::Vector2d(-capsule->half_length, 0), Eigen::Vector2d(capsule->half_length, 0)};
    size_ = 2;
    radius_ = capsule->radius;
  } else {
    radius_ = std::get<Disc>(shape).radius;
  }
}

Face Core::face(int k) const {
  if (size_ > 2) {
    const int next = k + 1 == size_ ? 0 : k + 1;
    return {right_of(polygon_[next] - polygon_[k]).normalized(), k, next};
  }
  static constexpr std::array<double, 4> kX{0, 1, 0, -1};
  static constexpr std::array<double, 4> kY{-1, 0, 1, 0};
  static constexpr std::array<int, 4> kFirst{0, 1, 1, 0};
  static constexpr std::array<int, 4> kSecond{1, 1, 0, 0};
  const Eigen::Vector2d normal{kX[k], kY[k]};
  return size_ == 1 ? Face{normal, 0, 0} : Face{normal, kFirst[k], kSecond[k]};
}

int Core::support(const Eigen::Vector2d& d) const {
  int best = 0;
  double highest = d.dot(vertex(0));
  for (int i = 1; i < size_; ++i) {
    const double height = d.dot(vertex(i));
    if (height > highest) {
      highest = height;
      best = i;
    }
  }
  return best;
}

double Core::extent() const {
  double largest = 0;
  for (int i = 1; i < size_; ++i) {
    largest = std::max(largest, (vertex(i) - vertex(0)).squaredNorm());
  }
  return std::sqrt(largest);
}

}  // namespace perpend::planar
