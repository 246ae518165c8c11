// SPDX-License-Identifier: Apache-2.0
// What lies over the picture: scales of length and force, axes, the name under the pointer.
import { Vector3 } from 'three';
import { byId, make } from '../shared/elements.js';
import { roundBelow, short } from '../shared/numbers.js';
import { legend } from './contact_sets.js';

const AXES = [['x', new Vector3(1, 0, 0)], ['y', new Vector3(0, 1, 0)], ['z', new Vector3(0, 0, 1)]];
const LONGEST = 110;  // pixels of a scale

function bar(element, unit, perPixel, color) {
  const value = roundBelow(LONGEST * perPixel);
  element.hidden = !Number.isFinite(perPixel);
  element.querySelector('i').style.width = `${value / perPixel}px`;
  if (color) element.querySelector('i').style.setProperty('--bar', `var(--${color})`);
  element.querySelector('span').textContent = `${short(value)} ${unit}`;
}

function levelMark([level, color]) {
  const mark = make('i');
  mark.style.background = color;
  return make('span', {}, mark, `level ${level}`);
}

function speedMark({ slow, fast, fastest }) {
  const ramp = make('i', { className: 'ramp' });
  ramp.style.background = `linear-gradient(in srgb-linear to right, ${slow}, ${fast})`;
  return make('span', {}, '0', ramp, `${short(fastest, 3)} m/s`);
}

export class Overlay {
  constructor(recording, stage, contacts, joints) {
    Object.assign(this, { recording, stage, contacts, joints });
    this.tip = byId('tip');
    byId('legend').replaceChildren(...legend().map(({ name, set, doc }) => make('span', { title: doc }, make('i', { className: name }), `${name} `, make('small', {}, set))));
  }

  update(shown) {
    const { stage } = this, contacts = this.recording.mayTouch;
    bar(byId('scale_length'), 'm', stage.metresPerPixel());
    const { newtons, pixels } = this.contacts.scale();
    bar(byId('scale_force'), 'N on a contact', contacts && (shown.forces || shown.cones) ? newtons / pixels : NaN);
    bar(byId('scale_reaction'), 'N in a joint', shown.reactions && this.recording.joints.length ? this.joints.usual / pixels : NaN, 'reaction');
    bar(byId('scale_torque'), 'N·m in a joint', shown.torques && this.recording.joints.length ? this.joints.usualTorque / pixels : NaN, 'torque');
    byId('legend').hidden = !contacts || !(shown.points || shown.forces || shown.cones);
    this.#axes();
  }

  #axes() {
    const turn = this.stage.camera.quaternion.clone().invert();
    const lines = AXES.map(([name, axis]) => [name, axis.clone().applyQuaternion(turn)]);
    lines.sort((p, q) => p[1].z - q[1].z);
    byId('axes').innerHTML = lines.map(([name, { x, y }]) => `<line x1="32" y1="32" x2="${32 + 20 * x}" y2="${32 - 20 * y}"/><text x="${32 + 27 * x - 3}" y="${32 - 27 * y + 4}">${name}</text>`).join('');
  }

  /** What colours of bodies stand for: a level each, or speeds from rest on. */
  showColors(by, bodies) {
    byId('levels').hidden = by === 'body';
    byId('levels').replaceChildren(...(by === 'level' ? bodies.levelColors().map(levelMark) : by === 'speed' ? [speedMark(bodies.speedScale())] : []));
  }

  name(text, x, y) {
    this.tip.hidden = !text;
    this.tip.textContent = text ?? '';
    const most = this.tip.parentElement.clientWidth - this.tip.offsetWidth - 6;
    this.tip.style.transform = `translate(${Math.min(x + 14, Math.max(0, most))}px, ${y + 16}px)`;
  }
}
