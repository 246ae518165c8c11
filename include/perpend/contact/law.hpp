// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "perpend/core/names.hpp"
#include "perpend/lcp/solution.hpp"

namespace perpend {

/// What friction at contacts has to satisfy at the end of a step; a value, so that one scene runs
/// under many. A step solves for impulses. docs/methods/laws.md has the equations, and which
/// methods solve which law; their names are a table in contact/law.cpp.
struct ContactLaw {
  enum Kind {
    cone,         ///< Signorini and Coulomb with the circular cone
    polyhedral,   ///< Coulomb with a polygon of `directions`: Hart & Anitescu 2003, 2.11-2.12
    relaxed,      ///< convex relaxation: gap/h + u_n >= mu |u_t| (2.10); one convex QP per step
    phantom,      ///< phantom inertia: Peiret et al. 2017, 35
    box,          ///< |f_t1|, |f_t2| <= mu f_n, each with the law of the plane
    frozen_box,   ///< the same with mu f_n of the last step: the box model of Peiret et al. 2017
    hybrid,       ///< frozen limits along and across the slip, lateral force regularised (43)
    frictionless  ///< normal impulses only
  };
  Kind kind = cone;
  /// Sides of the polygon in space, opposite ones included; polyhedral, relaxed and phantom only.
  int directions = 8;
  /// Whether a side of the polygon faces the slip at the start of the step.
  bool rotated = false;
  /// Phantom inertia, kg⁻¹; 0: the largest that keeps the law's matrix positive semidefinite.
  double rho = 0.0;

  constexpr ContactLaw() = default;
  constexpr ContactLaw(Kind k) : kind(k), directions(k == phantom ? 4 : 8) {}

  bool has_directions() const { return kind == polyhedral || kind == relaxed || kind == phantom; }
  friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
  friend bool operator==(const ContactLaw& law, Kind other) { return law.kind == other; }
};

/// "cone", "polyhedral(8)", "polyhedral(8,rotated)", "phantom(4,rho=0.001)".
std::string to_string(const ContactLaw& law);
/// The kind alone.
std::string_view to_string(ContactLaw::Kind kind);
template <>
std::span<const Name<ContactLaw::Kind>> names<ContactLaw::Kind>();
/// The law of such a name; what is left out has its default. `polyhedral:8` is polyhedral(8),
/// `turned` rotated. Nothing where there is no such law; throws InvalidArgument on a number of
/// directions that is odd or below 4, or a rho that is not positive.
std::optional<ContactLaw> law_from_name(std::string_view name);
/// One law of each kind.
std::span<const ContactLaw> all_laws();

/// Throws InvalidArgument as law_from_name().
void validate(const ContactLaw& law);

/// Some of the methods.
class MethodSet {
 public:
  void add(lcp::Method method) { methods_.set(static_cast<std::size_t>(method)); }
  bool contains(lcp::Method method) const {
    return methods_.test(static_cast<std::size_t>(method));
  }

 private:
  std::bitset<16> methods_;
};

/// The methods that solve contact problems of the law, those of contacts in space only where asked:
/// in the plane a polygon is a cone.
MethodSet methods_of(const ContactLaw& law, bool in_space = false);
/// "auto, keller, ...", in the order of the enum.
std::string to_string(const MethodSet& methods);

}  // namespace perpend
