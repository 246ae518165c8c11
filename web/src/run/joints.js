// SPDX-License-Identifier: Apache-2.0
// Joints at their anchors, and what they exert on their first body.
import { Quaternion, Vector3 } from 'three';
import { theme } from '../shared/elements.js';
import { Arrows, color, points, rods } from './arrows.js';
import { usualLargest } from './recording.js';
import { LONGEST } from './contacts.js';

const CUT = 1.5;
const AXIS = 14;  // pixels that the axis of a joint stands out

export class Joints {
  constructor(recording, stage, bodies) {
    Object.assign(this, { recording, stage, bodies });
    this.usual = this.#usual('force');
    this.usualTorque = this.#usual('torque');
    this.links = rods(stage.scene, { order: 7 });
    this.dots = points(stage.scene, { order: 11 });
    this.arrows = new Arrows(stage.scene);
    this.anchors = recording.joints.map((_, index) => this.place(index, recording.start));
    this.readColors();
  }

  readColors() {
    this.ink = color(theme('ink'));
    this.card = color(theme('card'));
    this.forceColor = color(theme('reaction'));
    this.torqueColor = color(theme('torque'));
  }

  #usual(name) {
    const { recording } = this, sizes = [], step = Math.max(1, recording.frames.count >> 8);
    for (let frame = 0; frame < recording.frames.count; frame += step)
      for (let joint = 0; joint < recording.joints.length; ++joint) sizes.push(recording.reaction(joint, frame)[name].length());
    return usualLargest(sizes);
  }

  #end(body, local, time, into) {
    const rotation = new Quaternion();
    this.recording.pose(body, time, into, rotation);
    into.add(new Vector3(...local).applyQuaternion(rotation));
    into.z += this.bodies.front(body);
    return rotation;
  }

  /** Anchors of a joint on a and b and its axis, if it tells one, at time t. */
  place(index, time) {
    const joint = this.recording.joints[index], a = new Vector3(), b = new Vector3();
    this.#end(joint.a, joint.pa, time, a);
    const rotation = this.#end(joint.b, joint.pb, time, b);
    return { a, b, axis: joint.axis && new Vector3(...joint.axis).applyQuaternion(rotation) };
  }

  update(frame, time, shown) {
    const { recording, stage } = this, pixel = stage.metresPerPixel(), count = recording.joints.length;
    this.links.begin(count);
    this.dots.begin(2 * count);
    this.arrows.begin(2 * count);
    this.anchors = recording.joints.map((_, index) => this.place(index, time));
    for (let index = 0; index < count; ++index) if (!recording.isBroken(index, frame)) this.#add(index, frame, shown, pixel);
    for (const part of [this.links, this.dots, this.arrows]) part.end();
  }

  #add(index, frame, shown, pixel) {
    const { a, b, axis } = this.anchors[index], chosen = index === shown.selected;
    if (shown.joints || chosen) this.#addMark(index, a, b, axis, pixel, chosen);
    if (!shown.reactions && !shown.torques && !chosen) return;
    const { force, torque } = this.recording.reaction(index, frame);
    const add = (vector, usual, ink, double) => {
      const cut = Math.min(1, (CUT * usual) / vector.length());
      this.arrows.add(a, vector.multiplyScalar(cut), (LONGEST * pixel) / usual, 1.5 * pixel, ink, double);
    };
    if (shown.reactions || chosen) add(force, this.usual, this.forceColor, false);
    if (shown.torques || chosen) add(torque, this.usualTorque, this.torqueColor, true);
  }

  #addMark(index, a, b, axis, pixel, chosen) {
    const up = new Vector3(0, 1, 0), radius = (chosen ? 5 : 3) * pixel;
    this.dots.add(a, up, 1.4 * radius, 1.4 * radius, this.ink);
    this.dots.add(a, up, 0.9 * radius, 0.9 * radius, this.card);
    if (this.recording.joints[index].apart || !this.recording.inSpace) this.#addLink(a, b, pixel);
    else if (axis) this.links.add(a.clone().addScaledVector(axis, -AXIS * pixel), axis, 2 * AXIS * pixel, pixel, this.ink);
  }

  #addLink(a, b, pixel) {
    const way = b.clone().sub(a), length = way.length();
    if (length > pixel) this.links.add(a, way.normalize(), length, pixel, this.ink);
  }
}
