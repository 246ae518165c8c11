// SPDX-License-Identifier: Apache-2.0
#include "view/limits.hpp"

#include <string>

namespace perpend::view {
namespace {

// Returns the host without ":port"; empty if the port is not a number.
std::string_view name_of(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  if (colon == std::string_view::npos || host.ends_with(']')) return host;
  const std::string_view port = host.substr(colon + 1);
  const bool digits = !port.empty() && port.find_first_not_of("0123456789") == port.npos;
  return digits ? host.substr(0, colon) : std::string_view{};
}

}  // namespace

bool is_loopback(std::string_view host) {
  const std::string_view name = name_of(host);
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

bool is_same_origin(std::string_view origin, std::string_view host) {
  return origin.empty() || origin == "http://" + std::string(host);
}

}  // namespace perpend::view
