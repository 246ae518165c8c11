# SPDX-License-Identifier: Apache-2.0
"""The scenes, in the order of the tables."""
from . import collision, dominoes, friction, mechanisms, piles, rolling, stacks

SCENES = [*friction.SCENES, *rolling.SCENES, *stacks.SCENES, *mechanisms.SCENES, *collision.SCENES, *dominoes.SCENES,
          *piles.SCENES]
