// SPDX-License-Identifier: Apache-2.0
#include "perpend/geometry/spatial/shape.hpp"

#include <cmath>

namespace perpend::spatial {
namespace {

struct Check {
  const std::string& element;
  Diagnostics faults = {};

  void positive(const char* field, double value) {
    if (value > 0 && std::isfinite(value)) return;
    faults.push_back({"", 0, element + "." + field, "is " + std::to_string(value), "expected > 0"});
  }
  void operator()(const Sphere& sphere) { positive("radius", sphere.radius); }
  void operator()(const Box& box) { positive("size", box.half.minCoeff()); }
  void operator()(const Cylinder& cylinder) {
    positive("half_length", cylinder.half_length);
    positive("radius", cylinder.radius);
  }
  void operator()(const Capsule& capsule) {
    positive("half_length", capsule.half_length);
    positive("radius", capsule.radius);
  }
  void operator()(const HalfSpace&) {}
};

}  // namespace

Diagnostics check(const Shape& shape, const std::string& element) {
  Check check{element};
  std::visit(check, shape);
  return std::move(check.faults);
}

}  // namespace perpend::spatial
