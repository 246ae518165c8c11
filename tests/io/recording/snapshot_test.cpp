// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/snapshot.hpp"

#include <doctest/doctest.h>
#include <hdf5.h>

#include <bit>
#include <cmath>
#include <fstream>
#include <limits>

#include "bouncing_disc.hpp"
#include "io/scratch_file.hpp"

using namespace perpend;

namespace {

// Values whose bits a text format or a conversion would lose.
State awkward_state() {
  State state = bouncing_disc::state(57);
  state.step = (std::int64_t{1} << 60) + 3;
  state.time = 0.1 + 0.2;
  state.q[0] = -0.0;
  state.q[1] = std::numeric_limits<double>::denorm_min();
  state.v[5] = std::nextafter(1.0, 2.0);
  state.contacts = {{3, {0.1, -0.2, 0.7}}, {0xfedcba9876543211ull, {1e-300, 1e300, -0.0}}};
  return state;
}

io::RunHeader header() {
  io::RunHeader header{"disc", "{ // a scene\n}\n"};
  header.parameters = {{"links", 127}, {"length", 0.1}};
  header.options.dt = 1.0 / 3.0;
  header.options.stabilise = false;
  header.options.warm_start = false;
  header.options.threads = 2;
  header.options.recovery_speed = 1.25;
  header.options.impact_speed = 0.375;
  header.level = Level::acceleration;
  header.tolerance = 1e-7;
  header.every = 25;
  return header;
}

}  // namespace

TEST_CASE("a snapshot gives back the bits of the state and the options") {
  const ScratchFile file("snapshot.h5");
  const Model model = bouncing_disc::model();
  const State state = awkward_state();
  REQUIRE(io::write_snapshot(file.path, model, state, header()).empty());
  CHECK(!std::filesystem::exists(file.path.string() + ".part"));
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
  CHECK(hash(*read) == hash(state));
  CHECK(read->contacts == state.contacts);
  CHECK(std::signbit(read->q[0]));
  const auto found = io::read_snapshot_header(file.path);
  REQUIRE(found.has_value());
  CHECK(found->scene == "disc");
  CHECK(found->scene_text == header().scene_text);
  CHECK(found->options.dt == 1.0 / 3.0);
  CHECK(found->level == Level::acceleration);
  CHECK(found->tolerance == 1e-7);
  CHECK(found->every == 25);
  CHECK(found->options.stabilise == false);
  CHECK(found->parameters == header().parameters);
  CHECK(found->options.warm_start == false);
  CHECK(found->options.threads == 2);
  CHECK(found->options.recovery_speed == 1.25);
  CHECK(found->options.impact_speed == 0.375);
}

TEST_CASE("a snapshot whose impulses are in the frames of the contacts is refused by name") {
  const ScratchFile file("old_frames.h5");
  const Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, awkward_state(), header()).empty());
  const hid_t opened = H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  REQUIRE(H5Adelete(opened, "contact_impulse_frame") >= 0);
  H5Fclose(opened);
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE(!read.has_value());
  CHECK(read.error()[0].element == "contacts/impulse");
  CHECK(read.error()[0].message.find("world frame") != std::string::npos);
}

TEST_CASE("a snapshot with joints and without contacts is complete") {
  const ScratchFile file("joints.h5");
  Model model = bouncing_disc::model();
  model.joints.resize(2);
  model.joints[0].kind = JointKind::pin;
  model.joints[1].kind = JointKind::weld;
  model.joint_rows = 5;
  model.joint_coordinates = 1;
  State state = initial_state(model);
  state.joint_impulses << 1, 2, 3, 4, 5;
  state.coordinates << 6;
  state.joint_work = {.gained = 0.25, .scale = 4};
  REQUIRE(io::write_snapshot(file.path, model, state, header()).empty());
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE(read.has_value());
  CHECK(hash(*read) == hash(state));
  CHECK(read->joint_work.gained == 0.25);
  CHECK(read->joint_work.scale == 4);
}

TEST_CASE("a snapshot knows which joints broke") {
  const ScratchFile file("broken_joints.h5");
  Model model = bouncing_disc::model();
  model.joints.resize(3);
  State state = initial_state(model);
  for (const std::vector<std::int8_t>& broken :
       {std::vector<std::int8_t>{}, std::vector<std::int8_t>{0, 1, 0}}) {
    state.broken = broken;
    REQUIRE(io::write_snapshot(file.path, model, state, header()).empty());
    const auto read = io::read_snapshot(file.path, model);
    REQUIRE_MESSAGE(read.has_value(), (read ? "" : to_string(read.error())));
    CHECK(read->broken == broken);
  }
  model.joints.resize(2);
  const auto other = io::read_snapshot(file.path, model);
  REQUIRE(!other);
  CHECK(other.error()[0].element == "broken");
}

TEST_CASE("a snapshot of bodies of another kind is refused, whatever their sizes") {
  const ScratchFile file("kinds.h5");
  Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, awkward_state(), header()).empty());
  REQUIRE(model.bodies[1].kind == BodyKind::rigid);
  model.bodies[1].kind = BodyKind::spatial_particle;
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE(!read);
  CHECK(read.error()[0].element == "bodies[1].kind");
  CHECK(read.error()[0].message == "is `rigid`; the model has `spatial_particle`");
}

TEST_CASE("a snapshot of another model is refused with every difference") {
  const ScratchFile file("other.h5");
  Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, awkward_state(), header()).empty());
  model.bodies[0].details->name = "floor";
  model.bodies[1].details->name = "ball";
  model.joint_rows = 2;
  const auto renamed = io::read_snapshot(file.path, model);
  REQUIRE(!renamed);
  CHECK(renamed.error().size() == 3);
  CHECK(renamed.error()[1].message == "is `disc`; the model has `ball`");
  CHECK(renamed.error()[1].file == file.path.string());
  model.bodies.pop_back();
  model.start_v.resize(3);
  model.start_q.resize(3);
  CHECK(!io::read_snapshot(file.path, model));
}

TEST_CASE("a snapshot that cannot be written leaves the old one in place") {
  const ScratchFile file("kept.h5");
  const Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, awkward_state(), header()).empty());
  std::filesystem::create_directory(file.path.string() + ".part");
  CHECK(!io::write_snapshot(file.path, model, initial_state(model), header()).empty());
  std::filesystem::remove(file.path.string() + ".part");
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE(read.has_value());
  CHECK(hash(*read) == hash(awkward_state()));
  CHECK(!io::write_snapshot("/nonexistent/s.h5", model, initial_state(model), header()).empty());
  CHECK(!io::read_snapshot("/nonexistent/s.h5", model));
  CHECK(!io::read_snapshot_header("/nonexistent/s.h5"));
}

TEST_CASE("a snapshot of impulses in a frame that is not known is refused") {
  const ScratchFile file("other_frame.h5");
  const Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, awkward_state(), header()).empty());
  {
    const hid_t opened = H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t frame = H5Aopen(opened, "contact_impulse_frame", H5P_DEFAULT);
    const hid_t type = H5Aget_type(frame);
    REQUIRE(H5Awrite(frame, type, "local") >= 0);
    H5Tclose(type);
    H5Aclose(frame);
    H5Fclose(opened);
  }
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE(!read);
  CHECK(read.error()[0].element == "contact_impulse_frame");
  CHECK(read.error()[0].message == "has the unknown value `local`");
}

TEST_CASE("a snapshot has one impulse for each key of a contact") {
  const ScratchFile file("keys.h5");
  const Model model = bouncing_disc::model();
  REQUIRE(io::write_snapshot(file.path, model, awkward_state(), header()).empty());
  CHECK(io::read_snapshot(file.path, model)->contacts == awkward_state().contacts);
  {
    const hid_t opened = H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    REQUIRE(H5Ldelete(opened, "contacts/impulse", H5P_DEFAULT) >= 0);
    const hsize_t shape[] = {1, 3};
    const hid_t space = H5Screate_simple(2, shape, nullptr);
    const hid_t data = H5Dcreate2(opened, "contacts/impulse", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                                  H5P_DEFAULT, H5P_DEFAULT);
    const double impulse[] = {1, 2, 3};
    REQUIRE(H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, impulse) >= 0);
    H5Dclose(data);
    H5Sclose(space);
    H5Fclose(opened);
  }
  const auto read = io::read_snapshot(file.path, model);
  REQUIRE(!read);
  CHECK(to_string(read.error()) ==
        file.path.string() + ": contacts/impulse: has 1 rows (expected at least 2)");
}
