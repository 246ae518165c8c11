// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "io/format/hdf5.hpp"
#include "perpend/io/recording.hpp"

/// The parts of recordings that hold forces along joint coordinates and the caller's own channels.
namespace perpend::io::hdf5 {

inline constexpr int kForceKinds = 4;

/// Columns of the channels and of the forces that the model can have.
class ExtraColumns {
 public:
  ExtraColumns(hid_t file, const Model& model, const std::vector<Channel>& channels);
  /// Throws InvalidArgument if a list has another length than the model and the channels require.
  void check(const RowExtras& extras) const;
  void push(const RowExtras& extras);
  void write();
  std::size_t row_bytes() const;

 private:
  void push_forces(std::span<const CoordinateForce> forces);

  std::size_t coordinates_, numbers_ = 0;
  std::array<std::optional<Column>, kForceKinds> forces_;
  std::optional<Column> channels_;
  std::vector<double> row_;
};

/// Writes names, units and widths; nothing if there is no channel.
void write_channels(hid_t file, const std::vector<Channel>& channels);
/// Fills forces and channels; those that the file lacks stay empty. Call it after time and joints
/// are read.
void read_extras(hid_t file, Recording& recording);

/// Throws InvalidArgument if a channel has no name, the name of another, or no numbers.
void check_channels(const std::vector<Channel>& channels);

}  // namespace perpend::io::hdf5
