# SPDX-License-Identifier: Apache-2.0
"""Of files and studies."""

from fault_list import faults

faults(
    "src/io/mesh/mesh_file.cpp", "io",
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
    ("axis < (in_plane ? 2 : 3)", "axis < 2", "jitter along z"),
)
faults(
    "src/io/problem/rolling_rows.cpp", "io",
    ("* mu_r[c];", "* mu[c];", "rolling friction of a problem file"),
)
faults(
    "src/study/measure.cpp", "study io",
    ("energy_parts(model, state, dt).total()", "energy(model, state)", "springs count in the energy"),
    ("energy_parts(model, state, dt).total()", "energy_parts(model, state).total()", "energy of stiff struts"),
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
    ("if (!found || share.norm() > force.share.norm()) force.share", "if (true) force.share",
     "largest share of friction"),
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
    "src/io/scene/scene_joint.cpp", "io",
    ("    if (moved.def.anchor_b) *moved.def.anchor_b += offsets[static_cast<std::size_t>(i)];\n", "",
     "ends on b of copies of a joint"),
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
    ("return 0.5 * (points.rowwise().minCoeff()", "return 0.0 * (points.rowwise().minCoeff()",
     "middle of a mesh in a picture"),
    ("return middle_of(hull->polyhedron->vertices);", "return 0 * middle_of(hull->polyhedron->vertices);", "middle of a hull in a picture"),
    ("compose(body.details->definition, visual.pose)", "visual.pose", "visuals in the first view"),
    ("return s.half_length + s.radius; }", "return s.radius; }", "reach of a capsule in a picture"),
    ("visit(transform_point(spatial_pose(model, state, joint.b), joint.frame_b.p), 0.0);",
     "if (joint.b.index < -1) visit(Vector3d(0, 0, 0), 0.0);", "joints within a picture"),
    ("body.details->shapes.empty() && body.is_dynamic())", "false)",
     "bodies without shapes within a picture"),
    ("2.0 * i / kRing - 0.5", "2.0 * i / kRing + 0.5", "front of a ball"),
    ("box.half.cwiseProduct(eye.cwiseSign())", "-box.half.cwiseProduct(eye.cwiseSign())",
     "nearest corner of a box"),
    ("triangle.side[k].neighbour <= static_cast<int>(t)",
     "triangle.side[k].neighbour >= static_cast<int>(t)", "border of a mesh in a picture"),
    ("view.toward.dot(pose.r * Vector3d::UnitZ()) > 0",
     "view.toward.dot(pose.r * Vector3d::UnitZ()) < 0", "visible end of a cylinder"),
    ("ellipsoid.half.cwiseAbs2().cwiseProduct(m)", "ellipsoid.half.cwiseProduct(m)",
     "silhouette of an ellipsoid"),
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
    ("return read_.misplaces_joint(in_file) || unread(def.a)", "return unread(def.a)",
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
    "src/io/format/text_matrix.cpp", "io",
    ("if (label.rows != label.cols)", "if (false)", "compressed rows of a matrix that is not square"),
)
faults(
    "src/io/scene/scene_expect.cpp", "io",
    ("what.coordinate >= 0 && what.coordinate < count", "what.coordinate < count",
     "negative coordinates in expectations"),
)
faults(
    "src/io/scene/scene.cpp", "io",
    ("(view.lo.array() < view.hi.array()).all()", "(view.lo.array() < view.hi.array()).any()",
     "frames without a height"),
)
faults(
    "src/io/scene/scene_looks.cpp", "io",
    ("if (faults.found.size() == before) check_solid(solid, shape);", "if (before > 99) check_solid(solid, shape);",
     "solids of visuals that no body has"),
    ("read_pose(object, visual.pose);", "", "poses of visuals"),
    ("text.size() == 7 && text[0] == '#' &&", "text[0] == '#' &&", "colours of six digits"),
)
faults(
    "src/io/scene/scene_coordinate.cpp", "io",
    ("motor.need(\"kind\", \"velocity or position\");", "", "motors of no kind"),
)
faults(
    "src/io/scene/scene_joint.cpp", "io",
    ("if (a) def.anchor = position(*a);",
     "if (a && false) def.anchor = position(*a);", "welds and sliders without an anchor"),
)
faults(
    "src/io/scene/scene_array.cpp", "io",
    ("std::ldexp(static_cast<double>(random() >> 11), -52)",
     "std::ldexp(static_cast<double>(random() >> 11), -53)", "jitter to both sides"),
)
faults(
    "src/io/scene/scene_shape.cpp", "io",
    ("closed && points.size() > 2", "closed && points.size() > 1", "closed chains of two points"),
)
faults(
    "src/io/scene/scene_spatial.cpp", "io",
    ("if (turned)\n    object.faults()",
     "if (false)\n    object.faults()", "orientation and axis_angle, both"),
)
faults(
    "src/io/scene/scene_parameters.cpp", "io",
    ("value && *value == std::floor(*value)", "value.has_value()", "names with a number that is not whole"),
)
faults(
    "src/io/scene/scene_run.cpp", "io",
    ("scene.record_every < 1", "scene.record_every < 0", "recording every 0 steps"),
)
faults(
    "src/io/scene/scene_expect.cpp", "io",
    ("quantity == study::Quantity::z || quantity == study::Quantity::vz",
     "quantity == study::Quantity::z", "vz of planar bodies"),
)
faults(
    "src/io/problem/problem_text.cpp", "io",
    ("count > 1 || (word != \"0\" && word != \"1\")",
     "word != \"0\" && word != \"1\"", "remarks behind rolling friction of many contacts"),
)
faults(
    "src/io/problem/problem_text_mixed.cpp", "io",
    ("in_order && (problem.A != parts.A || problem.b != parts.b)",
     "(in_order || true) && (problem.A != parts.A || problem.b != parts.b)",
     "equalities anywhere in a mixed problem"),
)
faults(
    "src/study/step_times.cpp", "study",
    ("count_ == 0 ? seconds : std::min(shortest_, seconds)",
     "std::min(shortest_, seconds)", "the shortest of step times"),
)
faults(
    "src/study/compared_run.cpp", "study",
    ("f.x() < kLoaded * most", "f.x() < 0 * most", "contacts that bear little in the cone's plot"),
)
faults(
    "src/io/page/run_page_frames.cpp", "io",
    ("row < last + stride", "row <= last", "the last frame of a thinned run"),
)
faults(
    "src/io/page/run_page_data.cpp", "io",
    ("states.push_back(recorded_state(recording, rows - 1));", "", "the end of a run within the view"),
)
faults(
    "src/io/page/run_page_bodies.cpp", "io",
    ("{\"pb\", numbers(joint.frame_b.p)}",
     "{\"pb\", numbers(joint.frame_a.p)}", "second end of joints on pages"),
)
faults(
    "src/io/page/picture.cpp", "io",
    ("std::min(width / size.x(), height / size.y())", "width / size.x()", "pictures of tall views"),
    ("* kDegrees - 90;", "* kDegrees;", "tilt of half-planes in pictures"),
)
faults(
    "src/io/page/body_colors.cpp", "io",
    ("members[a] > members[b]", "members[a] < members[b]", "colours by number of bodies"),
)
faults(
    "src/io/mesh/mesh_file.cpp", "io",
    ("if (keyword == \"outer\") corners = 0;", "", "corners of the next loop of an STL"),
)
faults(
    "src/io/scene/scene_parameters.cpp", "io",
    ("given.insert(changed.name).second", "given.size() < 100", "parameters that a run sets twice"),
)
faults(
    "src/io/scene/scene_names.cpp", "io",
    ("      refuse_empty(element, path, faults);", "      (void)element;", "names that are empty"),
    ("if (close == std::string::npos) return;", "return;", "names in which braces are left"),
)
faults(
    "src/io/scene/scene_faults.cpp", "io",
    ("return read_.misplaces_joint(in_file) ||", "return draft_.joint_names.unread(joint) ||",
     "coordinates beside one that cannot be read"),
)
faults(
    "src/io/scene/scene_run.cpp", "io",
    ("study::never_ends(scene.duration, dt)", "std::isinf(scene.duration / dt)", "runs that never end"),
)
faults(
    "src/io/scene/scene_shape.cpp", "io",
    ("  if (closed) check_crossings(points, \"closed chain\", object);\n", "", "closed chains that cross themselves"),
    ("std::size_t i = closed ? 0 : 1;", "std::size_t i = 1;", "a closed chain whose last segment goes back"),
)
faults(
    "src/io/format/json_node.cpp", "io",
    ("(&open == &open_.back() ? 0 : 1)", "0", "the place of what is no number"),
)
faults(
    "src/io/page/run_page_frames.cpp", "io",
    ("row == 0 && std::isnan(force)", "std::isnan(force)", "forces a file was not told"),
    (".limit = force_of(run.limit_force, row, k)", ".limit = 0.0 * static_cast<double>(row)",
     "limits on the page of a file"),
)
faults(
    "src/io/scene/scene_catalogue.cpp", "io",
    ("return text.find('/') != text.npos ||", "return", "paths without an extension"),
)
