// SPDX-License-Identifier: Apache-2.0
//
// The paper's method as printed, on the systems of Baraff 1996, section 9, and on those with
// auxiliary constraints: loops and contacts whose responses the primary constraints anticipate
// (section 8).
#pragma once

#include <string>
#include <vector>

#include "bench.hpp"
#include "perpend/model/model.hpp"

namespace perpend::bench {

/// Appends a row for a mechanism whose last `loops` joints close a loop each: by sparsefactor, one
/// sparsesolve for each of their rows and one for the forces, and a dense system of these rows.
/// Rows of the same family by "perpend" must precede it.
void append_paper(const std::string& family, const Model& model, int loops,
                  std::vector<JointsRow>& rows);

/// Appends rows for a mechanism whose last `contacts` bodies each rest on a plane without friction:
/// by the engine's half solves, by the paper's method, by a dense solver, and by conjugate
/// gradients with all contacts taken as active.
void append_contacts(const std::string& family, const Model& model, int contacts,
                     std::vector<JointsRow>& rows);

}  // namespace perpend::bench
