// SPDX-License-Identifier: Apache-2.0
// The numbers of a run between frames: poses, velocities, contacts, joints.
import { Quaternion, Vector3 } from 'three';
import { unpack, unpackAll } from '../shared/unpack.js';

export const ALONG = ['motor', 'limit', 'friction', 'spring'];

const Z = new Vector3(0, 0, 1);

const triples = (numbers) => Array.from({ length: numbers.length / 3 }, (_, i) => Array.from(numbers.subarray(3 * i, 3 * i + 3)));

// Meshes of many triangles come packed.
async function unpackMeshes(bodies) {
  for (const shape of bodies.flatMap(({ shapes, visuals = [] }) => [...shapes, ...visuals])) {
    if (typeof shape.faces !== 'string') continue;
    shape.points = triples(await unpack(shape.points));
    shape.faces = triples(await unpack(shape.faces, Uint32Array));
  }
}

export class Recording {
  static async of(data) {
    await unpackMeshes(data.bodies);
    const { contacts, count, rows, ...packed } = data.frames;
    const frames = await unpackAll(packed, { broken: Uint8Array });
    const columns = await unpackAll(contacts, { offset: Uint32Array, a: Int32Array, b: Int32Array, status: Uint8Array });
    const plots = await unpackAll(data.plots), other = data.other && await unpackAll(data.other);
    return new Recording(data, { count, rows, ...frames }, columns, plots, other);
  }

  constructor(data, frames, contacts, plots, other) {
    Object.assign(this, { data, frames, contacts, plots, other, inSpace: data.in_space });
    this.bodies = data.bodies;
    this.joints = data.joints;
    this.slots = data.bodies.filter((body) => body.slot !== undefined).length;
    this.start = frames.time[0];
    this.end = frames.time[frames.count - 1];
    this.coordinates = data.joints.reduce((sum, joint) => sum + joint.coordinates.length, 0);
  }

  /** Index of the last frame at or before time t. */
  frameAt(t) {
    const { time, count } = this.frames, last = t + 1e-9 + 1e-7 * Math.abs(t);  // times are rounded to 24 bits
    let low = 0, high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (time[middle] <= last) low = middle; else high = middle - 1;
    }
    return low;
  }

  #numbers(array, width, slot, frame) {
    const first = width * (frame * this.slots + slot);
    return array.subarray(first, first + width);
  }

  #poseInFrame(body, frame, position, rotation) {
    if (this.inSpace) {
      const [x, y, z, w, i, j, k] = this.#numbers(this.frames.poses, 7, body.slot, frame);
      position.set(x, y, z);
      rotation.set(i, j, k, w);
      return;
    }
    const [x, y, angle] = body.pose ?? this.#numbers(this.frames.poses, 3, body.slot, frame);
    position.set(x, y, 0);
    rotation.setFromAxisAngle(Z, angle);
  }

  /** Fills the pose of a body (an index, -1 is the world) at time t; between frames on a line. */
  pose(index, t, position, rotation) {
    if (index < 0) { position.set(0, 0, 0); rotation.identity(); return; }
    const body = this.bodies[index], { time, count } = this.frames;
    const k = this.frameAt(t), next = Math.min(k + 1, count - 1), span = time[next] - time[k];
    this.#poseInFrame(body, k, position, rotation);
    if (next === k || t <= time[k]) return;
    const w = Math.min(1, (t - time[k]) / span), p = new Vector3(), q = new Quaternion();
    this.#poseInFrame(body, next, p, q);
    position.lerp(p, w);
    rotation.slerp(q, w);
  }

  position(index, frame, into = new Vector3()) {
    this.#poseInFrame(this.bodies[index], frame, into, new Quaternion());
    return into;
  }

  /** vx, vy, omega; in space vx, vy, vz, wx, wy, wz. */
  velocity(index, frame) {
    const { slot } = this.bodies[index], width = this.inSpace ? 6 : 3;
    return slot === undefined ? new Float32Array(width) : this.#numbers(this.frames.velocities, width, slot, frame);
  }

  speed(index, frame) {
    return Math.hypot(...this.velocity(index, frame).subarray(0, this.inSpace ? 3 : 2));
  }

  /** Contacts of a frame: first index and one past the last. */
  contactRange(frame) {
    return [this.contacts.offset[frame], this.contacts.offset[frame + 1]];
  }

  contactVector(name, contact, into = new Vector3()) {
    const columns = this.contacts[name];
    return into.set(columns[0][contact], columns[1][contact], columns[2] ? columns[2][contact] : 0);
  }

  /** What a joint exerts on its body a: force (N) and torque (N·m). */
  reaction(joint, frame) {
    const width = this.inSpace ? 6 : 3, first = width * (frame * this.joints.length + joint);
    const values = this.frames.reactions.subarray(first, first + width);
    return this.inSpace
      ? { force: new Vector3(...values.subarray(0, 3)), torque: new Vector3(...values.subarray(3)) }
      : { force: new Vector3(values[0], values[1], 0), torque: new Vector3(0, 0, values[2]) };
  }

  /** Whether it bore more than it can, and is not there any more. */
  isBroken(joint, frame) {
    return Boolean(this.frames.broken?.[frame * this.joints.length + joint]);
  }

  coordinate(joint, k, frame) {
    return this.frames.coordinates[frame * this.coordinates + this.joints[joint].first + k];
  }

  /** What acts along a coordinate: motor, limit, friction, spring (N, N·m); nothing where unknown. */
  forceAlong(joint, k, name, frame) {
    if (!this.frames.forces) return undefined;
    const force = this.frames.forces[4 * (frame * this.coordinates + this.joints[joint].first + k) + ALONG.indexOf(name)];
    return Number.isNaN(force) ? undefined : force;  // of a file that was not told
  }

  /** Whether there are contacts in any frame. */
  get mayTouch() {
    return this.contacts.status.length > 0;
  }

  bodyName(index) {
    return index < 0 ? 'world' : this.bodies[index].name;
  }
}

/** The size that nearly all of them keep to, at least a tiny one. */
export function usualLargest(sizes, share = 0.98) {
  const sorted = Float64Array.from(sizes).filter((size) => size > 0).sort();
  return sorted.length ? sorted[Math.floor(share * (sorted.length - 1))] : 1;
}
