// SPDX-License-Identifier: Apache-2.0
//
// Sizes that the file does not hold the bytes of, made through HDF5 itself.
#include <doctest/doctest.h>
#include <hdf5.h>

#include <functional>

#include "io/recording/bouncing_disc.hpp"
#include "io/scratch_file.hpp"
#include "perpend/io/fclib.hpp"
#include "perpend/io/recorder.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/snapshot.hpp"

namespace perpend {
namespace {

constexpr hsize_t kMany = 1000000000;

using Damage = std::function<void(hid_t)>;

void damage(const std::filesystem::path& path, const Damage& change) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  REQUIRE(file >= 0);
  change(file);
  H5Fclose(file);
}

// Replaces a dataset by one of that shape that was never written; fill values stand for it.
Damage unwritten(const std::string& name, hid_t type, std::vector<hsize_t> shape, bool packed) {
  return [=](hid_t file) {
    H5Ldelete(file, name.c_str(), H5P_DEFAULT);
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    if (packed) {
      std::vector<hsize_t> chunk(shape.size(), 1000);
      chunk.back() = std::min<hsize_t>(shape.back(), 1000);
      H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data());
      H5Pset_deflate(creation, 6);
    }
    const hid_t data =
        H5Dcreate2(file, name.c_str(), type, space, H5P_DEFAULT, creation, H5P_DEFAULT);
    REQUIRE(data >= 0);
    H5Dclose(data);
    H5Pclose(creation);
    H5Sclose(space);
  };
}

// The only fault: "element: message".
template <typename T>
std::string fault_of(const Result<T>& read) {
  if (read.has_value()) return "none";
  REQUIRE(read.error().size() == 1);
  CHECK(!read.error()[0].file.empty());
  return read.error()[0].element + ": " + read.error()[0].message;
}

std::string snapshot_fault(const Damage& change) {
  const ScratchFile file("bounds.h5");
  const Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, bouncing_disc::state(3), {}).empty());
  damage(file.path, change);
  return fault_of(io::read_snapshot(file.path, model));
}

std::string recording_fault(const Damage& change) {
  const ScratchFile file("bounds.h5");
  auto recorder = io::Recorder::open(file.path, bouncing_disc::model(), {});
  REQUIRE(recorder.has_value());
  for (std::int64_t step = 0; step < 60; ++step)
    REQUIRE(recorder
                ->write(bouncing_disc::state(step), bouncing_disc::report(step),
                        bouncing_disc::contacts(step))
                .empty());
  REQUIRE(recorder->close().empty());
  damage(file.path, change);
  return fault_of(io::read_recording(file.path));
}

std::string fclib_fault(const Damage& change) {
  const ScratchFile file("bounds.hdf5");
  lcp::ContactProblem problem{Eigen::Matrix3d::Identity(), Eigen::Vector3d::Ones(), {}};
  problem.contacts = {{.row = 0, .tangents = 2, .mu_s = 0.5, .mu_k = 0.5}};
  REQUIRE(io::write_fclib(file.path, {.problem = problem}).empty());
  damage(file.path, change);
  return fault_of(io::read_fclib(file.path));
}

hid_t text_of(std::size_t length) {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, length);
  return type;
}

}  // namespace

TEST_CASE("a dataset that claims more than the file holds is refused by its name") {
  for (const bool packed : {false, true})
    for (const char* name : {"q", "v", "joint_impulses", "coordinates"})
      CHECK(snapshot_fault(unwritten(name, H5T_NATIVE_DOUBLE, {kMany}, packed)) ==
            std::string(name) + ": claims 8000000000 bytes");
  CHECK(snapshot_fault(unwritten("contacts/key", H5T_NATIVE_UINT64, {kMany}, true)) ==
        "contacts/key: claims 8000000000 bytes");
  CHECK(snapshot_fault(unwritten("bodies/name", text_of(100), {kMany}, true)) ==
        "bodies/name: claims 100000000000 bytes");
  CHECK(snapshot_fault(unwritten("scene_text", text_of(2000000000), {}, false))
            .find("scene_text: ") == 0);
}

TEST_CASE("recordings whose columns claim more than the file holds are refused by name") {
  CHECK(recording_fault(unwritten("time", H5T_NATIVE_DOUBLE, {kMany}, true)) ==
        "time: claims 8000000000 bytes");
  CHECK(recording_fault(unwritten("q", H5T_NATIVE_DOUBLE, {kMany, 6}, true)) ==
        "q: claims 2880 bytes");  // as many rows as `time` has
  CHECK(recording_fault(unwritten("log", H5T_NATIVE_UINT8, {4 * kMany}, true)) ==
        "log: claims 4000000000 bytes");
}

TEST_CASE("FCLIB files whose arrays claim more than the file holds are refused by name") {
  CHECK(fclib_fault(unwritten("fclib_local/W/x", H5T_NATIVE_DOUBLE, {kMany}, true)) ==
        "fclib_local/W/x: claims 24 bytes");
  CHECK(fclib_fault(unwritten("fclib_local/W/i", H5T_NATIVE_INT, {kMany}, false)) ==
        "fclib_local/W/i: claims 12 bytes");
}

TEST_CASE("what deflate packs well is still read") {
  const auto packed = [](hid_t file) {
    const std::vector<double> zeros(1000000, 0.0);
    unwritten("q", H5T_NATIVE_DOUBLE, {zeros.size()}, true)(file);
    const hid_t data = H5Dopen2(file, "q", H5P_DEFAULT);
    REQUIRE(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, zeros.data()) >= 0);
    H5Dclose(data);
  };
  CHECK(snapshot_fault(packed) == "q: has 1000000; the model has 6");
}

TEST_CASE("of a dataset that is written in part only what is there counts") {
  const auto in_part = [](hsize_t written) {
    return [=](hid_t file) {
      H5Ldelete(file, "q", H5P_DEFAULT);
      const hsize_t size = 6, chunk = 1, first = 0;
      const hid_t space = H5Screate_simple(1, &size, nullptr);
      const hid_t memory = H5Screate_simple(1, &written, nullptr);
      const hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
      H5Pset_chunk(creation, 1, &chunk);
      const hid_t data =
          H5Dcreate2(file, "q", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT);
      H5Sselect_hyperslab(space, H5S_SELECT_SET, &first, nullptr, &written, nullptr);
      const std::vector<double> zeros(written, 0.0);
      REQUIRE(H5Dwrite(data, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, zeros.data()) >= 0);
      H5Dclose(data);
      H5Pclose(creation);
      H5Sclose(memory);
      H5Sclose(space);
    };
  };
  CHECK(snapshot_fault(in_part(6)) == "none");
  for (const hsize_t written : {1, 5})
    CHECK(snapshot_fault(in_part(written)) == "q: claims 48 bytes");
}

}  // namespace perpend
