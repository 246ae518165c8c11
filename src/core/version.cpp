// SPDX-License-Identifier: Apache-2.0
#include "perpend/core/version.hpp"

namespace perpend {

std::string_view version() {
  return PERPEND_VERSION;
}

}  // namespace perpend
