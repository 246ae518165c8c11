// SPDX-License-Identifier: Apache-2.0
// What a body is drawn as: its shapes, its visuals, or rods to its joints.
import {
  DoubleSide, FrontSide, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Quaternion, SphereGeometry,
  Vector3,
} from 'three';
import { shapeGeometry } from './shapes.js';

const Z = new Vector3(0, 0, 1);

export class Look {
  /** `picture`: the recording, its stage and plan, and a cache of geometry. */
  constructor(picture, body, index) {
    Object.assign(this, { picture, body, index, group: new Group(), surfaces: new Map(), lines: [], meshes: [], ground: false });
    this.edges = new LineBasicMaterial({ transparent: true, opacity: 0.75 });
  }

  /** What collides; of a body without shapes its bones. */
  static ofShapes(picture, body, index) {
    const look = new Look(picture, body, index);
    for (const shape of body.shapes) look.#add(shape);
    if (!body.shapes.length) look.#addBones();
    return look;
  }

  /** What only shows; undefined of a body without visuals. */
  static ofVisuals(picture, body, index) {
    if (!body.visuals?.length) return undefined;
    const look = new Look(picture, body, index);
    for (const visual of body.visuals) look.#add(visual.kind === 'mesh' ? { ...visual, kind: 'smooth_mesh' } : visual);
    return look;
  }

  // A material for each colour; what has none is of the body's.
  #surfaceOf(color) {
    if (!this.surfaces.has(color))
      this.surfaces.set(color, new MeshLambertMaterial({ color: color ?? this.body.color, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 }));
    return this.surfaces.get(color);
  }

  #mesh(geometry, color) {
    const mesh = new Mesh(geometry, this.#surfaceOf(color));
    mesh.userData.body = this.index;
    this.meshes.push(mesh);
    return mesh;
  }

  #add(shape) {
    const { surface, lines } = shapeGeometry(shape, this.picture.plan, this.picture.cache);
    const mesh = this.#mesh(surface, shape.color), holder = new Group();
    const ground = shape.kind === 'half_space';
    this.ground ||= ground || shape.kind === 'half_plane';
    // Seen from below, the ground shows what stands on it.
    mesh.material.side = ground ? FrontSide : DoubleSide;
    mesh.castShadow = !ground && this.body.moved;
    mesh.receiveShadow = true;
    holder.add(mesh, ...lines.map((geometry) => new LineSegments(geometry, this.edges)));
    this.lines.push(...holder.children.slice(1));
    if (shape.at.length === 3) {
      holder.position.set(shape.at[0], shape.at[1], 0);
      holder.quaternion.setFromAxisAngle(Z, shape.at[2]);
    } else {
      const [x, y, z, w, i, j, k] = shape.at;
      holder.position.set(x, y, z);
      holder.quaternion.set(i, j, k, w);
    }
    if (ground) this.#moveUnderScene(holder);
    this.group.add(holder);
  }

  // A half space has no middle: its square is drawn under the middle of the picture.
  #moveUnderScene(holder) {
    const { recording, stage } = this.picture, p = new Vector3(), q = new Quaternion();
    recording.pose(this.index, recording.start, p, q);
    const local = stage.frame.center.clone().sub(p).applyQuaternion(q.clone().invert());
    const normal = Z.clone().applyQuaternion(holder.quaternion);
    const inPlane = local.sub(holder.position);
    holder.position.add(inPlane.addScaledVector(normal, -inPlane.dot(normal)));
  }

  // A body without shapes: rods from its centre to its joints.
  #addBones() {
    const { plan, cache } = this.picture, radius = 0.006 * plan.size;
    this.group.add(this.#mesh(new SphereGeometry(1.6 * radius, 16, 12)));
    for (const [x, y, z] of this.body.bones ?? []) {
      const end = new Vector3(x, y, z), length = end.length();
      if (length < 1e-9) continue;
      const rod = this.#mesh(shapeGeometry({ kind: 'capsule', at: [], half: length / 2, r: radius }, plan, cache).surface);
      rod.position.copy(end).multiplyScalar(0.5);
      rod.quaternion.setFromUnitVectors(Z, end.normalize());
      this.group.add(rod);
    }
  }
}
