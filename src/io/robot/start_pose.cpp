// SPDX-License-Identifier: Apache-2.0
#include "io/robot/start_pose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/infinity.hpp"

namespace perpend::io {
namespace {

using spatial::Pose;

bool has_coordinate(const LinkJoint& joint) {
  return joint.kind == LinkJointKind::pin || joint.kind == LinkJointKind::prismatic ||
         joint.kind == LinkJointKind::screw;
}

// Starts joints whose limits exclude 0 at the limit nearest to 0.
void start_inside_limits(Assembly& assembly) {
  for (LinkJoint& joint : assembly.joints) {
    if (!has_coordinate(joint)) continue;
    const double lo = joint.drive.lo.value_or(-kInfinity), hi = joint.drive.hi.value_or(kInfinity);
    if (lo <= 0 && 0 <= hi) continue;
    joint.start = std::clamp(0.0, lo, std::max(lo, hi));
    assembly.note(joint.place,
                  fmt::format("starts at {}, as 0 lies outside of its limits", joint.start));
  }
}

// Values given for joints by name, through `option` of convert.
struct Given {
  const char* option;
  const std::vector<study::Parameter>& values;
  double LinkJoint::*member;
};

void set_values(Assembly& assembly, const Given& all) {
  for (const study::Parameter& given : all.values) {
    const int index = index_of(assembly.joints, given.name);
    if (index >= 0 && has_coordinate(assembly.joints[static_cast<std::size_t>(index)])) {
      assembly.joints[static_cast<std::size_t>(index)].*all.member = given.value;
      continue;
    }
    std::vector<std::string> names;
    for (const LinkJoint& joint : assembly.joints)
      if (has_coordinate(joint)) names.push_back(joint.name);
    const std::string_view nearest = nearest_name(given.name, names);
    assembly.faults.push_back(
        {"", 0, all.option, fmt::format("no joint with one coordinate is named \"{}\"", given.name),
         nearest.empty() ? "" : fmt::format("did you mean \"{}\"?", nearest)});
  }
}

const Mimic* mimic_of(const Assembly& assembly, int joint) {
  const auto at = std::ranges::find(assembly.mimics, joint, &Mimic::joint);
  return at == assembly.mimics.end() ? nullptr : &*at;
}

bool follows_itself(const Assembly& assembly, const Mimic& mimic) {
  const Mimic* at = &mimic;
  for (std::size_t steps = 0; steps < assembly.mimics.size() && at; ++steps) {
    if (at->master == mimic.joint) return true;
    at = mimic_of(assembly, at->master);
  }
  return false;
}

// Checks that mimics have a valid master. A mimic of a fixed joint is held where it starts.
void check_masters(Assembly& assembly) {
  for (Mimic& mimic : assembly.mimics) {
    const LinkJoint& master = assembly.joints[static_cast<std::size_t>(mimic.master)];
    if (follows_itself(assembly, mimic)) assembly.fault(mimic.place, "follows itself");
    if (master.kind == LinkJointKind::fixed)
      mimic.multiplier = 0;
    else if (!has_coordinate(master))
      assembly.fault(mimic.place, fmt::format("follows \"{}\", which has more than one coordinate",
                                              master.name));
  }
}

// Applies the mimics. A mimic may follow another, so as many passes as there are mimics reach the
// last one.
void follow_masters(Assembly& assembly) {
  const auto joint = [&](int index) -> LinkJoint& {
    return assembly.joints[static_cast<std::size_t>(index)];
  };
  for (std::size_t pass = 0; pass < assembly.mimics.size(); ++pass)
    for (const Mimic& mimic : assembly.mimics) {
      joint(mimic.joint).start = mimic.multiplier * joint(mimic.master).start + mimic.offset;
      joint(mimic.joint).rate = mimic.multiplier * joint(mimic.master).rate;
    }
}

// Reports values given for followers that contradict their masters.
void check_followers(Assembly& assembly, const Given& all) {
  for (const study::Parameter& given : all.values) {
    const int index = index_of(assembly.joints, given.name);
    const Mimic* mimic = index < 0 ? nullptr : mimic_of(assembly, index);
    if (!mimic) continue;
    const double followed = assembly.joints[static_cast<std::size_t>(index)].*all.member;
    if (std::abs(given.value - followed) <= 1e-9 * (1 + std::abs(followed))) continue;
    const std::string& master = assembly.joints[static_cast<std::size_t>(mimic->master)].name;
    assembly.faults.push_back({"", 0, all.option,
                               fmt::format("{} is given for \"{}\", which follows \"{}\" to {}",
                                           given.value, given.name, master, followed),
                               fmt::format("give it for \"{}\"", master)});
  }
}

// Returns the motion of a joint at `start`, as a map of the world applied to everything attached to
// its child.
Pose motion_of(const LinkJoint& joint) {
  if (joint.kind == LinkJointKind::prismatic) return {joint.start * joint.axis};
  if (!has_coordinate(joint)) return {};
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(joint.start, joint.axis));
  Eigen::Vector3d shift = joint.anchor - turn * joint.anchor;
  if (joint.kind == LinkJointKind::screw) shift += joint.pitch * joint.start * joint.axis;
  return {shift, turn};
}

// Returns the twist of the child at the start: that of the parent plus the one of the joint's rate.
LinkTwist twist_of(const LinkJoint& joint, const LinkTwist& parent) {
  if (!has_coordinate(joint)) return parent;
  if (joint.kind == LinkJointKind::prismatic)
    return {parent.omega, parent.origin + joint.rate * joint.axis};
  const Eigen::Vector3d omega = joint.rate * joint.axis;
  Eigen::Vector3d origin = -omega.cross(joint.anchor);
  if (joint.kind == LinkJointKind::screw) origin += joint.pitch * joint.rate * joint.axis;
  return {parent.omega + omega, parent.origin + origin};
}

void check_limits(Assembly& assembly, const LinkJoint& joint, const LinkDrive& drive,
                  double start) {
  if (drive.allows(start)) return;
  const double lo = drive.lo.value_or(-kInfinity), hi = drive.hi.value_or(kInfinity);
  if (has_coordinate(joint))
    assembly.fault(joint.place, fmt::format("starts at {}", start),
                   fmt::format("its limits are {} to {}", lo, hi));
  else
    assembly.note(joint.place, fmt::format("starts at {}, outside of its limits {} to {}: it is "
                                           "brought back at a bounded speed",
                                           start, lo, hi));
}

void check_limits(Assembly& assembly) {
  for (const LinkJoint& joint : assembly.joints) {
    check_limits(assembly, joint, joint.drive, joint.start);
    check_limits(assembly, joint, joint.drive_b, joint.start_b);
  }
}

}  // namespace

std::vector<int> holding_joints(const Assembly& assembly) {
  std::vector<int> holding(assembly.links.size(), -1);
  for (std::size_t j = 0; j < assembly.joints.size(); ++j) {
    const LinkJoint& joint = assembly.joints[j];
    if (joint.kind == LinkJointKind::free || joint.child == kNoLink) continue;
    int& held = holding[static_cast<std::size_t>(joint.child)];
    if (held < 0) held = static_cast<int>(j);
  }
  return holding;
}

namespace {

// Moves the joint along with the link that holds it.
void move(LinkJoint& joint, const Pose& map) {
  joint.anchor = transform_point(map, joint.anchor);
  joint.axis = map.r * joint.axis;
  joint.axis_b = map.r * joint.axis_b;
}

// Moves all links from the roots to the leaves.
void move_links(Assembly& assembly) {
  const std::vector<int> holding = holding_joints(assembly);
  const std::size_t count = assembly.links.size();
  std::vector<Pose> maps(count);
  std::vector<bool> known(count);
  for (std::size_t i = 0; i < count; ++i) known[i] = holding[i] < 0;
  for (bool any = true; any;) {
    any = false;
    for (std::size_t i = 0; i < count; ++i) {
      if (known[i]) continue;
      LinkJoint& joint = assembly.joints[static_cast<std::size_t>(holding[i])];
      const auto parent = static_cast<std::size_t>(joint.parent);
      if (joint.parent != kNoLink && !known[parent]) continue;
      const Pose map = joint.parent == kNoLink ? Pose{} : maps[parent];
      maps[i] = compose(map, motion_of(joint));
      move(joint, map);
      assembly.links[i].twist =
          twist_of(joint, joint.parent == kNoLink ? LinkTwist{} : assembly.links[parent].twist);
      known[i] = any = true;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (!known[i])
      assembly.fault(assembly.links[i].place, "lies on a circle of joints without a root");
    assembly.links[i].pose = compose(maps[i], assembly.links[i].pose);
  }
  for (std::size_t j = 0; j < assembly.joints.size(); ++j) {
    LinkJoint& joint = assembly.joints[j];
    if (joint.child == kNoLink ||
        holding[static_cast<std::size_t>(joint.child)] == static_cast<int>(j))
      continue;
    if (joint.parent != kNoLink) move(joint, maps[static_cast<std::size_t>(joint.parent)]);
  }
}

}  // namespace

void move_to_start(Assembly& assembly, const RobotOptions& options) {
  const std::array<Given, 2> all = {
      {{"start", options.start, &LinkJoint::start}, {"rate", options.rates, &LinkJoint::rate}}};
  start_inside_limits(assembly);
  for (const Given& given : all) set_values(assembly, given);
  check_masters(assembly);
  if (!assembly.faults.empty()) return;
  follow_masters(assembly);
  for (const Given& given : all) check_followers(assembly, given);
  check_limits(assembly);
  move_links(assembly);
}

}  // namespace perpend::io
