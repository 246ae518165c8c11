// SPDX-License-Identifier: Apache-2.0
// Paths of the centres of mass over the last frames of a live world.
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Line, LineBasicMaterial, Vector3 } from 'three';

const LENGTH = 600;  // frames
const MOST = 100;    // bodies with a trail

export class LiveTrails {
  constructor(recording, stage, bodies) {
    Object.assign(this, { recording, bodies, times: [], group: new Group() });
    const moved = recording.bodies.flatMap((body, index) => (body.moved ? [index] : [])).slice(0, MOST);
    this.lines = moved.map((index) => this.#line(index));
    stage.scene.add(this.group);
  }

  // Twice as many points as are shown: where they are full, the newer half moves down.
  #line(index) {
    const points = new BufferAttribute(new Float32Array(6 * LENGTH), 3).setUsage(DynamicDrawUsage);
    const line = new Line(new BufferGeometry().setAttribute('position', points), new LineBasicMaterial({ color: this.recording.bodies[index].color }));
    Object.assign(line, { frustumCulled: false, visible: false });
    this.group.add(line);
    return { index, line, points, end: 0 };
  }

  /** The frame that the recording has now; one of an earlier time takes the place of all after it. */
  take(time) {
    let gone = 0;
    while (this.times.length && this.times.at(-1) >= time) { this.times.pop(); ++gone; }
    this.times.push(time);
    const p = new Vector3();
    for (const each of this.lines) {
      each.end -= gone;
      if (each.end === 2 * LENGTH) {
        each.points.array.copyWithin(0, 3 * LENGTH);
        each.end = LENGTH;
      }
      this.recording.position(each.index, 0, p);
      p.z += this.bodies.front(each.index);
      p.toArray(each.points.array, 3 * each.end++);
      each.points.needsUpdate = true;
    }
    if (this.times.length > LENGTH) this.times.shift();
  }

  /** Of the selected body, or of all that move where none is. */
  update(shown, selected) {
    const count = this.times.length;
    for (const { index, line, end } of this.lines) {
      line.visible = shown && (selected < 0 || selected === index);
      line.geometry.setDrawRange(end - count, count);
    }
  }

  /** Points of a body's trail, oldest first. */
  of(index) {
    const { points, end } = this.lines.find((each) => each.index === index);
    return Array.from(points.array.subarray(3 * (end - this.times.length), 3 * end));
  }
}
