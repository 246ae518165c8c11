// SPDX-License-Identifier: Apache-2.0
#include "contact/equations/island_record.hpp"

#include "lcp/problem/block_pairs.hpp"

namespace perpend {

Eigen::MatrixXd& IslandRecord::W() {
  if (in_pairs && contact.A.size() == 0) contact.A = pairs.dense();
  return kind == Record::lcp ? unbounded.A : kind == Record::boxed ? boxed.A : contact.A;
}

Eigen::VectorXd& IslandRecord::b() {
  if (kind == Record::bodies) return blocks.b;
  return kind == Record::lcp ? unbounded.b : kind == Record::boxed ? boxed.b : contact.b;
}

Eigen::VectorXd& IslandRecord::noise() {
  if (kind == Record::bodies) return blocks.noise;
  return kind == Record::lcp     ? unbounded.noise
         : kind == Record::boxed ? boxed.noise
                                 : contact.noise;
}

// No entry of W is larger than the largest of its diagonal.
bool IslandRecord::is_finite() {
  if (!noise().allFinite() || !b().allFinite()) return false;
  if (kind == Record::bodies) return lcp::is_finite(blocks);
  return in_pairs ? pairs.is_finite() : W().diagonal().allFinite();
}

}  // namespace perpend
