// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <doctest/doctest.h>

#include "io/format/hdf5.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/model/model_builder.hpp"

/// What readers say of a recording in which something is not as it was written: three rows of a
/// wheel on a pin and a cart on a rail, the first with one contact and the last with two.
namespace changed_recording {

inline perpend::Model model() {
  using namespace perpend;
  ModelBuilder builder;
  const BodyId wheel = builder.add_body({.name = "wheel", .mass = 1, .inertia = 1});
  const BodyId cart = builder.add_body({.name = "cart", .pose = {{2, 0}}, .mass = 1, .inertia = 1});
  const JointId hub = builder.add_joint({.name = "hub", .kind = JointKind::pin, .a = wheel});
  const JointId rail = builder.add_joint({.name = "rail",
                                          .kind = JointKind::prismatic,
                                          .a = cart,
                                          .anchor = {2, 0, 0},
                                          .break_force = 100});
  builder.add_coupler(
      {.name = "rack", .terms = {{.joint = rail, .factor = 1}, {.joint = hub, .factor = 0.5}}});
  return builder.build().value();
}

inline void write(const std::filesystem::path& path) {
  using namespace perpend;
  const Model own = model();
  auto recorder = io::Recorder::open(path, own, {.scene = "m", .scene_text = "{}"},
                                     {.channels = {{"load", "N", 2}, {"mode", "1"}}});
  REQUIRE(recorder);
  State state = initial_state(own);
  const std::vector<ContactRecord> contacts(2, {.a = {0}, .b = {1}});
  for (const std::size_t count : {1, 0, 2}) {
    REQUIRE(recorder->write(state, {}, std::span(contacts).first(count)).empty());
    state.time += 0.01;
    ++state.step;
  }
  REQUIRE(recorder->close().empty());
}

/// "element: message" of the fault after change(file), or "none".
template <typename Change>
std::string fault_after(const Change& change) {
  using namespace perpend;
  const ScratchFile file("changed.h5");
  write(file.path);
  {
    const io::hdf5::Handle opened(H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "");
    change(static_cast<hid_t>(opened));
  }
  const auto read = io::read_recording(file.path);
  if (read) return "none";
  REQUIRE(read.error().size() == 1);
  CHECK(read.error()[0].file == file.path.string());
  return read.error()[0].element + ": " + read.error()[0].message;
}

/// Of a recording with other numbers in that dataset.
inline std::string fault_with(const char* name, const std::vector<std::int32_t>& values) {
  return fault_after([&](hid_t file) {
    REQUIRE(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
    const hsize_t shape[] = {values.size()};
    perpend::io::hdf5::write_rows(file, name, H5T_NATIVE_INT32, values.data(), shape);
  });
}

/// Of a recording with other words in that dataset.
inline std::string fault_with(const char* name, const std::vector<std::string>& words) {
  return fault_after([&](hid_t file) {
    REQUIRE(H5Ldelete(file, name, H5P_DEFAULT) >= 0);
    perpend::io::hdf5::write_names(file, name, words);
  });
}

}  // namespace changed_recording
