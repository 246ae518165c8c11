// SPDX-License-Identifier: Apache-2.0
#include "perpend/io/export.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "io/format/npz.hpp"
#include "io/scratch_file.hpp"
#include "recorded_disc.hpp"

using namespace perpend;

namespace {

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) fields.push_back(field);
  return fields;
}

const io::NamedArray& named(const std::vector<io::NamedArray>& arrays, const std::string& name) {
  const auto found = std::find_if(arrays.begin(), arrays.end(),
                                  [&](const io::NamedArray& array) { return array.name == name; });
  REQUIRE_MESSAGE(found != arrays.end(), name);
  return *found;
}

}  // namespace

TEST_CASE("an exported npz holds every array of the recording") {
  const io::Recording recording = recorded_disc(200);
  const ScratchFile file("run.npz");
  REQUIRE(io::export_npz(recording, file.path).empty());
  const auto arrays = io::read_npz(file.path);
  REQUIRE(arrays.has_value());
  CHECK(named(*arrays, "time").values == recording.time);
  const io::NamedArray& q = named(*arrays, "q");
  CHECK(q.shape == std::vector<std::int64_t>{200, 6});
  CHECK(q.values[6 * 137 + 4] == recording.q(137, 4));
  CHECK(named(*arrays, "report_residual").values[9] == io::report_field(recording, "residual")[9]);
  const io::NamedArray& offset = named(*arrays, "contacts_offset");
  REQUIRE(offset.values.size() == 201);
  const auto contact = static_cast<std::size_t>(offset.values[60]);
  const io::NamedArray& impulse = named(*arrays, "contacts_impulse");
  CHECK(impulse.shape[0] == static_cast<std::int64_t>(recording.contacts.size()));
  for (std::size_t k = 0; k < 3; ++k)
    CHECK(impulse.values[3 * contact + k] == recording.contacts[contact].impulse[k]);
  CHECK(named(*arrays, "contacts_status").values[contact] ==
        static_cast<double>(recording.contacts[contact].status));
}

TEST_CASE("an exported table names units and reads back to the same bits") {
  const io::Recording recording = recorded_disc(50);
  const ScratchFile file("run.csv");
  REQUIRE(io::export_csv(recording, file.path).empty());
  const auto lines = lines_of(file.path);
  REQUIRE(lines.size() == 51);
  const auto header = fields_of(lines[0]);
  const auto at = [&](const std::string& name) {
    const auto found = std::find(header.begin(), header.end(), name);
    REQUIRE_MESSAGE(found != header.end(), name);
    return static_cast<std::size_t>(found - header.begin());
  };
  const auto fields = fields_of(lines[38]);
  REQUIRE(fields.size() == header.size());
  CHECK(std::stod(fields[at("time [s]")]) == recording.time[37]);
  CHECK(std::stod(fields[at("disc.y [m]")]) == recording.q(37, 4));
  CHECK(std::stod(fields[at("disc.omega [rad/s]")]) == recording.v(37, 5));
  CHECK(std::stod(fields[at("penetration [m]")]) == io::report_field(recording, "penetration")[37]);
}

TEST_CASE("names with separators stay one column") {
  io::Recording recording = recorded_disc(2);
  const std::pair<const char*, const char*> fields[] = {
      {"disc, \"big\"", ",\"disc, \"\"big\"\".x [m]\","},
      {"disc, big", ",\"disc, big.x [m]\","},
      {"a \"big\" disc", ",\"a \"\"big\"\" disc.x [m]\","}};
  for (const auto& [name, field] : fields) {
    CAPTURE(name);
    recording.bodies.names[1] = name;
    const ScratchFile file("quoted.csv");
    REQUIRE(io::export_csv(recording, file.path).empty());
    CHECK(lines_of(file.path)[0].find(field) != std::string::npos);
  }
}

TEST_CASE("a table of contacts has one line per contact") {
  io::Recording recording = recorded_disc(200);
  const ScratchFile file("contacts.csv");
  REQUIRE(io::export_contacts_csv(recording, file.path).empty());
  const auto lines = lines_of(file.path);
  REQUIRE(lines.size() == recording.contacts.size() + 1);
  const auto fields = fields_of(lines[1]);
  CHECK(fields[2] == "ground");
  CHECK(fields[3] == "disc");
  CHECK(std::stod(fields[10]) == recording.contacts[0].gap);
  CHECK(std::stod(fields[11]) == recording.contacts[0].impulse.x());
  CHECK(fields[17] == to_string(recording.contacts[0].status));
  CHECK(!io::export_contacts_csv(recording, "/nonexistent/contacts.csv").empty());
  recording.bodies.names[1] = "disc, \"big\"";
  REQUIRE(io::export_contacts_csv(recording, file.path).empty());
  CHECK(lines_of(file.path)[1].find(",ground,\"disc, \"\"big\"\"\",") != std::string::npos);
}

// One contact of which no number is that of another, with the world.
TEST_CASE("tables and arrays of contacts have each number in the column of its name") {
  io::Recording recording = recorded_disc(2);
  ContactRecord contact{.a = kWorld, .b = {1}, .point = {1, 2, 3}, .normal = {4, 5, 6}, .gap = 7};
  contact.impulse = {8, 9, 10};
  contact.slip = {11, 12, 13};
  contact.status = ContactStatus::slide;
  recording.contacts = {contact};
  recording.contact_offset = {0, 0, 1};
  const ScratchFile csv("contact_columns.csv"), npz("contact_columns.npz");
  REQUIRE(io::export_contacts_csv(recording, csv.path).empty());
  const auto lines = lines_of(csv.path);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] ==
        "time [s],step [1],body_a,body_b,x [m],y [m],z [m],normal_x [1],normal_y [1],"
        "normal_z [1],gap [m],impulse_x [N s],impulse_y [N s],impulse_z [N s],slip_x [m/s],"
        "slip_y [m/s],slip_z [m/s],status");
  CHECK(lines[1] == "0.01,1,world,disc,1,2,3,4,5,6,7,8,9,10,11,12,13,slide");
  REQUIRE(io::export_npz(recording, npz.path).empty());
  const auto arrays = io::read_npz(npz.path);
  REQUIRE(arrays.has_value());
  const auto values = [&](const std::string& name) {
    return named(*arrays, "contacts_" + name).values;
  };
  using Numbers = std::vector<double>;
  CHECK(values("offset") == Numbers{0, 0, 1});
  CHECK(values("body_a") == Numbers{-1});
  CHECK(values("body_b") == Numbers{1});
  CHECK(values("point") == Numbers{1, 2, 3});
  CHECK(values("normal") == Numbers{4, 5, 6});
  CHECK(values("gap") == Numbers{7});
  CHECK(values("impulse") == Numbers{8, 9, 10});
  CHECK(values("slip") == Numbers{11, 12, 13});
  CHECK(values("status") == Numbers{2});
}
