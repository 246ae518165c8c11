# SPDX-License-Identifier: Apache-2.0
"""Of robots and their files."""

from fault_list import faults

faults(
    "src/io/robot/start_pose.cpp", "io",
    ("joint.anchor - turn * joint.anchor", "turn * joint.anchor - joint.anchor",
     "links turned about their joint"),
    ("Eigen::Vector3d origin = -omega.cross(joint.anchor);",
     "Eigen::Vector3d origin = omega.cross(joint.anchor);", "velocity of a link about its joint"),
    ("joint(mimic.joint).rate = mimic.multiplier * joint(mimic.master).rate;",
     "joint(mimic.joint).rate = joint(mimic.master).rate;", "rate of a mimic"),
    ("if (lo <= 0 && 0 <= hi) continue;", "if (lo <= 0) continue;", "starts above an upper limit"),
)
faults(
    "src/io/robot/urdf_link.cpp", "io",
    ("return spatial::Capsule{length / 2, radius};", "return spatial::Capsule{length, radius};",
     "length of a capsule in URDF"),
    ("tensor(j, i) = tensor(i, j);", "tensor(j, i) = 0;", "products of inertia of a link"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    ("return spatial::Capsule{length / 2, radius};", "return spatial::Capsule{length, radius};",
     "length of a capsule in SDF"),
    ("mu2 != surface.mu", "mu2 > 0", "friction told to be isotropic in SDF"),
)
faults(
    "src/io/robot/mjcf.cpp", "io",
    ("for (const study::Parameter& rate : options.rates)", "for (const study::Parameter& rate : options.start)",
     "speeds at which joints of MJCF start"),
)
faults(
    "src/io/robot/start_pose.cpp", "io",
    ("  joint.axis_b = map.r * joint.axis_b;\n", "", "second axis of a universal joint at the start"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("mimic.offset -= mimic.multiplier * reference", "mimic.offset += mimic.multiplier * reference",
     "reference of a mimic"),
)
faults(
    "src/io/robot/start_pose.cpp", "io",
    ("parent.origin + joint.rate * joint.axis", "parent.origin - joint.rate * joint.axis",
     "sense of a slide's rate at the start"),
    ("pass < assembly.mimics.size(); ++pass", "pass < 1; ++pass", "mimics of mimics"),
)
faults(
    "src/io/robot/assembly/assembly.hpp", "io",
    ("value >= lo.value_or(value) && ", "", "starts below a limit"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("joint.drive.damping = joint.drive_b.damping = all.damping;", "joint.drive.damping = all.damping;", "damping of the twist of a ball joint"),
)
faults(
    "src/io/robot/urdf.cpp", "io",
    ("joint.axis = link.pose.r * origins_[j].axis;",
     "joint.axis = assembly_.links[static_cast<std::size_t>(joint.parent)].pose.r * origins_[j].axis;",
     "frame of a URDF axis"),
)
faults(
    "src/io/robot/urdf_joint.cpp", "io",
    ('{"floating", LinkJointKind::free}', '{"floating", LinkJointKind::fixed}', "floating joints"),
    ("if (bounded) drive.lo = lower", "if (given) drive.lo = lower", "limits of continuous joints"),
    ("bounded && given && lower > upper", "given && lower > upper",
     "limits of joints that turn on and on"),
)
faults(
    "src/io/robot/urdf_link.cpp", "io",
    ("if (link.color.empty()) link.color = visual.color;", "link.color = visual.color;",
     "colour of the first visual"),
)
faults(
    "src/io/robot/scene_text.cpp", "io",
    ('{"target", holds ? start : 0.0}', '{"target", start}', "target of a robot's velocity motor"),
    ("body.twist.origin -= body.twist.omega.cross(shift(body.robot));", "",
     "velocity of a robot put on the ground"),
    ("options_.gravity.value_or(assembly_.gravity.value_or(Eigen::Vector3d(0, 0, -9.81)))",
     "assembly_.gravity.value_or(options_.gravity.value_or(Eigen::Vector3d(0, 0, -9.81)))",
     "gravity that is asked for against a world's own"),
)
faults(
    "src/io/robot/sdf_element.cpp", "io",
    ("Eigen::Quaterniond(n[6], n[3], n[4], n[5])", "Eigen::Quaterniond(n[3], n[4], n[5], n[6])",
     "order of an SDF quaternion"),
    ("if (lower > -kNone) drive.lo = lower;", "drive.lo = lower;", "1e16 as no limit"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    ("link.inertial = transformed({.mass = mass, .inertia = tensor}, pose_of(at));",
     "link.inertial = {.mass = mass, .inertia = tensor};", "pose of an SDF inertial"),
    ("LinkSurface surface{.mu = 1, .e = 0};", "LinkSurface surface;", "SDF's own friction"),
    ("return spatial::Cone{length / 2, radius};", "return spatial::Cone{length, radius};",
     "length of an SDF cone"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("joint.pitch = -1 / thread;", "joint.pitch = 1 / thread;", "sense of thread_pitch"),
    ("joint.pitch = thread / (2 * std::numbers::pi);", "joint.pitch = thread;",
     "screw_thread_pitch is per turn"),
    ("if (axis2) joint.axis = read_axis(words, at.at(*axis2), *pose);",
     "if (axis2) joint.axis_b = read_axis(words, at.at(*axis2), *pose);",
     "axes of an SDF universal joint"),
)
faults(
    "src/io/robot/sdf_model.cpp", "io",
    ("inverse(compose(inverse(*here), *there))", "compose(inverse(*here), *there)",
     "placement frame of a model"),
    ("{scoped(name, words.scope), words.scope, words.fixed}, nullptr);",
     "{scoped(name, words.scope), words.scope, false}, nullptr);", "static models in models"),
)
faults(
    "bindings/python/perpend/mjcf/tendons.py", "python",
    ("self.c.add_coupler(self.name(k), {(name, 0): 1.0}, self.terms(k), 1.0)",
     "self.c.add_coupler(self.name(k), {(name, 0): 1.0}, self.terms(k), -1.0)", "sense of the slider of a tendon"),
    ("float(self.data.ten_length[k]) - self.path(k).still", "float(self.data.ten_length[k])", "start of a tendon with a still span"),
    ('"limits": [lo, hi]}', '"limits": [lo, 2 * hi]}', "slack of the spring of a tendon"),
)
faults(
    "bindings/python/perpend/mjcf/scene.py", "python",
    ('        along["start_outside"] = True\n', "", "starts outside of limits of MJCF"),
)
faults(
    "bindings/python/perpend/mjcf/surfaces.py", "python",
    ("if self.priority != other.priority:", "if False:", "priority of surfaces"),
    ("self.pairs.get(tuple(sorted((one.owner, two.owner)))) or one.with_(two)", "one.with_(two)", "friction of a pair"),
)
faults(
    "src/io/robot/sdf_include.cpp", "io",
    ("  set_model_frame(model, frame);\n", "", "the frame of a merged model"),
    ("    rename_model_frame(part, frame);\n", "", "the name of the frame of a merged model"),
)
faults(
    "src/io/robot/mesh/mesh_hull.cpp", "io",
    ("if (points[i].dot(direction) > points[farthest].dot(direction)) farthest = i;", "if (false) farthest = i;",
     "corners that stand for many"),
)
faults(
    "src/io/robot/robot_bodies.cpp", "io",
    ("if (joint.child != kNoLink && holds_to_world(assembly, joint))", "if (false && holds_to_world(assembly, joint))",
     "links that are fixed to the world"),
    ("if (joint.kind != LinkJointKind::free && child >= 0 && child != parent)", "if (child >= 0 && child != parent)",
     "roots of what floats"),
    ("body.name == \"world\" || body.inertial.mass == 0", "body.inertial.mass == 0", "links named world are held"),
    ("if (body.fixed && body.inertial.mass == 0 && !bears[i])", "if (body.fixed && !bears[i])",
     "notes of links with a mass that are held"),
    ("if (body.color.empty()) body.color", "if (true) body.color",
     "colour of links that are one body"),
    ("2 * radius(shape.shape)", "radius(shape.shape)", "size of a robot of one shape"),
    ("std::min(radius(s.shape), radius(t.shape))", "std::max(radius(s.shape), radius(t.shape))",
     "overlap of links by their smaller shape"),
)
faults(
    "src/io/robot/files/run_tool.cpp", "io",
    ("text.substr(text.rfind('\\n') + 1)", "text", "last line of a program that fails"),
)
faults(
    "src/io/robot/scene_text.cpp", "io",
    ("if (!is_world(each)) list", "if (!each.name.empty()) list", "the world is no body of its scene"),
)
faults(
    "src/io/format/spread_json.cpp", "io",
    ("if (!value.is_array() || value.empty() || !value[0].is_object()) {", "if (!value.empty()) {",
     "lines of a scene made from a robot"),
)
faults(
    "src/io/robot/sdf.cpp", "io",
    ("    assembly_.name = model_name_;\n", "", "name of a scene made from a model"),
)
faults(
    "src/io/robot/sdf_element.cpp", "io",
    ("if (!node || node->text.empty()) return {};", "if (!node) return {};", "poses without numbers"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("node ? node->attribute(\"expressed_in\") : nullptr;", "nullptr;", "frames that axes are given in"),
    ("  read_child(at, \"use_parent_model_frame\", in_model);\n", "", "axes in the frame of their model"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    ("if (link.color.empty()) link.color = visual.color;", "link.color = visual.color;", "the first colour of a link"),
)
faults(
    "src/io/robot/urdf_joint.cpp", "io",
    ("if (limit.attribute(\"effort\", effort) && effort > 0)", "if (limit.attribute(\"effort\", effort))",
     "efforts of 0"),
    ("if (has_axis) read_axis", "if (has_axis || origin.axis.norm() > 0) read_axis", "axes of joints that have none"),
)
faults(
    "src/io/robot/urdf_link.cpp", "io",
    ("shape.need_text(\"size\").empty() || ", "", "boxes without a size"),
)
faults(
    "src/io/robot/assembly/xml_element.cpp", "io",
    ("!take_decimal(text, out) || !std::isfinite(out)", "!take_decimal(text, out)", "numbers that are not finite"),
    ("text && !text->empty()) return *text;", "text) return *text;", "attributes that are empty"),
)
faults(
    "src/io/robot/sdf_model.cpp", "io",
    ("attached && !attached->empty() && *attached != \"__model__\"", "attached && !attached->empty()",
     "frames that go with their model"),
)
faults(
    "src/io/robot/start_pose.cpp", "io",
    ("if (joint.parent != kNoLink) move(joint, maps[static_cast<std::size_t>(joint.parent)]);",
     ";", "joints that close a loop, at the start"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    ("double own = density.link;", "double own = kWater;", "density of a link's inertial"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    ("transformed(mass_properties(shape->shape, own), shape->pose)",
     "mass_properties(shape->shape, own)", "automatic inertia of collisions with a pose"),
)
faults(
    "src/io/robot/files/resource_path.cpp", "io",
    ("add_folders(\"AMENT_PREFIX_PATH\", \"share\", roots);", "", "packages of AMENT_PREFIX_PATH"),
)
faults(
    "src/io/robot/scene_text.cpp", "io",
    ("joint.anchor += shift(bodies_.all[static_cast<std::size_t>(bodies_.of(joint.child))].robot);",
     "{}", "joints of a robot put on the ground"),
    ("if (a != b && !(stands(a) && stands(b))) add(a, b);", "add(a, b);",
     "links of one body do not exclude themselves"),
    ("is_new = known.insert(std::minmax(a, b)).second;", "is_new = true;", "pairs of links that are apart twice"),
    ("std::ranges::find(assembly_.mimics, index, &Mimic::joint) == assembly_.mimics.end()", "true",
     "motors of mimics"),
)
faults(
    "src/dynamics/bodies/body_frame.cpp", "io",
    ("twist.omega.cross(arm)", "twist.omega.cross(-arm)", "velocity of a frame beside the centre of mass"),
    ("compose(spatial_frame_pose(model, state, frame.body), frame.pose)", "spatial_frame_pose(model, state, frame.body)",
     "pose of a frame on its body"),
)
faults(
    "src/io/robot/robot_bodies.cpp", "io",
    ("pose_in(body, compose(link, frame.pose))", "frame.pose", "frames of a link that is part of a body"),
    ("meshes.choose(body.fixed, body.shapes);", "meshes.choose(false, body.shapes);", "surfaces of what stands still"),
)
faults(
    "src/io/robot/mesh/mesh_components.cpp", "io",
    ("if (triangles.size() == 2)", "if (triangles.size() > 1)", "components that touch along an edge"),
    ("if (!fills_hull(component, hulls.back(), kSameVolume)) return {};", "", "components that are no hulls"),
    ("{joined_by_vertices, joined_by_edges}", "{joined_by_edges, joined_by_edges}", "components with a common face"),
)
faults(
    "src/io/robot/mesh/mesh_surface.cpp", "io",
    ("if (signed_volume(mesh) < 0 && !closed_edges(mesh).empty())", "if (false)", "static meshes that are inside out"),
    ("shape.mesh && fills_hull(shape.mesh->file, shape.shape, kSameVolume);", "false;", "meshes that are their own hull"),
    ("if (found == known_.end())", "if (true)", "one mesh of two bodies is cut once"),
    ("(threshold_ || shape.in_parts)", "threshold_", "convex parts that an SDF file asks for"),
)
faults(
    "src/io/robot/mesh/mesh_hull.cpp", "io",
    ("if (scale.prod() < 0)", "if (false)", "faces of mirrored meshes"),
)
faults(
    "src/io/robot/scene_text.cpp", "io",
    ("part.bits.value_or(kDefaultBits)", "part.bits.value_or(1)", "collisions without bits beside those that have some"),
    ("if (with_bits_) ground[", "if (false) ground[", "bits of the ground"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("name = frame_word(child_of(*joint->node), joint->scope);", "name.clear();", "frames on joints"),
)
faults(
    "src/io/mesh/collada.cpp", "io",
    ("if (map.linear().determinant() < 0)", "if (false)", "faces of mirrored nodes"),
    ("map.scale(read_unit());", "read_unit();", "unit of a COLLADA file"),
    ("k = before + 1; k < mesh_.triangles.size(); k += 2", "k = before + 1; k < before; k += 2", "winding of strips"),
)
faults(
    "src/io/mesh/gltf.cpp", "io",
    ("if (is_odd != is_mirror)", "if (is_odd)", "faces of mirrored glTF nodes"),
    ("root.read(\"scene\", scene)", "root.find(\"scene\")", "which scene of a glTF file is read"),
    ("if (!surface || surface->find(\"baseColorTexture\")) return {};", "if (!surface) return {};",
     "glTF materials with a texture have no color"),
)
faults(
    "src/io/mesh/gltf_accessor.cpp", "io",
    ("std::max(value / std::numeric_limits<T>::max(), -1.0)", "value / std::numeric_limits<T>::max()",
     "the least normalized number of a glTF accessor"),
    ("offset + std::uint64_t{layout.count - 1} * stride + vector", "offset + vector", "the end of a glTF accessor"),
    ("if (size_of(out) > 0) return true;", "return true;", "types of the components of accessors"),
)
faults(
    "src/io/robot/robot_bodies.cpp", "io",
    ("(a.fixed && b.fixed)", "false", "overlap of links that are held"),
    ("const bool is_held = bodies.all[static_cast<std::size_t>(bodies.of_link[i])].fixed;", "const bool is_held = true;",
     "notes of masses that are held"),
    ("std::ranges::count(bodies.all, body.robot, &RobotBody::robot) > 1", "false", "links in a terrain of their own robot"),
)
faults(
    "src/io/format/xml_node.cpp", "io",
    ("return lines_before + static_cast<int>", "return static_cast<int>", "lines before a declaration"),
)
faults(
    "src/io/robot/urdf.cpp", "io",
    ("for (auto i = first + 1; i != parent_joint.end(); ++i)", "for (auto i = first; i != parent_joint.end(); ++i)",
     "notes of further roots"),
)
faults(
    "src/io/scene/scene_joint.cpp", "io",
    ("if (each.starts_outside) take_limits", "take_limits", "starts outside of limits are asked for"),
    ("if (!is_range || !(def.e >= 0 && def.e <= 1)) return;", "if (!is_range) return;", "restitution of limits that the start violates"),
)
faults(
    "src/io/scene/scene.cpp", "io",
    ("def.lo = late.lo, def.hi = late.hi, def.e = late.e;", "def.lo = late.lo, def.e = late.e;", "limits that the start violates"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("  joint.axis = -joint.axis;\n", "", "sense of a joint whose child is the world"),
    ("  std::swap(joint.drive, joint.drive_b);\n", "", "drives of a universal joint whose child is the world"),
)
faults(
    "src/io/robot/sdf.cpp", "io",
    ("compose(compose(inverse(link.pose), *there), own)", "compose(*there, own)",
     "frames of collisions in links that stand elsewhere"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    (".inertia = sum.inertia * (mass / sum.mass)", ".inertia = sum.inertia", "inertia of a link with a mass of its own"),
)
faults(
    "src/io/scene/mesh_text.cpp", "io",
    ("key != \"hull\"", "false", "triangles in the text of a scene"),
)
faults(
    "src/io/format/decimal.cpp", "io",
    ("number.substr(exponent + 1).starts_with('-')", "true", "numbers that are too large"),
)

faults(
    "src/io/robot/mended_mass.cpp", "io",
    ("(mends ? std::numeric_limits<double>::infinity() : kExcess", "(std::numeric_limits<double>::infinity()",
     "moments of inertia that no body has"),
    ("moments[largest] = others;", "moments[largest] = most;", "moments a little too large"),
    ("mass * (solids.inertia / solids.mass + parallel)", "mass * (solids.inertia / solids.mass + 0 * parallel)",
     "mended inertia about the centre of mass"),
    (".center = solids.center};", "};", "centre of a link that had no mass"),
    ("kShare * most", "kShare", "mass of a link that had none"),
)
faults(
    "src/io/robot/mesh/visual_mesh.cpp", "io",
    ("if (at(0) != at(1) && at(1) != at(2) && at(2) != at(0))", "", "triangles without an area in a visual"),
    ("std::ceil(std::log10(size)) - 6", "-6.0 * (size > 0)", "digits of a visual of any size"),
    ("if (simple.triangles.size() > most) {", "if (false) {", "triangles of a large visual"),
    ("if (count > 6 * most)", "if (false)", "visuals of triangles without neighbours"),
    ("if (!visual.color.empty()) file->colors.clear();", "", "the colour that a robot gives a mesh"),
    ("file.colors[next].first <= t", "file.colors[next].first < t", "where the colour of a mesh begins"),
)
faults(
    "src/io/robot/robot_bodies.cpp", "io",
    ("visual.pose = compose(pose, visual.pose);", "", "visuals of links that are part of a body"),
    ("if (visual.color.empty()) visual.color = link.color;", "", "colours of visuals of a link"),
)
faults(
    "src/io/mesh/collada_colors.cpp", "io",
    ("return collada_id(each.attribute(\"target\"));", "return symbol;", "materials that a mesh binds"),
)
faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("thread / (2 * std::numbers::pi)", "thread", "pitch of a thread per turn"),
)
