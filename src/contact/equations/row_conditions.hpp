// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/equations/island_record.hpp"
#include "contact/equations/resistance_bounds.hpp"

namespace perpend {

/// Sets the bounds of all rows in `boxed`: 0 and infinity at contacts and limits.
void set_bounds(const StepRows& rows, const IslandLayout& layout, const ResistanceBounds& bounds,
                lcp::BoxedLcp& boxed);

/// Sets the contacts and their law in `contact`. Under Record::law bounded rows are no contacts:
/// their bounds are in `boxed`, and the slip of the contacts is set as well.
void set_contacts(const StepRows& rows, const IslandLayout& layout, const ResistanceBounds& bounds,
                  IslandRecord& record);

/// Copies the contacts to `blocks`, with their polygons under the polyhedral law.
void set_block_contacts(const StepRows& rows, const IslandLayout& layout, IslandRecord& record);

}  // namespace perpend
