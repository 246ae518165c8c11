// SPDX-License-Identifier: Apache-2.0
// Bodies, each a group of meshes at the pose of its frame.
import {
  Color, DoubleSide, FrontSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Quaternion, Vector3,
  SphereGeometry,
} from 'three';
import { shapeGeometry, width } from './shapes.js';

const LEVEL_COLORS = ['#4a8fd9', '#eb7a3c', '#1fae7e', '#e0a526', '#d76ba0', '#7a68d0', '#5f9e2f', '#7a8aa0'];
const SLOW = new Color('#3b6fb6'), FAST = new Color('#e8502a');
const Z = new Vector3(0, 0, 1);

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** How thick bodies of the plane are drawn, and how far apart levels are. */
export function planOf(recording, size) {
  const widths = recording.bodies.filter((body) => body.moved).flatMap((body) => body.shapes.map(width)).filter((w) => w > 0);
  const usual = widths.length ? 0.8 * median(widths) : 0.05 * size;
  const thickness = Math.min(0.12 * size, Math.max(0.006 * size, usual));
  return { size, thickness, levelHeight: 1.15 * thickness };
}

export class Bodies {
  constructor(recording, stage, plan) {
    Object.assign(this, { recording, stage, plan, group: new Group() });
    this.levels = [...new Set(recording.bodies.map((body) => body.level))].sort((a, b) => a - b);
    this.cache = new Map();
    this.parts = recording.bodies.map((body, index) => this.#make(body, index));
    this.group.add(...this.parts.map((part) => part.group));
    stage.scene.add(this.group);
  }

  /** Front of the level of a body of the plane; 0 in space. */
  front(index) {
    if (this.recording.inSpace) return 0;
    return index < 0 ? 0 : this.levels.indexOf(this.recording.bodies[index].level) * this.plan.levelHeight;
  }

  #make(body, index) {
    const group = new Group();
    const surface = new MeshLambertMaterial({ color: body.color, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
    const edges = new LineBasicMaterial({ transparent: true, opacity: 0.75 });
    const ground = body.shapes.some(({ kind }) => kind === 'half_space' || kind === 'half_plane');
    const part = { body, index, group, surface, edges, ground, lines: [], meshes: [] };
    for (const shape of body.shapes) this.#addShape(part, shape);
    if (!body.shapes.length) this.#addBones(part);
    return part;
  }

  #addShape(part, shape) {
    const { surface, lines } = shapeGeometry(shape, this.plan, this.cache);
    const mesh = new Mesh(surface, part.surface), holder = new Group();
    const ground = shape.kind === 'half_space';
    // Seen from below, the ground shows what stands on it.
    part.surface.side = ground ? FrontSide : DoubleSide;
    mesh.castShadow = !ground && part.body.moved;
    mesh.receiveShadow = true;
    mesh.userData.body = part.index;
    holder.add(mesh, ...lines.map((geometry) => new LineSegments(geometry, part.edges)));
    part.lines.push(...holder.children.slice(1));
    part.meshes.push(mesh);
    if (shape.at.length === 3) {
      holder.position.set(shape.at[0], shape.at[1], 0);
      holder.quaternion.setFromAxisAngle(Z, shape.at[2]);
    } else {
      const [x, y, z, w, i, j, k] = shape.at;
      holder.position.set(x, y, z);
      holder.quaternion.set(i, j, k, w);
    }
    if (ground) this.#moveUnderScene(part, holder);
    part.group.add(holder);
  }

  // A half space has no middle: its square is drawn under the middle of the picture.
  #moveUnderScene(part, holder) {
    const p = new Vector3(), q = new Quaternion();
    this.recording.pose(part.index, this.recording.start, p, q);
    const local = this.stage.frame.center.clone().sub(p).applyQuaternion(q.clone().invert());
    const normal = Z.clone().applyQuaternion(holder.quaternion);
    const inPlane = local.sub(holder.position);
    holder.position.add(inPlane.addScaledVector(normal, -inPlane.dot(normal)));
  }

  // A body without shapes: rods from its centre to its joints.
  #addBones(part) {
    const radius = 0.006 * this.plan.size, mesh = new Mesh(new SphereGeometry(1.6 * radius, 16, 12), part.surface);
    mesh.userData.body = part.index;
    part.group.add(mesh);
    part.meshes.push(mesh);
    for (const [x, y, z] of part.body.bones ?? []) {
      const end = new Vector3(x, y, z), length = end.length();
      if (length < 1e-9) continue;
      const { surface } = shapeGeometry({ kind: 'capsule', at: [], half: length / 2, r: radius }, this.plan, this.cache);
      const rod = new Mesh(surface, part.surface);
      rod.position.copy(end).multiplyScalar(0.5);
      rod.quaternion.setFromUnitVectors(Z, end.normalize());
      rod.userData.body = part.index;
      part.group.add(rod);
      part.meshes.push(rod);
    }
  }

  update(time) {
    for (const { index, group } of this.parts) {
      this.recording.pose(index, time, group.position, group.quaternion);
      group.position.z += this.front(index);
    }
  }

  /** `by`: body, level or speed; walls: bodies that forces do not move. */
  paint({ by, transparentWalls, edges, selected, colors }, frame) {
    const { fastest } = this.speedScale();
    for (const part of this.parts) {
      const { surface, body, index, ground } = part, glass = transparentWalls && !body.moved;
      if (by === 'speed' && body.moved) surface.color.copy(SLOW).lerp(FAST, Math.min(1, this.recording.speed(index, frame) / fastest));
      else if (ground) surface.color.set(colors.ground);
      else surface.color.set(by === 'level' && (body.moved || body.slot !== undefined) ? LEVEL_COLORS[this.levels.indexOf(body.level) % LEVEL_COLORS.length] : body.color);
      surface.emissive.set(index === selected ? '#5a4a00' : '#000000');
      surface.transparent = glass;
      surface.opacity = glass ? 0.16 : 1;
      surface.depthWrite = !glass;
      part.edges.color.set(ground ? colors['ground-line'] : colors.edge);
      for (const line of part.lines) line.visible = edges || line.geometry.type === 'BufferGeometry';
    }
  }

  levelColors() {
    return this.levels.map((level, i) => [level, LEVEL_COLORS[i % LEVEL_COLORS.length]]);
  }

  /** Colours from rest to the fastest body (m/s), mixed as light is. */
  speedScale() {
    this.fastest ??= this.#fastest();
    return { slow: SLOW.getStyle(), fast: FAST.getStyle(), fastest: this.fastest };
  }

  #fastest() {
    const { recording } = this;
    let fastest = 0;
    for (let frame = 0; frame < recording.frames.count; frame += Math.max(1, recording.frames.count >> 6))
      for (const { index, body } of this.parts) if (body.moved) fastest = Math.max(fastest, recording.speed(index, frame));
    return fastest || 1;
  }

  meshes() {
    return this.parts.flatMap((part) => part.meshes);
  }
}
