# SPDX-License-Identifier: Apache-2.0
"""Scenes with contacts, joints and a limit under every law, every solver of it and every option."""

import itertools

from drawn_case import Case, drawing, scene_of, unit_turn, vector
from drawn_shapes import PLANE, SPACE, placed, weight

CONE = ("auto", "keller", "dantzig", "lemke", "proximal", "alart_curnier", "fischer_burmeister", "interior", "pgs")
POLYGON = ("auto", "block", "lemke", "dantzig", "murty")
CONVEX = ("auto", "keller", "qp", "lemke", "dantzig", "murty", "block", "pgs")
LAWS = {"cone": CONE, "polyhedral(8)": POLYGON, "polyhedral(6,rotated)": POLYGON[:3], "relaxed(8)": CONVEX,
        "phantom(4)": ("auto", "block", "lemke", "murty"), "phantom(6,rho=0.002)": POLYGON[:2],
        "box": ("auto", "keller", "dantzig", "lemke", "proximal", "pgs"), "frozen_box": CONVEX, "hybrid": CONVEX,
        "frictionless": CONVEX}
SOFT = {"stiffness": 2.5e4, "damping": 31.5}
OPTIONS = {
    "dt": [{"dt": 0.0013}, {"dt": 0.017}],
    "stepper": [{"stepper": "semi_implicit"}, {"stepper": "semi_implicit", "impact": "poisson"},
                {"stepper": "semi_implicit", "stabilise": False}],
    "drift": [{"drift": "baumgarte", "baumgarte": 0.31}, {"drift": "projection"}],
    "position_iterations": [{"position_iterations": 4}],
    "energy_guard": [{"energy_guard": False}],
    "relaxation_passes": [{"law": "relaxed(8)", "relaxation_passes": 6},
                          {"law": "relaxed(12,rotated)", "relaxation_passes": 20}],
    "impact": [{"impact": "poisson"}, {"impact": "poisson", "law": "box"},
               {"impact": "poisson", "law": "frictionless"}, {"impact": "poisson", "solver": "lemke"}],
    "stabilise": [{"stabilise": False}],
    "margin": [{"margin": 0.05}, {"margin": 0.0003}],
    "recovery_speed": [{"recovery_speed": 0.13}, {"recovery_speed": 0}],
    "impact_speed": [{"impact_speed": 0.9}, {"impact_speed": 0.004}],
    "stick_speed": [{"stick_speed": 0.4}, {"stick_speed": 0.4, "law": "phantom(4)"},
                    {"stick_speed": 0.3, "law": "hybrid"}],
    "normal": [{"normal": SOFT}, {"normal": SOFT, "law": "relaxed(8)"}, {"normal": SOFT, "law": "phantom(4)"}],
    "tangential": [{"tangential": SOFT}, {"tangential": SOFT, "law": "polyhedral(8)"},
                   {"tangential": SOFT, "normal": SOFT, "law": "frozen_box"},
                   {"tangential": SOFT, "law": "hybrid", "stick_speed": 0.2}],
    "joints": [{"joints": SOFT}, {"joints": {"stiffness": 3.5e6}}],
    "warm_start": [{"warm_start": False}],
    "accepted_residual": [{"accepted_residual": 1e-3, "solver": "pgs"}, {"accepted_residual": 0}],
    "halvings": [{"halvings": 0}, {"halvings": 2, "solver": "pgs"}],
    "threads": [{"threads": 2}],
    "budget_ms": [{"budget_ms": 1e6}],
}
SURFACES = {"materials": [{"name": "default", "mu_s": 0.55, "mu_k": 0.41, "e": 0.25},
                          {"name": "ice", "mu": 0.07, "e": 0.5, "rolling": 0.003, "spinning": 0.004},
                          {"name": "rubber", "friction": 0.9, "restitution": 0.1, "rolling": 0.01}],
            "surface_pairs": [{"a": "ice", "b": "rubber", "mu_s": 0.3, "mu_k": 0.22, "e": 0.6, "rolling": 0.007,
                               "spinning": 0.005}]}


def loose(name, shape, draw, in_space, position, material):
    keys = {"name": name, "shapes": [placed(shape, draw, in_space)], "position": position,
            "velocity": vector(draw, 3 if in_space else 2), "material": material, **weight([shape])}
    if in_space:
        return {**keys, "kind": "spatial", "axis_angle": unit_turn(draw), "omega": vector(draw, 3, -3, 3)}
    return {**keys, "angle": draw.uniform(-3, 3), "omega": draw.uniform(-3, 3)}


def arm(draw, in_space):
    """Two links above the ground: a motor, a limit, a spring; the outer one reaches down to it."""
    lift = (lambda x, z: [x, 0.0, z]) if in_space else (lambda x, z: [x, z])
    size = {"box": {"size": [0.3, 0.1, 0.08] if in_space else [0.3, 0.08]}}
    kind = {"kind": "spatial"} if in_space else {}
    axis = {"axis": [0.0, 1.0, 0.0]} if in_space else {}
    bodies = [{"name": "upper", "position": lift(-0.55, 0.3), "shapes": [size], "mass": 1.3, **kind},
              {"name": "lower", "position": lift(-0.2, 0.3), "shapes": [size], "density": 400.5, **kind}]
    joints = [{"name": "shoulder", "kind": "pin", "a": "upper", "anchor": lift(-0.7, 0.3), **axis,
               "coordinates": [{"motor": {"kind": "velocity", "target": draw.uniform(0, 2), "max_force": 3.3},
                                "friction": 0.21}]},
              {"name": "elbow", "kind": "pin", "a": "lower", "b": "upper", "anchor": lift(-0.375, 0.3), **axis,
               "coordinates": [{"limits": [draw.uniform(-0.2, -0.05), 0.04], "e": 0.2,
                                "spring": {"stiffness": 3.5}}]}]
    return bodies, joints


def mixed(name, in_space, simulation):
    """An arm, three loose bodies and a ground that is tilted a little."""
    draw = drawing(name)
    shapes = SPACE if in_space else PLANE
    bodies, joints = arm(draw, in_space)
    for k, material in enumerate(("default", "ice", "rubber")):
        place = [0.25 + 0.42 * k, draw.uniform(0.17, 0.3)]
        place = [place[0], 0.1 * k, place[1]] if in_space else place
        bodies.append(loose(f"b{k}", shapes[draw.choice(sorted(shapes))], draw, in_space, place, material))
    upper = [1.0, *([0.0] if in_space else []), 0.62]
    bodies.append(loose("b3", shapes["box"], draw, in_space, upper, "ice"))
    ground = {"kind": "spatial_fixed", "shapes": [{"half_space": {}}], "axis_angle": [0.0, 1.0, 0.0, 0.07]} \
        if in_space else {"kind": "fixed", "shapes": [{"half_plane": {"normal": [0.05, 1.0]}}]}
    bodies.append({"name": "ground", **ground, "material": "rubber" if draw.random() < 0.5 else "default"})
    return Case(name, scene_of(name, bodies, joints=joints, simulation=simulation, **SURFACES),
                steps=(4, 10, 18))


def stack(name, in_space, simulation):
    """Boxes on each other under a ball: contacts that stay, so that guesses carry over."""
    draw = drawing(name)
    up = (lambda x, z: [x, 0.01 * x, z]) if in_space else (lambda x, z: [x, z])
    size = (lambda w, h: [w, w, h]) if in_space else (lambda w, h: [w, h])
    kind = {"kind": "spatial"} if in_space else {}
    bodies = [{"name": f"b{k}", "position": up(draw.uniform(-0.03, 0.03), 0.1 + 0.2 * k), **kind,
               "density": draw.uniform(300, 2000), "shapes": [{"box": {"size": size(0.3, 0.2)}}]} for k in range(3)]
    ball = {"sphere": {"radius": 0.1}} if in_space else {"disc": {"radius": 0.1}}
    bodies.append({"name": "ball", "position": up(0.02, 0.72), "shapes": [ball], "omega": [1.0, 2.0, 0.5]
                   if in_space else 3.0, "material": "ice", **kind})
    ground = {"half_space": {}} if in_space else {"half_plane": {"normal": [0, 1]}}
    bodies.append({"name": "ground", "kind": "spatial_fixed" if in_space else "fixed", "shapes": [ground]})
    return Case(name, scene_of(name, bodies, simulation=simulation, **SURFACES), steps=(3, 12, 25))


def cases():
    for in_space in (False, True):
        where = "space" if in_space else "plane"
        for law, solvers in LAWS.items():
            for solver in solvers:
                for make in (mixed, stack):
                    name = f"laws/{where}/{law}_{solver}_{make.__name__}"
                    yield make(name, in_space, {"law": law, "solver": solver})
        for option, choices in OPTIONS.items():
            for (k, choice), make in itertools.product(enumerate(choices), (mixed, stack)):
                yield make(f"options/{where}/{option}_{k}_{make.__name__}", in_space, choice)
