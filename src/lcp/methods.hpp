// SPDX-License-Identifier: Apache-2.0
//
// What the library itself asks the table of methods (methods.cpp); solve.hpp has the rest.
#pragma once

#include "perpend/lcp/solution.hpp"

namespace perpend::lcp {

/// True if `method` requires contact problems to have a symmetric A.
bool needs_symmetric_contacts(Method method);

/// True if `method` is `automatic` or one of the cone's, which can do without a stored W.
bool is_cone_method(Method method);

}  // namespace perpend::lcp
