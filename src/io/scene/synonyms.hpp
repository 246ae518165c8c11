// SPDX-License-Identifier: Apache-2.0
// Names of other engines for keys and words of scene files, listed in docs/formats/scene.md.
#pragma once

#include <array>

#include "io/format/json_object.hpp"

namespace perpend::io {

inline constexpr std::array kJointKindSynonyms{
    Synonym{"revolute", "pin"},       Synonym{"hinge", "pin"},
    Synonym{"ball", "spherical"},     Synonym{"ball_and_socket", "spherical"},
    Synonym{"slider", "prismatic"},   Synonym{"fixed", "weld"},
    Synonym{"rod", "distance"},       Synonym{"cardan", "universal"},
    Synonym{"spring_damper", "strut"}};

inline constexpr std::array kBodyKindSynonyms{
    Synonym{"dynamic", "rigid"}, Synonym{"static", "fixed"}, Synonym{"spatial_rigid", "spatial"},
    Synonym{"spatial_dynamic", "spatial"}, Synonym{"spatial_static", "spatial_fixed"}};

inline constexpr std::array kOutlineSynonyms{Synonym{"circle", "disc"}, Synonym{"rectangle", "box"},
                                             Synonym{"plane", "half_plane"}};

inline constexpr std::array kSolidSynonyms{Synonym{"cuboid", "box"},
                                           Synonym{"plane", "half_space"}};

inline constexpr std::array kBodySynonyms{Synonym{"type", "kind"},
                                          Synonym{"quaternion", "orientation"},
                                          Synonym{"angular_velocity", "omega"}};

inline constexpr std::array kJointSynonyms{Synonym{"type", "kind"}, Synonym{"body_a", "a"},
                                           Synonym{"child", "a"}, Synonym{"body_b", "b"},
                                           Synonym{"parent", "b"}};

inline constexpr std::array kSurfaceSynonyms{Synonym{"friction", "mu"},
                                             Synonym{"restitution", "e"}};

inline constexpr std::array kCoordinateSynonyms{Synonym{"restitution", "e"}};

inline constexpr std::array kActuatorSynonyms{Synonym{"type", "kind"},
                                              Synonym{"ctrlrange", "control_range"},
                                              Synonym{"forcerange", "force_range"}};

inline constexpr std::array kSimulationSynonyms{
    Synonym{"timestep", "dt"}, Synonym{"time_step", "dt"}, Synonym{"end_time", "duration"}};

}  // namespace perpend::io
