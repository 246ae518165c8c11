// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace perpend::lcp {

/// How W = J M⁻¹ Jᵀ of a contact problem was kept while it was solved.
enum class Representation : std::uint8_t {
  dense,     ///< stored, every entry
  low_rank,  ///< stored, with a factor of few columns
  sparse,    ///< the blocks that are not zero
  bodies     ///< not stored: in the velocities of the bodies and the impulses of the joints
};
inline constexpr std::size_t kRepresentations = 4;

std::string_view to_string(Representation representation);
/// What of a problem's size and structure leads to it.
std::string_view reason(Representation representation);

}  // namespace perpend::lcp
