// SPDX-License-Identifier: Apache-2.0
#include "io/recording/run_header.hpp"

#include <doctest/doctest.h>

#include <limits>

#include "io/scratch_file.hpp"
#include "perpend/sim/option_fields.hpp"

using namespace perpend;

namespace {

void change(double& value) {
  value = 0.5 * value + 0.375;
}
void change(int& value) {
  value += 3;
}
void change(bool& value) {
  value = !value;
}
void change(ContactLaw& law) {
  law = ContactLaw::relaxed;
  law.directions = 10;
  law.rotated = true;
}
void change(SpringDamper& spring) {
  spring = {.stiffness = 1.0 / 3.0, .damping = 7};
}
void change(lcp::Method& method) {
  method = lcp::Method::lemke;
}
void change(DriftControl& drift) {
  drift = DriftControl::baumgarte;
}
template <typename Enum>
void change(Enum& value) {
  value = names<Enum>().back().value;
}

// No option has its default, but for those that soft joints exclude, or those joints.
SimulationOptions changed_options(bool soft_joints = false) {
  SimulationOptions options;
  for_each_option([&](const auto& field) { change(options.*field.member); });
  if (soft_joints)
    options.drift = {}, options.position_iterations = 0;
  else
    options.joints = {};
  validate(options);
  return options;
}

void write(const std::filesystem::path& path, const SimulationOptions& options) {
  const io::hdf5::Handle file = io::hdf5::create_file(path);
  io::hdf5::write_header(file, "test", {.scene = "s", .scene_text = "{}", .options = options});
}

SimulationOptions read(const std::filesystem::path& path) {
  return io::hdf5::read_header(io::hdf5::open_file(path), "test").options;
}

void remove_attribute(const std::filesystem::path& path, std::string_view name) {
  const io::hdf5::Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "");
  REQUIRE(H5Adelete(file, std::string(name).c_str()) >= 0);
}

}  // namespace

TEST_CASE("a file keeps every option bit for bit") {
  const std::size_t count = std::tuple_size_v<decltype(fields::kOptions)>;
  CHECK(changes({}, changed_options(false)).size() == count - 1);
  CHECK(changes({}, changed_options(true)).size() == count - 2);
  for (const bool soft_joints : {false, true}) {
    const ScratchFile file("options.h5");
    write(file.path, changed_options(soft_joints));
    CHECK(changes(changed_options(soft_joints), read(file.path)).empty());
    CHECK(read(file.path) == changed_options(soft_joints));
  }
}

TEST_CASE("an option that a file is too old to have is what its run did") {
  for_each_option([]<typename T>(const OptionField<SimulationOptions, T>& field) {
    if constexpr (std::is_same_v<T, SpringDamper>) return;
    CAPTURE(field.name);
    const ScratchFile file("old_options.h5");
    write(file.path, changed_options());
    remove_attribute(file.path, field.name);
    const io::hdf5::Silence silence;
    if (!field.before) {
      CHECK_THROWS_AS(read(file.path), io::hdf5::Error);
      return;
    }
    SimulationOptions expected = changed_options();
    expected.*field.member = *field.before;
    CHECK(read(file.path) == expected);
  });
}

TEST_CASE("files of another format, another version and with options that no run has are refused") {
  const auto refusal = [](const std::filesystem::path& path) -> std::string {
    try {
      read(path);
    } catch (const io::hdf5::Error& error) {
      return error.what();
    }
    return "";
  };
  const auto refused_at = [&](double step) {
    const ScratchFile file("version.h5");
    write(file.path, {});
    const io::hdf5::Handle handle(H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "");
    const double version = io::hdf5::number_attribute(handle, "format_version");
    REQUIRE(H5Adelete(handle, "format_version") >= 0);
    io::hdf5::set_attribute(handle, "format_version", version + step);
    REQUIRE(H5Fflush(handle, H5F_SCOPE_GLOBAL) >= 0);
    return refusal(file.path);
  };
  CHECK(refused_at(0).empty());
  CHECK(refused_at(1).find("newer than this program") != std::string::npos);
  CHECK(refused_at(-1).find("older than this program") != std::string::npos);
  const ScratchFile halves("halves.h5");
  write(halves.path, {});
  remove_attribute(halves.path, "position_iterations");
  {
    const io::hdf5::Handle handle(H5Fopen(halves.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "");
    io::hdf5::set_attribute(handle, "position_iterations", 1.5);
  }
  CHECK(refusal(halves.path).find("is 1.5") != std::string::npos);
  const ScratchFile file("invalid.h5");
  write(file.path, {.dt = -1});
  CHECK(refusal(file.path).find("dt") != std::string::npos);
}

TEST_CASE("a file keeps names, texts and parameters bit for bit") {
  const ScratchFile file("words.h5");
  const io::RunHeader header{
      .scene = "a, \"b\" <c> \u00b5",
      .scene_text = "{ // \u00b5\n \"a\": 1 }\n",
      .parameters = {
          {"links", 127}, {"share", -1.0 / 3.0}, {"tiny", 1e-300}, {"a=b", 2.5}, {"none", 0}}};
  { io::hdf5::write_header(io::hdf5::create_file(file.path), "test", header); }
  const io::RunHeader read = io::hdf5::read_header(io::hdf5::open_file(file.path), "test");
  CHECK(read.scene == header.scene);
  CHECK(read.scene_text == header.scene_text);
  CHECK(read.parameters == header.parameters);
  { io::hdf5::write_header(io::hdf5::create_file(file.path), "test", {}); }
  const io::RunHeader bare = io::hdf5::read_header(io::hdf5::open_file(file.path), "test");
  CHECK(bare.scene.empty());
  CHECK(bare.scene_text.empty());
  CHECK(bare.parameters.empty());
}

TEST_CASE("words of a header that no program writes are refused with their name") {
  const auto fault = [](const char* name, const auto& value) -> std::string {
    const ScratchFile file("header_words.h5");
    write(file.path, {});
    remove_attribute(file.path, name);
    const io::hdf5::Handle handle(H5Fopen(file.path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), "");
    io::hdf5::set_attribute(handle, name, value);
    try {
      io::hdf5::read_header(handle, "test");
    } catch (const io::hdf5::Error& error) {
      return error.element() + ": " + error.what();
    }
    return "none";
  };
  using Word = std::string_view;
  CHECK(fault("law", Word("cone")) == "none");
  CHECK(fault("law", Word("kone")) == "law: has the unknown value `kone`");
  CHECK(fault("solver", Word("simplex")) == "solver: has the unknown value `simplex`");
  CHECK(fault("drift", Word("none")) == "drift: has the unknown value `none`");
  CHECK(fault("parameters", Word("links\n")) == "parameters: is damaged");
  CHECK(fault("format", Word("other")) == "format: is `other`");
  CHECK(fault("threads", 3e9) == "threads: is 3000000000");
  CHECK(fault("warm_start", std::int64_t{0}) == "none");
}

TEST_CASE("a file keeps the end that was asked for; a file of an older program has none") {
  const ScratchFile file("end.h5");
  const auto end = [&] {
    return io::hdf5::read_header(io::hdf5::open_file(file.path), "test").duration;
  };
  {
    const io::hdf5::Handle made = io::hdf5::create_file(file.path);
    io::hdf5::write_header(made, "test", {.scene_text = "{}", .duration = 0.1});
  }
  CHECK(end() == 0.1);
  remove_attribute(file.path, "duration");
  CHECK(end() == 0);
}

TEST_CASE("an end that no program writes is damage") {
  for (const double wrong : {-1.0, std::numeric_limits<double>::infinity()}) {
    const ScratchFile file("wrong_end.h5");
    {
      const io::hdf5::Handle made = io::hdf5::create_file(file.path);
      io::hdf5::write_header(made, "test", {.scene_text = "{}", .duration = wrong});
    }
    CHECK_THROWS_AS(io::hdf5::read_header(io::hdf5::open_file(file.path), "test"), io::hdf5::Error);
  }
}
