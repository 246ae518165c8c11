// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_view.hpp"

#include "io/page/space_view.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

json corners(const study::ViewFrame& view) {
  return {{"lo", {view.lo.x(), view.lo.y()}}, {"hi", {view.hi.x(), view.hi.y()}}};
}

}  // namespace

json view_json(const RunPage& page, std::span<const State> states) {
  const Model& model = *page.model;
  if (!is_in_space(model)) return corners(page.view ? *page.view : view_of(model, states));
  const SpaceView space = space_view(model, states, page.visuals);
  json data = corners(page.view ? *page.view : extent(model, states, space, page.visuals));
  data["center"] = numbers(space.center);
  data["right"] = numbers(space.right);
  data["up"] = numbers(space.up);
  data["vertical"] = numbers(upward(model));
  return data;
}

}  // namespace perpend::io
