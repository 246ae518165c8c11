// SPDX-License-Identifier: Apache-2.0
// The newest moment of a live world, as a recording of one frame.
import { Recording } from '../run/recording.js';

const ARRAYS = { f: Float32Array, i: Int32Array };
const AXES = ['x', 'y', 'z'];

/** The text of a frame with its arrays (docs/view.md). */
export function readFrame(buffer) {
  const length = new DataView(buffer).getUint32(0, true);
  const frame = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length)));
  let at = 4 + length;
  for (const [name, type, count] of frame.arrays) {
    frame[name] = new ARRAYS[type](buffer, at, count);
    at += 4 * count;
  }
  return frame;
}

const framesOf = ({ time, poses, velocities, reactions, coordinates, forces, broken }) => ({
  count: 1, rows: 1, time: [time], poses, velocities, reactions, coordinates, broken, forces: forces.length ? forces : undefined,
});

const contactsOf = (frame) => ({
  offset: [0, frame.status.length], status: frame.status, a: frame.a, b: frame.b, gap: frame.gap, mu: frame.mu,
  ...Object.fromEntries(['point', 'force', 'normal', 'slip'].map((name) => [name, AXES.map((axis) => frame[name + axis])])),
});

export class LiveRecording extends Recording {
  constructor(scene, settings, frame) {
    super({ ...scene, law: settings.law, law_words: settings.law_words, dt: settings.dt }, framesOf(frame), contactsOf(frame), {}, undefined);
    this.live = true;
    this.frame = frame;
  }

  take(frame) {
    this.frame = frame;
    this.frames = framesOf(frame);
    this.contacts = contactsOf(frame);
    this.start = this.end = frame.time;
  }

  settle(settings) {
    Object.assign(this.data, { law: settings.law, law_words: settings.law_words, dt: settings.dt });
    for (const { joint, coordinate, target, max_force } of settings.motors)
      Object.assign(this.joints[joint].coordinates[coordinate], { target, max_force });
  }

  get mayTouch() {
    return this.bodies.some(({ shapes }) => shapes.length);
  }
}
