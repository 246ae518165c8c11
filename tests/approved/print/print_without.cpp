// SPDX-License-Identifier: Apache-2.0
// What readers say of a file of HDF5 that lacks one of its objects or attributes, of each.
#include <hdf5.h>

#include <string>
#include <utility>
#include <vector>

#include "perpend/io/problem_file.hpp"
#include "perpend/io/recording.hpp"
#include "perpend/io/scene.hpp"
#include "perpend/io/snapshot.hpp"
#include "print.hpp"

namespace perpend::print {
namespace {

using Place = std::pair<std::string, std::string>;  // object, attribute of it or nothing

herr_t add_attribute(hid_t, const char* name, const H5A_info_t*, void* places) {
  auto& all = *static_cast<std::vector<Place>*>(places);
  const std::string object = all.back().first, word = name;
  // Words of columns that nobody reads again.
  if (word != "meaning" && word != "unit") all.emplace_back(object, word);
  return 0;
}

herr_t add_object(hid_t file, const char* name, const H5O_info_t*, void* places) {
  static_cast<std::vector<Place>*>(places)->emplace_back(name, "");
  const hid_t object = H5Oopen(file, name, H5P_DEFAULT);
  H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, add_attribute, places);
  H5Oclose(object);
  return 0;
}

std::vector<Place> places_in(const std::filesystem::path& file) {
  std::vector<Place> places;
  const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  H5Ovisit(opened, H5_INDEX_NAME, H5_ITER_INC, add_object, &places);
  H5Fclose(opened);
  return places;
}

void take_away(const std::filesystem::path& file, const Place& place) {
  const auto& [object, attribute] = place;
  const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  if (attribute.empty())
    H5Ldelete(opened, object.c_str(), H5P_DEFAULT);
  else
    H5Adelete_by_name(opened, object.c_str(), attribute.c_str(), H5P_DEFAULT);
  H5Fclose(opened);
}

Diagnostics faults_of_snapshot(const std::filesystem::path& file) {
  const Result<io::RunHeader> header = io::read_snapshot_header(file);
  if (!header) return header.error();
  const auto scene = io::parse_scene(header->scene_text, "", header->parameters);
  if (!scene) return scene.error();
  const Result<State> state = io::read_snapshot(file, scene->model);
  return state ? Diagnostics{} : state.error();
}

Diagnostics faults_of(const std::filesystem::path& file, const std::string& kind) {
  if (kind == "snapshot") return faults_of_snapshot(file);
  if (kind == "problem") {
    const Result<io::Problem> problem = io::read_problem(file);
    return problem ? Diagnostics{} : problem.error();
  }
  const Result<io::Recording> recording = io::read_recording(file);
  return recording ? Diagnostics{} : recording.error();
}

}  // namespace

void without(const std::filesystem::path& file, const std::string& kind) {
  for (const Place& place : places_in(file)) {
    if (place.first == "." && place.second.empty()) continue;
    const std::filesystem::path part = "part.h5";
    std::filesystem::copy_file(file, part, std::filesystem::copy_options::overwrite_existing);
    take_away(part, place);
    const Diagnostics found = faults_of(part, kind);
    fmt::print("without {}{}{}: {}\n", place.first, place.second.empty() ? "" : "@", place.second,
               found.empty() ? "is read" : to_string(found));
  }
}

}  // namespace perpend::print
