// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/robot/sdf_element.hpp"
#include "io/robot/sdf_frames.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

// A joint whose ends and axes are placed once all frames are known.
struct SdfJoint {
  const XmlNode* node;
  std::string file = {}, scope = {}, name = {};
  bool axes_in_model = false;  ///< as in SdfFile
};

// A file that is read, and the chain of files that include it.
struct SdfFile {
  std::filesystem::path path;
  std::string name;
  const SdfFile* includer = nullptr;
  bool axes_in_model = false;  ///< axes in the model's frame (before SDF 1.5), not the joint's
};

// A `frame` element, which is attached to a link once all frames are known.
struct SdfNamedFrame {
  std::string name = {};  ///< scoped
  Place place = {};
};

// A link whose parts are placed once all frames are known; one per link of the assembly.
struct SdfLink {
  const XmlNode* node;
  const SdfFile* file;
  std::string scope = {};
};

/// Reads a file and its includes into an assembly.
class SdfReader {
 public:
  explicit SdfReader(const RobotOptions& options) : options_(options) {}

  Assembly read(const XmlNode& root, const std::filesystem::path& file);

 private:
  struct ModelWords {
    std::string scope = {};   ///< of the model itself
    std::string parent = {};  ///< scope around it
    bool fixed = false;
  };

  XmlElement element(const XmlNode& node, const SdfFile& file, std::string owner) {
    return {node, file.name, assembly_, std::move(owner)};
  }
  void read_world(const XmlNode& world, const SdfFile& file);
  void read_model(const XmlNode& model, const SdfFile& file, const ModelWords& words,
                  const XmlNode* include);
  void read_model_parts(const XmlNode& model, const SdfFile& file, const ModelWords& words);
  void place_by(const std::string& placement, const std::string& own, const std::string& scope,
                const Place& place);
  void merge_model(XmlNode& model, const SdfFile& file, const ModelWords& words,
                   const XmlElement& include);
  std::optional<std::filesystem::path> find_model(const XmlElement& at, const std::string& uri,
                                                  const SdfFile& file);
  bool load_include(const XmlElement& at, const std::string& uri, const SdfFile& file);
  void read_include(const XmlNode& include, const SdfFile& file, const std::string& scope,
                    bool fixed);
  void read_link(const XmlNode& node, const SdfFile& file, const ModelWords& words);
  void read_frame(const XmlNode& node, const SdfFile& file, const std::string& scope);
  void add_frame(const XmlElement& at, const std::string& name, const std::string& scope,
                 const std::string& otherwise);
  std::string scoped(const std::string& name, const std::string& scope) const {
    return scope.empty() ? name : scope + "::" + name;
  }
  // Works as scoped() for names of frames, where "world" and "__model__" have a fixed meaning.
  std::string frame_word(const std::string& name, const std::string& scope) const {
    return name == "world" ? name : name == "__model__" ? scope : scoped(name, scope);
  }
  void keep_apart(std::size_t first);
  spatial::Pose pose_in(const Link& link, const SdfLink& words, const XmlElement& part);
  void read_parts(Link& link, const SdfLink& words);
  void place_all();
  void place_frames();
  std::optional<int> link_at(std::string name) const;
  int end_of(const SdfJoint& words, const XmlElement& at, std::string_view key);
  Eigen::Vector3d read_axis(const SdfJoint& words, const XmlElement& at, const spatial::Pose& pose);
  void read_joint(const SdfJoint& words);
  void read_mimics();
  void shorten_names();

  const RobotOptions& options_;
  Assembly assembly_;
  SdfFrames frames_;
  std::vector<SdfLink> links_;
  std::vector<SdfJoint> joints_;
  std::vector<SdfNamedFrame> named_frames_;
  std::vector<std::unique_ptr<XmlNode>> included_;  // links_ and joints_ point into them
  std::vector<std::unique_ptr<SdfFile>> files_;
  std::string model_name_;
  int models_ = 0;
};

}  // namespace perpend::io
