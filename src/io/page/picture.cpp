// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/picture.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>

#include "geometry/planar/broad_phase.hpp"
#include "io/page/picture_space.hpp"
#include "perpend/core/error.hpp"

namespace perpend::io {
namespace {

using Box = Eigen::AlignedBox2d;
using Text = fmt::memory_buffer;

constexpr double kDegrees = 180 / std::numbers::pi;
constexpr int kCaption = 22;  ///< height of the caption with the time below a frame, pixels
// Distance between lines of a fine mesh, pixels; a smaller one would merge into a grey area.
constexpr double kGrain = 6;

template <typename... Args>
void append(Text& text, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Args>(args)...);
}

void extend(Box& box, const Body& body, const planar::Pose& pose) {
  if (body.details->shapes.empty()) box.extend(pose.p);
  for (const planar::ShapeInstance& instance : body.details->shapes) {
    if (std::holds_alternative<planar::HalfPlane>(instance.shape)) continue;
    const planar::Aabb bounds = planar::bounds(instance.shape, compose(pose, instance.pose));
    box.extend(bounds.lo);
    box.extend(bounds.hi);
  }
}

Box bounds_of(const Model& model, std::span<const State> states, bool only_moving) {
  Box box;
  for (const State& state : states)
    for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i)
      if (!only_moving || model.bodies[i].is_dynamic())
        extend(box, model.bodies[i], body_pose(model, state, {i}));
  return box;
}

// Maps the world to the pixels of one frame: y up, uniform scale.
struct Camera {
  study::ViewFrame view;
  double scale = 1;  ///< pixels per metre
  int width = 0, height = 0;
  std::optional<SpaceView> space = {};  ///< picture plane of a model in space

  Camera(const study::ViewFrame& frame, int pixels) : view(frame), width(pixels) {
    const Eigen::Vector2d size = (frame.hi - frame.lo).cwiseMax(1e-9);
    // The aspect ratio of a frame is between 3 : 1 and 1 : 1.5, whatever the motion.
    const double ratio = std::clamp(size.y() / size.x(), 1 / 3.0, 1.5);
    height = static_cast<int>(std::lround(pixels * ratio));
    scale = std::min(width / size.x(), height / size.y());
  }
  Eigen::Vector2d pixel(const Eigen::Vector2d& p) const {
    const Eigen::Vector2d middle = 0.5 * (view.lo + view.hi);
    return {width / 2.0 + scale * (p.x() - middle.x()),
            height / 2.0 - scale * (p.y() - middle.y())};
  }
};

// Draws shapes in the frame of their own pose, where y points up and the unit is a metre.
struct ShapeWriter {
  Text& text;
  const Camera& camera;
  double line() const { return 1.0 / camera.scale; }

  void operator()(const planar::Disc& disc) const {
    append(text, R"svg(<circle r="{:.6g}"/><path d="M0 0H{:.6g}"/>)svg", disc.radius, disc.radius);
  }
  void operator()(const planar::Ellipse& ellipse) const {
    append(text, R"svg(<ellipse rx="{:.6g}" ry="{:.6g}"/><path d="M0 0H{:.6g}"/>)svg", ellipse.a,
           ellipse.b, ellipse.a);
  }
  void operator()(const planar::Polygon& polygon) const {
    append(text, R"svg(<polygon points=")svg");
    for (const Eigen::Vector2d& p : polygon.vertices) append(text, "{:.6g},{:.6g} ", p.x(), p.y());
    append(text, R"svg("/>)svg");
  }
  void operator()(const planar::Capsule& capsule) const {
    append(text,
           R"svg(<rect x="{:.6g}" y="{:.6g}" width="{:.6g}" height="{:.6g}" rx="{:.6g}"/>)svg",
           -capsule.half_length - capsule.radius, -std::max(capsule.radius, line()),
           2 * (capsule.half_length + capsule.radius), 2 * std::max(capsule.radius, line()),
           capsule.radius);
  }
  void operator()(const planar::HalfPlane& plane) const {
    // The half-plane is drawn longer than any view that shows part of it, with a hatched solid
    // side.
    const double reach = 4 * (camera.width + camera.height) / camera.scale + camera.view.lo.norm();
    const double turn = std::atan2(plane.normal.y(), plane.normal.x()) * kDegrees - 90;
    append(
        text,
        R"svg(<g transform="rotate({:.6g})"><rect x="{:.6g}" y="{:.6g}" width="{:.6g}" )svg"
        R"svg(height="{:.6g}" fill="url(#solid)" stroke="none"/><path d="M{:.6g} 0H{:.6g}"/></g>)svg",
        turn, -reach, -reach, 2 * reach, reach, -reach, reach);
  }
};

void append_body(Text& text, const Camera& camera, const Body& body, const planar::Pose& pose) {
  const ShapeWriter writer{text, camera};
  if (body.details->shapes.empty())
    append(text, R"svg(<circle cx="{:.6g}" cy="{:.6g}" r="{:.6g}"/>)svg", pose.p.x(), pose.p.y(),
           3 * writer.line());
  for (const planar::ShapeInstance& instance : body.details->shapes) {
    const planar::Pose at = compose(pose, instance.pose);
    append(text, R"svg(<g transform="translate({:.6g} {:.6g}) rotate({:.6g})">)svg", at.p.x(),
           at.p.y(), at.angle * kDegrees);
    std::visit(writer, instance.shape);
    append(text, "</g>");
  }
}

void append_frame(Text& text, const Camera& camera, const Model& model, const State& state,
                  std::span<const std::string> colors) {
  const Eigen::Vector2d origin = camera.pixel({0, 0});
  append(text, R"svg(<rect width="{}" height="{}" fill="#fcfcfb"/>)svg", camera.width,
         camera.height);
  append(
      text,
      R"svg(<g transform="translate({:.6g} {:.6g}) scale({:.6g} {:.6g})" stroke-width="{:.6g}">)svg",
      origin.x(), origin.y(), camera.scale, -camera.scale, 1.0 / camera.scale);
  if (camera.space) {
    const Strokes strokes{1.0 / camera.scale, (camera.view.hi - camera.view.lo).maxCoeff()};
    append(text, "{}</g>", draw_space(model, state, *camera.space, colors, strokes));
    return;
  }
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    append(text, R"svg(<g fill="{}" stroke="#25282c" stroke-opacity="0.75">)svg", colors[i]);
    append_body(text, camera, model.bodies[i], body_pose(model, state, {i}));
    append(text, "</g>\n");
  }
  append(text, "</g>");
}

void append_hatch(Text& text, const Camera& camera) {
  const double pitch = 8 / camera.scale;
  append(text,
         R"svg(<defs><pattern id="solid" width="{0:.6g}" height="{0:.6g}" )svg"
         R"svg(patternUnits="userSpaceOnUse" patternTransform="rotate(45)">)svg"
         R"svg(<rect width="{0:.6g}" height="{0:.6g}" fill="#eceae6"/>)svg"
         R"svg(<path d="M0 0V{0:.6g}" stroke="#b9b6b0" stroke-width="{1:.6g}"/></pattern>)svg"
         R"svg(<clipPath id="frame"><rect width="{2}" height="{3}" rx="6"/></clipPath></defs>)svg",
         pitch, 2.5 / camera.scale, camera.width, camera.height);
}

}  // namespace

study::ViewFrame view_of(const Model& model, std::span<const State> states) {
  if (is_in_space(model)) return extent(model, states, space_view(model, states));
  Box box = bounds_of(model, states, true);
  if (box.isEmpty()) box = bounds_of(model, states, false);
  if (box.isEmpty()) return {};
  const Eigen::Vector2d margin =
      Eigen::Vector2d::Constant(0.05 * std::max(box.sizes().maxCoeff(), 1e-6));
  return {box.min() - margin, box.max() + margin};
}

std::string draw_svg(const Model& model, const State& state, const PictureOptions& options) {
  PictureOptions plain = options;
  plain.show_time = false;
  return draw_svg_frames(model, std::span(&state, 1), 1, plain);
}

std::string draw_svg_frames(const Model& model, std::span<const State> states, int columns,
                            const PictureOptions& options) {
  require(!states.empty(), "states", "at least one", "none");
  require(columns >= 1, "columns", "at least 1", columns);
  require(options.width >= 16, "width", "at least 16", options.width);
  Camera camera(options.view ? *options.view : view_of(model, states), options.width);
  if (is_in_space(model)) camera.space = space_view(model, states);
  if (camera.space) camera.space->grain = kGrain / camera.scale;
  const std::vector<std::string> colors = body_colors(model, options.colors);
  const int gap = 8, count = static_cast<int>(states.size()), across = std::min(columns, count);
  const int down = (count + across - 1) / across;
  const int cell = camera.height + (options.show_time ? kCaption : 0) + gap;
  Text text;
  append(text,
         R"svg(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" )svg"
         R"svg(height="{1}" font-family="system-ui, sans-serif">)svg"
         "\n",
         across * (camera.width + gap) - gap, down * cell - gap);
  append_hatch(text, camera);
  for (int i = 0; i < count; ++i) {
    append(text, R"svg(<g transform="translate({} {})"><g clip-path="url(#frame)">)svg",
           (i % across) * (camera.width + gap), (i / across) * cell);
    append_frame(text, camera, model, states[i], colors);
    append(text, "</g>");
    if (options.show_time)
      append(text,
             R"svg(<text x="{}" y="{}" font-size="13" fill="#77797e" text-anchor="middle">)svg"
             "t = {:.2f} s</text>",
             camera.width / 2, camera.height + kCaption - 6, states[i].time);
    append(text, "</g>\n");
  }
  append(text, "</svg>\n");
  return fmt::to_string(text);
}

}  // namespace perpend::io
