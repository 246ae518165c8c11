# SPDX-License-Identifier: Apache-2.0
"""What a case is read for: named lists of numbers, and sums of what solvers did."""

import itertools
import json
import subprocess
import tempfile

import numpy as np
import perpend

COUNTS = ("contacts", "rows", "islands", "braked", "stiffened", "inexact", "unsolved", "uncertified", "broken",
          "no_restitution", "no_push_out", "squeezed", "halvings")
ENERGIES = ("energy_before", "energy_after", "work", "joint_work", "spring_work", "push_out_work", "drift_work",
            "projection_work")
CERTIFICATE = ("penetration", "joint_gap", "joint_angle", "coulomb_residual", "cone_excess", "direction_error",
               "relaxation_error", "wrong_way", "restitution_scale")
RAYS = (([-2.0, 0.03, 0.11], [1.0, 0.02, -0.03]), ([0.13, 0.02, 3.0], [0.01, 0.03, -1.0]),
        ([0.11, 3.0, 0.0], [0.02, -1.0, 0.0]), ([-2.0, 0.14, 0.0], [1.0, 0.0, 0.0]))


def flat(values):
    """Numbers of nested sequences, in order."""
    if isinstance(values, (int, float, np.number, np.bool_)):
        return [float(values)]
    if isinstance(values, np.ndarray):
        return values.astype(float).ravel().tolist()
    return [number for each in values for number in flat(each)]


class Readings(dict):
    """Lists of numbers by field, longer with every read."""

    def put(self, field, values):
        self.setdefault(field, []).extend(flat(values))


def read_work(world, work):
    report = world.report
    for name in ("pivots", "drives", "factorisations"):
        work[name] = work.get(name, 0) + report[name]
    for name in report:
        if name.startswith("answered_by_") and report[name]:
            work[name] = work.get(name, 0) + report[name]


def read_step(world, found, work):
    """After steps."""
    report = world.report
    found.put("v", world.v)
    found.put("counts", [report[name] for name in COUNTS] + [report.status == "ok"])
    found.put("energies", [report[name] for name in ENERGIES])
    found.put("certificate", [report[name] for name in CERTIFICATE])
    found.put("bound", [report["residual_bound"]])
    read_work(world, work)
    contacts = world.contacts
    found.put("touching", [contacts[name] for name in ("a", "b")])
    found.put("status", contacts["status"])
    found.put("places", [contacts[name] for name in ("point", "normal", "gap", "mu")])
    found.put("impulses", [contacts[name] for name in ("impulse", "moment")])
    found.put("slips", contacts["slip"])
    for name in world.body_names:
        body = world.body(name)
        found.put("frames", [body.pos, body.quat])
        found.put("loads", [body.contact_force(), body.contact_force(world.body_names[-1])])
    for name in world.joint_names:
        joint = world.joint(name)
        found.put("coordinates", [joint.coordinates, joint.rates, joint.broken])
        found.put("reactions", joint.reaction)
        found.put("own_reactions", joint.reaction_in_joint_frame)
        found.put("forces", [joint.forces[part] for part in ("spring", "motor", "friction", "limit")])
    for event in world.contact_events:
        found.put("events", [event.kind == "begin", event.time, event.since, event.impulse, event.point])
    for each in world.joint_breaks:
        found.put("breaks", [each.time, each.force, each.torque])


def read_shapes(world, found):
    for a, b in itertools.combinations(world.body_names, 2):
        distance = world.distance(a, b)
        found.put("distances", [0.0] if distance is None else [distance.gap])
        found.put("nearest", [] if distance is None else [distance.normal, distance.point_a, distance.point_b])
    for origin, direction in RAYS:
        for hit in world.cast_ray(origin, direction):
            found.put("rays", [world.body_names.index(hit.body), hit.shape, hit.distance, hit.point])
            found.put("ray_normals", hit.normal)


def read_dynamics(world, found):
    found.put("mass", world.mass_matrix)
    found.put("bias", world.bias_force)
    found.put("jacobian", world.constraint_rows[0])
    found.put("errors", world.constraint_rows[1])
    found.put("totals", [list(world.energy_parts.values()), world.momentum, world.center_of_mass()])
    for name in world.body_names:
        body = world.body(name)
        found.put("points", [body.jacobian([0.1, -0.2, 0.0]), body.jacobian([0.3, 0.1, 0.0], "world"),
                             body.spin_jacobian])
    driven = []
    for name in world.joint_names:
        joint = world.joint(name)
        for k in range(len(joint.coordinates)):
            found.put("coordinate_rows", joint.jacobian(k))
            driven.append((name, k))
    for chosen in ([], driven[:1]):
        at = world.inverse_dynamics({each: 0.7 for each in chosen})
        found.put("inverse", [at.force, at.acceleration])
        found.put("inverse_joints", at.joint_force)
    if driven:
        found.put("joint_space", world.joint_space(driven[:1]))


def read_instant(world, found):
    try:
        now = world.contact_forces()
    except perpend.InvalidArgument:  # rolling friction, armature and the like: level velocity alone
        return
    found.put("accelerations", [now["status"] == "solved", now["acceleration"]])
    found.put("joint_forces", now["joint_forces"])
    for touch in now["touches"]:
        found.put("touches", [touch.coordinate, touch.impacts, touch.slides, touch.point, touch.normal, touch.gap,
                              touch.acceleration, touch.slip])
        found.put("touch_forces", touch.force)


def read_derivatives(world, found):
    d = world.derivatives()
    found.put("differentiable", [len(d.status), d.sticking, d.sliding, d.open, d.redundant, len(d.degenerate),
                                 len(d.constant)])
    for name in ("by_state", "by_ctrl", "by_ctrl_limit", "by_force", "by_joint_force", "by_dry_friction", "by_mass",
                 "by_friction"):
        found.put(name, getattr(d, name))


def read_end(world, found):
    read_shapes(world, found)
    read_dynamics(world, found)
    read_instant(world, found)
    read_derivatives(world, found)


def read_poses(case, world, found, work):
    """A step from each pose of body b."""
    for position, rotation in case.poses:
        world.reset()
        world.body("b").set_pose(position, rotation)
        read_shapes(world, found)
        read_instant(world, found)
        world.step()
        read_step(world, found, work)
    read_dynamics(world, found)


def read_steps(case, world, found, work):
    taken = 0
    for step in case.steps:
        world.step(step - taken)
        taken = step
        read_step(world, found, work)
    read_end(world, found)


def read_level(case, scene, program, found):
    """By the program: bodies, events and the report at the end."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(scene, file)
        file.flush()
        done = subprocess.run([program, "run", file.name, "--level", case.level, "--no-files", "--json",
                               "--duration", str(case.steps[-1] * scene["simulation"]["dt"])],
                              capture_output=True, text=True, timeout=60, check=False)
    run = json.loads(done.stdout)
    found.put("counts", [run["status"] == "ok", run["contacts_max"]])
    for body in run["bodies"].values():
        for key, values in body.items():
            found.put(key, values)
    found.put("energies", [run["energy_drift_j"]])


def read(case, scene, program):
    """(fields, work) of the case with this scene in place of its own."""
    found, work = Readings(), {}
    if case.level:
        read_level(case, scene, program, found)
        return found, work
    world = perpend.World.from_scene(scene)
    if case.drive:
        case.drive(world)
    found.put("bodies", [world.body(name).mass for name in world.body_names])
    (read_poses if case.poses else read_steps)(case, world, found, work)
    return found, work
