# SPDX-License-Identifier: Apache-2.0
"""Of recordings, and of what they become."""

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
    "src/io/recording/snapshot.cpp", "io",
    ('hdf5::set_attribute(file, "joint_work_scale", state.joint_work.scale);',
     'hdf5::set_attribute(file, "joint_work_scale", 0.0);', "joint work in a snapshot"),
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
    ("recording.couples_angles[coupler] != 0", "recording.couples_angles[0] == 0",
     "unit of the impulse of a gear"),
    ("subspan(row * joints, joints)", "subspan(0 * row, joints)", "joints that have broken in a table"),
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
    "src/io/recording/recording.cpp", "io",
    ("static_cast<double>(std::max<std::int64_t>(1, steps))", "recording.recorder.every",
     "step times of the last row of a thinned run"),
    ("status[i] > 0 ? 1 : 0;", "0;", "step times where the last step failed"),
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
    "src/io/recording/body_table.cpp", "io",
    ("    table.q_offset.push_back(body.q_offset);\n", "", "places of bodies in a sampled run"),
)
faults(
    "src/io/recording/run_header.cpp", "io",
    ("if (!is_whole || ", "if ((false && !is_whole) || ", "whole numbers in a file"),
)
faults(
    "src/io/recording/run_sampler.cpp", "io",
    ("open_.longest_solve = open_.longest_step = 0;", "", "longest steps of a new row"),
)
faults(
    "src/io/recording/body_table.cpp", "io",
    ("if (bodies.kind[i] != body.kind)", "if (false)", "states of bodies of another kind"),
)
