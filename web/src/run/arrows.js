// SPDX-License-Identifier: Apache-2.0
// Many arrows, cones or rods of one kind, in two draw calls: what lies behind or in bodies is faint.
import {
  Color, ConeGeometry, CylinderGeometry, DoubleSide, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, Vector3,
} from 'three';

const Y = new Vector3(0, 1, 0);
const OVER_BODIES = 10;

const FAINT = 0.22;

/** Parts of unit size along y, of which any number is drawn. */
class Instances {
  constructor(geometry, scene, { opacity = 1, order = OVER_BODIES } = {}) {
    Object.assign(this, { geometry, scene, order });
    const common = { transparent: true, depthWrite: false, side: DoubleSide };
    this.materials = [new MeshBasicMaterial({ ...common, opacity: FAINT * opacity, depthTest: false }), new MeshBasicMaterial({ ...common, opacity })];
    this.#grow(64);
  }

  #grow(capacity) {
    for (const mesh of this.meshes ?? []) { mesh.removeFromParent(); mesh.dispose(); }
    this.meshes = this.materials.map((material) => new InstancedMesh(this.geometry, material, capacity));
    [this.mesh, this.inSight] = this.meshes;
    this.mesh.setColorAt(0, new Color());
    this.inSight.instanceMatrix = this.mesh.instanceMatrix;
    this.inSight.instanceColor = this.mesh.instanceColor;
    this.meshes.forEach((mesh, i) => Object.assign(mesh, { frustumCulled: false, renderOrder: this.order + 0.5 * i }));
    this.capacity = capacity;
    this.scene.add(...this.meshes);
  }

  begin(most) {
    if (most > this.capacity) this.#grow(2 * most);
    this.mesh.count = 0;
  }

  /** From `start` along the unit vector `along`, `length` long and 2 `radius` wide. */
  add(start, along, length, radius, color, depth = radius) {
    this.rotation = (this.rotation ?? new Quaternion()).setFromUnitVectors(Y, along);
    this.matrix = (this.matrix ?? new Matrix4()).compose(start, this.rotation, new Vector3(radius, length, depth));
    this.mesh.setMatrixAt(this.mesh.count, this.matrix);
    this.mesh.setColorAt(this.mesh.count, color);
    ++this.mesh.count;
  }

  end() {
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.instanceColor.needsUpdate = true;
    this.inSight.count = this.mesh.count;
    for (const mesh of this.meshes) mesh.visible = mesh.count > 0;
  }
}

export const rods = (scene, options) => new Instances(new CylinderGeometry(1, 1, 1, 10).translate(0, 0.5, 0), scene, options);
export const points = (scene, options) => new Instances(new SphereGeometry(1, 14, 10), scene, options);
/** Tip at the start, opening along the direction. */
export const cones = (scene, options) => new Instances(new ConeGeometry(1, 1, 40, 1, true).rotateX(Math.PI).translate(0, 0.5, 0), scene, options);

export class Arrows {
  constructor(scene, options) {
    this.shafts = rods(scene, options);
    this.heads = new Instances(new ConeGeometry(1, 1, 14).translate(0, 0.5, 0), scene, options);
  }

  begin(most) {
    this.shafts.begin(most);
    this.heads.begin(2 * most);
  }

  /** An arrow for `vector` of which one unit is `scale` m long; `double`: with two heads. */
  add(start, vector, scale, thickness, color, double = false) {
    const length = vector.length() * scale;
    if (!(length > 0)) return;
    const along = vector.clone().normalize(), head = Math.min(6 * thickness, 0.6 * length);
    this.shafts.add(start, along, length - head, thickness, color);
    this.heads.add(start.clone().addScaledVector(along, length - head), along, head, 0.42 * head, color);
    if (double) this.heads.add(start.clone().addScaledVector(along, length - 1.7 * head), along, head, 0.42 * head, color);
  }

  end() {
    this.shafts.end();
    this.heads.end();
  }
}

export const color = (text) => new Color(text);
