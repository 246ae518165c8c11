# SPDX-License-Identifier: Apache-2.0
"""Of models, files, studies and programs, chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "src/model/assemble_body.cpp", "model",
    ("all.push_back(with_unit_rotation(shape.pose).r.conjugate() * shape.surface_velocity);",
     "all.push_back(with_unit_rotation(shape.pose).r * shape.surface_velocity);",
     "surface velocity of a turned solid: into the wrong frame"),
)

faults(
    "src/model/collision_filter.cpp", "model",
    ("const bool joins = low == body_a && high == body_b && !joint.bodies_collide;",
     "const bool joins = low == body_a && high == body_b;",
     "bodies of a broken joint beside a strut never collide"),
)

faults(
    "src/model/edit_model.cpp", "model",
    ("all.excluded.push_back({a + bodies, b + bodies});",
     "all.excluded.push_back({a, b});",
     "exclusions of added elements keep their old indices"),
)

faults(
    "src/model/joint.cpp", "model",
    ("return std::ranges::all_of(coupler.terms, [&](const CouplerTerm& term) {",
     "return std::ranges::any_of(coupler.terms, [&](const CouplerTerm& term) {",
     "rack and pinion: the coupler counts as an angle"),
)

faults(
    "src/model/joint_frames.cpp", "model",
    ("if (id == kWorld || model.bodies[id.index].is_point()) return 0.0;",
     "if (id == kWorld) return 0.0;",
     "start angle of a planar joint at a particle read from its neighbour"),
)

faults(
    "src/model/model.cpp", "model",
    ("return rate + rotation_by(x) * motion.omega;",
     "return rate + motion.omega;",
     "turn rate of a body that rocks and spins: spin not turned along"),
)

faults(
    "src/model/model_builder.cpp", "model",
    ("return std::pair(b.stiffness, b.damping) < std::pair(a.stiffness, a.damping) ? b : a;",
     "return std::pair(b.stiffness, b.damping) < std::pair(a.stiffness, a.damping) ? a : b;",
     "two soft materials meet with the stiffer spring"),
)

faults(
    "src/model/model_check_body.cpp", "model",
    ("const bool moves = def.kind == BodyKind::spatial || def.kind == BodyKind::spatial_particle;",
     "const bool moves = def.kind == BodyKind::spatial;",
     "half space or mesh on a moving particle is not refused"),
)

faults(
    "src/model/model_check_joint.cpp", "model",
    ("(std::isfinite(def.lo) || std::isfinite(def.hi))",
     "(std::isfinite(def.lo) && std::isfinite(def.hi))",
     "restitution of a limit on one side is refused"),
)

faults(
    "src/model/model_warnings.cpp", "model",
    ("const double down = transform_vector(pose, normal).dot(model.gravity);",
     "const double down = transform_vector(inverse(pose), normal).dot(model.gravity);",
     "warning of an upside-down mesh: normal in the wrong frame"),
)

faults(
    "src/model/query.cpp", "model",
    (".normal = transform_vector(pose, hit->normal)};",
     ".normal = hit->normal};",
     "ray on a turned mesh: normal in the frame of the mesh"),
)

faults(
    "src/model/start_overlap.cpp", "model",
    ("return std::tuple(x.body_a, x.body_b, -x.depth) < std::tuple(y.body_a, y.body_b, -y.depth);",
     "return std::tuple(x.body_a, x.body_b, x.depth) < std::tuple(y.body_a, y.body_b, y.depth);",
     "of two bodies' overlaps the shallowest is kept"),
)

faults(
    "src/io/scene/scene_array.cpp", "io",
    ("if (array.triangle && array.count[1] > array.count[0])",
     "if (array.triangle && array.count[1] >= array.count[0])",
     "triangle array of as many rows as columns is refused"),
)

faults(
    "src/io/scene/scene_joint.cpp", "io",
    ("    if (moved.def.anchor_b) *moved.def.anchor_b += offsets[static_cast<std::size_t>(i)];\n",
     "",
     "copies of a joint array keep the first anchor_b"),
)

faults(
    "src/io/mesh/mesh_file.cpp", "io",
    ("corners.push_back(index > 0 ? index - 1 : count + index);",
     "corners.push_back(index > 0 ? index - 1 : -index - 1);",
     "negative corners of .obj count from the first vertex"),
)

faults(
    "src/io/format/npy_array.cpp", "io",
    ("  const int unused = 64 - 8 * header.size;\n"
     "  return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);\n",
     "  return static_cast<double>(static_cast<std::int64_t>(bits));\n",
     "short signed integers of .npy lose their sign"),
)

faults(
    "src/io/format/text_matrix.cpp", "io",
    ("[&](Index i, Index j, double value) { sink(j, i, value); });",
     "[&](Index i, Index j, double value) { sink(i, j, value); });",
     "matrix printed by compressed rows is read transposed"),
)

faults(
    "src/io/problem/rolling_rows.cpp", "io",
    ("out.A(slack, first) = -out.A(slack, slack) * mu_r[c];",
     "out.A(slack, first) = -mu_r[c];",
     "rolling friction: coupling row not scaled as its diagonal"),
)

faults(
    "src/io/problem/problem_npz.cpp", "io",
    ("contact.tangents = kind[i] == 0 ? 0 : static_cast<int>(tangents[i]);",
     "contact.tangents = static_cast<int>(tangents[i]);",
     "frictionless contacts of .npz get the default tangent"),
)

faults(
    "src/io/recording/run_sampler.cpp", "io",
    ("    rows_[i].contacts = std::move(rows_[i + 1].contacts);\n",
     "",
     "thinned run: contacts of the earlier row beside the later state"),
)

faults(
    "src/io/recording/export_csv.cpp", "io",
    ("return body == kWorld ? \"world\" : field(recording.bodies.names[body.index]);",
     "return body == kWorld ? \"world\" : recording.bodies.names[body.index];",
     "contacts.csv: names with commas are not quoted"),
)

faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("mimic.offset -= mimic.multiplier * reference;",
     "mimic.offset += mimic.multiplier * reference;",
     "sign of the reference of an SDF mimic"),
)

faults(
    "src/io/robot/start_pose.cpp", "io",
    ("  joint.axis_b = map.r * joint.axis_b;\n",
     "",
     "second axis of a universal joint stays when the robot starts bent"),
)

faults(
    "src/io/robot/sdf_link.cpp", "io",
    (".inertia = sum.inertia * (mass / sum.mass)};",
     ".inertia = sum.inertia};",
     "automatic inertia of SDF not scaled to the given mass"),
)

faults(
    "src/io/page/frame_columns.cpp", "io",
    ("append(Eigen::Vector4d(on.motor, on.limit, on.friction, on.spring), forces);",
     "append(Eigen::Vector4d(on.motor, on.friction, on.limit, on.spring), forces);",
     "page: limit and friction force along coordinates swapped"),
)

faults(
    "src/io/page/compare_page_data.cpp", "io",
    ("axes.upward = axes.height.cross(axes.right);",
     "axes.upward = axes.right.cross(axes.height);",
     "compare page: paths seen from above are mirrored"),
)

faults(
    "src/study/compared_run.cpp", "study",
    ("    worst_ = {};\n", "", "worst certificate since the last time is never reset"),
)

faults(
    "src/study/comparison.cpp", "study",
    ("    run.farthest = worst.body;\n"
     "    if (!(worst.distance <= run.largest_distance)) run.largest_distance = worst.distance;\n",
     "    if (!(worst.distance <= run.largest_distance)) {\n"
     "      run.largest_distance = worst.distance;\n"
     "      run.farthest = worst.body;\n"
     "    }\n",
     "farthest body is that of the largest, not of the final distance"),
    ("if (!found || run.variant.solver == c.reference.variant.solver) found = &run;",
     "if (!found) found = &run;",
     "cost is relative to the first cone, not that of the reference's solver"),
)

faults(
    "src/study/measure.cpp", "study",
    ("position(model, state, what) - spatial_pose(model, state, what.body).p;",
     "position(model, state, what) - spatial_frame_pose(model, state, what.body).p;",
     "velocity of a point: arm from the frame, not from the centre of mass"),
)

faults(
    "src/study/step_times.cpp", "study",
    ("while ((below += classes_[at]) <= rank) ++at;",
     "while ((below += classes_[at]) < rank) ++at;",
     "quantile of step times one step too low"),
)

faults(
    "apps/perpend/compare/converge.cpp", "apps.check_test",
    ("row.holds = std::abs(row.value.back() - expected.value) <= expected.tolerance;",
     "row.holds = std::abs(row.value.front() - expected.value) <= expected.tolerance;",
     "check --converge judges the coarsest run"),
)

faults(
    "apps/perpend/run/expected_values.cpp", "apps.run_test",
    ("  if (!(before.time < due)) return kNone;\n", "", "resumed run: value before its start is extrapolated"),
)

faults(
    "apps/perpend/solve/problem_dump.cpp", "apps.dump_test",
    ("file += \".hdf5\";",
     "file.replace_extension(\".hdf5\");",
     "dumped problems of a scene with a dot in its name overwrite each other"),
)

faults(
    "apps/perpend/compare/compare_words.cpp", "apps.compare_test",
    ("plan.comparison.lead = arguments.rank || arguments.rho;",
     "plan.comparison.lead = arguments.rank;",
     "compare --rho does not imply --rank"),
)

faults(
    "apps/perpend/run/run.cpp", "apps.options_test",
    ("for (const std::string& change : changes(saved, options))",
     "for (const std::string& change : changes(options, saved))",
     "resumed with: old and new option swapped"),
)

faults(
    "apps/perpend/terminal.cpp", "apps.streams_test",
    ("  owes_json = false;\n"
     "  put(stdout, object.dump(",
     "  put(stdout, object.dump(",
     "a second JSON object after the answer"),
)

faults(
    "apps/view/pull.cpp", "view",
    (".torque = torque - arm.cross(drag), .point = point_};",
     ".torque = torque, .point = point_};",
     "drag of a rigid hold acts at the hand, not at the centre of mass"),
)

faults(
    "apps/view/world.cpp", "view",
    ("  rebuild(now().held);\n", "  rebuild(held());\n", "going back does not restore what motors were told"),
)

faults(
    "apps/view/session.cpp", "view",
    ("    settings_changed_ = true;\n"
     "    break;\n",
     "    break;\n",
     "pages are not told that a failed step paused the world"),
)

faults(
    "bindings/python/src/rollout.cpp", "python",
    ("return fill_with_nan(row, (index + 1) * plan.steps, model, output);",
     "return fill_with_nan(row + 1, (index + 1) * plan.steps, model, output);",
     "rollout: the row of the failed step is not NaN"),
)

faults(
    "src/dynamics/joints/set_coordinates.cpp", "python",
    ("base.omega + turn * (old.omega - base.omega)},",
     "turn * old.omega},",
     "setting a coordinate turns the spin of the base along"),
)

faults(
    "bindings/python/src/world.cpp", "python",
    ("  if (has_applied_) renew(simulator_->options());\n", "", "reset() keeps forces applied for the next step"),
)

faults(
    "bindings/python/src/bind_shapes.cpp", "python",
    (": inverse(body.details->definition).r.toRotationMatrix();",
     ": body.details->definition.r.toRotationMatrix();",
     "Body.inertia in the wrong frame"),
)

faults(
    "bindings/python/src/bind_derivatives.cpp", "python",
    ("by_coordinate.col(world.model().joints[motor.joint].first_coordinate + motor.coordinate);",
     "by_coordinate.col(world.model().joints[motor.joint].first_coordinate);",
     "derivatives by ctrl: column of the joint's first coordinate"),
)
