// SPDX-License-Identifier: Apache-2.0
// Contact points coloured by set, forces on the second body inside their friction cones, and the
// network that forces make through the bodies.
import { Vector3 } from 'three';
import { theme } from '../shared/elements.js';
import { Arrows, color, cones, points, rods } from './arrows.js';
import { OPEN, setOf, SETS } from './contact_sets.js';
import { usualLargest } from './recording.js';

export const LONGEST = 90;  // pixels of the arrow of the usual largest force
const CUT = 1.5;            // times that; the few beyond are cut
const RIM = 1.3;            // radii of a contact point

export class Contacts {
  constructor(recording, stage, bodies) {
    Object.assign(this, { recording, stage, bodies });
    const { contacts } = recording, [x, y, z] = contacts.force;
    this.usual = usualLargest(Array.from(x, (fx, i) => Math.hypot(fx, y[i], z ? z[i] : 0)));
    this.cones = cones(stage.scene, { opacity: 0.22, order: 8 });
    this.network = rods(stage.scene, { opacity: 0.75, order: 9 });
    this.arrows = new Arrows(stage.scene);
    this.dots = points(stage.scene, { order: 12 });
    this.readColors();
  }

  readColors() {
    this.colors = SETS.map(({ name }) => color(theme(name)));
    this.rimColor = color(theme('card'));
    this.networkColor = color(theme('accent'));
  }

  /** Newtons that an arrow of the usual length stands for. */
  scale() {
    return { newtons: this.usual, pixels: LONGEST };
  }

  position(contact, into = new Vector3()) {
    this.recording.contactVector('point', contact, into);
    const front = Math.max(this.bodies.front(this.recording.contacts.a[contact]), this.bodies.front(this.recording.contacts.b[contact]));
    into.z += front;
    return into;
  }

  /** Draws the contacts of a frame: `shown` says what of them. */
  update(frame, shown) {
    const { recording, stage } = this, [first, last] = recording.contactRange(frame), count = last - first;
    const pixel = stage.metresPerPixel(), scale = (LONGEST * pixel) / this.usual;
    for (const part of [this.cones, this.arrows]) part.begin(count);
    for (const part of [this.dots, this.network]) part.begin(2 * count);
    for (let contact = first; contact < last; ++contact) this.#add(contact, shown, pixel, scale);
    for (const part of [this.cones, this.arrows, this.dots, this.network]) part.end();
  }

  #add(contact, shown, pixel, scale) {
    const { recording } = this, set = setOf(recording, contact), at = this.position(contact);
    const force = recording.contactVector('force', contact), size = force.length(), ink = this.colors[set];
    const chosen = contact === shown.selected;
    if (set === OPEN && !shown.open && !chosen) return;
    if (shown.points || chosen) this.#addDot(at, (chosen ? 6 : 3.5) * pixel, ink);
    if (size === 0) return;
    const cut = Math.min(1, (CUT * this.usual) / size);
    if (shown.forces || chosen) this.arrows.add(at, force.clone().multiplyScalar(cut), scale, 1.5 * pixel, ink);
    if (shown.cones || chosen) this.#addCone(contact, at, cut * scale, ink);
    if (shown.network) this.#addNetwork(contact, at, size, pixel);
  }

  // With a rim, to be seen on bodies of any colour.
  #addDot(at, radius, ink) {
    const up = new Vector3(0, 1, 0), rim = radius * RIM;
    this.dots.add(at, up, rim, rim, this.rimColor);
    this.dots.add(at, up, radius, radius, ink);
  }

  // As high as the normal force, which the force arrow then ends level with.
  #addCone(contact, at, scale, ink) {
    const normal = this.recording.contactVector('normal', contact), mu = this.recording.contacts.mu[contact];
    const height = this.recording.contactVector('force', contact).dot(normal) * scale;
    if (!(height > 0 && mu > 0)) return;
    // In the plane the cone is its section.
    this.cones.add(at, normal, height, mu * height, ink, this.recording.inSpace ? mu * height : 1e-4 * height);
  }

  #addNetwork(contact, at, size, pixel) {
    const { contacts } = this.recording, thickness = Math.min(7, 5 * Math.sqrt(size / this.usual)) * pixel;
    for (const body of [contacts.a[contact], contacts.b[contact]]) {
      if (body < 0 || !this.recording.bodies[body].moved) continue;
      const way = this.bodies.parts[body].group.position.clone().sub(at), length = way.length();
      if (length > 0) this.network.add(at, way.normalize(), length, thickness, this.networkColor);
    }
  }
}
