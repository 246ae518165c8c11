// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "io/format/hdf5.hpp"
#include "perpend/io/recording.hpp"

/// The part of recordings about joints and couplers: who they are, and their columns.
namespace perpend::io::hdf5 {

void write_joints(hid_t file, const Model& model);
/// Fills the joints, couplers and their numbers; leaves them empty where the file has none.
void read_joints(hid_t file, Recording& recording);

/// Impulses, coordinates and breaks of every row; nothing where the model has none.
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
