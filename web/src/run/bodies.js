// SPDX-License-Identifier: Apache-2.0
// Bodies, each a group of meshes at the pose of its frame.
import { Color, Group } from 'three';
import { Look } from './look.js';
import { width } from './shapes.js';

const LEVEL_COLORS = ['#4a8fd9', '#eb7a3c', '#1fae7e', '#e0a526', '#d76ba0', '#7a68d0', '#5f9e2f', '#7a8aa0'];
const SLOW = new Color('#3b6fb6'), FAST = new Color('#e8502a');

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
    const group = new Group(), shapes = Look.ofShapes(this, body, index), visuals = Look.ofVisuals(this, body, index);
    group.add(...[shapes, visuals].flatMap((look) => look?.group ?? []));
    return { body, index, group, shapes, visuals, look: visuals ?? shapes };
  }

  update(time) {
    for (const { index, group } of this.parts) {
      this.recording.pose(index, time, group.position, group.quaternion);
      group.position.z += this.front(index);
    }
  }

  /** `by`: body, level or speed; walls: bodies that forces do not move. */
  paint(shown, frame) {
    this.fastest ??= this.#fastest();
    for (const part of this.parts) {
      this.#choose(part, shown.visuals);
      const { look, body, index } = part, glass = shown.transparentWalls && !body.moved;
      for (const [own, surface] of look.surfaces) {
        this.#tint(surface.color, part, own, shown, frame);
        surface.emissive.set(index === shown.selected ? '#5a4a00' : '#000000');
        surface.transparent = glass;
        surface.opacity = glass ? 0.16 : 1;
        surface.depthWrite = !glass;
      }
      look.edges.color.set(look.ground ? shown.colors['ground-line'] : shown.colors.edge);
      for (const line of look.lines) line.visible = shown.edges || line.geometry.type === 'BufferGeometry';
    }
  }

  #choose(part, visuals) {
    part.look = (visuals && part.visuals) || part.shapes;
    for (const look of [part.shapes, part.visuals]) if (look) look.group.visible = look === part.look;
  }

  // `own`: the colour of a visual that has one.
  #tint(color, { body, index, look }, own, { by, colors }, frame) {
    if (by === 'speed' && body.moved) color.copy(SLOW).lerp(FAST, Math.min(1, this.recording.speed(index, frame) / this.fastest));
    else if (look.ground) color.set(own ?? colors.ground);
    else if (by === 'level' && (body.moved || body.slot !== undefined)) color.set(LEVEL_COLORS[this.levels.indexOf(body.level) % LEVEL_COLORS.length]);
    else color.set(own ?? body.color);
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

  /** Those that are in sight. */
  meshes() {
    return this.parts.flatMap(({ look }) => look.meshes);
  }
}
