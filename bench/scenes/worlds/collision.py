# SPDX-License-Identifier: Apache-2.0
"""Free bodies that hit each other: momentum stays."""
from measures import momentum_error
from model import Body, Scene

SCENES = [
    Scene("free_collision", "momentum and angular momentum stay", "share",
          [Body("ball", ("sphere", 0.3), 2.0, (-1.5, 0.1, 0.05), velocity=(3, 0, 0), omega=(1, 2, 3)),
           Body("box", ("box", 0.6, 0.5, 0.4), 1.0, (0, 0, 0), omega=(0.5, -1, 2)),
           Body("plank", ("box", 1.2, 0.3, 0.2), 3.0, (1.5, -0.1, 0.1), velocity=(-2, 0.1, 0), omega=(-1, 0.5, 0))], 2.0,
          momentum_error, gravity=(0.0, 0.0, 0.0), ground=False, conserves="momentum"),
]
