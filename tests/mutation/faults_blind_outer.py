# SPDX-License-Identifier: Apache-2.0
"""Of models, files, programs and Python, chosen from the sources alone, before a test was read."""

from fault_list import faults

faults(
    "src/model/collision_filter.cpp", "model",
    ('if (joins && !state.is_broken({j})) return false;',
     'if (joins) return state.is_broken({j});',
     'joined bodies after a break: two joints hold one pair, the first broke, the seco'
     'nd has not -> the pair collides already'),
)

faults(
    "src/model/model.cpp", "model",
    ('return rate + rotation_by(x) * motion.omega;',
     'return rate + motion.omega;',
     'angular velocity of prescribed motion: steady omega beside rotation harmonics ->'
     ' omega is not turned with the rocking, so the rate is not that of turn()'),
)

faults(
    "src/model/start_overlap.cpp", "model",
    ('return std::tuple(x.body_a, x.body_b, -x.depth) < std::tuple(y.body_a, y.body_b, -y.depth);',
     'return std::tuple(x.body_a, x.body_b, x.depth) < std::tuple(y.body_a, y.body_b, y.depth);',
     'overlap at the start: bodies of several shapes that overlap at two places -> the'
     ' shallowest depth is told, not the deepest'),
)

faults(
    "src/model/query.cpp", "model",
    ('.normal = transform_vector(pose, hit->normal)};',
     '.normal = hit->normal};',
     'ray at a mesh: ground mesh on a turned body -> normal of the hit in the frame of'
     ' the mesh, not of the world'),
)

faults(
    "src/study/compared_run.cpp", "study",
    ('    worst_ = {};\n',
     '',
     'series of a comparison: worst certificate since the last time seen is not reset '
     '-> residual, cone_excess ... of the page never fall again after one bad step'),
)

faults(
    "src/io/page/run_page_frames.cpp", "io",
    ('for (std::size_t row = 0; row < last + stride; row += stride) {',
     'for (std::size_t row = 0; row <= last; row += stride) {',
     'frames of a page that are thinned: rows - 1 is no multiple of the stride -> the '
     'end of the run is not on the page'),
)

faults(
    "src/io/page/picture.cpp", "io",
    ('scale = std::min(width / size.x(), height / size.y());',
     'scale = std::max(width / size.x(), height / size.y());',
     'scale of pictures: a view wider than 3:1 or taller than 1:1.5 -> drawn too large'
     ', its ends are cut off'),
)

faults(
    "src/io/page/frame_columns.cpp", "io",
    ('return contact.status == ContactStatus::slide ? pair.mu_k : pair.mu_s;',
     'return contact.status == ContactStatus::slide ? pair.mu_s : pair.mu_k;',
     'cones of a page of a recording read from a file: mu_s != mu_k -> sliding contact'
     's show the static coefficient, sticking ones the kinetic'),
)

faults(
    "src/io/robot/start_pose.cpp", "io",
    ('joint.start = std::clamp(0.0, lo, std::max(lo, hi));',
     'joint.start = lo > -kInfinity ? lo : hi;',
     'start inside limits: knee with limits -2.7 to -0.9 -> starts at -2.7 in place of'
     ' the limit next to 0, -0.9'),
)

faults(
    "src/io/robot/sdf_joint.cpp", "io",
    ('mimic.offset -= mimic.multiplier * reference;',
     'mimic.offset += mimic.multiplier * reference;',
     'SDF mimic with a reference: multiplier * (master - reference) + offset -> the fo'
     'llower starts at the wrong side'),
)

faults(
    "src/io/robot/scene_text.cpp", "io",
    ('body.twist.origin -= body.twist.omega.cross(shift(body.robot));',
     'body.twist.origin += body.twist.omega.cross(shift(body.robot));',
     '--ground with --rate: a free robot that is moved onto the ground with turning li'
     'nks -> velocities of its links wrong by 2 omega x shift'),
)

faults(
    "src/io/robot/sdf_link.cpp", "io",
    ('.inertia = sum.inertia * (mass / sum.mass)};',
     '.inertia = sum.inertia};',
     'SDF inertial auto=true with a mass: mass 2 where the density makes 8 -> inertia of the mass 8'),
)

faults(
    "src/io/robot/sdf_model.cpp", "io",
    ('moved->pose = compose(moved->pose, inverse(compose(inverse(*here), *there)));',
     'moved->pose = compose(moved->pose, compose(inverse(*here), *there));',
     "SDF placement_frame off the model's frame: the model stands on the other side of"
     ' the pose, not its frame at the pose'),
)

faults(
    "src/io/scene/scene_array.cpp", "io",
    ('        if (array.line) offset = i * array.spacing;\n',
     '',
     'array of bodies with one count: {"count": 5, "spacing": [1, 0.5]} -> copies in a'
     ' row along x, not one spacing apart (stairs)'),
)

faults(
    "src/io/scene/scene_joint.cpp", "io",
    ('    if (moved.def.anchor_b) *moved.def.anchor_b += offsets[static_cast<std::size_t>(i)];\n',
     '',
     'array of joints with anchor_b: rods, ropes or springs -> all copies end at the a'
     'nchor_b of the first'),
)

faults(
    "src/io/scene/scene_spatial.cpp", "io",
    ('pose.r = Eigen::AngleAxisd(turn[3], axis.normalized());',
     'pose.r = Eigen::AngleAxisd(turn[3], axis);',
     'axis_angle: axis of another length than 1, [0, 0, 2, 0.5] -> turned by another angle'),
)

faults(
    "src/io/scene/scene_catalogue.cpp", "io",
    ('by_name.try_emplace(entry.name, std::move(entry));',
     'by_name.insert_or_assign(entry.name, std::move(entry));',
     'scenes of one name in several folders: the one of the last folder is run, not of'
     ' ./scenes or PERPEND_SCENES'),
)

faults(
    "src/io/mesh/mesh_file.cpp", "io",
    ('return is_stl_text(bytes) ? bytes.size() == length : bytes.size() >= length;',
     'return !is_solid(bytes) && bytes.size() >= length;',
     'binary STL whose header begins with "solid" -> refused'),
)

faults(
    "src/io/format/json_node.cpp", "io",
    ("    if (read_to_ > begin_ && read_to_[-1] == '\\n') --node.line;\n",
     '',
     'line of a fault: a wrong number that is the last thing on its line -> the line a'
     'fter it is told'),
)

faults(
    "src/io/format/text_matrix.cpp", "io",
    ('[&](Index i, Index j, double value) { sink(j, i, value); });',
     '[&](Index i, Index j, double value) { sink(i, j, value); });',
     'text problem with a matrix printed by compressed rows (origin 3) that is not sym'
     'metric -> its transpose is read'),
)

faults(
    "src/io/recording/run_sampler.cpp", "io",
    ('    rows_[i].contacts = std::move(rows_[i + 1].contacts);\n',
     '',
     'sampler that halves its rows: a run of many steps -> the contacts of a row are t'
     'hose of an earlier step than its state'),
)

faults(
    "src/io/recording/recorder.cpp", "io",
    ('      last_channels.assign(step_extras.channels.begin(), step_extras.channels.end());\n',
     '',
     'last row of a recording: every = 3, 7 steps, channels, close() -> the channels o'
     'f the last row are NaN'),
)

faults(
    "src/io/problem/problem_json.cpp", "io",
    ('read_bounds(object, "lo", n, 0.0, -kInfinity),',
     'read_bounds(object, "lo", n, 0.0, 0.0),',
     'null among lower bounds: "lo": [null, 0] -> the row is bounded by 0 in place of -infinity'),
)

faults(
    "src/io/problem/problem_text.cpp", "io",
    ('return count > 1 || (word != "0" && word != "1");',
     'return count >= 1 || (word != "0" && word != "1");',
     'text problem of one contact in space that ends with the flag 0 or 1 -> read as r'
     'olling friction in the plane'),
)

faults(
    "apps/perpend/run/expected_values.cpp", "apps.run_bits_test",
    ('if (early < 0) series.value = on_line(series);',
     'if (early < 0) series.value = value;',
     'expectation at a time between two steps: the value after it is judged, not that '
     'on the line through both'),
)

faults(
    "apps/perpend/load_scene.cpp", "apps.run_test",
    ('if (arguments.duration && *arguments.duration < scene.duration) date_expectations(scene);',
     'if (arguments.duration && *arguments.duration > scene.duration) date_expectations(scene);',
     "--duration shorter than the scene's: what is expected at its end is judged at th"
     'e shorter end and fails (exit 1)'),
)

faults(
    "apps/perpend/run/summary.cpp", "apps.run_bits_test",
    ('const planar::Pose pose = frame_pose(model, state, body);',
     'const planar::Pose pose = body_pose(model, state, body);',
     'run --json, planar body whose centre of mass is off its frame (a triangle, an L)'
     ' -> x is that of the centre of mass, not of the frame'),
)

faults(
    "apps/perpend/compare/compare_levels.cpp", "apps.compare_test",
    ('std::log(rows[k - 1].largest / rows[k].largest) / std::log(steps[k - 1] / steps[k]);',
     'std::log(rows[k - 1].largest / rows[k].largest) / std::log(2.0);',
     'compare --levels --dt 0.01,0.002: steps that are not halved -> wrong order'),
)

faults(
    "apps/perpend/command_line/command_line.cpp", "apps.run_test",
    ('sets = follows_set || word.starts_with("--set=") || (sets && is_parameter(word));',
     'sets = follows_set || word.starts_with("--set=");',
     '--set a=1 b=2 c=3: the third parameter is refused as one word too many'),
)

faults(
    "apps/perpend/solve/solve.cpp", "apps.solve_test",
    ('return left < right || (std::isnan(right) && !std::isnan(left));',
     'return left > right || (std::isnan(right) && !std::isnan(left));',
     'solve --solver all --out: the worst answer is written as the solution, not the best'),
)

faults(
    "src/dynamics/joints/mechanism.cpp", "apps.check_test",
    ('const auto vertex = [&](BodyId body) { return moves(model, body.index) ? body.in'
     'dex : world; };',
     'const auto vertex = [&](BodyId body) { return body == kWorld ? world : body.index; };',
     'number of closed loops: a chain from a fixed body to the world or to another fix'
     'ed body -> its loop is not counted'),
)

faults(
    "apps/perpend/run/run_files.cpp", "apps.run_bits_test",
    ('if (states_ == 1 || due) static_cast<void>(write_snapshot(state));',
     'if (due) static_cast<void>(write_snapshot(state));',
     'first snapshot: a run in the folder of an earlier one is killed in its first sec'
     'onds (or --snapshot-every 0) -> --resume goes on from the snapshot of the earlier run'),
)

faults(
    "apps/view/world.cpp", "view",
    ('rebuild(now().held);',
     'rebuild(held());',
     'back after a motor was set: the target set later stays -> going on from there has other bits'),
)

faults(
    "apps/view/pull.cpp", "view",
    ('.torque = torque - arm.cross(drag), .point = point_};',
     '.torque = torque + arm.cross(drag), .point = point_};',
     'rigid hold off the centre of mass of a moving body: the drag on the centre has a'
     ' torque 2 arm x drag that spins the body'),
)

faults(
    "apps/view/messages.cpp", "view",
    ('if (set.joint.index == joint && set.coordinate == def.coordinate) {',
     'if (set.joint.index == joint) {',
     'settings of a joint with two motors (cylindrical): one target is set -> shown at'
     ' both coordinates'),
)

faults(
    "bindings/python/src/world.cpp", "python",
    ('  if (has_applied_) renew(simulator_->options());\n',
     '',
     'apply_force() then reset() or restore(): what was applied for the next step is n'
     'ot forgotten and acts'),
)

faults(
    "src/dynamics/joints/set_coordinates.cpp", "python",
    ('{carried(to) + turn * (old.velocity - carried(from)),',
     '{carried(to) + (old.velocity - carried(from)),',
     'set_coordinates() of a moving arm: velocities of what hangs on it are not turned'
     ' with it -> rates of its joints change'),
)

faults(
    "bindings/python/src/bind_shapes.cpp", "python",
    ('return axes * body.principal_inertia.asDiagonal() * axes.transpose();',
     'return axes.transpose() * body.principal_inertia.asDiagonal() * axes;',
     'Body.inertia of a body in space whose principal axes are turned against its fram'
     'e -> products of inertia wrong'),
)

faults(
    "bindings/python/src/rollout.cpp", "python",
    ('beside(plan.held.joint_force, plan.joint_force, row, model.joint_coordinates));',
     'beside(Eigen::VectorXd(), plan.joint_force, row, model.joint_coordinates));',
     'rollout(joint_force=...) of a world with Joint.set_force(): the force that the w'
     'orld holds is left out'),
)

faults(
    "bindings/python/perpend/world.py", "python",
    ('parts["parameters"] = self._core.parameters()',
     'parts.setdefault("parameters", self._core.parameters())',
     'World.scene of a world loaded with parameters: a Scene made of it has the values'
     ' of the file again'),
)

faults(
    "bindings/python/perpend/page.py", "python",
    ('duration = min(max(world.duration - world.time, 0.0), LONGEST)',
     'duration = min(world.duration, LONGEST)',
     'show() of a world that has run: past the end of the scene in place of the rest of it'),
)

faults(
    "bindings/python/perpend/mjcf/tendons.py", "python",
    ('bounds = listed(np.array(m.tendon_range[k]) - still)', 'bounds = listed(np.array(m.tendon_range[k]))',
     'MJCF tendon with a range that also runs between two sites of one body: the strut'
     ' may get longer by that fixed length'),
)

faults(
    "bindings/python/perpend/mjcf/surfaces.py", "python",
    ('-damping / (2 * math.sqrt(-stiff))',
     '-damping / math.sqrt(-stiff)',
     'MJCF solref with negative numbers (stiffness, damping): twice the damping ratio '
     '-> too little or no restitution'),
)

faults(
    "bindings/python/perpend/logs/solids.py", "python",
    ('turned = product(q, about([0, 0, 1], np.arctan2(-x, y)))',
     'turned = product(q, about([0, 0, 1], np.arctan2(x, y)))',
     'log of a scene with a slope (half_plane with a tilted normal): drawn sloping the other way'),
)

faults(
    "bindings/python/perpend/sweep/measure.py", "python",
    ('lambda a, b: b if abs(b) > abs(a) or b != b else a',
     'lambda a, b: b if b > a or b != b else a',
     'measure "worst" of a quantity that is negative: the largest value, not that of t'
     'he largest magnitude'),
)

faults(
    "bindings/python/perpend/sweep/study.py", "python",
    ('seed = [self.noise["seed"], int(point[:16], 16), repeat]',
     'seed = [self.noise["seed"], int(point[:16], 16)]',
     'noise of repeats: all repeats of a point have the same noise'),
)
