// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/format/hdf5.hpp"
#include "io/recording/body_table.hpp"
#include "perpend/io/recorder.hpp"

/// The part that recordings and snapshots share: format, scene, options and the list of bodies.
namespace perpend::io::hdf5 {

inline constexpr int kFormatVersion = 2;

void write_header(hid_t file, std::string_view format, const RunHeader& header);
/// Throws Error if the file does not have that format and the version kFormatVersion.
RunHeader read_header(hid_t file, std::string_view format);

void write_bodies(hid_t file, const Model& model);
BodyTable read_bodies(hid_t file);

}  // namespace perpend::io::hdf5
