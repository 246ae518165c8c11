// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/picture.hpp"

#include <doctest/doctest.h>

#include "io/recording/bouncing_disc.hpp"
#include "perpend/core/error.hpp"
#include "relative.hpp"

using namespace perpend;

namespace {

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("the view holds every moving body of every state with its margin") {
  const std::vector<State> states = {bouncing_disc::state(0), bouncing_disc::state(100)};
  const study::ViewFrame view = io::view_of(bouncing_disc::model(), states);
  // Discs from x = -0.5 to 0.7 + 0.5 and up to y = 2.5; the lower one is where flight() says.
  // The margin is 5 % of the longer side, here the width.
  const double low = states[1].q[4] - 0.5, margin = 0.05 * 1.7;
  CHECK(view.lo.x() == relative(-0.5 - margin));
  CHECK(view.hi.x() == relative(1.2 + margin));
  CHECK(view.lo.y() == relative(low - margin));
  CHECK(view.hi.y() == relative(2.5 + margin));
}

TEST_CASE("colours follow the choice, then mobility, then size") {
  Model model = bouncing_disc::model();
  for (const double mass : {1.0, 1.0, 8.0}) {
    model.bodies.push_back(model.bodies[1]);
    model.bodies.back().mass = mass;
  }
  const auto colors = io::body_colors(model);
  CHECK(colors[0] != colors[1]);
  CHECK(colors[1] == colors[2]);
  CHECK(colors[4] != colors[1]);
  CHECK(colors[4] != colors[0]);
  const std::vector<std::string> chosen = {"", "", "#123456"};
  CHECK(io::body_colors(model, chosen)[2] == "#123456");
  CHECK(io::body_colors(model, chosen)[3] == colors[3]);
  // The most numerous have the colour of those that are alone.
  CHECK(colors[1] == io::body_colors(bouncing_disc::model())[1]);
}

TEST_CASE("a view that is taller than a picture can be is drawn whole") {
  const io::PictureOptions options{100, study::ViewFrame{{0, 0}, {1, 10}}};
  const std::string svg = io::draw_svg(bouncing_disc::model(), bouncing_disc::state(0), options);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 150\""));
  CHECK(count(svg, "translate(42.5 150) scale(15 -15)") == 1);
}

TEST_CASE("the face of a half-plane is drawn along it") {
  Model model = bouncing_disc::model();
  for (const auto& [normal, turn] : {std::pair(Eigen::Vector2d(0, 1), "rotate(0)"),
                                     std::pair(Eigen::Vector2d(1, 0), "rotate(-90)"),
                                     std::pair(Eigen::Vector2d(-0.6, 0.8), "rotate(36.8699)")}) {
    model.bodies[0].details->shapes[0].shape = planar::HalfPlane{normal};
    CHECK(count(io::draw_svg(model, bouncing_disc::state(0)), std::string(turn) + "\"><rect") == 1);
  }
}

TEST_CASE("a picture places shapes where the state has them") {
  const Model model = bouncing_disc::model();
  State state = bouncing_disc::state(0);
  state.q.tail<3>() << 1.5, 2.25, std::acos(-1) / 6;
  const io::PictureOptions options{400, study::ViewFrame{{0, 0}, {4, 4}}};
  const std::string svg = io::draw_svg(model, state, options);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\""));
  CHECK(svg.ends_with("</svg>\n"));
  // 100 pixels per metre, the origin in the lower left corner.
  CHECK(count(svg, "translate(0 400) scale(100 -100)") == 1);
  CHECK(count(svg, "translate(1.5 2.25) rotate(30)") == 1);
  CHECK(count(svg, "<circle r=\"0.5\"/>") == 1);
  CHECK(count(svg, "url(#solid)") == 1);
  // Hatched by lines of 2.5 pixels, 8 pixels apart.
  CHECK(count(svg, "<pattern id=\"solid\" width=\"0.08\" height=\"0.08\"") == 1);
  CHECK(count(svg, "<path d=\"M0 0V0.08\" stroke=\"#b9b6b0\" stroke-width=\"0.025\"/>") == 1);
  CHECK(count(svg, "<g") == count(svg, "</g>"));
  CHECK(count(svg, "t =") == 0);
}

TEST_CASE("every shape is drawn") {
  Model model = bouncing_disc::model();
  model.bodies[1].details->shapes = {
      {planar::Ellipse{2, 1}}, {planar::box(1, 2)}, {planar::Capsule{1, 0.5}}};
  const std::string svg = io::draw_svg(model, bouncing_disc::state(0));
  CHECK(count(svg, "<ellipse rx=\"2\" ry=\"1\"/>") == 1);
  CHECK(count(svg, "<polygon points=\"-0.5,-1 0.5,-1 0.5,1 -0.5,1 \"/>") == 1);
  CHECK(count(svg, "<rect x=\"-1.5\" y=\"-0.5\" width=\"3\" height=\"1\" rx=\"0.5\"/>") == 1);
}

TEST_CASE("several frames have a time per state each") {
  const std::vector<State> states = {bouncing_disc::state(0), bouncing_disc::state(25),
                                     bouncing_disc::state(50)};
  const std::string svg = io::draw_svg_frames(bouncing_disc::model(), states, 2);
  CHECK(count(svg, "<circle r=\"0.5\"/>") == 3);
  CHECK(count(svg, "t = 0.25 s") == 1);
  // Two rows of cells, 8 pixels apart: the caption stands 6 above the end of its own.
  const std::size_t box = svg.find("viewBox=\"0 0 ") + 13;
  const int height = std::stoi(svg.substr(svg.find(' ', box) + 1));
  CHECK(count(svg, "y=\"" + std::to_string((height + 8) / 2 - 14) + "\"") == 3);
  CHECK(count(svg, "<svg") == 1);
  CHECK_THROWS_AS(io::draw_svg_frames(bouncing_disc::model(), {}, 2), InvalidArgument);
  CHECK_THROWS_AS(io::draw_svg_frames(bouncing_disc::model(), states, 0), InvalidArgument);
}

TEST_CASE(
    "where nothing moves the view holds all but half-planes, and a metre where there is none") {
  Model model = bouncing_disc::model();
  const State state = bouncing_disc::state(0);
  model.bodies[1].kind = BodyKind::fixed;
  model.bodies[1].details->shapes = {{.shape = planar::Disc{0.5}, .pose = {{3, 1}, 0}}};
  const study::ViewFrame still = io::view_of(model, std::span(&state, 1));
  CHECK(still.lo.x() == relative(2.5 - 0.05));
  CHECK(still.hi.x() == relative(3.5 + 0.05));
  CHECK(still.hi.y() == relative(2 + 1 + 0.5 + 0.05));
  model.bodies.pop_back();
  const study::ViewFrame none = io::view_of(model, std::span(&state, 1));
  CHECK(none.lo == Eigen::Vector2d(0, 0));
  CHECK(none.hi == Eigen::Vector2d(1, 1));
}

TEST_CASE("a view that is wider than a picture can be is drawn whole, a third as high") {
  const io::PictureOptions options{300, study::ViewFrame{{2, 1}, {12, 2}}};
  const std::string svg = io::draw_svg(bouncing_disc::model(), bouncing_disc::state(0), options);
  CHECK(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 300 100\""));
  CHECK(count(svg, "translate(-60 95) scale(30 -30)") == 1);
  CHECK(count(svg, "stroke-width=\"0.0333333\"") == 1);
}

TEST_CASE("frames stand side by side, as many across as there are or were asked for") {
  std::vector<State> states;
  for (const int step : {0, 10, 20, 30, 40}) states.push_back(bouncing_disc::state(step));
  const Model model = bouncing_disc::model();
  const auto picture = [&](int columns, bool show_time) {
    return io::draw_svg_frames(model, states, columns,
                               {100, study::ViewFrame{{0, 0}, {1, 1}}, {}, show_time});
  };
  // Frames of 100 pixels, 8 apart, with 22 below each for its time.
  CHECK(picture(3, true).find("viewBox=\"0 0 316 252\"") != std::string::npos);
  CHECK(picture(3, false).find("viewBox=\"0 0 316 208\"") != std::string::npos);
  CHECK(picture(9, false).find("viewBox=\"0 0 532 100\"") != std::string::npos);
  CHECK(count(picture(3, true), "<g transform=\"translate(108 130)\">") == 1);
  CHECK(count(picture(3, false), "<g transform=\"translate(216 0)\">") == 1);
  CHECK(count(picture(1, true), "<g transform=\"translate(0 520)\">") == 1);
  CHECK(count(picture(3, true), "<text x=\"50\" y=\"116\"") == 5);
  CHECK_THROWS_AS(io::draw_svg_frames(model, states, 2, {.width = 15}), InvalidArgument);
  CHECK(count(io::draw_svg_frames(model, states, 2, {.width = 16}), "t = 0.40 s") == 1);
}

// Of a box whose shape is beside its centre and turned, and of a point without a shape.
TEST_CASE("shapes are drawn at their place in a turned body, bodies without them as dots") {
  Model model = bouncing_disc::model();
  model.bodies[1].details->shapes = {{.shape = planar::Disc{0.25}, .pose = {{1, 0.5}, 0.2}}};
  State state = bouncing_disc::state(0);
  state.q.tail<3>() << 2, 3, std::acos(-1) / 2;
  const io::PictureOptions options{400, study::ViewFrame{{0, 0}, {4, 4}}, {"", "#123456"}};
  const std::string svg = io::draw_svg(model, state, options);
  CHECK(count(svg, "<g transform=\"translate(1.5 4) rotate(101.459)\"><circle r=\"0.25\"/>") == 1);
  CHECK(count(svg, "<g fill=\"#123456\"") == 1);
  CHECK(count(svg, "<g fill=\"#8c8f94\"") == 1);
  model.bodies[1].details->shapes.clear();
  CHECK(count(io::draw_svg(model, state, options), "<circle cx=\"2\" cy=\"3\" r=\"0.03\"/>") == 1);
}
