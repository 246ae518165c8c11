# SPDX-License-Identifier: Apache-2.0
"""Balls that come to roll, and a plate that rolls on balls."""
from model import GRAVITY, Body, Scene

SPEED = 2.0
SLOPE = 0.05  # m/s² along x beside g: a gentle slope
PLATE, BALL, COUNT = 20.0, 1.0, 9
PULL = SLOPE * (PLATE + COUNT * BALL / 2) / (PLATE + 0.35 * COUNT * BALL)  # of the plate, m/s²
TIME = 2.0

balls = [Body(f"ball_{i}_{j}", ("sphere", 0.2), BALL, (i - 1.0, j - 1.0, 0.2)) for i in range(3) for j in range(3)]
plate = Body("plate", ("box", 4.0, 4.0, 0.1), PLATE, (0, 0, 0.45))

SCENES = [
    Scene("ball_rolls", "slides, then rolls with 5/7 v", "m/s",
          [Body("ball", ("sphere", 0.2), 1.0, (0, 0, 0.2), velocity=(SPEED, 0, 0))], 1.5,
          lambda run, scene: abs(float(run.velocity[-1, 0, 0]) - SPEED * 5 / 7), mu=0.2, planar=True),
    Scene("plate_on_balls", "rolls down a slope as energy says", "m/s", [*balls, plate], TIME,
          lambda run, scene: abs(float(run.velocity[-1, -1, 0]) - PULL * TIME),
          gravity=(SLOPE, 0.0, -GRAVITY), mu=0.6),
]
