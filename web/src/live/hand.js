// SPDX-License-Identifier: Apache-2.0
// The mouse takes hold of bodies: a spring from the point under it, drawn for every hand there is.
import { Plane, Raycaster, Vector2, Vector3 } from 'three';
import { byId, theme } from '../shared/elements.js';
import { short } from '../shared/numbers.js';
import { color, points, rods } from '../run/arrows.js';

const STILL = 4;  // pixels that a press may move and be a click

export class Hand {
  /** `before`: the hand of this page on the same world, with other bodies. */
  constructor(app, before) {
    Object.assign(this, { app, ray: new Raycaster(), rigid: before?.rigid ?? false });
    const { scene } = app.stage;
    this.lines = rods(scene, { order: 13 });
    this.ends = points(scene, { order: 14 });
    const canvas = byId('view');
    // Before the controls of the camera, which keep still while a body is held.
    const { signal } = app.ending;
    canvas.parentElement.addEventListener('pointerdown', (event) => { if (event.target === canvas) this.#press(event); }, { capture: true, signal });
    canvas.addEventListener('pointermove', (event) => { this.over = [event.offsetX, event.offsetY]; this.#move(event); }, { signal });
    canvas.addEventListener('pointerleave', () => { this.over = undefined; }, { signal });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) canvas.addEventListener(end, (event) => this.#drop(event), { signal });
    this.#goOn(before);
  }

  // A pull goes on where somebody adds a body meanwhile; what is gone was let go.
  #goOn(before) {
    this.over = before?.over;
    const body = before?.held && this.app.recording.bodies.findIndex(({ name }) => name === before.held.name);
    if (!(body >= 0)) return;
    this.held = { ...before.held, body };
    this.app.stage.controls.enabled = false;
  }

  /** By a spring, or as rigidly as joints hold. */
  setRigid(rigid) {
    this.rigid = rigid;
    byId('pull').value = rigid ? 'rigid' : 'spring';
  }

  /** What the pointer is over, else the middle of the picture. */
  place() {
    const { stage, bodies, recording } = this.app;
    if (!this.over) return stage.controls.target;
    const ray = this.#aim({ offsetX: this.over[0], offsetY: this.over[1] });
    const hit = ray.intersectObjects(bodies.meshes(), false)[0];
    if (hit && recording.inSpace) return hit.point;
    const facing = recording.inSpace ? stage.camera.getWorldDirection(new Vector3()) : new Vector3(0, 0, 1);
    return ray.ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(facing, stage.controls.target), new Vector3()) ?? stage.controls.target;
  }

  #aim({ offsetX, offsetY }) {
    const { clientWidth, clientHeight } = byId('view');
    this.ray.setFromCamera(new Vector2((2 * offsetX) / clientWidth - 1, 1 - (2 * offsetY) / clientHeight), this.app.stage.camera);
    return this.ray;
  }

  #press(event) {
    if (event.button !== 0 || event.shiftKey || event.ctrlKey || event.metaKey || this.held) return;
    const { bodies, stage, recording } = this.app;
    const meshes = bodies.meshes().filter((mesh) => !this.app.shown.transparentWalls || recording.bodies[mesh.userData.body].moved);
    const hit = this.#aim(event).intersectObjects(meshes, false)[0], body = hit?.object.userData.body;
    if (body === undefined || !recording.bodies[body].moved) return;
    stage.controls.enabled = false;
    const facing = recording.inSpace ? stage.camera.getWorldDirection(new Vector3()) : new Vector3(0, 0, 1);
    const point = bodies.parts[body].group.worldToLocal(hit.point.clone());
    this.held = { pointer: event.pointerId, body, name: recording.bodies[body].name, point, from: [event.offsetX, event.offsetY], plane: new Plane().setFromNormalAndCoplanarPoint(facing, hit.point), front: bodies.front(body), taken: false };
  }

  #target(event) {
    const at = this.#aim(event).ray.intersectPlane(this.held.plane, new Vector3());
    if (at && !this.app.recording.inSpace) at.z = 0;
    return at?.toArray();
  }

  #move(event) {
    const { held, app } = this;
    if (!held || event.pointerId !== held.pointer) return;
    const target = this.#target(event);
    if (!target) return;
    if (held.taken) { app.link.sendLatest('drag', { do: 'drag', target }); return; }
    if (Math.hypot(event.offsetX - held.from[0], event.offsetY - held.from[1]) < STILL) return;
    held.taken = true;
    byId('view').setPointerCapture(event.pointerId);
    const point = app.recording.inSpace ? held.point.toArray() : [held.point.x, held.point.y, 0];
    app.link.send({ do: 'grab', body: held.body, point, target, rigid: this.rigid });
  }

  #drop(event) {
    if (!this.held || event.pointerId !== this.held.pointer) return;
    const { taken } = this.held;
    this.held = undefined;
    this.app.stage.controls.enabled = true;
    if (!taken) return;
    this.app.link.flush();
    this.app.link.send({ do: 'release' });
  }

  /** The springs of all hands, with what they pull. */
  draw() {
    const { recording, bodies, stage } = this.app, { pulls } = recording.frame, pixel = stage.metresPerPixel(), ink = color(theme('accent'));
    this.lines.begin(pulls.length);
    this.ends.begin(2 * pulls.length);
    for (const { body, point, target, rigid } of pulls) {
      const a = new Vector3(...point), b = new Vector3(...target), front = bodies.front(body);
      a.z += front;
      b.z += front;
      const way = b.clone().sub(a), length = way.length();
      if (length > 0) this.lines.add(a, way.normalize(), length, (rigid ? 3.2 : 1.6) * pixel, ink);
      for (const end of [a, b]) this.ends.add(end, new Vector3(0, 1, 0), 4 * pixel, 4 * pixel, ink);
    }
    this.lines.end();
    this.ends.end();
    byId('pulls').hidden = !pulls.length;
    byId('pulls').textContent = pulls.map(({ body, force, rigid }) => `${recording.bodyName(body)}: ${rigid ? 'held' : 'pulled'} with ${short(force, 3)} N`).join(' · ');
  }
}
