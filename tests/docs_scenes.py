# SPDX-License-Identifier: Apache-2.0
"""Whole scenes around the pieces that docs/formats/scene.md shows, so that `perpend check` reads them."""
import json

BODIES = {"mass": 1, "inertia": 1}
SOLIDS = {"kind": "spatial", "mass": 1, "inertia": [1, 1, 1]}


def pieces(text: str):
    """The members or objects of a block: {"joints": ..., ...} or {"name": "egg", ...}, one or several."""
    text = text.strip()
    if text.startswith("{"):
        reader, at = json.JSONDecoder(), 0
        while at < len(text):
            piece, end = reader.raw_decode(text, at)
            yield piece
            at = end + len(text[end:]) - len(text[end:].lstrip())
    else:
        yield json.loads("{" + text + "}")


def joints_with_bodies(joints: list, parameters: dict):
    """Bodies for joints whose bodies the page does not show."""
    in_space = any(len(joint.get("anchor", [])) == 3 for joint in joints)
    body = SOLIDS if in_space else BODIES
    names = []
    for joint in joints:
        copies = parameters.get("links", 1) if "array" in joint else 1
        names += [joint[end].replace("{i+1}", str(k + 1)).replace("{i}", str(k))
                  for end in ("a", "b") if end in joint for k in range(copies)]
    return [{"name": name, **body} for name in dict.fromkeys(names) if name != "world"]


def completed(piece: dict) -> dict:
    """A scene that holds the piece."""
    scene = {"format": 1, "name": "shown", "simulation": {"duration": 1},
             "materials": [{"name": "ice", "mu": 0.1}]}
    if "shapes" in piece or "omega" in piece:
        piece = {"bodies": [piece]}
    elif "motion" in piece:
        piece = {"bodies": [{"name": "moved", "kind": "kinematic", **piece}]}
    elif "coordinates" in piece and "kind" not in piece:
        piece = {"joints": [{"kind": "pin", "a": "door", "anchor": [0, 0], **piece}]}
    elif "kind" in piece:
        piece = {"joints": [piece]}
    elif "couplers" in piece:
        names = [term["joint"] for coupler in piece["couplers"] for term in coupler["terms"]]
        piece["joints"] = [{"name": name, "kind": "pin", "a": f"{name} wheel", "anchor": [0, 0]} for name in names]
    elif "actuators" in piece:
        motor = {"motor": {"kind": "position", "target": 0, "stiffness": 9}}
        piece["joints"] = [{"name": each["joint"], "kind": "pin", "a": f"{each['joint']} body", "anchor": [0, 0],
                            "coordinates": [motor]} for each in piece["actuators"]]
    elif "frames" in piece:
        piece["bodies"] = [{"name": each["body"], "kind": "spatial", "shapes": [{"sphere": {"radius": 0.1}}]}
                           for each in piece["frames"]]
    elif "expect" in piece:
        piece["bodies"] = [{"name": each["body"], **BODIES} for each in piece["expect"]]
    scene.update(piece)
    if any("array" in joint for joint in scene.get("joints", [])):
        scene["parameters"] = {"links": 3}
    scene.setdefault("bodies", joints_with_bodies(scene.get("joints", []), scene.get("parameters", {}))
                     or [{"name": "a", **BODIES}])
    return scene
