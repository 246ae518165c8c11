// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "io/format/hdf5.hpp"
#include "perpend/io/recording.hpp"

/// The part of recordings about joints and couplers: their definitions and their columns.
namespace perpend::io::hdf5 {

void write_joints(hid_t file, const Model& model);
/// Fills the joints, couplers and their values; leaves them empty if the file has none.
void read_joints(hid_t file, Recording& recording);

/// The columns of joint impulses, coordinates and breakage; a model without them has no such
/// columns.
class JointColumns {
 public:
  JointColumns(hid_t file, const Model& model);
  void push(const State& state);
  void write();
  std::size_t row_bytes() const;

 private:
  std::size_t joints_ = 0;
  std::optional<Column> impulse_, coordinate_, broken_;
};

}  // namespace perpend::io::hdf5
