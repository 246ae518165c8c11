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

/// The friction law that contacts satisfy at the end of a step. It is a value, so one scene can run
/// under many laws. A step solves for impulses. docs/methods/laws.md has the equations and lists
/// the methods that solve each law; the names are a table in contact/law.cpp.
struct ContactLaw {
  enum Kind {
    cone,         ///< Signorini and Coulomb with the circular cone
    polyhedral,   ///< Coulomb with a polygon of `directions`: Hart & Anitescu 2003, 2.11-2.12
    relaxed,      ///< convex relaxation: gap/h + u_n >= mu |u_t| (2.10); one convex QP per step
    phantom,      ///< phantom inertia: Peiret et al. 2017, eq. 35
    box,          ///< |f_t1|, |f_t2| <= mu f_n, each tangent with the law of the plane
    frozen_box,   ///< box with mu f_n of the last step: the box model of Peiret et al. 2017
    hybrid,       ///< mu f_n of the last step along and across the slip, the lateral force
                  ///< regularised (Peiret et al. 2017, eq. 43)
    frictionless  ///< normal impulses only
  };
  Kind kind = cone;
  /// Number of sides of the polygon in space, opposite ones included: even, 4 to 1000. Used by
  /// polyhedral, relaxed and phantom only.
  int directions = 8;
  /// True if the polygon is rotated so that one side faces the slip at the start of the step.
  bool rotated = false;
  /// Phantom inertia, kg⁻¹; 0 selects the largest that keeps the law's matrix positive
  /// semidefinite.
  double rho = 0.0;

  constexpr ContactLaw() = default;
  constexpr ContactLaw(Kind k) : kind(k), directions(k == phantom ? 4 : 8) {}

  bool has_directions() const { return kind == polyhedral || kind == relaxed || kind == phantom; }
  friend bool operator==(const ContactLaw&, const ContactLaw&) = default;
  friend bool operator==(const ContactLaw& law, Kind other) { return law.kind == other; }
};

/// Returns "cone", "polyhedral(8)", "polyhedral(8,rotated)", "phantom(4,rho=0.001)" and the like.
std::string to_string(const ContactLaw& law);
/// Returns the name of the kind alone.
std::string_view to_string(ContactLaw::Kind kind);
template <>
std::span<const Name<ContactLaw::Kind>> names<ContactLaw::Kind>();
/// Returns the law of a name as to_string() writes it, with defaults for what is left out, or
/// nothing where there is no such law. `polyhedral:8` means polyhedral(8), and `turned` means
/// rotated. Throws InvalidArgument where a rho is given that is not positive, and as validate().
std::optional<ContactLaw> law_from_name(std::string_view name);
/// Returns one law of each kind, with its defaults.
std::span<const ContactLaw> all_laws();

/// Throws InvalidArgument where the number of directions is odd, below 4 or above 1000, where rho
/// is negative or not finite, and where rho is set for another law than phantom.
void validate(const ContactLaw& law);

/// A set of methods.
class MethodSet {
 public:
  void add(lcp::Method method) { methods_.set(static_cast<std::size_t>(method)); }
  bool contains(lcp::Method method) const {
    return methods_.test(static_cast<std::size_t>(method));
  }

 private:
  std::bitset<lcp::kMethodCount> methods_;
};

/// Returns the methods that solve contact problems of the law, in the plane or, with `in_space`, in
/// space. The plane admits more methods for `polyhedral`, since there the polygon is the cone.
MethodSet methods_of(const ContactLaw& law, bool in_space = false);
/// Returns "auto, keller, ...", in the order of the enum.
std::string to_string(const MethodSet& methods);

}  // namespace perpend
