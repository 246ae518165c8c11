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
