// SPDX-License-Identifier: Apache-2.0
#include "io/scene/friction_keys.hpp"

#include <fmt/format.h>

namespace perpend::io {
namespace {

bool read_one(JsonObject& object, const char* key, double& mu) {
  const JsonNode* node = object.find(key);
  if (!node) return false;
  if (read_value(*node, object.path(key), object.faults(), mu) && mu < 0)
    object.faults().add(*node, object.path(key), fmt::format("is {}", mu),
                        "expected a finite number >= 0");
  return true;
}

}  // namespace

bool read_friction(JsonObject& object, double& mu_s, double& mu_k) {
  double mu = 0.0;
  const bool both = read_one(object, "mu", mu);
  if (both) mu_s = mu_k = mu;
  const bool has_static = read_one(object, "mu_s", mu_s);
  const bool has_kinetic = read_one(object, "mu_k", mu_k);
  if (both && (has_static || has_kinetic))
    object.faults().add(
        *object.find("mu"), object.path("mu"), "sets both coefficients",
        fmt::format("expected none beside it, found {}", has_static ? "mu_s" : "mu_k"));
  if (has_static && !has_kinetic) mu_k = mu_s;
  if (has_kinetic && !has_static) mu_s = mu_k;
  return both || has_static || has_kinetic;
}

}  // namespace perpend::io
