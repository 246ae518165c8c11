# SPDX-License-Identifier: Apache-2.0
"""Writes MCAP with Foxglove's message types as JSON: /tf, /scene, /contacts, /report."""
from __future__ import annotations

import json
import math
from typing import Any

import mcap.writer
import numpy as np

#: Length of the arrow of a contact force, m/N: the weight of a body gives about the length of the body.
FORCE_LENGTH = 0.01


def _xyz(vector):
    return {"x": float(vector[0]), "y": float(vector[1]), "z": float(vector[2])}


def _xyzw(quat):
    return {"w": float(quat[0]), "x": float(quat[1]), "y": float(quat[2]), "z": float(quat[3])}


def _pose(position, quat):
    return {"position": _xyz(position), "orientation": _xyzw(quat)}


def _color(rgb):
    return {"r": rgb[0], "g": rgb[1], "b": rgb[2], "a": 1.0}


def _stamp(time):
    sec, nsec = divmod(round(time * 1e9), 10**9)
    return {"sec": sec, "nsec": nsec}


def _entity(name, frame, **parts):
    kinds = ("arrows", "cubes", "spheres", "cylinders", "lines", "triangles", "texts", "models", "metadata")
    return {"timestamp": _stamp(0), "frame_id": frame, "id": name, "lifetime": _stamp(0),
            "frame_locked": True, **{kind: parts.get(kind, []) for kind in kinds}}


def _body_entity(name, solids):
    parts: dict[str, list[dict[str, Any]]] = {"cubes": [], "spheres": [], "cylinders": [], "triangles": []}
    for solid in solids:
        shape = {"pose": _pose(solid.position, solid.quat), "color": _color(solid.color)}
        if solid.kind == "mesh":
            parts["triangles"].append({**shape, "points": [_xyz(p) for p in solid.points], "colors": [],
                                       "indices": solid.triangles.ravel().tolist()})
            continue
        shape["size"] = _xyz(solid.size)
        if solid.kind == "cylinder":
            shape.update(bottom_scale=1.0, top_scale=1.0)
        parts[{"box": "cubes", "sphere": "spheres", "cylinder": "cylinders"}[solid.kind]].append(shape)
    return _entity(name, name, **parts)


def _arrow(contact, dt):
    force = contact["impulse"] / dt
    size = float(np.linalg.norm(force))
    axis = np.array([1.0, 0, 0]) if size == 0 else force / size
    # Rotates x to the force: by half a turn about the axis half way between them.
    half = axis + [1.0, 0, 0]
    quat = np.array([0, 0, 0, 1.0]) if np.linalg.norm(half) < 1e-9 else np.array([0, *half]) / np.linalg.norm(half)
    length = FORCE_LENGTH * size
    return {"pose": _pose(contact["point"], quat), "shaft_length": 0.8 * length, "shaft_diameter": 0.01,
            "head_length": 0.2 * length, "head_diameter": 0.02, "color": _color((0.9, 0.2, 0.2))}


class McapFile:
    def __init__(self, path, name, solids):
        self._file = open(path, "wb")
        self._writer = mcap.writer.Writer(self._file)
        self._writer.start(profile="", library="perpend")
        self._writer.add_metadata("perpend", {"scene": name})
        types = {"/tf": "foxglove.FrameTransforms", "/scene": "foxglove.SceneUpdate",
                 "/contacts": "perpend.Contacts", "/report": "perpend.Report"}
        self._channels = {topic: self._channel(topic, kind) for topic, kind in types.items()}
        self._entities = [_body_entity(body, parts) for body, parts in solids.items() if parts]

    def _channel(self, topic, kind):
        schema = self._writer.register_schema(kind, "jsonschema", json.dumps({"type": "object", "title": kind}).encode())
        return self._writer.register_channel(topic, "json", schema)

    def _send(self, topic, time, message):
        stamp = round(time * 1e9)
        self._writer.add_message(self._channels[topic], stamp, json.dumps(message).encode(), stamp)

    def write(self, time, poses, contacts, dt, report):
        stamp = _stamp(time)
        self._send("/tf", time, {"transforms": [
            {"timestamp": stamp, "parent_frame_id": "world", "child_frame_id": name, "translation": _xyz(p),
             "rotation": _xyzw(q)} for name, (p, q) in poses.items()]})
        forces = _entity("contact forces", "world", arrows=[_arrow(contact, dt) for contact in contacts])
        self._send("/scene", time, {"deletions": [], "entities": [*self._entities, forces]})
        self._entities = []  # shapes move with their frames from now on
        self._send("/contacts", time, {"contacts": [
            {name: contact[name].tolist() for name in contacts.dtype.names if name != "reserved"}
            for contact in contacts]})
        self._send("/report", time, {name: None if isinstance(value, float) and not math.isfinite(value) else value
                                     for name, value in report.items()})

    def close(self):
        self._writer.finish()
        self._file.close()
