// SPDX-License-Identifier: Apache-2.0
// Bodies more and less while the world runs: what a new one is, and where it comes.
import GUI from 'lil-gui';
import { byId } from '../shared/elements.js';
import { roundBelow } from '../shared/numbers.js';

// As scene files have them, of a size s.
const SOLIDS = {
  box: (s) => ({ box: { size: [s, s, s] } }), ball: (s) => ({ sphere: { radius: s / 2 } }), can: (s) => ({ cylinder: { length: s, radius: 0.4 * s } }),
  rod: (s) => ({ capsule: { length: s, radius: 0.2 * s } }), plank: (s) => ({ box: { size: [2 * s, 0.5 * s, 0.2 * s] } }), cone: (s) => ({ cone: { length: s, radius: 0.5 * s } }),
};
const OUTLINES = {
  box: (s) => ({ box: { size: [s, s] } }), disc: (s) => ({ disc: { radius: s / 2 } }), rod: (s) => ({ capsule: { length: s, radius: 0.2 * s } }), plank: (s) => ({ box: { size: [2 * s, 0.2 * s] } }),
};

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

export class Newcomer {
  /** `wanted`: what was chosen before, in the same world. */
  constructor(app, wanted) {
    this.app = app;
    const { recording, stage } = app, { bodies } = recording, moved = bodies.filter((body) => body.moved);
    this.shapes = recording.inSpace ? SOLIDS : OUTLINES;
    this.wanted = wanted ?? {
      shape: 'box', size: roundBelow(0.08 * stage.size), mass: +(median(moved.map(({ mass }) => mass)) ?? 1).toPrecision(3), still: false,
      material: recording.data.materials[0], level: median((moved.length ? moved : bodies).map(({ level }) => level)),
    };
    this.#build([...new Set(bodies.map(({ level }) => level))].sort((a, b) => a - b));
  }

  #build(levels) {
    const { app, wanted } = this, { materials } = app.recording.data;
    this.gui = new GUI({ container: byId('world'), title: 'Bodies', width: undefined });
    this.gui.add(wanted, 'shape', Object.keys(this.shapes));
    this.gui.add(wanted, 'size').name('size, m').min(1e-4);
    this.gui.add(wanted, 'mass').name('mass, kg').min(1e-6);
    if (materials.length > 1) this.gui.add(wanted, 'material', materials);
    if (!app.recording.inSpace && levels.length > 1) this.gui.add(wanted, 'level', levels);
    this.gui.add(wanted, 'still').name('stands still');
    this.gui.add({ add: () => this.add(app.stage.controls.target) }, 'add').name('Add (a: at the pointer)');
    this.gui.add({ remove: () => this.remove() }, 'remove').name('Remove the selected one (Delete)');
    if (window.innerWidth < 900) this.gui.close();
  }

  /** A body that lies on this point, or comes down on what is there. */
  add(point) {
    const { app: { link, recording, stage }, wanted: { shape, size, mass, material, level, still } } = this, space = recording.inSpace;
    const place = point.clone().addScaledVector(stage.frame.vertical, size / 2).toArray();
    const kind = space ? (still ? 'spatial_fixed' : 'spatial') : (still ? 'fixed' : 'rigid');
    const body = { kind, position: space ? place : place.slice(0, 2), shapes: [this.shapes[shape](size)], ...(still ? {} : { mass }), ...(material === 'default' ? {} : { material }), ...(space ? {} : { level }) };
    link.send({ do: 'add', body });
  }

  remove() {
    const { app: { link, selection } } = this;
    if (selection.body < 0) return;
    link.send({ do: 'remove', body: selection.body });
    selection.clear();
  }
}
