// SPDX-License-Identifier: Apache-2.0
#include <doctest/doctest.h>

#include <set>

#include "perpend/io/picture.hpp"
#include "perpend/model/model_builder.hpp"

using namespace perpend;

namespace {

// Particles of these masses, with a floor before the last of them.
Model particles(const std::vector<double>& masses) {
  ModelBuilder builder;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    if (i + 1 == masses.size()) builder.add_body({.kind = BodyKind::fixed});
    builder.add_body({.kind = BodyKind::particle, .mass = masses[i]});
  }
  return builder.build().value();
}

}  // namespace

TEST_CASE("the most numerous bodies have the first colour, of as many the lighter ones") {
  const auto colors = io::body_colors(particles({7, 3, 5, 3, 5, 9}));
  CHECK(colors == std::vector<std::string>{"#1fae7e", "#4a8fd9", "#eb7a3c", "#4a8fd9", "#eb7a3c",
                                           "#8c8f94", "#e0a526"});
}

TEST_CASE("masses that rounding parts look alike, a thousandth makes two of them") {
  const auto colors = io::body_colors(particles({2, 2 * (1 + 1e-9), 2.002, 2}));
  CHECK(colors[0] == colors[1]);
  CHECK(colors[0] == colors[4]);
  CHECK(colors[0] != colors[2]);
}

TEST_CASE("eight masses have eight colours, then they come again") {
  const auto colors = io::body_colors(particles({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
  const std::set<std::string> first(colors.begin(), colors.begin() + 8);
  CHECK(first.size() == 8);
  CHECK(!first.contains("#8c8f94"));
  CHECK(colors[8] == colors[0]);
  CHECK(colors[10] == colors[1]);
}

TEST_CASE("a colour that was chosen is that of its body alone, whatever moves it") {
  ModelBuilder builder;
  builder.add_body({.kind = BodyKind::fixed});
  builder.add_body({.kind = BodyKind::kinematic});
  builder.add_body({.mass = 1, .inertia = 1});
  builder.add_body({.mass = 1, .inertia = 1});
  const Model model = builder.build().value();
  const std::vector<std::string> chosen{"#000001", "", "#000002"};
  CHECK(io::body_colors(model, chosen) ==
        std::vector<std::string>{"#000001", "#8c8f94", "#000002", "#4a8fd9"});
}
