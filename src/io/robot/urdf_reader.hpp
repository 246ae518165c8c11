// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/robot/assembly/xml_element.hpp"
#include "io/robot/mesh/visual_mesh.hpp"
#include "perpend/io/robot.hpp"

namespace perpend::io {

// The origin and axis of a joint, which become world coordinates only once the tree is known.
struct UrdfOrigin {
  spatial::Pose pose = {};        ///< frame of the child relative to that of the parent
  Eigen::Vector3d axis{1, 0, 0};  ///< in the frame of the child
};

struct UrdfMimic {
  int joint = 0;
  std::string master = {};
  Mimic mimic = {};
};

/// Reads one file into an assembly.
class UrdfReader {
 public:
  UrdfReader(const std::filesystem::path& file, const RobotOptions& options)
      : path_(file), file_(file.string()), options_(options) {}

  Assembly read(const XmlNode& root);

 private:
  XmlElement element(const XmlNode& node, std::string owner) {
    return {node, file_, assembly_, std::move(owner)};
  }
  void read_material(const XmlNode& node);
  void read_link(const XmlNode& node);
  void read_inertial(const XmlElement& at, Link& link);
  void read_collision(const XmlElement& at, Link& link);
  void read_visual(const XmlElement& at, Link& link);
  std::string visual_color(const XmlElement& at) const;
  std::optional<XmlElement> only_shape(const XmlElement& at);
  std::optional<LinkShape> read_geometry(const XmlElement& at);
  std::optional<spatial::Shape> read_solid(const XmlElement& shape);
  std::optional<LinkShape> read_mesh(const XmlElement& at);
  MeshReference read_reference(const XmlElement& at);
  void add_world(const XmlNode& root);
  void read_joint(const XmlNode& node);
  int read_end(const XmlNode& joint, const XmlElement& at, std::string_view key);
  void read_axis(const XmlElement& at, UrdfOrigin& origin);
  void read_drive(const XmlElement& at, LinkJoint& joint);
  void read_mimic(const XmlElement& at);
  void link_mimics();
  void place_links();
  void note_roots(const std::vector<int>& parent_joint);
  spatial::Pose read_origin(const XmlElement& at);

  const std::filesystem::path& path_;
  const std::string file_;
  const RobotOptions& options_;
  Assembly assembly_;
  std::vector<std::pair<std::string, std::string>> colors_;  ///< named materials
  std::vector<UrdfOrigin> origins_;                          ///< one per joint
  std::vector<UrdfMimic> mimics_;
};

}  // namespace perpend::io
