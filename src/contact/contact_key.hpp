// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "perpend/model/model.hpp"

namespace perpend {

/// Returns the key of a contact point: of the two shapes, numbered over all bodies of the model
/// with those of the plane first, and of the feature of their manifold.
std::uint64_t contact_key(int shape_a, int shape_b, std::uint32_t feature);

/// Returns the same contacts in another model, where shape i of `from` is `shape_in[i]`, negative
/// if it is gone; without contacts that lost a shape or whose shapes changed their order. Sorted by
/// key. Cost: the square of the number of shapes.
std::vector<ContactMemory> renamed_contacts(std::span<const ContactMemory> contacts,
                                            const Model& from, std::span<const int> shape_in);

}  // namespace perpend
