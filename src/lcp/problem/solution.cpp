// SPDX-License-Identifier: Apache-2.0
#include "perpend/lcp/solution.hpp"

#include <array>
#include <utility>

namespace perpend::lcp {
namespace {

constexpr std::array kMethods{Method::automatic,
                              Method::dantzig,
                              Method::keller,
                              Method::lemke,
                              Method::murty,
                              Method::block,
                              Method::qp,
                              Method::proximal,
                              Method::pgs,
                              Method::alart_curnier,
                              Method::fischer_burmeister,
                              Method::interior};

}  // namespace

std::string_view to_string(Method method) {
  switch (method) {
    case Method::automatic:
      return "auto";
    case Method::dantzig:
      return "dantzig";
    case Method::keller:
      return "keller";
    case Method::lemke:
      return "lemke";
    case Method::murty:
      return "murty";
    case Method::block:
      return "block";
    case Method::qp:
      return "qp";
    case Method::proximal:
      return "proximal";
    case Method::pgs:
      return "pgs";
    case Method::alart_curnier:
      return "alart_curnier";
    case Method::fischer_burmeister:
      return "fischer_burmeister";
    case Method::interior:
      return "interior";
    case Method::guess:
      return "guess";
  }
  return "unknown";
}

std::string_view to_string(Status status) {
  switch (status) {
    case Status::solved:
      return "solved";
    case Status::ray:
      return "ray";
    case Status::limit:
      return "limit";
    case Status::infeasible:
      return "infeasible";
    case Status::invalid:
      return "invalid";
  }
  return "unknown";
}

std::optional<Method> method_from_name(std::string_view name) {
  if (name == "automatic") return Method::automatic;
  for (const Method method : kMethods)
    if (name == to_string(method)) return method;
  return std::nullopt;
}

std::span<const Method> all_methods() {
  return kMethods;
}

}  // namespace perpend::lcp
