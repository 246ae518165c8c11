# SPDX-License-Identifier: Apache-2.0
"""Converts collision filters: bits of shapes from contype and conaffinity, pairs of bodies from `exclude` and `pair`.

In MuJoCo two geoms collide if contype of one and conaffinity of the other share a bit; in Perpend two shapes
collide if each one's mask has the other's category. Geoms that collide with the same others get one category; its
mask has the categories that they collide with."""
from __future__ import annotations

import itertools

from settings import has_contacts, is_off

BITS = 32
OVERLAP = 1e-9  # m; smaller overlaps count as contact
PLAIN = 1  # category of bodies without a filter, such as the ground of --ground


class Filters:
    def __init__(self, converter):
        self.c, self.m = converter, converter.m
        self.root = [int(converter.m.body_weldid[body]) for body in range(converter.m.nbody)]
        self.parents_part = not is_off(converter.mj, converter.m, "FILTERPARENT")
        self.acts = has_contacts(converter.mj, converter.m)
        self.pairs = {self.sorted_pair(k) for k in range(self.m.npair)}
        self.paired = {geom for pair in self.pairs for geom in pair}
        self.excluded = {tuple(sorted((int(s) >> 16, int(s) & 0xffff))) for s in self.m.exclude_signature}
        self.apart = set()   # pairs of roots without colliding geoms, though their bits may allow them
        self.alone = set()   # bodies with some geoms excluded: these have kinds of their own

    def read(self, data):
        """Assigns bits to the geoms, with the bodies in the start pose of `data`."""
        self.exclude_overlapping(data)
        for a, b in sorted(self.excluded):
            self.keep_apart(a, b)
        self.find_kinds()
        self.give_bits()

    def exclude_overlapping(self, data):
        """Excludes bodies of one tree that overlap at the start, and notes each pair."""
        for contact in data.contact[:data.ncon]:
            geoms = tuple(sorted((int(contact.geom1), int(contact.geom2))))
            a, b = sorted(int(self.m.geom_bodyid[geom]) for geom in geoms)
            are_one_tree = a > 0 and self.m.body_rootid[a] == self.m.body_rootid[b]
            if contact.dist < -OVERLAP and are_one_tree and geoms not in self.pairs and (a, b) not in self.excluded:
                self.excluded.add((a, b))
                self.c.note(("body",), self.c.name("BODY", b),
                            f'overlaps body "{self.c.name("BODY", a)}" at the start: the two do not collide')

    def sorted_pair(self, k):
        return tuple(sorted((int(self.m.pair_geom1[k]), int(self.m.pair_geom2[k]))))

    def geoms_of(self, root):
        return [g for g in range(self.m.ngeom) if self.root[self.m.geom_bodyid[g]] == root and self.collides(g)]

    def collides(self, geom):
        """True if the geom can collide with any other."""
        return bool(self.m.geom_contype[geom] or self.m.geom_conaffinity[geom] or geom in self.paired)

    def keep_apart(self, a, b):
        roots = tuple(sorted((self.root[a], self.root[b])))
        if any(self.geoms_meet(g, h) for g in self.geoms_of(roots[0]) for h in self.geoms_of(roots[1])):
            self.alone |= {a, b}
        else:
            self.apart.add(roots)

    def bits_meet(self, one, two):
        return bool(one[0] & two[1] or two[0] & one[1])

    def kind(self, geom):
        """Returns contype, conaffinity, and body and geom (-1 if they do not matter)."""
        body = int(self.m.geom_bodyid[geom])
        return (int(self.m.geom_contype[geom]), int(self.m.geom_conaffinity[geom]), body if body in self.alone else -1,
                geom if geom in self.paired else -1)

    def geoms_meet(self, g, h):
        if tuple(sorted((g, h))) in self.pairs:
            return True
        bodies = tuple(sorted((int(self.m.geom_bodyid[g]), int(self.m.geom_bodyid[h]))))
        return bodies not in self.excluded and self.bits_meet(self.kind(g), self.kind(h))

    def kinds_meet(self, one, two):
        if not self.acts:
            return False
        if tuple(sorted((one[3], two[3]))) in self.pairs:
            return True
        return tuple(sorted((one[2], two[2]))) not in self.excluded and self.bits_meet(one, two)

    def roots_meet(self, a, b):
        return self.acts and any(self.geoms_meet(g, h) for g in self.geoms_of(a) for h in self.geoms_of(b))

    def find_kinds(self):
        """Groups the kinds of geoms that collide with the same others."""
        kinds = sorted({self.kind(geom) for geom in range(self.m.ngeom) if self.collides(geom)})
        rows = {one: tuple(self.kinds_meet(one, two) for two in kinds) for one in kinds}
        self.groups = {row: number for number, row in enumerate(dict.fromkeys(rows.values()))}
        self.group_of = {kind: self.groups[row] for kind, row in rows.items()}
        self.meets = {(self.group_of[one], self.group_of[two]) for one, two in itertools.product(kinds, kinds)
                      if self.kinds_meet(one, two)}

    def give_bits(self):
        """Assigns the plain bit to groups that collide with all, the last bit to groups beyond the number of bits."""
        count = len(self.groups)
        everyone = set(range(count))
        plain = {i for i in everyone if all((i, j) in self.meets for j in everyone)}
        named = sorted(everyone - plain)
        self.bit = {i: PLAIN for i in plain} | {i: 2 << min(k, BITS - 2) for k, i in enumerate(named)}
        self.too_many = len(named) > BITS - 1
        masks: dict[int, int] = {}
        for i, j in self.meets:
            masks[self.bit[i]] = masks.get(self.bit[i], PLAIN) | self.bit[j]
        self.keys = {i: {} if i in plain else {"category": self.bit[i], "mask": masks.get(self.bit[i], PLAIN)} for i in everyone}
        if self.too_many:
            self.c.note(("contact",), "contact", f"more than {BITS - 1} kinds of geoms: the last of them meet what any of them meets")

    def keys_of(self, geom):
        return self.keys[self.group_of[self.kind(geom)]]

    def put(self, body, geoms):
        """Writes the filters into a body of the scene or its shapes, one for each geom."""
        keys = [self.keys_of(geom) for geom in geoms]
        if all(each == keys[0] for each in keys):
            body |= keys[0] if keys else {}
            return
        for shape, own in zip(body["shapes"], keys):
            shape |= own

    def note_pairs(self):
        """Notes pairs whose own friction is not used, and those whose bodies never collide."""
        for k in range(self.m.npair):
            name, (g, h) = self.c.name("PAIR", k), self.sorted_pair(k)
            roots = sorted({self.root[self.m.geom_bodyid[geom]] for geom in (g, h)})
            if len(roots) == 1 or self.c.are_joined(*roots):
                self.c.note(("pair",), name, "is of bodies that are joined, and is left out")
            elif not self.c.surfaces.has_surface(k):
                self.c.note(("pair",), name, "has the friction of its geoms, or the same in all directions",
                            "a pair of bodies of one geom each has its own")
