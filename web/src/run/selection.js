// SPDX-License-Identifier: Apache-2.0
// What lies under the pointer, and what was chosen: a body, a joint or a contact.
import { Raycaster, Vector2, Vector3 } from 'three';
import { OPEN, setOf, SETS } from './contact_sets.js';
import { short } from '../shared/numbers.js';

const REACH = 11;  // pixels around a contact point or an anchor

export class Selection {
  constructor(recording, stage, scene) {
    Object.assign(this, { recording, stage, ...scene, body: -1, joint: -1, contact: -1, listeners: [] });
  }

  onChange(act) {
    this.listeners.push(act);
  }

  clear() {
    this.choose({});
  }

  choose({ body = -1, joint = -1, contact = -1 }) {
    Object.assign(this, { body, joint, contact, pair: undefined });
    if (contact >= 0) {
      const { a, b } = this.recording.contacts;
      this.pair = { a: a[contact], b: b[contact], at: this.recording.contactVector('point', contact) };
    }
    for (const act of this.listeners) act();
  }

  /** The next body that forces move, or the one before it. */
  next(by) {
    const moved = this.recording.bodies.flatMap((body, i) => (body.moved ? [i] : []));
    if (!moved.length) return;
    const at = moved.indexOf(this.body);
    this.choose({ body: moved[at < 0 ? (by > 0 ? 0 : moved.length - 1) : (at + by + moved.length) % moved.length] });
  }

  nextJoint(by) {
    const count = this.recording.joints.length;
    if (count) this.choose({ joint: this.joint < 0 ? (by > 0 ? 0 : count - 1) : (this.joint + by + count) % count });
  }

  /** Of those that are shown. */
  nextContact(frame, by, shown) {
    const seen = this.#seen(frame, shown), at = seen.indexOf(this.contact);
    if (seen.length) this.choose({ contact: seen[at < 0 ? 0 : (at + by + seen.length) % seen.length] });
  }

  #seen(frame, shown) {
    const [first, last] = this.recording.contactRange(frame);
    return Array.from({ length: last - first }, (_, i) => first + i).filter((contact) => shown.open || this.recording.contacts.status[contact] !== OPEN);
  }

  /** In a new frame the chosen contact is the nearest one of its two bodies. */
  follow(frame) {
    if (!this.pair) return;
    const [first, last] = this.recording.contactRange(frame), { a, b } = this.recording.contacts, p = new Vector3();
    let nearest = Infinity;
    this.contact = -1;
    for (let contact = first; contact < last; ++contact) {
      if (a[contact] !== this.pair.a || b[contact] !== this.pair.b) continue;
      const distance = this.recording.contactVector('point', contact, p).distanceTo(this.pair.at);
      if (distance < nearest) [nearest, this.contact] = [distance, contact];
    }
    if (this.contact >= 0) this.recording.contactVector('point', this.contact, this.pair.at);
  }

  #nearestOnScreen(x, y, count, pointOf) {
    let best = -1, nearest = REACH;
    for (let i = 0; i < count; ++i) {
      const p = this.stage.project(pointOf(i)), distance = Math.hypot(p.x - x, p.y - y);
      if (p.z < 1 && distance < nearest) [nearest, best] = [distance, i];
    }
    return best;
  }

  /** What is under a point of the canvas: nothing, or one of body, joint and contact. */
  under(x, y, frame, shown) {
    const visible = shown.points ? this.#seen(frame, shown) : [];
    const contact = this.#nearestOnScreen(x, y, visible.length, (i) => this.contacts.position(visible[i]));
    if (contact >= 0) return { contact: visible[contact] };
    const there = shown.joints ? [...this.recording.joints.keys()].filter((i) => !this.recording.isBroken(i, frame)) : [];
    const joint = this.#nearestOnScreen(x, y, there.length, (i) => this.joints.anchors[there[i]].a);
    if (joint >= 0) return { joint: there[joint] };
    const body = this.#bodyUnder(x, y, shown);
    return body >= 0 ? { body } : undefined;
  }

  // Transparent walls let the pointer through as well.
  #bodyUnder(x, y, shown) {
    const { clientWidth, clientHeight } = this.stage.renderer.domElement;
    this.ray ??= new Raycaster();
    this.ray.setFromCamera(new Vector2((2 * x) / clientWidth - 1, 1 - (2 * y) / clientHeight), this.stage.camera);
    const solid = this.bodies.meshes().filter((mesh) => !shown.transparentWalls || this.recording.bodies[mesh.userData.body].moved);
    return this.ray.intersectObjects(solid, false)[0]?.object.userData.body ?? -1;
  }

  /** A line about it. */
  words({ body, joint, contact }, frame) {
    const { recording } = this;
    if (contact >= 0) {
      const { a, b } = recording.contacts, force = recording.contactVector('force', contact).length();
      return `${recording.bodyName(a[contact])} · ${recording.bodyName(b[contact])}: ${SETS[setOf(recording, contact)].name}, ${short(force)} N`;
    }
    if (joint >= 0) {
      const { name, kind } = recording.joints[joint];
      return `${name}, ${kind}: ${short(recording.reaction(joint, frame).force.length())} N`;
    }
    const { name, mass, moved } = recording.bodies[body];
    return moved ? `${name}, ${short(mass)} kg, ${short(recording.speed(body, frame))} m/s` : name;
  }
}
