// SPDX-License-Identifier: Apache-2.0
#include "model/model_check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "core/text.hpp"
#include "model/fault_text.hpp"
#include "model/start_overlap.hpp"

namespace perpend {
namespace {

// Bodies that are joined, in both directions, and separately those joined by struts, which do not
// prevent collisions.
class Neighbours {
 public:
  explicit Neighbours(const Model& model) : model_(model) {
    for (const auto& [a, b] : model.joined) {
      both_ways_.emplace_back(a, b);
      both_ways_.emplace_back(b, a);
    }
    std::sort(both_ways_.begin(), both_ways_.end());
    for (const Joint& joint : model.joints)
      if (joint.kind == JointKind::strut && joint.a != kWorld && joint.b != kWorld)
        struts_.push_back({in_order(joint.a.index, joint.b.index), joint.name});
    std::sort(struts_.begin(), struts_.end());
  }

  // Describes how joints connect the two; empty if they do not.
  std::string tie(int a, int b) const {
    const auto strut = std::lower_bound(struts_.begin(), struts_.end(), Strut{in_order(a, b), ""});
    if (strut != struts_.end() && strut->first == in_order(a, b))
      return "strut '" + strut->second + "' lets them collide";
    const int between = common(a, b);
    return between < 0 ? "" : "both are joined to '" + model_.bodies[between].details->name + "'";
  }

 private:
  using Strut = std::pair<std::pair<int, int>, std::string>;

  static std::pair<int, int> in_order(int a, int b) { return std::minmax(a, b); }

  int common(int a, int b) const {
    auto i = first(a), j = first(b);
    while (i != both_ways_.end() && j != both_ways_.end() && i->first == a && j->first == b) {
      if (i->second == j->second) return i->second;
      ++(i->second < j->second ? i : j);
    }
    return -1;
  }
  std::vector<std::pair<int, int>>::const_iterator first(int body) const {
    return std::lower_bound(both_ways_.begin(), both_ways_.end(), std::pair(body, -1));
  }

  const Model& model_;
  std::vector<std::pair<int, int>> both_ways_;
  std::vector<Strut> struts_;
};

}  // namespace

void ModelCheck::fault(std::string element, std::string message, std::string hint) {
  faults_.push_back({"", 0, std::move(element), std::move(message), std::move(hint)});
}

void ModelCheck::surface(const SurfacePair& pair, const std::string& element) {
  if (!(pair.mu_k >= 0 && std::isfinite(pair.mu_k)))
    fault(element + ".mu_k", "is " + number(pair.mu_k), "expected a finite number >= 0");
  if (!(pair.mu_s >= pair.mu_k && std::isfinite(pair.mu_s)))
    fault(element + ".mu_s", "is " + number(pair.mu_s), "expected a finite number >= mu_k");
  if (!(pair.e >= 0 && pair.e <= 1))
    fault(element + ".e", "is " + number(pair.e), "expected 0 to 1");
  if (!(pair.rolling >= 0 && std::isfinite(pair.rolling)))
    fault(element + ".rolling", "is " + number(pair.rolling), "expected a finite length >= 0");
  if (!(pair.spinning >= 0 && std::isfinite(pair.spinning)))
    fault(element + ".spinning", "is " + number(pair.spinning), "expected a finite length >= 0");
  spring(pair.normal, element + ".normal");
  spring(pair.tangential, element + ".tangential");
}

// Damping alone would be a velocity constraint, whose position drifts.
void ModelCheck::spring(const SpringDamper& spring, const std::string& element) {
  if (!(spring.stiffness >= 0 && std::isfinite(spring.stiffness)))
    fault(element + ".stiffness", "is " + number(spring.stiffness),
          "expected a finite number >= 0");
  if (!(spring.damping >= 0 && std::isfinite(spring.damping)))
    fault(element + ".damping", "is " + number(spring.damping), "expected a finite number >= 0");
  else if (spring.damping > 0 && spring.is_hard())
    fault(element + ".damping", "is " + number(spring.damping),
          "expected 0 unless there is a stiffness");
}

void ModelCheck::materials() {
  std::vector<std::string> names{"default"};
  for (const Material& material : builder_.materials_) names.push_back(material.name);
  const std::set<std::string_view> known(names.begin(), names.end());
  const auto require_known = [&](const std::string& name, const std::string& element) {
    if (known.contains(name)) return;
    const std::string_view near = nearest_name(name, names);
    fault(element, "no material named '" + name + "'",
          near.empty() ? "" : "nearest is '" + std::string(near) + "'");
  };
  for (std::size_t i = 0; i < builder_.materials_.size(); ++i)
    surface(builder_.materials_[i].self, indexed("materials", i));
  for (std::size_t i = 0; i < builder_.pairs_.size(); ++i) {
    const std::string element = indexed("surface_pairs", i);
    require_known(builder_.pairs_[i].a, element + ".a");
    require_known(builder_.pairs_[i].b, element + ".b");
    surface(builder_.pairs_[i].pair, element);
  }
  repeated_pairs();
  for (std::size_t i = 0; i < builder_.bodies_.size(); ++i)
    if (!builder_.bodies_[i].material.empty())
      require_known(builder_.bodies_[i].material, indexed("bodies", i) + ".material");
}

// If two pairs name the same materials, in either order, one would be ignored silently.
void ModelCheck::repeated_pairs() {
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> first;
  for (std::size_t i = 0; i < builder_.pairs_.size(); ++i) {
    const auto& [a, b, pair] = builder_.pairs_[i];
    const auto [at, is_new] = first.emplace(std::minmax<std::string_view>(a, b), i);
    if (!is_new)
      fault(indexed("surface_pairs", i),
            "names '" + a + "' and '" + b + "', as does " + indexed("surface_pairs", at->second),
            "expected one pair of the two, in either order");
  }
}

void ModelCheck::names() {
  const auto unique = [this](const auto& elements, const char* list, std::string_view reserved) {
    std::set<std::string_view> seen{reserved};
    for (std::size_t i = 0; i < elements.size(); ++i) {
      const std::string element = indexed(list, i) + ".name", &name = elements[i].name;
      if (name.empty())
        fault(element, "is empty", "expected a name");
      else if (!is_name(name))
        fault(element, kNoName, kNameForm);
      else if (!seen.insert(name).second)
        fault(element, "'" + name + "' is taken");
    }
  };
  unique(builder_.bodies_, "bodies", "world");
  unique(builder_.joints_, "joints", "");
  unique(builder_.couplers_, "couplers", "");
  unique(builder_.actuators_, "actuators", "");
  unique(builder_.materials_, "materials", "");
}

void ModelCheck::definitions() {
  if (builder_.bodies_.empty()) fault("bodies", "there are none");
  if (builder_.gravity_ && !builder_.gravity_->allFinite()) fault("gravity", "is not finite");
  names();
  coordinate_names();
  materials();
  for (std::size_t i = 0; i < builder_.bodies_.size(); ++i) {
    const std::size_t before = faults_.size();
    body(builder_.bodies_[i], indexed("bodies", i));
    sound_bodies_.push_back(faults_.size() == before);
  }
  for (std::size_t i = 0; i < builder_.joints_.size(); ++i) {
    const JointDef& def = builder_.joints_[i];
    const std::size_t before = faults_.size();
    joint(def, indexed("joints", i));
    const auto sound = [&](BodyId id) { return id == kWorld || sound_bodies_[id.index]; };
    sound_joints_.push_back(faults_.size() == before && sound(def.a) && sound(def.b));
  }
  for (std::size_t i = 0; i < builder_.couplers_.size(); ++i)
    coupler(builder_.couplers_[i], indexed("couplers", i));
  actuators();
  exclusions();
}

void ModelCheck::exclusions() {
  for (std::size_t i = 0; i < builder_.excluded_.size(); ++i) {
    const auto& [a, b] = builder_.excluded_[i];
    const std::string element = indexed("exclude_collisions", i);
    if (!is_body(a)) fault(element + ".a", "names no body");
    if (!is_body(b)) fault(element + ".b", "names no body");
    if (is_body(a) && a == b) fault(element, "names one body twice");
  }
}

void ModelCheck::overlaps(const Model& model) {
  const StartOverlaps found = start_overlaps(model, ModelBuilder::kStartOverlap);
  const Neighbours neighbours(model);
  for (const StartOverlap& pair : found.pairs) {
    const std::string tie = neighbours.tie(pair.body_a, pair.body_b);
    fault(indexed("bodies", pair.body_b),
          "'" + model.bodies[pair.body_b].details->name + "' overlaps '" +
              model.bodies[pair.body_a].details->name + "' by " + number(pair.depth) +
              " m at the start",
          tie.empty() ? "move it, put it on another level, or allow overlap"
                      : tie + "; shorten a shape, put one on another level, or allow overlap");
  }
  if (!found.all)
    fault("bodies", "more than " + std::to_string(kMostOverlaps) + " shapes overlap at the start",
          "the others were not looked at");
}

void ModelCheck::built(const Model& model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (sound_body(i)) mass(builder_.bodies_[i], model.bodies[i], indexed("bodies", i));
  for (std::size_t i = 0; i < model.joints.size(); ++i)
    if (sound_joint(i))
      built_joint(builder_.joints_[i], model.joints[i], model, indexed("joints", i));
  if (!builder_.overlap_allowed_) overlaps(model);
}

}  // namespace perpend
