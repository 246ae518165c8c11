# SPDX-License-Identifier: Apache-2.0
"""Single faults, one per mechanism: source file, what to replace (it occurs once), by what, what
breaks, and the layers whose tests have to notice."""

FAULTS = []


def faults(file, layers, *entries):
    FAULTS.extend((file, search, replacement, mechanism, layers.split())
                  for search, replacement, mechanism in entries)


faults(
    "src/geometry/spatial/shapes/mass.cpp", "geometry",
    ("4 / 3 * pi * r2", "4.04 / 3 * pi * r2", "mass of a ball"),
    ("0.4 * mass * r2", "0.404 * mass * r2", "inertia of a ball"),
    ("mass / 3 * diagonal(h2.y() + h2.z(), h2.z() + h2.x()",
     "mass / 3 * diagonal(h2.y() + h2.z(), h2.z() + h2.y()", "inertia of a box"),
    ("mass / 5 * diagonal(h2.y() + h2.z()", "mass / 5 * diagonal(h2.y() + h2.x()",
     "inertia of an ellipsoid"),
    ("r2 / 4 + l2 / 3, r2 / 4", "r2 / 4 + l2 / 3.03, r2 / 4", "inertia of a cylinder across"),
    ("r2 / 4 + l2 / 3, r2 / 2)", "r2 / 4 + l2 / 3, r2 / 2.02)", "inertia of a cylinder along"),
    ("0.75 * l * r", "0.74 * l * r", "centroids of a capsule's caps"),
    ("body.mass + ball.mass", "body.mass + 0.99 * ball.mass", "mass of a capsule"),
    ("a.inertia + point_inertia(a.mass, a.center - sum.center)", "a.inertia",
     "parallel axes of the first piece"),
    ("b.inertia +\n                point_inertia(b.mass, b.center - sum.center)", "b.inertia",
     "parallel axes of the second piece"),
    ("R * properties.inertia * R.transpose()", "properties.inertia", "inertia turned with a pose"),
    ("if (axes.determinant() < 0) axes.col(2) *= -1;", "", "handedness of principal axes"),
    ("2 * moments.maxCoeff() <=", "1.9 * moments.maxCoeff() <=", "triangle inequality of inertia"),
)
faults(
    "src/geometry/planar/mass.cpp", "geometry",
    ("mass * r2 / 2}", "mass * r2 / 2.02}", "inertia of a disc"),
    ("ellipse.b * ellipse.b) / 4", "ellipse.b * ellipse.b) / 4.04", "inertia of an ellipse"),
    ("8 * l * r / (3 * pi)", "8 * l * r / (3.1 * pi)", "caps of a planar capsule"),
)
faults(
    "src/geometry/spatial/shapes/extent.cpp", "contact sim",
    ("return box.half.minCoeff();", "return 0.0 * box.half.minCoeff();", "inner radius of a box"),
    ("return box.half.norm();", "return 0.0;", "reach of a box"),
    ("return capsule.half_length;", "return 0.0;", "reach of a capsule"),
)
faults(
    "src/contact/sweep.cpp", "contact sim",
    ("turn;\n    if (!(speed", "0.0;\n    if (!(speed", "rotation in conservative advancement"),
    ("-apart.normal.dot(v)", "apart.normal.dot(v)", "sign of the approach in a sweep"),
    ("deep += std::max(0.0, -apart.gap);", "deep += 0.0;", "overlap at the start of a sweep"),
    ("if (along.sum() < 0) along = -along;", "", "direction of growth of the angular speed"),
    ("kFast * (thick_a + thick_b)", "1e3 * (thick_a + thick_b)", "which pairs are fast"),
    ("drift(*model_, one, time, moved_)", "drift(*model_, one, 0.5 * time, moved_)",
     "drift of a swept body"),
)
faults(
    "src/sim/speculative_contacts.cpp", "sim",
    ("return !options_.stabilise || std::isinf(sweep_.inner_radius(pair.piece_a)) ||",
     "return true || std::isinf(sweep_.inner_radius(pair.piece_a)) ||", "ghost contacts are taken"),
    ("crossings_.push_back(", "if (false) crossings_.push_back(", "what goes through is refused"),
    ("const Vector3d to_b = rounding_of(*model_, collider_, pair.piece_b) * -pair.normal;",
     "const Vector3d to_b = Vector3d::Zero();", "round parts carried back"),
    ("pair.gap = std::max(0.0, pair.normal.dot(pair.point_b - pair.point_a));", "pair.gap = 0.0;",
     "gap of a speculative contact"),
)
faults(
    "src/sim/candidate_contacts.cpp", "sim",
    ("2 * fastest * options_.dt", "0.2 * fastest * options_.dt", "margin of the candidates"),
    ("(reliable || !approaches(pose, pair) || is_met_straight(pair))", "true",
     "ghost contacts at the start of a step"),
    ("pair.gap < -kTouch * reach(pair)", "pair.gap < -1e9 * kTouch * reach(pair)",
     "overlap after the half drift"),
)
faults(
    "src/contact/collider.cpp", "contact sim",
    (".normal = embed(point.normal)", ".normal = -embed(point.normal)", "sign of a normal"),
    ("<= kRoundings * std", "<= 1e12 * kRoundings * std", "gaps that are rounding"),
    (".key = contact_key(pieces.first, pieces.second, point.feature)",
     ".key = contact_key(pieces.first, pieces.second, 0)", "key of a contact"),
    ("frame << n.transpose(), t1.transpose(), n.cross(t1).transpose();",
     "frame << n.transpose(), t1.transpose(), t1.cross(n).transpose();", "handedness of a frame"),
)
faults(
    "src/contact/contact_rows.cpp", "contact sim",
    ("sign * (arm.x() * d.y() - arm.y() * d.x())", "sign * (arm.x() * d.y() + arm.y() * d.x())",
     "planar row of a contact"),
    ("sign * arm.cross(d).transpose()", "-sign * arm.cross(d).transpose()",
     "spatial row of a contact"),
    ("+ pair.lift * pair.normal", "", "plane in which friction acts"),
    ("contact.mu = contact.slides ? contact.mu_k : contact.mu_s;", "contact.mu = contact.mu_s;",
     "kinetic friction"),
    ("state.v, -contact.travel)", "state.v, contact.travel)", "travel over a mover's surface"),
    ("for (int r = 0; r < rows_of(law, pair); ++r) impulse[r]", "for (int r = 0; r < 1; ++r) impulse[r]",
     "friction in impulses"),
)
faults(
    "src/contact/restitution/restitution.cpp", "contact sim",
    ("2 * setup.model->gravity.norm() * setup.dt", "20 * setup.model->gravity.norm() * setup.dt",
     "slowest impact"),
    ("std::min(e * start, std::min(bias, 0.0))", "e * start + std::min(bias, 0.0)",
     "restitution together with recovery"),
    ("contact.pair.gap + rows.setup.dt * approach <= 0", "true", "impact before arrival"),
    ("bias = std::max(bias, 0.0)", "bias += 0.0", "contacts that do not push apart"),
    ("std::max(0.0, p - pressed)", "p", "what forces press is not restituted"),
    ("if (rate.e == 0) continue;", "continue;", "restitution of limits"),
    ("factor = scale < kLeastScale ? 0.0 : scale;", "factor = 0.0;", "restitution scaled by halves"),
)
faults(
    "src/contact/restitution/decompression.cpp", "contact sim",
    ("boxed_.lo[row + 1] = -limit;", "boxed_.lo[row + 1] = 0.0;", "friction while decompressing"),
    ("solution_.f = (S * solution_.f + floors).eval();", "solution_.f = (S * solution_.f).eval();",
     "floors of decompression in space"),
    ("std::max(0.0, u_start_[row] - u_free_[row]) / w", "0.0", "load within a decompression"),
)
faults(
    "src/sim/row_bias.cpp", "sim",
    ("-options.recovery_speed)", "-100 * options.recovery_speed)", "bound of the recovery speed"),
    ("options.dt * options.tangential.damping * contact.start[t]", "0.0", "damping of bristles"),
    ("-soft * (contact.last[t]", "soft * (contact.last[t]", "loaded bristles"),
)
faults(
    "src/sim/certify_step.cpp", "sim",
    ("raise(certificate.impulse_residual, -c.impulse.x());", "", "impulse_residual"),
    ("raise(certificate.cone_excess, f.norm() - limit);", "", "cone_excess of a contact"),
    ("raise(certificate.wrong_way, f.dot(slip));", "", "wrong_way of a contact"),
    ("raise(certificate.coulomb_residual, disc_map(f, slip, w, limit));", "", "coulomb_residual"),
    ("raise(certificate_.velocity_residual, wrong);", "", "velocity_residual"),
    ("certificate.momentum_error = momentum_error(rows, pose, v, memory);", "(void)momentum_error;", "momentum_error"),
    ("relaxed && !frictionless ? contact.mu * facet_speed(rows.setup.law, contact, u) : 0", "0",
     "slip of the relaxed law"),
    ("if (length > radius) target *= radius / length;", "", "projection on the friction disc"),
    ("record.slip = contact.frame.bottomRows<2>().transpose() * c.velocity.tail<2>();",
     "record.slip = -contact.frame.bottomRows<2>().transpose() * c.velocity.tail<2>();",
     "sign of the recorded slip"),
    ("slides             ? ContactStatus::slide", "slides             ? ContactStatus::stick",
     "status slide of a record"),
    ("record.impulse = contact.frame.transpose() * c.impulse;",
     "record.impulse = contact.frame * c.impulse;", "frame of a recorded impulse"),
)
faults(
    "src/sim/halved_step.cpp", "sim",
    ("record.impulse *= 2.0,", "record.impulse *= 1.0,", "recorded impulses after halving"),
    ("scale_impulses(parts, 0.5);", "", "impulses kept before halving"),
    ("scale_impulses(parts, 2.0);", "", "impulses kept after halving"),
    ("own.dt *= 0.5;", "own.dt *= 0.45;", "length of half a step"),
)
faults(
    "src/sim/simulator_workspace.cpp", "sim",
    ("if (!options.warm_start) return;", "return;", "warm start"),
    ("joints.solve(rows, v_new);", "", "joints answer impulses"),
)
faults(
    "src/sim/step.cpp", "sim",
    ("if (!candidates.overlap_closes(state, pose) && !candidates.met_before(state, before)) break;",
     "break;", "bodies that meet within the half drift"),
)
faults(
    "src/sim/islands.cpp", "sim",
    ("parent_[root(block.body)] = root(first_moving(g));", "", "bodies that share rows"),
)
faults(
    "src/dynamics/bodies/free_rotation.cpp", "dynamics",
    ("h * h / 12 * products(r)", "h * h / 13 * products(r)", "second order of free rotation"),
    ("W = 2 * mid.omega - W;", "W = mid.omega;", "end of a midpoint rotation"),
    ("(12 * inertia.prod())", "(24 * inertia.prod())", "rotation about the momentum"),
    ("Quaterniond(1 - x.dot(y), xy.x()", "Quaterniond(1, xy.x()", "product of two small rotations"),
)
faults(
    "src/dynamics/bodies/free_motion.cpp", "dynamics sim",
    ("v_free[o + 2] += dt * force[o + 2] / body.inertia()",
     "v_free[o + 2] += dt * force[o + 2] / body.mass", "torque on a planar body"),
    ("motion_at(model, body, state.time + dt) - motion_at(model, body, state.time)",
     "motion_at(model, body, state.time) - motion_at(model, body, state.time - dt)",
     "velocity of a mover"),
)
faults(
    "src/dynamics/bodies/kinetics.cpp", "dynamics sim",
    ("twice += body.inertia() * u[2] * u[2];", "", "energy of planar rotation"),
    ("twice += body.principal_inertia.dot(omega.cwiseAbs2());", "", "energy of spatial rotation"),
    ("return -body.mass * gravity", "return body.mass * gravity", "potential energy"),
    ("p[o + 2] = body.inertia() * v[o + 2]", "p[o + 2] = body.mass * v[o + 2]",
     "angular momentum in the plane"),
    ("R * body.principal_inertia.asDiagonal() * R.transpose()",
     "R.transpose() * body.principal_inertia.asDiagonal() * R", "inertia in the world"),
)
faults(
    "src/dynamics/joints/joint_reaction.cpp", "dynamics sim",
    ("(wrench.point - at.a.anchor).cross(force)", "0.0 * force",
     "torque of a reaction off its anchor"),
    ("reaction.joint_torque += to_frame * torque;", "reaction.joint_torque += torque;",
     "reaction in the joint's frame"),
    ("row.sign * impulse / dt", "impulse / dt", "reaction of an upper limit"),
)
faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics sim",
    ("row.bias = gap / dt;", "row.bias = 0.5 * gap / dt;", "gap of a limit"),
    ("limit(def.hi - motion.value, -1.0);", "", "upper limits"),
    ("const double quarter = 0.25 * (1 - stiff) * whole;", "const double quarter = 0.0;",
     "implicit part of a spring"),
    ("row.bias = -((target - motion.value) / time);", "row.bias = (target - motion.value) / time;",
     "sense of a motor"),
    ("std::max(def.time_constant, dt)", "dt", "time constant of a motor"),
    ("-dt * def.friction, dt * def.friction", "-dt * def.friction, 2 * dt * def.friction",
     "bounds of dry friction"),
    ("sum += 0.5 * def.stiffness", "sum += 0.51 * def.stiffness", "energy of a spring"),
)
faults(
    "src/dynamics/joints/joint_row_values.cpp", "dynamics sim",
    ("add_wrench(row_of(b, r), at.b, rows[r].wrench, -1.0);",
     "add_wrench(row_of(b, r), at.b, rows[r].wrench, 1.0);", "reaction on the second body"),
    ("*phi += term.factor * placed.change;", "*phi += placed.change;", "factors of a coupler"),
)
faults(
    "src/model/model.cpp", "model sim",
    ("rotation_by(motion.omega * t);", "rotation_by(motion.omega * 0.99 * t);", "rotation of a mover"),
)
faults(
    "src/model/model_builder.cpp", "model sim",
    ("std::sqrt(a.mu_s * b.mu_s)", "std::max(a.mu_s, b.mu_s)", "friction of two materials"),
    ("std::min(a.e, b.e)", "std::max(a.e, b.e)", "restitution of two materials"),
    ("def.bodies_collide || def.kind == JointKind::strut;", "def.bodies_collide;",
     "struts let bodies collide"),
    ("= model.surface_pairs[b * m + a] = named.pair", "= named.pair", "surface pairs both ways"),
)
faults(
    "src/geometry/spatial/convex/gjk.cpp", "geometry",
    ("if (!foot(newest, others, nearest) || nearest.squaredNorm() >= best.squaredNorm()) continue;",
     "if (!foot(newest, others, nearest)) continue;", "nearest face of a simplex"),
    ("weights.head(n).minCoeff() < 0 || ", "", "feet outside of a face"),
)
faults(
    "src/lcp/pivoting/lemke.cpp", "lcp",
    ("form.direction(scale.cwiseProduct(path.ray))", "form.direction(path.ray)", "units of a ray"),
    ("scale *= size;", "", "scale of a Lemke problem"),
    ("int budget = static_cast<int>(5 * n + 100)", "int budget = static_cast<int>(n / 5)",
     "budget of a Lemke path"),
)
