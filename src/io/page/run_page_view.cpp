// SPDX-License-Identifier: Apache-2.0
#include "io/page/run_page_view.hpp"

#include "io/page/space_view.hpp"

namespace perpend::io {
namespace {

using nlohmann::json;

json numbers(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}

}  // namespace

json view_json(const Model& model, const std::optional<study::ViewFrame>& given,
               std::span<const State> states) {
  const study::ViewFrame view = given ? *given : view_of(model, states);
  json data = {{"lo", {view.lo.x(), view.lo.y()}}, {"hi", {view.hi.x(), view.hi.y()}}};
  if (!is_in_space(model)) return data;
  const SpaceView space = space_view(model, states);
  data["center"] = numbers(space.center);
  data["right"] = numbers(space.right);
  data["up"] = numbers(space.up);
  data["vertical"] = numbers(upward(model));
  return data;
}

}  // namespace perpend::io
