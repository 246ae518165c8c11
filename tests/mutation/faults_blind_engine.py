# SPDX-License-Identifier: Apache-2.0
"""Of the engine, chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "src/core/result.cpp", "core",
    ('candidate.size() < shortest.size()',
     'candidate.size() > shortest.size()',
     'suggested name: a prefix shared by several names -> the longest that goes on ins'
     'tead of the shortest'),
)

faults(
    "src/core/first_thrown.hpp", "core",
    ('if (thrown_ && task_ < k) return;',
     'if (thrown_ && task_ > k) return;',
     'exceptions of parallel tasks: two tasks throw -> the one of the later task is he'
     'ard, not the first in order'),
)

faults(
    "src/contact/island/decompression.cpp", "contact",
    ('std::max(0.0, change) / w',
     'std::max(0.0, -change) / w',
     "Poisson restitution: ball under gravity bounces -> the step's own forces are res"
     'tituted too, rebound e(|u|+gh)'),
)

faults(
    "src/contact/collider.cpp", "contact",
    ('surface_velocity(model_->bodies[b.body], b.shape, pose_b, -n) -',
     'surface_velocity(model_->bodies[b.body], b.shape, pose_b, n) -',
     'planar belts: the belt is the second body of the contact -> its surface runs backwards'),
)

faults(
    "src/contact/contact_rows.cpp", "contact",
    ('const Vector3d slip = halfway + pair.surface_velocity;',
     'const Vector3d slip = halfway - pair.surface_velocity;',
     'static or dynamic friction on a belt: body that rides with the belt -> taken to '
     'slide at twice the belt speed'),
)

faults(
    "src/contact/resistance_rows.cpp", "contact",
    ('append(model, state, pair, true, surface.spinning, k, rows);',
     'append(model, state, pair, true, surface.rolling, k, rows);',
     'spinning friction: spinning arm differs from rolling arm -> a spinning ball stop'
     's by the rolling arm'),
)

faults(
    "src/contact/law.cpp", "contact",
    ('return boxed && !lcp::needs_symmetry(method);',
     'return boxed;',
     'methods per law: law with unsymmetric matrix and a solver for symmetric ones -> '
     'listed and accepted'),
)

faults(
    "src/contact/mesh_sweep.cpp", "contact",
    ('velocity(other) - velocity(mesh)',
     'velocity(mesh) - velocity(other)',
     'sweep against meshes: fast ball through a thin mesh -> triangles are sought on i'
     'ts way back, it tunnels'),
)

faults(
    "src/dynamics/bodies/free_motion.cpp", "dynamics",
    ('(turned * orientation(body, state.q)).normalized()',
     '(orientation(body, state.q) * turned).normalized()',
     'drift of a free body: rotated body with angular velocity in the world frame -> t'
     'urns about the axis in its own frame'),
)

faults(
    "src/dynamics/bodies/affine_body.cpp", "dynamics",
    ('- a_2.dot(x) / length * by_a_2',
     '+ a_2.dot(x) / length * by_a_2',
     'affine bodies: sheared body, second axis not normal to the first -> derivative o'
     'f its rotation has a wrong term'),
)

faults(
    "src/dynamics/joints/joint_tree.cpp", "dynamics",
    ('v[1] * (first * Vector3d::UnitX())',
     'v[1] * Vector3d::UnitX()',
     'joint trees: universal joint turned about its first axis -> rate of the second a'
     'bout the unturned axis'),
)

faults(
    "src/dynamics/joints/set_motion.cpp", "dynamics",
    ('(std::copysign(angle, r.w()) / half)',
     '(angle / half)',
     'setting positions along joints: quaternion with negative w -> rotation vector of'
     ' the wrong sign'),
)

faults(
    "src/dynamics/joints/joint_row_layout.cpp", "dynamics",
    ('  for (const int g : dropped_)\n'
     '    if (g < joints && balls_[g].row >= 0) write_ends(g);\n',
     '',
     'broken joints: ball joint broken in one state, then a state in which it is whole'
     ' -> its rows stay zero'),
)

faults(
    "src/dynamics/joints/coordinate_rows.cpp", "dynamics",
    ('(before - quarter) * rate) / alpha',
     '(quarter - before) * rate) / alpha',
     'servo motors of the midpoint step: servo that moves -> gains or loses energy, wr'
     'ong frequency and damping'),
)

faults(
    "src/dynamics/mass_system/instant_rates.cpp", "dynamics",
    ('if (t < harmonic.start || t >= harmonic.stop) continue;',
     'if (t <= harmonic.start || t >= harmonic.stop) continue;',
     'accelerations at an instant: harmonic that starts at just this time -> does not count yet'),
)

faults(
    "src/dynamics/mass_system/joint_response.cpp", "dynamics",
    ('      if (state.is_broken({j})) break;\n',
     '',
     'accelerations: joint with a spring that is broken -> its spring still pulls'),
)

faults(
    "src/dynamics/joints/joint_reaction.cpp", "dynamics",
    ('row.sign * impulse / dt',
     'impulse / dt',
     'joint reactions: upper limit (row of sign -1) bears -> its share has the wrong sign'),
)

faults(
    "src/geometry/planar/mass.cpp", "geometry",
    ('8 * l * r / (3 * pi)',
     '4 * l * r / (3 * pi)',
     'mass of planar capsules: moment of inertia of the half discs by Steiner -> too small'),
)

faults(
    "src/geometry/planar/distance.cpp", "geometry",
    ('return {d.gap, -d.normal, d.point_b, d.point_a};',
     'return {d.gap, -d.normal, d.point_a, d.point_b};',
     'planar distance in the other order of shapes -> nearest points of a and b are exchanged'),
)

faults(
    "src/geometry/planar/convex_partition.cpp", "geometry",
    ("return std::ranges::none_of(loop, is_inside);", "return std::ranges::none_of(loop, is_inside) || loop.size() > 3;",
     "ears that hold other corners"),
    ("return is_convex(a) && is_convex(b);", "return is_convex(a);", "pieces joined to one that is not convex"),
    ("if (!joined(*one, *other, a, b, both)) return;", "if (!joined(*one, *other, a, b, both) || true) return;",
     "pieces that need no cut"),
    ("if (goes_on && std::abs", "if ((goes_on || true) && std::abs", "corners at which an outline turns back"),
)
faults(
    "src/geometry/planar/shape.cpp", "geometry",
    ('if (turn > 3 * std::numbers::pi) {',
     'if (turn > 5 * std::numbers::pi) {',
     'validation of polygons: pentagram, which turns left at each corner but twice rou'
     'nd -> accepted as convex'),
)

faults(
    "src/geometry/spatial/shapes/triangle_mesh.cpp", "geometry",
    ('std::rotate(corners.begin(), std::ranges::min_element(corners), corners.end());',
     'std::ranges::sort(corners);',
     'mesh cleaning: sheet with triangles of both orientations -> second side taken fo'
     'r a duplicate, or turned round'),
)

faults(
    "src/geometry/spatial/shapes/polyhedron.cpp", "geometry",
    ('second -= body.volume * shift * shift.transpose();',
     'second += body.volume * shift * shift.transpose();',
     'inertia of polyhedra: reference point is not the centre of mass -> parallel axis'
     ' term of the wrong sign'),
)

faults(
    "src/geometry/spatial/broad_phase/mesh_ray.cpp", "geometry",
    ('MeshRayHit{length, n.dot(along) > 0 ? Vector3d(-n) : n}',
     'MeshRayHit{length, n}',
     'rays against meshes: hit from the back of a triangle -> normal points along the '
     'ray instead of against it'),
)

faults(
    "src/geometry/spatial/manifold/sphere_manifold.cpp", "geometry",
    ('!(over_base > 0 && r <= cone.radius)',
     '!(r <= cone.radius)',
     'sphere against cone: sphere beside the side or above the tip, inside the radius '
     'of the base -> no point of the rim or tip'),
)

faults(
    "src/geometry/spatial/manifold/closest_contact.cpp", "geometry",
    ('(u.dot(r) * vv - v.dot(r) * uv) / det',
     '(u.dot(r) * vv + v.dot(r) * uv) / det',
     'closest points of two skew segments that are not normal to each other -> wrong p'
     'lace on the first'),
)

faults(
    "src/geometry/spatial/manifold/mesh_manifold.cpp", "geometry",
    ('distance < -radius) return;',
     'distance < 0) return;',
     'ball against mesh: centre just behind the surface, ball not yet through -> no contact'),
)

faults(
    "src/geometry/spatial/convex/separation.cpp", "geometry",
    ('if (sum_.disc_count == 2 || sum_.ellipsoid_count > 0) regions();',
     'if (sum_.disc_count == 2) regions();',
     'depth of overlapping ellipsoids: deepest direction away from the first guess -> '
     'local minimum, too deep and wrong normal'),
)

faults(
    "src/sim/derivatives/parameters.cpp", "sim",
    ('const double sign = step.rows.impulses.lambda[own] < 0 ? -1.0 : 1.0;',
     'const double sign = 1.0;',
     'derivatives by motor limits and dry friction: row at its lower bound -> column o'
     'f the wrong sign'),
)

faults(
    "src/sim/derivatives/active_system.cpp", "sim",
    ('    for (Eigen::Index i = 0; i < m; ++i) A(i, i) += step.rows.compliance[rows[i]];\n',
     '',
     'derivatives with compliant contacts or bounded springs: rows taken as rigid -> wrong response'),
)

faults(
    "src/sim/derivatives/body_colours.cpp", "sim",
    ('    for (const int far : colours.neighbours[near])\n'
     '      if (colour_of[far] >= 0) taken.push_back(colour_of[far]);\n',
     '    if (colour_of[near] >= 0) taken.push_back(colour_of[near]);\n',
     'differences of all equations: stack or chain of three bodies, the outer ones sha'
     're a colour -> their columns mix in the middle one'),
)

faults(
    "src/sim/acceleration/impact.cpp", "sim",
    ('2 * touch.e * speed / (fall * (1 - touch.e))',
     '2 * touch.e * speed / (fall * (1 - touch.e * touch.e))',
     'event rest: end of infinitely many bounces (ball with e = 0.5) -> too early'),
)

faults(
    "src/sim/acceleration/touch.cpp", "sim",
    ('touch.sign * coordinate_rate(*model_, state, {touch.joint}, touch.coordinate));',
     'coordinate_rate(*model_, state, {touch.joint}, touch.coordinate));',
     'meeting joint limits within an arc: pendulum reaches its upper stop -> not met, '
     'seen too late or when leaving'),
)

faults(
    "src/sim/acceleration/first_order.cpp", "sim",
    ('      problem.b.segment(row, touch.rows()) += instant.at()[i].surface_velocity.h'
     'ead(touch.rows());\n',
     '',
     'first order level: box on a belt -> the belt does not carry it'),
)

faults(
    "src/sim/joints/joint_forces.cpp", "sim",
    ('return sum_of(system, pose, joint, true, rows, dt);',
     'return sum_of(system, pose, joint, false, rows, dt);',
     'strength of joints: a spring or damper along a coordinate bears more than break_'
     'force -> the joint holds'),
)

faults(
    "src/sim/joints/rotor_rates.cpp", "sim",
    ('before = start_[i] - by;',
     'before = start_[i] + by;',
     'armature: rate of the coordinate changes in the drift (turning linkage) -> momen'
     'tum of the rotor is changed twice instead of kept'),
)

faults(
    "src/sim/joints/turning_errors.cpp", "sim",
    ('mean_turned(-round, open)',
     'mean_turned(round, open)',
     'errors of joints of bodies that turn by 2 to 3 rad in a step (rotor in a weld or'
     ' hinge) -> closed the wrong way, axis error grows'),
)

faults(
    "src/sim/simulator/exchange.cpp", "sim",
    ('    if (b.index < a.index) touch.impulse = -touch.impulse;\n',
     '',
     'contact events over an exchange of models: bodies in another order -> impulse of'
     ' the touch keeps the sign of the old order'),
)


faults(
    "src/sim/velocity/free_flight.cpp", "sim",
    ('(met.time - 0.5 * options.dt) *',
     '(0.5 * options.dt - met.time) *',
     'two bodies that meet in free flight under gravity: not in the middle of the step'
     ' -> end a g h (h - 2t) away from free flight'),
)

faults(
    "src/sim/velocity/bristles.cpp", "sim",
    ('const Vector3d omega = 0.5 * (angular_velocity(',
     'const Vector3d omega = (angular_velocity(',
     'bristles on a turntable: box that rides on it -> tangential force turned by twic'
     'e the angle, it creeps'),
)

faults(
    "src/sim/velocity/rolling.cpp", "sim",
    ('rows.bias[group.first_row + r] += change[r];',
     'rows.bias[group.first_row + r] -= change[r];',
     'rolling of tilted discs and ellipsoids: change of the slip in the half drift wit'
     'h the wrong sign -> energy gained or lost'),
)

faults(
    "src/sim/candidates/pairs/moving_pieces.cpp", "sim",
    ('met.dot(last.normal) < kOtherSide || last.gap <',
     'met.dot(last.normal) < kOtherSide && last.gap <',
     'crossing within a step: thin body all through another one, apart again at the en'
     'd -> no crossing, it tunnels'),
)

faults(
    "src/sim/candidates/pairs/free_meetings.cpp", "sim",
    ('pieces.sweep().first_touch(pieces.collider(), a, b, first);',
     'pieces.sweep().first_touch(pieces.collider(), a, b, dt_);',
     'compound bodies that meet in free flight: several pairs of pieces -> time of the'
     ' last pair, or none, instead of the first'),
)

faults(
    "src/sim/candidates/search_margin.cpp", "sim",
    ('const Eigen::Vector3d ground = velocity_of_ground(step_.model, step_.pieces, pose, v);',
     'const Eigen::Vector3d ground(0, 0, 0);',
     'scene that passes by as a whole (moving ground): speeds not seen from the ground'
     ' -> other contacts and rows than at rest'),
)

faults(
    "src/sim/candidates/pairs/deep_compounds.cpp", "sim",
    ('(moves_b ? 1.0 : -1.0) * by.head(lines)',
     'by.head(lines)',
     'deep overlap of a compound that is the first body, the fixed one the second: way'
     ' out sought on the wrong side -> not parted'),
)

faults(
    "src/sim/sensors.cpp", "sim",
    ('frame.p - spatial_pose(model, state, sensor.body).p',
     'frame.p - spatial_frame_pose(model, state, sensor.body).p',
     'accelerometer on a body whose centre of mass is not its origin: lever arm from t'
     'he origin -> wrong centripetal acceleration'),
)

faults(
    "src/sim/certificate/certify_step.cpp", "sim",
    ('std::atan2(contact.start.z(), contact.start.y())',
     'std::atan2(contact.start.y(), contact.start.z())',
     'certificate of the relaxed law with rotated polygon: oblique slip -> measured by'
     ' other facets, right steps off, or wrong ones certified'),
)

faults(
    "src/sim/inputs/drive_inputs.cpp", "sim",
    ('  if (motor.target) found->target = motor.target;\n'
     '  if (motor.max_force) found->max_force = motor.max_force;\n',
     '  *found = motor;\n',
     'held inputs: set_motor_target, then set_motor_limit -> held() has lost the targe'
     't, gone after exchange or set_held'),
)
