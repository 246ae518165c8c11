# SPDX-License-Identifier: Apache-2.0
"""What tests share that lay two programs side by side: random robots as URDF text, how close numbers are."""
import os
import pathlib
import random

import numpy as np

SOURCE = pathlib.Path(__file__).resolve().parents[3]
DATA = pathlib.Path(os.environ.get("PERPEND_DATA", SOURCE.parent / "shared/data"))
TOLERANCE = 1e-9  # relative to the largest entry


def program() -> str:
    if "PERPEND_PROGRAM" in os.environ:
        return os.environ["PERPEND_PROGRAM"]
    import perpend
    return str(pathlib.Path(perpend.__file__).parent / "bin" / "perpend")


def close(found, wanted, what):
    wanted = np.asarray(wanted)
    error = np.abs(np.asarray(found) - wanted).max(initial=0.0) / max(1.0, np.abs(wanted).max(initial=0.0))
    assert error <= TOLERANCE, f"{what}: off by {error:.2g}"


def _numbers(rng, count, scale):
    return " ".join(f"{rng.uniform(-scale, scale):.17g}" for _ in range(count))


def _inertial(rng):
    # Moments of a box, so that a body can have them, about axes of their own.
    mass = rng.uniform(0.1, 5)
    a, b, c = (rng.uniform(0.05, 0.4) for _ in range(3))
    moments = (mass / 12 * (b * b + c * c), mass / 12 * (a * a + c * c), mass / 12 * (a * a + b * b))
    return (f'<inertial><origin xyz="{_numbers(rng, 3, 0.2)}" rpy="{_numbers(rng, 3, 2)}"/><mass value="{mass:.17g}"/>'
            f'<inertia ixx="{moments[0]:.17g}" iyy="{moments[1]:.17g}" izz="{moments[2]:.17g}" ixy="0" ixz="0" iyz="0"/></inertial>')


def random_robot(seed: int, links: int) -> tuple[str, dict[str, tuple[float, float]]]:
    """URDF text of a tree, and a value and a rate for each joint that moves. Some links hang on fixed
    joints, with and without mass."""
    rng = random.Random(seed)
    lines = [f'<robot name="tree_{seed}">', '<link name="base"/>']
    start = {}
    for i in range(links):
        kind = rng.choice(["revolute", "continuous", "prismatic", "revolute", "fixed"]) if i else "revolute"
        massless = kind == "fixed" and rng.random() < 0.5
        lines.append(f'<link name="link_{i}">{"" if massless else _inertial(rng)}</link>')
        parent = rng.randrange(max(0, i - 3), i) if i else "base"
        parent = parent if parent == "base" else f"link_{parent}"
        axis = [rng.uniform(-1, 1) for _ in range(3)]
        lines.append(f'<joint name="joint_{i}" type="{kind}"><parent link="{parent}"/><child link="link_{i}"/>'
                     f'<origin xyz="{_numbers(rng, 3, 0.5)}" rpy="{_numbers(rng, 3, 3)}"/>'
                     f'<axis xyz="{axis[0]:.17g} {axis[1]:.17g} {axis[2]:.17g}"/>'
                     '<limit lower="-3" upper="3" effort="10" velocity="5"/></joint>')
        if kind != "fixed":
            start[f"joint_{i}"] = (rng.uniform(-1, 1), rng.uniform(-2, 2))
    return "\n".join([*lines, "</robot>"]), start
