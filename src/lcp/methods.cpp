// SPDX-License-Identifier: Apache-2.0
//
// The table of methods: a line for each, in the order of the enum.
#include <algorithm>
#include <array>
#include <utility>

#include "perpend/lcp/solve.hpp"

namespace perpend::lcp {
namespace {

struct MethodTraits {
  Name<Method> name;
  bool complementarity;  ///< linear complementarity problems, boxed ones too
  bool contact;          ///< contact problems
  bool symmetric;        ///< complementarity problems with a symmetric matrix only
};

constexpr std::array kTraits{
    MethodTraits{{Method::automatic, "auto", "the methods that fit, one after the other"},
                 true,
                 true,
                 false},
    MethodTraits{{Method::dantzig, "dantzig", "Dantzig's driving method, Baraff's friction sets"},
                 true,
                 true,
                 false},
    MethodTraits{{Method::keller, "keller", "principal pivoting with an updated Cholesky factor"},
                 true,
                 true,
                 true},
    MethodTraits{{Method::lemke, "lemke", "lexicographic Lemke"}, true, true, false},
    MethodTraits{{Method::murty, "murty", "least index"}, true, false, false},
    MethodTraits{{Method::block, "block", "block principal pivoting"}, true, false, false},
    MethodTraits{{Method::qp, "qp", "interior point on the convex QP"}, true, false, true},
    MethodTraits{
        {Method::proximal, "proximal", "proximal path on the friction cone"}, false, true, false},
    MethodTraits{
        {Method::pgs, "pgs", "projected Gauss-Seidel, for comparison only"}, true, true, false},
    MethodTraits{{Method::alart_curnier, "alart_curnier", "semismooth Newton on the friction cone"},
                 false,
                 true,
                 false},
    MethodTraits{{Method::fischer_burmeister, "fischer_burmeister",
                  "the same on the Fischer-Burmeister map"},
                 false,
                 true,
                 false},
    MethodTraits{
        {Method::interior, "interior", "interior point on the friction cone"}, false, true, false}};

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
  return traits(method).symmetric;
}

}  // namespace perpend::lcp
