// SPDX-License-Identifier: Apache-2.0
// The canvas: renderer with depth buffer, camera, light. Draws when something has changed.
import {
  AmbientLight, Color, DirectionalLight, MOUSE, PerspectiveCamera, Scene, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { theme } from '../shared/elements.js';

const FIELD = 26;  // degrees from the lower to the upper edge: little perspective
const MARGIN = 1.06;

/** The renderer, or nothing where the browser has no WebGL 2. */
export function makeRenderer(canvas) {
  try {
    // The picture stays in the buffer, to be saved and read back.
    return new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
  } catch {
    return undefined;
  }
}

/** What the camera sees at first: centre, size and directions (data.view). */
function frameOf({ view, in_space }) {
  const [x0, y0] = view.lo, [x1, y1] = view.hi, middle = [(x0 + x1) / 2, (y0 + y1) / 2];
  const right = new Vector3(...(view.right ?? [1, 0, 0])), up = new Vector3(...(view.up ?? [0, 1, 0]));
  const center = new Vector3(...(view.center ?? [0, 0, 0])).addScaledVector(right, middle[0]).addScaledVector(up, middle[1]);
  // Scenes of the plane are seen a little from the side, so that levels show.
  const toward = in_space ? right.clone().cross(up) : new Vector3(0.1, 0.08, 1).normalize();
  return { center, toward, vertical: new Vector3(...(view.vertical ?? [0, 1, 0])), width: x1 - x0, height: y1 - y0 };
}

export class Stage {
  constructor(renderer, data) {
    this.renderer = renderer;
    this.frame = frameOf(data);
    this.size = Math.max(this.frame.width, this.frame.height);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(FIELD, 1, 1, 100);
    this.camera.up.copy(this.frame.vertical);
    this.beforeDrawing = [];
    this.#addLight();
    this.controls = new OrbitControls(this.camera, renderer.domElement);
    if (!data.in_space) this.controls.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.ROTATE };
    this.controls.addEventListener('change', () => this.invalidate());
    this.controls.zoomToCursor = true;
    this.readColors();
    this.fit();
  }

  #addLight() {
    const { toward, vertical, center } = this.frame;
    const side = vertical.clone().cross(toward).normalize(), sun = new DirectionalLight(0xffffff, 2.1);
    const direction = toward.clone().multiplyScalar(0.7).addScaledVector(vertical, 0.9).addScaledVector(side, -0.55);
    sun.position.copy(center).addScaledVector(direction, 3 * this.size);
    sun.target.position.copy(center);
    Object.assign(sun.shadow.camera, { left: -this.size, right: this.size, top: this.size, bottom: -this.size, near: 0.1 * this.size, far: 8 * this.size });
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.normalBias = 0.002 * this.size;
    sun.shadow.intensity = 0.55;
    this.sun = sun;
    this.scene.add(sun, sun.target, new AmbientLight(0xffffff, 1.15));
  }

  readColors() {
    this.scene.background = new Color(theme('card'));
    this.invalidate();
  }

  setShadows(on) {
    this.renderer.shadowMap.enabled = on;
    this.sun.castShadow = on;
    this.scene.traverse((part) => { if (part.material) part.material.needsUpdate = true; });
    this.invalidate();
  }

  resize(width, height) {
    this.renderer.setPixelRatio(this.pixelRatio ?? (window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  #distanceFor(aspect) {
    const across = Math.max(this.frame.height, this.frame.width / aspect);
    return (MARGIN * across) / (2 * Math.tan((FIELD * Math.PI) / 360));
  }

  /** The whole scene, from where it is seen at first. */
  fit() {
    this.look(this.frame.toward);
  }

  /** The whole scene from a direction. */
  look(toward) {
    const { center } = this.frame, distance = this.#distanceFor(this.camera.aspect) + this.size / 4;
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(toward, distance);
    this.controls.update();
    this.invalidate();
  }

  /** From where another stage is looked at. */
  lookAs({ camera, controls }) {
    this.controls.target.copy(controls.target);
    this.camera.position.copy(camera.position);
    this.controls.update();
    this.invalidate();
  }

  /** Turns the camera about its target (rad). */
  orbit(around, over) {
    const { controls, camera } = this, offset = camera.position.clone().sub(controls.target);
    const lifted = Math.min(Math.PI - 0.01, Math.max(0.01, offset.angleTo(camera.up) - over));
    const side = camera.up.clone().cross(offset).normalize(), length = offset.length();
    offset.copy(camera.up).applyAxisAngle(side, lifted).applyAxisAngle(camera.up, around).setLength(length);
    camera.position.copy(controls.target).add(offset);
    controls.update();
    this.invalidate();
  }

  zoom(factor) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    this.camera.position.copy(this.controls.target).addScaledVector(offset, 1 / factor);
    this.controls.update();
    this.invalidate();
  }

  /** Moves camera and target, which keeps the direction. */
  shift(by) {
    this.camera.position.add(by);
    this.controls.target.add(by);
    this.controls.update();
  }

  /** Metres that a pixel at the target stands for. */
  metresPerPixel() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    return (2 * distance * Math.tan((FIELD * Math.PI) / 360)) / this.renderer.domElement.clientHeight;
  }

  /** A point in pixels of the canvas; z is above 1 where it lies behind the camera. */
  project(point) {
    const { clientWidth, clientHeight } = this.renderer.domElement, p = point.clone().project(this.camera);
    return { x: ((p.x + 1) / 2) * clientWidth, y: ((1 - p.y) / 2) * clientHeight, z: p.z };
  }

  invalidate() {
    this.dirty = true;
  }

  /** Gives back what the graphics card holds of the scene; the renderer stays. */
  dispose() {
    this.controls.dispose();
    this.scene.traverse((part) => {
      part.geometry?.dispose();
      part.material?.dispose();
      part.dispose?.();
    });
  }

  draw() {
    const distance = this.camera.position.distanceTo(this.controls.target);
    // Near and far keep the depth buffer's steps small against the scene, however far the zoom.
    this.camera.near = Math.max(distance - 4 * this.size, 0.01 * distance);
    this.camera.far = distance + 60 * this.size;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    for (const prepare of this.beforeDrawing) prepare();
    this.renderer.render(this.scene, this.camera);
    this.dirty = false;
  }
}
