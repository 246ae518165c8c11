# SPDX-License-Identifier: Apache-2.0
"""Writes recordings of Rerun: shapes once, then poses, contact forces and the report on the timeline `time`."""
from __future__ import annotations

import numpy as np
import rerun as rr

#: Length of the arrow of a contact force, m/N.
FORCE_LENGTH = 0.01


def _xyzw(quat):
    return rr.Quaternion(xyzw=[quat[1], quat[2], quat[3], quat[0]])


def _drawn(solid):
    color = [round(255 * part) for part in solid.color]
    if solid.kind == "mesh":
        return rr.Mesh3D(vertex_positions=solid.points, triangle_indices=solid.triangles,
                         vertex_colors=[color] * len(solid.points))
    if solid.kind == "sphere":
        return rr.Ellipsoids3D(half_sizes=[solid.size / 2], colors=[color], fill_mode="solid")
    if solid.kind == "cylinder":
        return rr.Cylinders3D(lengths=[solid.size[2]], radii=[solid.size[0] / 2], colors=[color], fill_mode="solid")
    return rr.Boxes3D(half_sizes=[solid.size / 2], colors=[color], fill_mode="solid")


class RerunFile:
    def __init__(self, path, name, solids):
        self._stream = rr.RecordingStream("perpend")
        self._stream.save(path)
        self._stream.send_recording_name(name)
        self._stream.log("world", rr.ViewCoordinates.RIGHT_HAND_Z_UP, static=True)
        for body, parts in solids.items():
            for i, solid in enumerate(parts):
                entity = f"world/{body}/{i}"
                self._stream.log(entity, rr.Transform3D(translation=solid.position, quaternion=_xyzw(solid.quat)),
                                 static=True)
                self._stream.log(entity, _drawn(solid), static=True)

    def write(self, time, poses, contacts, dt, report):
        self._stream.set_time("time", duration=time)
        for name, (p, q) in poses.items():
            self._stream.log(f"world/{name}", rr.Transform3D(translation=p, quaternion=_xyzw(q)))
        self._stream.log("world/contact_forces", rr.Arrows3D(
            origins=contacts["point"], vectors=contacts["impulse"] * (FORCE_LENGTH / dt),
            colors=[[230, 50, 50]] * len(contacts)))
        for name, value in report.items():
            if isinstance(value, (int, float)) and np.isfinite(value):
                self._stream.log(f"report/{name}", rr.Scalars(float(value)))

    def close(self):
        self._stream.flush()
        self._stream.disconnect()
