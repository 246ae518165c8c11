// SPDX-License-Identifier: Apache-2.0
//
// The table of methods: a line for each, in the order of the enum.
#include "lcp/methods.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

// Problems for which a method requires A to be symmetric.
enum class Symmetry { none, contact, all };

struct MethodTraits {
  Name<Method> name;
  bool complementarity;  ///< linear complementarity problems, boxed ones too
  bool contact;          ///< contact problems
  Symmetry symmetry;
  bool cone = false;  ///< a stage of the friction cone, or all: needs no stored W
};

constexpr std::array kTraits{
    MethodTraits{{Method::automatic, "auto", "the methods that fit, one after the other"},
                 true,
                 true,
                 Symmetry::none,
                 true},
    MethodTraits{{Method::dantzig, "dantzig", "Dantzig's driving method, Baraff's friction sets"},
                 true,
                 true,
                 Symmetry::contact},
    MethodTraits{{Method::keller, "keller", "principal pivoting with an updated Cholesky factor"},
                 true,
                 true,
                 Symmetry::all},
    MethodTraits{{Method::lemke, "lemke", "lexicographic Lemke"}, true, true, Symmetry::none},
    MethodTraits{{Method::murty, "murty", "least index"}, true, false, Symmetry::none},
    MethodTraits{{Method::block, "block", "block principal pivoting"}, true, false, Symmetry::none},
    MethodTraits{{Method::qp, "qp", "interior point on the convex QP"}, true, false, Symmetry::all},
    MethodTraits{{Method::proximal, "proximal", "proximal path on the friction cone"},
                 false,
                 true,
                 Symmetry::none,
                 true},
    MethodTraits{{Method::pgs, "pgs", "projected Gauss-Seidel, for comparison only"},
                 true,
                 true,
                 Symmetry::none},
    MethodTraits{{Method::alart_curnier, "alart_curnier", "semismooth Newton on the friction cone"},
                 false,
                 true,
                 Symmetry::none,
                 true},
    MethodTraits{{Method::fischer_burmeister, "fischer_burmeister",
                  "the same on the Fischer-Burmeister map"},
                 false,
                 true,
                 Symmetry::none,
                 true},
    MethodTraits{{Method::interior, "interior", "interior point on the friction cone"},
                 false,
                 true,
                 Symmetry::none,
                 true}};

constexpr auto kNames = [] {
  std::array<Name<Method>, kTraits.size()> names{};
  std::ranges::transform(kTraits, names.begin(), &MethodTraits::name);
  return names;
}();

constexpr auto kMethods = [] {
  std::array<Method, kTraits.size()> methods{};
  std::ranges::transform(kNames, methods.begin(), &Name<Method>::value);
  return methods;
}();

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < kMethods.size(); ++i)
    if (static_cast<std::size_t>(kMethods[i]) != i) return false;
  return true;
}
static_assert(is_in_order());
// Method::guess, the last one, has no line.
static_assert(kTraits.size() + 1 == kMethodCount);

const MethodTraits& traits(Method method) {
  return kTraits[static_cast<std::size_t>(method)];
}

}  // namespace
}  // namespace perpend::lcp

template <>
std::span<const perpend::Name<perpend::lcp::Method>> perpend::names<perpend::lcp::Method>() {
  return lcp::kNames;
}

namespace perpend::lcp {

// Method::guess appears in reports only and cannot be requested, so no list contains it.
std::string_view to_string(Method method) {
  return method == Method::guess ? "guess" : name_of(method);
}

std::optional<Method> method_from_name(std::string_view name) {
  return name == "automatic" ? Method::automatic : value_of<Method>(name);
}

std::span<const Method> all_methods() {
  return kMethods;
}

bool supports(Method method, ProblemKind kind) {
  if (method == Method::guess) return false;
  return kind == ProblemKind::contact ? traits(method).contact : traits(method).complementarity;
}

bool needs_symmetry(Method method) {
  return traits(method).symmetry == Symmetry::all;
}

bool needs_symmetric_contacts(Method method) {
  return traits(method).symmetry != Symmetry::none;
}

bool is_cone_method(Method method) {
  return method != Method::guess && traits(method).cone;
}

}  // namespace perpend::lcp
