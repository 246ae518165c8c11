# SPDX-License-Identifier: Apache-2.0
"""Of files, robots and studies."""

from fault_list import faults

faults(
    "src/io/recording/export_csv.cpp", "io",
    ("std::string(\"\\\"\\\"\")", "std::string(\"\\\"\")", "quotes in a field"),
    ("recording.spring_force, &recording.motor_force, &recording.friction_force",
     "recording.motor_force, &recording.spring_force, &recording.friction_force",
     "columns of forces along coordinates"),
)
faults(
    "src/io/recording/run_sampler.cpp", "io",
    ("rows_[i].forces = std::move(rows_[i + 1].forces);", "", "forces of merged rows"),
)
faults(
    "src/io/robot/start_pose.cpp", "io",
    ("joint.anchor - turn * joint.anchor", "turn * joint.anchor - joint.anchor",
     "links turned about their joint"),
    ("Eigen::Vector3d origin = -omega.cross(joint.anchor);",
     "Eigen::Vector3d origin = omega.cross(joint.anchor);", "velocity of a link about its joint"),
    ("joint(mimic.joint).rate = mimic.multiplier * joint(mimic.master).rate;",
     "joint(mimic.joint).rate = joint(mimic.master).rate;", "rate of a mimic"),
)
faults(
    "src/io/robot/urdf_link.cpp", "io",
    ("return spatial::Capsule{length / 2, radius};", "return spatial::Capsule{length, radius};",
     "length of a capsule in URDF"),
    ("tensor(j, i) = tensor(i, j);", "tensor(j, i) = 0;", "products of inertia of a link"),
)
faults(
    "src/io/format/mesh_file.cpp", "io",
    ("index > 0 ? index - 1 : count + index", "index > 0 ? index - 1 : count + index - 1",
     "corners counted back"),
)
faults(
    "src/io/format/npy_array.cpp", "io",
    ("const int unused = 64 - 8 * header.size;", "const int unused = 0;", "negative short integers"),
    ("for (std::size_t d = 0; d < shape.size() && ++index[d] == shape[d]; ++d)",
     "for (std::size_t d = 0; d < shape.size() && ++index[d] > shape[d]; ++d)",
     "arrays column by column"),
)
faults(
    "src/io/scene/scene_array.cpp", "io",
    ("array.triangle ? 0.5 * j :", "array.triangle ? 1.0 * j :", "rows of a triangle of bodies"),
)
faults(
    "src/io/problem/rolling_rows.cpp", "io",
    ("* mu_r[c];", "* mu[c];", "rolling friction of a problem file"),
)
faults(
    "src/study/measure.cpp", "study io",
    ("return twist.velocity + twist.omega.cross(arm);", "return twist.velocity + arm.cross(twist.omega);",
     "velocity of a point that turns"),
    ("transform_point(frame, what.point.value_or(Vector3d(0, 0, 0)))",
     "frame.p + what.point.value_or(Vector3d(0, 0, 0))", "place of a point of a turned body"),
)
faults(
    "src/study/compared_run.cpp", "study",
    ("worst_ = {};", "", "worst values since the last time"),
    ("before_[i] + share * (now[i] - before_[i])", "now[i] + share * (before_[i] - now[i])",
     "positions between two steps"),
    ("f.tail<2>() / (contact.mu * f.x())", "f.tail<2>() / f.x()", "share of the cone in use"),
    ("while (seen_ < times_.size() && times_[seen_] <= state_.time + kSameTime * options_.dt)",
     "while (seen_ < times_.size() && times_[seen_] <= state_.time - kSameTime * options_.dt)",
     "times that miss a step by rounding"),
)
faults(
    "src/study/comparison.cpp", "study",
    ("if (!(distance <= worst.distance)) worst = {distance, c.bodies[i]};",
     "if (!(distance >= worst.distance)) worst = {distance, c.bodies[i]};",
     "body that is farthest off"),
)
faults(
    "src/study/step_times.cpp", "study",
    ("(static_cast<double>(at) + 0.5) * kClass", "static_cast<double>(at) * kClass",
     "middle of a class of step times"),
)
faults(
    "src/io/robot/sdf_link.cpp", "io",
    ("return spatial::Capsule{length / 2, radius};", "return spatial::Capsule{length, radius};",
     "length of a capsule in SDF"),
)
faults(
    "src/io/recording/snapshot.cpp", "io",
    ('hdf5::set_attribute(file, "joint_work_scale", state.joint_work.scale);',
     'hdf5::set_attribute(file, "joint_work_scale", 0.0);', "joint work in a snapshot"),
)
faults(
    "src/io/scene/scene_joint.cpp", "io",
    ("    if (moved.anchor_b) *moved.anchor_b += offsets[static_cast<std::size_t>(i)];\n", "",
     "ends on b of copies of a joint"),
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
    ("joint.start < lo || joint.start > hi", "joint.start > hi", "starts below a limit"),
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
)
faults(
    "src/io/robot/urdf_link.cpp", "io",
    ("if (!material || !link.color.empty()) return;", "if (!material) return;",
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
    ("link.inertial = transformed({.mass = mass, .inertia = tensor}, read_sdf_pose(at));",
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
    ("{scoped(name, words.scope), words.scope, inside.fixed}, nullptr);",
     "{scoped(name, words.scope), words.scope, false}, nullptr);", "static models in models"),
)
faults(
    "src/io/scene/scene_coordinate.cpp", "io",
    ('motor.read("damping", def.motor_damping);', 'motor.read("damping", def.damping);',
     "damping of a servo"),
)
faults(
    "src/io/scene/scene_motion.cpp", "io",
    ('if (in_space) object.read("omega", motion.omega);', 'if (in_space) object.find("omega");',
     "turn of a mover in space"),
)
faults(
    "src/io/recording/snapshot.cpp", "io",
    ("state.broken = read_vector<std::int8_t>(file, kBroken, hdf5::row_count(file, kBroken));",
     "(void)0;", "broken joints in a snapshot"),
)
faults(
    "src/io/recording/recorder.cpp", "io",
    ("make_row(last, last_contacts, {last_forces, last_channels})",
     "make_row(last, {}, {last_forces, last_channels})", "contacts of the row that closing makes"),
    ("last_forces.assign(step_extras.coordinate_forces.begin(),\n"
     "                         step_extras.coordinate_forces.end());", "",
     "forces of the row that closing makes"),
)
faults(
    "src/io/recording/run_sampler.cpp", "io",
    ("to.coordinates = from.coordinates;", "", "coordinates in rows at hand"),
    ("if (report.status != StepStatus::ok) log_ += log_line(report);", "",
     "failed steps of a run at hand"),
    (".first_row = joint.first_row,", ".first_row = joint.first_coordinate,",
     "rows of joints of a run at hand"),
)
faults(
    "src/io/recording/export_csv.cpp", "io",
    ("cells(c.point), cells(c.normal)", "cells(c.normal), cells(c.point)",
     "points in a table of contacts"),
    ("cells(c.impulse), cells(c.slip)", "cells(c.impulse), cells(c.impulse)",
     "slips in a table of contacts"),
)
faults(
    "src/io/recording/export_npz.cpp", "io",
    ("b(i, 0) = contact.b.index;", "b(i, 0) = contact.a.index;", "second body of exported contacts"),
    ("slip.row(i) = contact.slip;", "slip.row(i) = contact.impulse;", "slip of exported contacts"),
)
faults(
    "src/io/problem/problem_npz.cpp", "io",
    ("next_row = contact.row + contact.tangents + 1;", "next_row = contact.row + 2;",
     "rows of contacts without rows in an .npz"),
    ("reader.numbers(\"lo\", n, 0.0)", "reader.numbers(\"lo\", n, -kInfinity)",
     "lower bounds left out of an .npz"),
)
faults(
    "src/io/page/frame_columns.cpp", "io",
    ("on.motor, on.limit, on.friction, on.spring", "on.motor, on.friction, on.limit, on.spring",
     "order of forces along coordinates on a page"),
    ("if (in_space) append(on_a.torque, reactions);", "if (in_space) append(on_a.force, reactions);",
     "torques of joints on a page"),
    ("{&contact.point, &force, &contact.normal, &contact.slip}",
     "{&contact.point, &force, &contact.slip, &contact.normal}", "slips on a page"),
)
faults(
    "src/io/page/run_page_data.cpp", "io",
    ("deflated(thinned(field(\"residual_bound\"), Thin::largest))",
     "deflated(thinned(field(\"residual\"), Thin::largest))", "bound in the plots of a page"),
    ("milliseconds(\"longest_step\", \"time_total\")", "milliseconds(\"longest_solve\", \"time_total\")",
     "times of steps in the plots of a page"),
)
faults(
    "src/io/page/compare_page_data.cpp", "io",
    ("{\"energy_lost\", number(t.energy_lost)}", "{\"energy_lost\", number(t.cone_excess)}",
     "energy lost on a page of a comparison"),
    ("t2.push_back(static_cast<float>(force.share.y()));",
     "t2.push_back(static_cast<float>(force.share.x()));", "friction on a page of a comparison"),
)
faults(
    "src/io/recording/recording.cpp", "io",
    ("static_cast<double>(recording.step[i] - recording.step[i - 1])", "recording.recorder.every",
     "step times of the last row of a thinned run"),
)
faults(
    "src/io/page/run_page_data.cpp", "io",
    ("return thinned(report_means(run, sum), Thin::largest, 1e3);",
     "return thinned(field(sum), Thin::largest, 1e3);", "step times in the plots of a thinned run"),
)
faults(
    "src/io/format/base64.cpp", "io",
    ("(i + k < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0)",
     "std::to_integer<std::uint32_t>(bytes.data()[i + k])", "bytes behind the last in base64"),
)
faults(
    "src/io/format/hdf5.cpp", "io",
    ("(text.empty() ? \"\" : \" x \")", "std::string(\" x \")", "shapes in messages"),
)
faults(
    "src/io/format/hdf5_bounds.cpp", "io",
    ("if (points * entry > held)", "if (points > held)", "bytes of each entry that a dataset claims"),
)
faults(
    "src/io/format/hdf5_reason.cpp", "io",
    ("if (reason.missing) throw", "throw", "elements that are there, of another kind"),
)
faults(
    "src/io/format/npy_array.cpp", "io",
    ("  if (start + length > bytes.size()) return {};\n", "", "headers longer than their array"),
)
faults(
    "src/io/problem/fclib.cpp", "io",
    ("hdf5::has(file, kLocal + \"/V\") || ", "", "couplings to bilateral rows without these"),
    ("if (bilateral > 0) point.f.tail", "point.f.tail", "solutions without bilateral rows"),
)
faults(
    "src/io/problem/fclib_matrix.cpp", "io",
    ("(integer || found != H5T_FLOAT)", "integer", "texts where numbers belong"),
)
faults(
    "src/io/problem/problem_json.cpp", "io",
    ("node.text == \"inf\" || node.text == \"+inf\"", "node.text == \"inf\"", "infinities with a sign"),
)
faults(
    "src/io/problem/problem_npz.cpp", "io",
    ("both ? reader.coefficients(\"mu_k\", count) : mu_s", "reader.coefficients(\"mu_k\", count)",
     "one coefficient of friction stands for both"),
    ("if (reader.find(\"direction\")) direction", "direction", "directions that are not given"),
)
faults(
    "src/io/problem/rolling_rows.cpp", "io",
    ("const Index first = c * (dimension + 1), slack = first + 1 + tangents;\n    for",
     "const Index first = c * (dimension - 1), slack = first + 1 + tangents;\n    for",
     "rows of the second contact that rolls"),
)
faults(
    "src/io/recording/export_npz.cpp", "io",
    ("if (rows.size() > 0) arrays", "arrays", "columns that a recording does not have"),
)
faults(
    "src/io/recording/extra_columns.cpp", "io",
    ("def.stiffness != 0 || def.damping != 0", "def.stiffness != 0", "columns of dampers"),
    ("channels[i].width >= 1 && channels[i].width <= left", "channels[i].width >= 1",
     "numbers of all channels together"),
)
faults(
    "src/io/recording/run_sampler.cpp", "io",
    ("    recording.body_q_offset.push_back(body.q_offset);\n", "", "places of bodies in a sampled run"),
)
faults(
    "src/io/page/picture.cpp", "io",
    ("camera.height + kCaption - 6", "camera.height - kCaption - 6", "place of a caption"),
)
faults(
    "src/io/page/picture_space.cpp", "io",
    ("const Vector3d x = 0.5 * field *", "const Vector3d x = 0.5 *", "size of a grid"),
    ("a.y(), 2 * line)", "a.y(), 2.0)", "size of a joint in pictures"),
)
faults(
    "src/io/page/run_page_bodies.cpp", "io",
    ("if (shapes.empty()) entry[\"bones\"]", "entry[\"bones\"]", "bones of bodies with shapes"),
)
faults(
    "src/io/page/space_view.cpp", "io",
    ("(faces(edge.left) || faces(edge.right))", "(faces(edge.left))", "edges at the rim of a hull"),
)
faults(
    "src/io/format/json_object.cpp", "io",
    ("  if (names.empty()) return \"expected {}, which has no keys\";\n", "", "keys of what has none"),
)
faults(
    "src/io/scene/scene_array.cpp", "io",
    ("if (array.jitter < 0)", "if (false)", "jitter below 0"),
    ("in_plane ? \"[x, y] in m\" : \"[x, y, z] in m\"", "\"[x, y, z] in m\"", "distances that are missing"),
)
faults(
    "src/io/scene/scene_body.cpp", "io",
    ("found.size() > before) draft.body_names.lose", "found.size() >= before) draft.body_names.lose",
     "names of copies that were read"),
)
faults(
    "src/io/scene/scene_coordinate.cpp", "io",
    ("node->kind != JsonKind::array || ", "", "limits that are no list"),
)
faults(
    "src/io/scene/scene_draft.cpp", "io",
    ("!node || !read_value(*node, object.path(key), object.faults(), name)",
     "!node || (read_value(*node, object.path(key), object.faults(), name), false)",
     "names that are no text are one fault"),
)
faults(
    "src/io/scene/scene_faults.cpp", "io",
    ("element.find(']', list + 1) + 1);", "element.find(']', list + 1) - 1);",
     "what follows from a fault of a shape"),
    ("return draft_.joint_names.unread(joint) || unread(def.a)", "return unread(def.a)",
     "what follows from the kind of a joint"),
)
faults(
    "src/io/scene/scene_joint.cpp", "io",
    ("is_planar(a) && is_planar(b), def", "is_planar(a) || is_planar(b), def",
     "axes of joints between the plane and space"),
)
faults(
    "src/io/scene/scene_motion.cpp", "io",
    ("if (in_space) object.read(\"omega\"", "object.read(\"omega\"", "turning rates of motions in the plane"),
)
faults(
    "src/io/scene/scene_shape.cpp", "io",
    (" && object.node().kind == JsonKind::object;", ";", "shapes that are no objects are one fault"),
)
faults(
    "src/io/robot/mesh_hull.cpp", "io",
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
)
faults(
    "src/io/robot/run_tool.cpp", "io",
    ("text.substr(text.rfind('\\n') + 1)", "text", "last line of a program that fails"),
)
faults(
    "src/io/robot/scene_text.cpp", "io",
    ("return !(body.fixed && body.shapes.empty() && body.name == \"world\");", "return !body.name.empty();",
     "the world is no body of its scene"),
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
    ("if (!node || !link.color.empty()) return;", "if (!node) return;", "the first colour of a link"),
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
    "src/io/robot/xml_element.cpp", "io",
    ("error != std::errc{} || !std::isfinite(out)", "error != std::errc{}", "numbers that are not finite"),
    ("text && !text->empty()) return *text;", "text) return *text;", "attributes that are empty"),
)
faults(
    "src/io/robot/sdf_model.cpp", "io",
    ("attached && !attached->empty() && *attached != \"__model__\"", "attached && !attached->empty()",
     "frames that go with their model"),
)
faults(
    "src/io/format/text_matrix.cpp", "io",
    ("if (label.rows != label.cols)", "if (false)", "compressed rows of a matrix that is not square"),
)
