// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "perpend/study/comparison.hpp"

namespace perpend::io {

/// Returns the JSON of write_compare_page()'s file. Arrays of numbers are base64 of little-endian
/// floats.
std::string compare_page_data(const study::Scene& scene, const study::Comparison& comparison);

}  // namespace perpend::io
