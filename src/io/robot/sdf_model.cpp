// SPDX-License-Identifier: Apache-2.0
// Reads SDF models: links, frames, nested models.
#include <fmt/format.h>

#include "io/robot/sdf_reader.hpp"

namespace perpend::io {

void SdfReader::add_frame(const XmlElement& at, const std::string& name, const std::string& scope,
                          const std::string& otherwise) {
  SdfFrames::Frame frame{.pose = read_sdf_pose(at), .relative_to = otherwise, .place = at.place()};
  const XmlNode* pose = at.node.child("pose");
  const std::string* relative = pose ? pose->attribute("relative_to") : nullptr;
  if (relative && !relative->empty()) frame.relative_to = frame_word(*relative, scope);
  if (!frames_.add(name, std::move(frame)))
    assembly_.fault(at.place(), fmt::format("the name \"{}\" is there twice", name));
}

void SdfReader::read_link(const XmlNode& node, const SdfFile& file, const ModelWords& words) {
  const std::string name = element(node, file, "").need_text("name");
  const XmlElement at = element(node, file, fmt::format("link \"{}\"", scoped(name, words.scope)));
  const std::string full = scoped(name, words.scope);
  add_frame(at, full, words.scope, words.scope);
  links_.push_back({&node, &file, words.scope});
  assembly_.links.push_back(
      {.name = full, .place = {file.name, node.line, at.owner}, .fixed = words.fixed});
}

void SdfReader::read_frame(const XmlNode& node, const SdfFile& file, const std::string& scope) {
  const std::string name = element(node, file, "").need_text("name");
  const XmlElement at = element(node, file, fmt::format("frame \"{}\"", name));
  const std::string* attached = node.attribute("attached_to");
  // By default a frame is attached to its model, at the top of a file to the world.
  const std::string around = scope.empty() ? "world" : scope;
  const bool is_said = attached && !attached->empty() && *attached != "__model__";
  const std::string to = is_said ? frame_word(*attached, scope) : around;
  const bool is_new = !frames_.has(scoped(name, scope));
  add_frame(at, scoped(name, scope), scope, to);
  if (SdfFrames::Frame* frame = frames_.find(scoped(name, scope))) frame->body = to;
  if (is_new) named_frames_.push_back({scoped(name, scope), {file.name, node.line, at.owner}});
}

// Excludes collisions among the links of a model, which SDF allows only on request; pairs of fixed
// links never collide anyway.
void SdfReader::keep_apart(std::size_t first) {
  for (std::size_t i = first; i < assembly_.links.size(); ++i)
    for (std::size_t j = i + 1; j < assembly_.links.size(); ++j)
      if (!assembly_.links[i].fixed || !assembly_.links[j].fixed)
        assembly_.apart.emplace_back(static_cast<int>(i), static_cast<int>(j));
}

void SdfReader::read_model_parts(const XmlNode& model, const SdfFile& file,
                                 const ModelWords& words) {
  const XmlElement at = element(model, file, "");
  for (const XmlNode& part : model.children) {
    if (part.name == "link") read_link(part, file, words);
    if (part.name == "frame") read_frame(part, file, words.scope);
    if (part.name == "include") read_include(part, file, words.scope, words.fixed);
    if (part.name == "model") {
      const std::string name = element(part, file, "").need_text("name");
      read_model(part, file, {scoped(name, words.scope), words.scope, words.fixed}, nullptr);
    }
    if (part.name == "joint") {
      const std::string name = element(part, file, "").need_text("name");
      joints_.push_back(
          {&part, file.name, words.scope, scoped(name, words.scope), file.axes_in_model});
      add_frame(element(part, file, fmt::format("joint \"{}\"", name)), joints_.back().name,
                words.scope, frame_word(end_text(at.at(part), "child"), words.scope));
    }
  }
}

// Moves the frame `own` so that the frame `placement` of the scope has the pose given for `own`.
void SdfReader::place_by(const std::string& placement, const std::string& own,
                         const std::string& scope, const Place& place) {
  const std::string frame = frames_.resolve(placement, scope);
  SdfFrames::Frame* const moved = frames_.find(own);
  const auto there = frame.empty() ? std::nullopt : frames_.pose_of(frame, assembly_);
  const auto here = frames_.pose_of(own, assembly_);
  if (!there || !here || !moved)
    return assembly_.fault(place, fmt::format("no frame is named \"{}\"", placement));
  moved->pose = compose(moved->pose, inverse(compose(inverse(*here), *there)));
}

void SdfReader::read_model(const XmlNode& model, const SdfFile& file, const ModelWords& words,
                           const XmlNode* include) {
  ++models_;
  const XmlElement at = element(model, file, fmt::format("model \"{}\"", words.scope));
  ModelWords inside = words;
  bool fixed = false, collides = false;
  if (read_child(at, "static", fixed)) inside.fixed = inside.fixed || fixed;
  read_child(at, "self_collide", collides);
  list_others(at, {"static", "self_collide", "pose", "link", "joint", "frame", "model", "include"});
  const bool placed_there = include && include->child("pose");
  add_frame(placed_there ? at.at(*include) : at, words.scope, words.parent, words.parent);
  const std::string* placement = model.attribute("placement_frame");
  if (include && include->child("placement_frame"))
    placement = &include->child("placement_frame")->text;
  const std::size_t first = assembly_.links.size();
  read_model_parts(model, file, inside);
  if (first == assembly_.links.size()) assembly_.fault(at.place(), "has no link");
  if (!collides) keep_apart(first);
  if (placement && !placement->empty()) place_by(*placement, words.scope, words.scope, at.place());
}

}  // namespace perpend::io
