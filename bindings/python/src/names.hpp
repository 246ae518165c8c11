// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "perpend/model/model.hpp"

/// Names of the elements of a model, and the elements of a name.
namespace perpend::python {

/// Largest number of names that a message lists.
inline constexpr std::size_t kMostNames = 12;

/// Returns "one of a, b (did you mean 'a'?)" for a message; of more than `most` names the first
/// ones and the number of the others.
std::string one_of(const std::vector<std::string>& names, const std::string& given,
                   std::size_t most = static_cast<std::size_t>(-1));

/// Returns the index of a name; throws InvalidArgument with the names if there is no such one.
int index_named(const std::vector<std::string>& names, const std::string& name,
                std::string_view what);

std::vector<std::string> body_names(const Model& model);
std::vector<std::string> joint_names(const Model& model);
/// Return "joint[coordinate]" of State::coordinates, "body[velocity]" of State::v.
std::vector<std::string> coordinate_names(const Model& model);
std::vector<std::string> velocity_names(const Model& model);

/// Return "joint[coordinate]" of motors, and the names of the entries of ctrl.
std::vector<std::string> motor_names(const Model& model);
std::vector<std::string> control_names(const Model& model);

/// Return bodies and coordinates by name; throw InvalidArgument with the nearest name. That of a
/// joint is its coordinate 0.
BodyId body_named(const Model& model, const std::string& name);
CoordinateId coordinate_named(const Model& model, const std::string& name);

}  // namespace perpend::python
