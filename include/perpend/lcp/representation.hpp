// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace perpend::lcp {

/// Representation of W = J M⁻¹ Jᵀ of a contact problem while it was solved.
enum class Representation : std::uint8_t {
  dense,     ///< all entries are stored
  low_rank,  ///< W is stored together with a factor of few columns
  sparse,    ///< the nonzero blocks are stored
  bodies     ///< W is not stored; the unknowns are velocities of bodies and impulses of joints
};
inline constexpr std::size_t kRepresentations = 4;

std::string_view to_string(Representation representation);
/// Returns the size or structure of problems for which the representation is chosen.
std::string_view reason(Representation representation);

}  // namespace perpend::lcp
