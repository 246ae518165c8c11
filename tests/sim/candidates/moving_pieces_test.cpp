// SPDX-License-Identifier: Apache-2.0
#include "sim/candidates/pairs/moving_pieces.hpp"

#include <doctest/doctest.h>

#include "relative.hpp"
#include "sim/scenes.hpp"

namespace perpend {

TEST_CASE("overlap is measured by the thinnest piece of all, but by half of the pair's at least") {
  ModelBuilder builder;
  const auto add = [&](double radius, double x) {
    BodyDef def{.kind = BodyKind::spatial};
    def.spatial.pose.p = {x, 0, 0};
    def.spatial.shapes = {{spatial::Sphere{radius}}};
    builder.add_body(def);
  };
  add(0.3, 0);
  add(1.0, 3);
  add(0.4, 6);
  add(0.5, 9);
  const Model model = builder.build().value();
  const MovingPieces pieces(model, 0.01);
  CHECK(pieces.thickness(1, 3) == relative(0.5, 1e-12));
  CHECK(pieces.common_thickness(0, 1) == relative(0.3, 1e-12));
  CHECK(pieces.common_thickness(2, 3) == relative(0.3, 1e-12));
  CHECK(pieces.common_thickness(1, 1) == relative(0.5, 1e-12));
}

}  // namespace perpend
