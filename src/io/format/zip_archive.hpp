// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "perpend/core/result.hpp"

namespace perpend::io {

struct ZipMember {
  std::string name;
  std::string bytes;
};

/// Returns every member of a .zip archive (stored or deflated, checksum verified). Encryption,
/// multi-part archives and members above 4 GiB (zip64) are not supported.
Result<std::vector<ZipMember>> read_zip(std::string_view archive, const std::string& file);

/// Returns an archive of stored members. Dates are fixed so that equal content gives equal bytes.
std::string write_zip(const std::vector<ZipMember>& members);

}  // namespace perpend::io
