// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/format/hdf5.hpp"
#include "perpend/io/recorder.hpp"

/// The part that recordings and snapshots share: format, scene, options and the list of bodies.
namespace perpend::io::hdf5 {

inline constexpr int kFormatVersion = 2;

struct BodyTable {
  std::vector<std::string> names;
  std::vector<BodyKind> kind;
  std::vector<std::int32_t> dof, offset, q_size, q_offset;
};

void write_header(hid_t file, std::string_view format, const RunHeader& header);
/// Throws Error where the file is not of that format or of a newer version.
RunHeader read_header(hid_t file, std::string_view format);

void write_bodies(hid_t file, const Model& model);
BodyTable read_bodies(hid_t file);

}  // namespace perpend::io::hdf5
