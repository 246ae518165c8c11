# SPDX-License-Identifier: Apache-2.0
"""Converts tendons over sites. A tendon between two sites becomes a strut, or a rope if it has only an upper limit.
Spans between sites of one body have a fixed length."""
from __future__ import annotations

import numpy as np

from bodies import first, listed

JOINT, SITE = 1, 3  # mjtWrap


class Tendons:
    def __init__(self, converter):
        self.c, self.m, self.data = converter, converter.m, converter.data

    def read(self):
        for k in range(self.m.ntendon):
            name, tags = self.c.name("TENDON", k), ("spatial",)
            first, count = int(self.m.tendon_adr[k]), int(self.m.tendon_num[k])
            kinds = [int(kind) for kind in self.m.wrap_type[first:first + count]]
            if all(kind == SITE for kind in kinds):
                self.run_over(k, name, tags, [int(site) for site in self.m.wrap_objid[first:first + count]])
            elif kinds[0] != JOINT:  # fixed tendons are noted elsewhere, with their line
                self.c.note(tags, name, "is left out: it does not run from one site to another alone")

    def run_over(self, k, name, tags, sites):
        spans, still = list(zip(sites, sites[1:])), 0.0
        moving = []
        for one, two in spans:
            if self.c.bodies.root_of(self.m.site_bodyid[one]) == self.c.bodies.root_of(self.m.site_bodyid[two]):
                still += float(np.linalg.norm(self.data.site_xpos[one] - self.data.site_xpos[two]))
            else:
                moving.append((one, two))
        if len(moving) == 1:
            self.span(k, name, tags, *moving[0], still)
        elif moving:
            self.c.note(tags, name, f"is left out: {len(moving)} of its spans change their length, one can")
        else:
            self.c.note(tags, name, "joins a body with itself, and is left out")

    def span(self, k, name, tags, one, two, still):
        """Adds a strut between two sites of a tendon whose other spans have the fixed length `still`."""
        m, sites = self.m, self.data.site_xpos
        if self.c.bodies.name_of(m.site_bodyid[one]) == "world":
            one, two = two, one
        a, b = (self.c.bodies.name_of(m.site_bodyid[site]) for site in (one, two))
        length, along = float(np.linalg.norm(sites[one] - sites[two])), {"coordinate": 0}
        if m.tendon_limited[k]:
            lo, hi = self.c.limits(np.array(m.tendon_range[k]) - still, length, tags, name)
            along["limits"] = [lo if lo > 0 else None, hi]
        if first(m.tendon_stiffness[k]) > 0:
            along["spring"] = self.spring(k, name, tags, still)
        forces = (("damping", m.tendon_damping), ("friction", m.tendon_frictionloss))
        along |= {key: first(values[k]) for key, values in forces if first(values[k]) > 0}
        self.c.note_powers(tags, name, "tendon", k)
        self.c.add_joint(name, "strut", a, b, sites[one], [along], anchor_b=sites[two])

    def spring(self, k, name, tags, still):
        shortest, longest = listed(np.array(self.m.tendon_lengthspring[k]) - still)
        rest = (shortest + longest) / 2
        if longest > shortest:
            self.c.note(tags, name, f"its spring rests at {rest:g} m: slack from {shortest:g} to {longest:g} m is not done")
        return {"stiffness": first(self.m.tendon_stiffness[k]), "rest": rest}
