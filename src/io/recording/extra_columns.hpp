// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "io/format/hdf5.hpp"
#include "perpend/io/recording.hpp"

/// The part of recordings about forces along joint coordinates and channels of the caller's own.
namespace perpend::io::hdf5 {

inline constexpr int kForceKinds = 4;

/// Columns of the forces that the model can have and of the channels.
class ExtraColumns {
 public:
  ExtraColumns(hid_t file, const Model& model, const std::vector<Channel>& channels);
  /// Throws InvalidArgument where a list has another length than the model and the channels have.
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

/// Names, units and widths; nothing where there is no channel.
void write_channels(hid_t file, const std::vector<Channel>& channels);
/// Fills forces and channels; leaves empty what the file has not. Time and joints must be read.
void read_extras(hid_t file, Recording& recording);

/// Throws InvalidArgument where a channel has no name, that of another or no numbers.
void check_channels(const std::vector<Channel>& channels);

}  // namespace perpend::io::hdf5
