# SPDX-License-Identifier: Apache-2.0
"""Chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "apps/perpend/check/check.cpp", "apps.check_test",
    ("c.heaviest = std::max(c.heaviest, body.mass);", "c.heaviest = body.mass;", "heaviest body"),
    ('{"overlap_m", c.overlap}', '{"overlap_m", -c.overlap}', "sign of the overlap at the start"),
    ('if (!scene.notes.empty()) json["notes"] = to_json(scene.notes);', "", "notes of a robot file as JSON"),
    ("if (with_dynamics) json", "if (!with_dynamics) json", "dynamics only when asked for"),
)

faults(
    "apps/perpend/command_line/option_flags.cpp", "apps.run_test",
    (",!--cold", ",--cold", "sense of --cold"),
    ("o.*member = count > 0;", "o.*member = count != 0;", "switches that are turned off"),
    ("std::ranges::replace(flag, '_', '-');", "", "dashes of flags"),
)

faults(
    "apps/perpend/convert.cpp", "apps.robot_test",
    ("options.duration = arguments.duration.value_or(options.duration);", "", "duration of a converted robot"),
    ('require(!same, "out"', 'require(true || same, "out"', "file written over itself"),
    ("return refuse(faults, kFailed);", "return refuse(faults, kOk);", "exit code of what cannot be written"),
)

faults(
    "apps/view/messages.cpp", "view",
    ("!(moves[a] || moves[b])", "!(moves[a] && moves[b])", "friction of what moves on what does not"),
    ('{"mu_k", pair.mu_k}', '{"mu_k", pair.mu_s}', "kinetic friction in the panel"),
    ("most = set.max_force.value_or(most);", "most = def.max_force;", "largest force of a motor that was set"),
    ("set.joint.index == joint && set.coordinate", "set.coordinate", "motors of other joints"),
)

faults(
    "src/contact/contact_key.cpp", "contact",
    ("keys.push_back({unmix(~contact.key), true, &contact});", "", "names of speculative contacts"),
    ("j < (i < planar ? planar : all)", "j < (i < planar ? planar : all) - 1", "contacts of the last shape"),
)

faults(
    "src/contact/law.cpp", "contact",
    ("return (boxed && !lcp::needs_symmetry(method)) || (contact && !in_space);",
     "return (boxed && !lcp::needs_symmetry(method)) || (contact && (in_space || boxed));",
     "methods of the polygon in space"),
    ("law.directions <= kMostDirections", "law.directions < kMostDirections", "most sides"),
)

faults(
    "src/contact/row_restitution.cpp", "contact",
    ("rows.is_unstabilised(group) || is_compliant(rows, group) ? 0.0 : own",
     "rows.is_unstabilised(group) ? 0.0 : own",
     "restitution of springs by Poisson's law"),
)

faults(
    "src/dynamics/bodies/free_motion.cpp", "dynamics",
    ("dt * force[o + 2] / body.inertia()", "dt * force[o + 2] / body.mass", "applied torque on a planar body"),
    ("last.v_offset + last.dof - 1", "last.v_offset + last.dof - 2", "last velocity that is copied"),
    ("(turned * orientation(body, state.q))",
     "(orientation(body, state.q) * turned)",
     "frame of the turn of a driven body"),
)

faults(
    "src/dynamics/bodies/kinetics.cpp", "dynamics",
    ("inverse[body.v_offset + 2] = 1 / body.inertia()",
     "inverse[body.v_offset + 2] = 1 / body.mass",
     "inverse inertia of planar bodies"),
)

faults(
    "src/dynamics/joints/generalised_force.cpp", "dynamics",
    ("r * at.torque}", "at.torque}", "torque given in the frame of the body"),
)

faults(
    "src/dynamics/mass_system/inverse_dynamics.cpp", "dynamics",
    ("if (state.is_broken({j})) break;", "", "springs of broken joints in inverse dynamics"),
    ("value - *def.rest;", "value;", "rest of springs in inverse dynamics"),
    ("!state.is_broken({j}) && !is_driven", "!state.is_broken({-1 - j}) && !is_driven", "rotors of broken joints"),
    ("return -bias - own_force(model, state);",
     "return bias - own_force(model, state);",
     "sign of the velocity terms of the bias"),
    (" + armature.cwiseProduct(accelerations);", ";", "rotors of driven coordinates"),
)

faults(
    "src/geometry/planar/manifold.cpp", "geometry",
    ("(length - start) / rate", "length / rate", "far end of the overlap of two faces"),
    ("face.on_a ? n : Eigen::Vector2d(-n)", "n", "normal of a face contact of the second body"),
    ("point.normal = -point.normal;", "", "normal of a body on a half-plane given second"),
    ("count - 1 - k", "k", "features of a face contact of the second body"),
)

faults(
    "src/geometry/planar/mass.cpp", "geometry",
    ("transform_point(pose, properties.center)", "pose.p", "centre of a turned planar piece"),
)

faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("{0, 0, -l / 2}", "{0, 0, l / 2}", "centroid of a cone"),
    ("mass * 0.15 * (r2 + l * l)", "mass * 0.15 * (r2 + 4 * l * l)", "inertia across a cone"),
    ("2 * moments.maxCoeff() <= moments.sum()",
     "moments.maxCoeff() <= moments.sum()",
     "triangle inequality of principal moments"),
)

faults(
    "src/io/format/text_matrix.cpp", "io",
    ("[&](Index i, Index j, double value) { sink(j, i, value); }",
     "[&](Index i, Index j, double value) { sink(i, j, value); }",
     "matrices by compressed rows"),
    ("matrix(i, j) == 0 ? value : matrix(i, j) + value", "value", "entries that occur twice"),
    ("reader.number(block, i - row_ends[row])", "reader.number(block, i)", "place of a wrong entry of a block"),
)

faults(
    "src/io/recording/export_csv.cpp", "io",
    ('? "N m s" : "N s";\n}\n\nconst char* coupler_unit',
     '? "N s" : "N m s";\n}\n\nconst char* coupler_unit',
     "unit of impulses of joints"),
    ('find_first_of(",\\"\\n")', 'find_first_of(",\\n")', "names with quotes"),
)

faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ("std::swap(joint.drive, joint.drive_b);", "", "drives of a universal joint the other way round"),
)

faults(
    "src/io/robot/urdf_link.cpp", "io",
    ("transformed({.mass = kg, .inertia = tensor}, pose)",
     "spatial::MassProperties{kg, pose.p, tensor}",
     "turned inertia of a link"),
)

faults(
    "src/lcp/problem/certificate.cpp", "lcp",
    ("return multiply_rows<8>(A, f, b, n - 8, a, terms)",
     "return multiply_rows<8>(A, f, b, n - 9, a, terms)",
     "last rows of the product"),
    ("std::max(t.scale, scale[row])", "scale[row]", "scale of two tangents"),
    ("std::max(0.0, f.dot(a) / speed)", "std::max(0.0, -f.dot(a) / speed)", "friction that drives what slides"),
)

faults(
    "src/lcp/problem/units.cpp", "lcp",
    ("scaled_bounds(problem.hi, -units.f())", "scaled_bounds(problem.hi, units.f())", "units of upper bounds"),
    ("problem.law, scaled(problem.noise, -units.b)", "problem.law, problem.noise", "units of the noise of contacts"),
)

faults(
    "src/linalg/update/ldlt_update.cpp", "linalg",
    ("const Eigen::Index below = size() - 1 - q;",
     "const Eigen::Index below = size() - 2 - q;",
     "last row after a removal"),
    ("for (const Eigen::Index index : wanted) position_[index] = -1;",
     "",
     "places of indices that leave at a refactorisation"),
    ("for (Eigen::Index i = q; i < size(); ++i) position_[indices_[i]] = i;", "", "places behind a removal"),
)

faults(
    "src/sim/inputs/state_check.cpp", "sim",
    ('impulse ? "a coordinate" : "the last impulse"',
     'impulse ? "the last impulse" : "a coordinate"',
     "what of a joint is not finite"),
    ("if (speed > most) most = speed, fastest = &body;",
     "if (speed < most || !fastest) most = speed, fastest = &body;",
     "body named of an energy that is not finite"),
    ("body.kind == BodyKind::spatial_fixed ||", "", "zero quaternion of a fixed body"),
    ("state.broken.size() != model.joints.size()",
     "state.broken.size() < model.joints.size()",
     "more broken joints than there are"),
)

faults(
    "src/sim/sensors.cpp", "sim",
    ("? 6 : 3", "? 3 : 3", "width of a force-torque sensor"),
    ("twist.velocity + twist.omega.cross(arm)", "twist.velocity + 0 * arm", "velocity of a mount off the centre"),
    ("/ dt - gravity;", "/ dt + gravity;", "sense of gravity in an accelerometer"),
    ("slerp(0.5, after.pose.r)", "slerp(0.0, after.pose.r)", "frame halfway of an accelerometer"),
    ("if (sensors_[i].kind == SensorKind::gyro)", "if (false)", "gyro before the first step"),
    ("sensor.body.index >= 0 && sensor.body.index < bodies", "sensor.body.index < bodies", "sensor on the world"),
)

faults(
    "src/sim/velocity/energy_balance.cpp", "sim",
    ("sum += 0.5 * part(impulse).dot(way);", "sum += part(impulse).dot(way);", "work of impulses"),
    ("std::isinf(rows.hi[group]) ? wanted : 0.0", "wanted", "push-out of rows with bounds"),
)
