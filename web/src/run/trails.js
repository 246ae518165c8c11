// SPDX-License-Identifier: Apache-2.0
// Paths of the centres of mass up to the moment shown.
import { BufferGeometry, Float32BufferAttribute, Group, Line, LineBasicMaterial, Vector3 } from 'three';

const MOST = 300;  // bodies with a trail at once

export class Trails {
  constructor(recording, stage, bodies) {
    Object.assign(this, { recording, bodies, lines: new Map(), group: new Group() });
    stage.scene.add(this.group);
  }

  #line(index) {
    const { count } = this.recording.frames, points = new Float32Array(3 * count), p = new Vector3();
    for (let frame = 0; frame < count; ++frame) {
      this.recording.position(index, frame, p);
      p.z += this.bodies.front(index);
      p.toArray(points, 3 * frame);
    }
    const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
    const line = new Line(geometry, new LineBasicMaterial({ color: this.recording.bodies[index].color }));
    line.frustumCulled = false;
    this.group.add(line);
    return line;
  }

  /** Of the selected body, or of all that move where none is. */
  update(frame, shown, selected) {
    const wanted = !shown ? [] : selected >= 0 ? [selected]
      : this.recording.bodies.flatMap((body, i) => (body.moved ? [i] : [])).slice(0, MOST);
    for (const line of this.lines.values()) line.visible = false;
    for (const index of wanted) {
      if (!this.lines.has(index)) this.lines.set(index, this.#line(index));
      const line = this.lines.get(index);
      line.visible = true;
      line.geometry.setDrawRange(0, frame + 1);
    }
  }
}
