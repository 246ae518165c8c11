# SPDX-License-Identifier: Apache-2.0
"""Accuracy against cost, one small picture per scene, as SVG; needs matplotlib."""
import math

FLOOR = 1e-14  # what is more accurate is drawn there


def draw(scenes, cases, path) -> None:
    import matplotlib
    matplotlib.use("svg")
    matplotlib.rcParams |= {"svg.hashsalt": "perpend", "svg.fonttype": "none", "font.family": "sans-serif"}
    import matplotlib.pyplot as plt
    names = list(dict.fromkeys(case.engine.name for case in cases))
    colors = {name: ("#d1495b" if name == "Perpend" else plt.cm.tab10(k % 10)) for k, name in enumerate(names)}
    columns = 4
    rows = math.ceil(len(scenes) / columns)
    figure, axes = plt.subplots(rows, columns, figsize=(4 * columns, 3 * rows), squeeze=False,
                                layout="constrained")
    for axis in axes.flat[len(scenes):]:
        axis.set_visible(False)
    for scene, axis in zip(scenes, axes.flat):
        for name in names:
            points = [(c.cost * 1e3, max(c.error, FLOOR)) for c in cases if c.scene is scene and c.engine.name == name
                      and math.isfinite(c.cost) and math.isfinite(c.error)]
            if points:
                axis.plot(*zip(*points), "*" if name == "Perpend" else "o", color=colors[name], label=name,
                          markersize=11 if name == "Perpend" else 4)
        axis.set(xscale="log", yscale="log", title=scene.name, xlabel="ms per simulated second",
                 ylabel=f"error, {scene.unit}")
        axis.minorticks_off()
        axis.grid(alpha=0.3)
    handles = {h.get_label(): h for axis in axes.flat for h in axis.get_legend_handles_labels()[0]}
    figure.legend(handles.values(), handles.keys(), loc="outside lower center", ncols=len(handles))
    figure.savefig(path, metadata={"Date": None})
