# SPDX-License-Identifier: Apache-2.0
"""Of models and what they refuse."""

from fault_list import faults

faults(
    "src/model/model.cpp", "model sim",
    ("rotation_by(motion.omega * t);", "rotation_by(motion.omega * 0.99 * t);", "rotation of a mover"),
)
faults(
    "src/model/model_builder.cpp", "model sim",
    ("std::sqrt(a.mu_s * b.mu_s)", "std::max(a.mu_s, b.mu_s)", "friction of two materials"),
    ("if (a.is_hard() || b.is_hard()) return a.is_hard() ? b : a;", "if (a.is_hard() || b.is_hard()) return a;",
     "springs of one of two materials"),
    ("< std::pair(a.stiffness, a.damping) ? b : a", "> std::pair(a.stiffness, a.damping) ? b : a",
     "springs of two materials"),
    ("std::min(a.e, b.e)", "std::max(a.e, b.e)", "restitution of two materials"),
    ("def.bodies_collide || def.kind == JointKind::strut;", "def.bodies_collide;",
     "struts let bodies collide"),
    ("= model.surface_pairs[b * m + a] = named.pair", "= named.pair", "surface pairs both ways"),
)
faults(
    "src/model/collision_filter.cpp", "model",
    ("const bool joins = low == body_a && high == body_b && !joint.bodies_collide;",
     "const bool joins = low == body_a && high == body_b;",
     "joints whose bodies collide beside a broken one"),
    ("return by_shape || allows(a.collides, b.collides);", "return allows(a.collides, b.collides);",
     "filters of shapes against those of bodies"),
)
faults(
    "src/model/edit_model.cpp", "model",
    ("joint.b = shifted(joint.b, bodies);", "", "second body of a joint that is added"),
    ("actuator.joint.index += joints;", "", "joints of actuators that are added"),
    ("if (actuator.joint.index < 0) continue;", "", "actuators of joints that are removed"),
    ("joint.a != body && joint.b != body", "joint.a != body", "joints of a body that is removed"),
    ("material_named(model, more.materials[body.material].name)",
     "(material_named(model, more.materials[body.material].name), body.material)",
     "materials of bodies that are added"),
)
faults(
    "src/model/collision_filter.cpp", "model sim",
    ("if (joins && !state.is_broken({j})) return false;", "if (joins) return state.is_broken({j});",
     "the second of two joints between bodies that broke"),
)
faults(
    "src/model/query.cpp", "model",
    (".normal = transform_vector(pose, hit->normal)}", ".normal = hit->normal}",
     "normal of a ray's hit on a mesh"),
    ("hit->shape = s;", "hit->shape = 0;", "shape that a ray hits"),
    ("Plane::in_space(d.point_a), Plane::in_space(d.point_b)}",
     "Plane::in_space(d.point_b), Plane::in_space(d.point_a)}", "points of a planar distance"),
)
faults(
    "src/model/model.cpp", "model sim",
    ("hash.add(state.coordinates);", "", "coordinates in the hash of a state"),
)
faults(
    "src/model/model_builder.cpp", "model sim",
    ("std::max(a.rolling, b.rolling)", "std::min(a.rolling, b.rolling)",
     "rolling friction of two materials"),
)
faults(
    "src/model/model_check_joint.cpp", "model",
    ('at_least_0("armature", def.armature, true);', "", "rotors below 0"),
    ("def.motor_stiffness == 0 && def.motor != MotorKind::velocity",
     "def.motor_stiffness == 0 && def.motor == MotorKind::none", "damping of no velocity motor"),
    ("if (!std::isfinite(def.pitch))", "if (false)", "pitch of a screw"),
)
faults(
    "src/model/assemble_body.cpp", "model",
    ("outline.mass > 0 ? body.mass / outline.mass : 1.0", "body.mass / outline.mass",
     "inertia of a mass without an outline"),
)
faults(
    "src/model/edit_model.cpp", "model",
    ("  check_names(model.bodies, more.bodies);\n", "", "bodies of one name behind others"),
    ("  check_names(model.couplers, more.couplers);\n", "", "couplers of one name behind others"),
)
faults(
    "src/model/joint_frames.cpp", "model",
    ("if (def.kind == JointKind::rolling) return (center", "return (center", "lengths of joints that have none"),
)
faults(
    "src/model/model.cpp", "model",
    ("kTurn * harmonic.frequency * elapsed + harmonic.phase",
     "kTurn * harmonic.frequency * (elapsed + harmonic.start) + harmonic.phase",
     "start of a prescribed rotation"),
    ("if (id != kWorld && body_at(model, id).is_planar()) return embedded(frame_pose(model, state, id));\n", "",
     "frames of planar bodies in space"),
)
faults(
    "src/model/model_builder.cpp", "model",
    ("  std::sort(model.excluded.begin(), model.excluded.end());\n", "", "exclusions in any order"),
)
faults(
    "src/model/model_check.cpp", "model",
    ("++(i->second < j->second ? i : j);", "++i;", "the link that both are joined to"),
    ("if (!(pair.mu_k >= 0 && std::isfinite(pair.mu_k)))", "if (!(pair.mu_k >= 0))",
     "kinetic friction without end"),
    ("  if (builder_.bodies_.empty()) fault(\"bodies\", \"there are none\");\n", "", "models of no body"),
)
faults(
    "src/model/model_check_body.cpp", "model",
    ("if (body.inertia && !body.inertia->allFinite())", "if (false)", "inertias that are no numbers"),
    ("body.inertia() > 0 && std::isfinite(body.inertia())", "body.inertia() > 0",
     "inertias in the plane without end"),
    ("body.mass * reach(body) * reach(body)", "body.mass * reach(body)", "inertia beyond the reach of a body"),
)
faults(
    "src/model/model_check_joint.cpp", "model",
    ("  if (def.anchor_b && !def.anchor_b->allFinite()) fault(element + \".anchor_b\", \"is not finite\");\n", "",
     "second anchors that are no numbers"),
    ("def.coordinate < 0 || def.coordinate >= count", "def.coordinate >= count", "coordinates below the first"),
    ("if (is_body(def.a) && def.a == def.b) fault", "if (def.a == def.b) fault", "joints of the world with itself"),
)
faults(
    "src/model/query.cpp", "model",
    ("  check_body(model, \"a\", a);\n  check_body(model, \"b\", b);\n  require(!(a == b)",
     "  check_body(model, \"b\", b);\n  require(!(a == b)", "distances from no body"),
)
faults(
    "src/model/start_overlap.cpp", "model",
    ("return x.body_a == y.body_a && x.body_b == y.body_b;", "return x.body_b == y.body_b;",
     "bodies that overlap two others"),
)
faults(
    "src/model/start_overlap.cpp", "model",
    ("std::tuple(x.body_a, x.body_b, -x.depth) < std::tuple(y.body_a, y.body_b, -y.depth)",
     "std::tuple(x.body_a, x.body_b, x.depth) < std::tuple(y.body_a, y.body_b, y.depth)",
     "the deepest of the overlaps of two bodies"),
)
faults(
    "src/model/query.cpp", "model",
    ("if (gap <= margin) found", "if (gap < margin) found", "a body at just the margin"),
)
faults(
    "src/model/model_builder.cpp", "model",
    ("is_planar(def.kind) || (def.kind == BodyKind::custom && !def.shapes.empty())",
     "is_planar(def.kind)", "gravity of custom bodies with planar shapes"),
)
faults(
    "src/model/query.cpp", "model",
    ("ray.origin.z() == 0 && ray.direction.z() == 0", "ray.origin.z() == 0", "rays that leave the plane"),
)
faults(
    "src/core/text.cpp", "core",
    ("(c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069)",
     "(c >= 0x202a && c <= 0x202e)", "isolates that turn text"),
)
faults(
    "src/model/model.cpp", "model",
    ("y = (y - y.dot(x) * x).normalized();", "y = y.normalized();", "axes of a body that shears"),
)
faults(
    "src/model/model_check.cpp", "model",
    ("std::minmax<std::string_view>(a, b), i);", "std::pair<std::string_view, std::string_view>(a, b), i);",
     "a second pair of materials in the other order"),
)
faults(
    "src/core/text.cpp", "core model",
    ("holds = c.valid && !is_control(c.value);", "holds = c.valid && c.value != 0;", "names with line ends"),
)
faults(
    "src/model/model_check_joint.cpp", "model",
    ("first.emplace(std::pair(term.joint.index, term.coordinate), i);",
     "first.emplace(std::pair(term.joint.index, static_cast<int>(i)), i);", "terms that cancel"),
)

faults(
    "src/model/model_warnings.cpp", "model",
    ("compose(spatial_pose(model, start, {i}), piece.pose);\n    still",
     "spatial_pose(model, start, {i});\n    still", "half space turned in its body"),
    ("pull(surface) <= -kAcross", "pull(surface) <= kAcross", "walls warned of beside no floor"),
    ("g == 0 || still.others ||", "g == 0 ||", "grounds of other shapes beside a wall"),
    ("model.gravity.head<2>().norm() > kAcross * across", "model.gravity.head<2>().norm() > across",
     "gravity aslant to the plane"),
    ("each.is_planar() && each.is_dynamic()", "each.is_planar()",
     "planar bodies that do not move under gravity across the plane"),
    ("0, planar->details->name", "0, solid->details->name", "body named of two worlds"),
    ("&& model.materials[i].name != \"default\"", "", "default material that none has"),
    ("transform_vector(pose, normal).dot(model.gravity)", "(normal + 0 * pose.p).dot(model.gravity)",
     "ground that is turned over"),
)
faults(
    "src/model/model_check_body.cpp", "model",
    ("!motion.omega.isZero() ||\n        motion.driven)", "!motion.omega.isZero())",
     "bodies that are driven and not kinematic"),
    ("if (!harmonic.rotation.allFinite()) fault(path + \".rotation\"",
     "if (!harmonic.rotation.allFinite()) fault(path + \".amplitude\"",
     "name of a rotation that is not finite"),
    ("v > BodyType::kMaxVelocities)", "v > BodyType::kMaxVelocities + 1)",
     "one velocity too many of a custom body"),
    ("def.custom_v.size() != v || !def.custom_v.allFinite()", "def.custom_v.size() != v",
     "velocities of a custom body that are not finite"),
)
faults(
    "src/model/edit_model.cpp", "model",
    ("all.excluded.push_back({a + bodies, b + bodies})", "all.excluded.push_back({a, b})",
     "excluded pairs of bodies that are added"),
    ("model.joint_coordinates += coordinate_count(joint.kind, joint.in_plane);",
     "++model.joint_coordinates;", "coordinates of joints after an edit"),
    ("model.start_v[body.v_offset + k]", "model.start_v[body.q_offset + k]",
     "velocities of bodies that stay"),
)
faults(
    "src/model/assemble_body.cpp", "model",
    ("def.inertia.value_or(outline.inertia * scale)", "def.inertia.value_or(outline.inertia)",
     "inertia of an outline under a given mass"),
)
