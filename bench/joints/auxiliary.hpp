// SPDX-License-Identifier: Apache-2.0
//
// The paper's method as printed on the systems of Baraff 1996, section 9, and those of them with
// auxiliary constraints: loops and contacts that the primary constraints answer in advance
// (section 8).
#pragma once

#include <string>
#include <vector>

#include "bench.hpp"
#include "perpend/model/model.hpp"

namespace perpend::bench {

/// A mechanism whose last `loops` joints close a loop each, by sparsefactor, one sparsesolve for
/// each row of theirs and one for the forces, and a dense system of these rows. Behind rows of the
/// same family.
void append_paper(const std::string& family, const Model& model, int loops,
                  std::vector<JointsRow>& rows);

/// A mechanism whose last `contacts` bodies each rest on a plane without friction: by the engine's
/// half solves, by the paper's method, dense, and by conjugate gradients that are told which
/// contacts bear.
void append_contacts(const std::string& family, const Model& model, int contacts,
                     std::vector<JointsRow>& rows);

}  // namespace perpend::bench
