// SPDX-License-Identifier: Apache-2.0
// What can be changed while the world runs: gravity, friction, controls of actuators, motors, options.
import GUI from 'lil-gui';
import { byId } from '../shared/elements.js';

const FIRST = ['dt', 'law', 'solver', 'stepper', 'impact'];  // options that are in sight
const MOST_MU = 1.5;

const motorRange = (def, target) => {
  if (def.motor === 'position') return [def.lo ?? -Math.PI, def.hi ?? Math.PI];
  const most = 2 * Math.max(Math.abs(target), Math.abs(def.target), 1);
  return [-most, most];
};

/** The range of a control; where it has none, what its force or the coordinate that it drives can reach. */
export function controlRange({ kind, control, gain, offset, lo, hi, force_lo, force_hi }, def) {
  const most = 2 * Math.max(Math.abs(control), 1), position = def.motor === 'position';
  const ends = kind === 'force' ? [force_lo, force_hi] : position ? [def.lo, def.hi] : [null, null];
  const reached = ends.map((end) => (end === null || !gain ? null : (end - offset) / gain));
  if (gain < 0) reached.reverse();
  const least = lo ?? reached[0] ?? Math.min(-most, (hi ?? 0) - most);
  return [least, Math.max(hi ?? reached[1] ?? most, least + 1e-6)];
}

/** The unit of a control that is the force or the target itself. */
function controlUnit({ kind, gain, offset }, def) {
  if (gain !== 1 || offset !== 0) return '';
  if (kind === 'force') return def.angle ? ', N·m' : ', N';
  return `, ${def.angle ? 'rad' : 'm'}${def.motor === 'velocity' ? '/s' : ''}`;
}

export class Panel {
  constructor(app) {
    this.app = app;
    this.controllers = new Map();
  }

  /** A control under a key; what it is set to goes to `send`. */
  #add(folder, key, name, value, range, send) {
    const holder = { [key]: value };
    const controller = folder.add(holder, key, ...range).name(name).onChange((now) => send(now));
    this.controllers.set(key, { controller, holder });
    return controller;
  }

  // Where these differ the panel is made anew.
  #shape({ options, friction, controls, motors, gravity }) {
    return JSON.stringify([options.map(({ name, choices }) => [name, choices]), friction.map(({ a, b }) => [a, b]), controls.map(({ name, kind, lo, hi }) => [name, kind, lo, hi]), motors.map(({ joint, coordinate }) => [joint, coordinate]), gravity.length]);
  }

  show(settings) {
    const shape = this.#shape(settings);
    if (shape !== this.shape) this.#build(settings);
    this.shape = shape;
    this.settings = settings;
    for (const [key, value] of this.#values(settings)) {
      const { controller, holder } = this.controllers.get(key);
      if (controller.domElement.contains(document.activeElement) && document.activeElement.tagName === 'INPUT') continue;
      holder[key] = value;
      controller.updateDisplay();
    }
  }

  #values({ gravity, friction, controls, motors, options }) {
    return [
      ...this.#axes().map((axis, i) => [`gravity_${axis}`, gravity[i]]),
      ...friction.map(({ a, b, mu }) => [`mu_${a}_${b}`, mu]),
      ...controls.map(({ actuator, control }) => [`control_${actuator}`, control]),
      ...motors.flatMap(({ joint, coordinate, target, max_force }) => [[`motor_${joint}_${coordinate}`, target], ...(max_force === null ? [] : [[`limit_${joint}_${coordinate}`, max_force]])]),
      ...options.map(({ name, value, choices }) => [name, choices.length ? value : +value]),
    ].filter(([key]) => this.controllers.has(key));
  }

  #axes() {
    return this.app.recording.inSpace ? ['x', 'y', 'z'] : ['x', 'y'];
  }

  #build(settings) {
    const { link } = this.app;
    this.gui?.destroy();
    this.controllers.clear();
    this.gui = new GUI({ container: byId('world'), title: 'World', width: undefined });
    const gravity = () => ({ do: 'gravity', value: ['x', 'y', 'z'].map((axis, i) => this.controllers.get(`gravity_${axis}`)?.holder[`gravity_${axis}`] ?? this.settings.gravity[i]) });
    this.#axes().forEach((axis, i) => this.#add(this.gui, `gravity_${axis}`, `gravity ${axis}, m/s²`, settings.gravity[i], [-30, 30, 0.01], () => link.sendLatest('gravity', gravity())));
    for (const { a, b, name_a, name_b, mu } of settings.friction)
      this.#add(this.gui, `mu_${a}_${b}`, a === b ? `µ ${name_a}` : `µ ${name_a} · ${name_b}`, mu, [0, Math.max(MOST_MU, 2 * mu), 0.005], (value) => link.sendLatest(`mu_${a}_${b}`, { do: 'friction', a, b, mu: value }));
    const controls = settings.controls.filter(({ kind }) => kind !== 'none'), motors = settings.motors.filter(({ driven }) => !driven);
    if (controls.length) this.#addControls(this.gui.addFolder('Controls'), controls);
    if (motors.length) this.#addMotors(this.gui.addFolder('Motors'), motors);
    const first = ({ name }) => FIRST.includes(name);
    for (const option of settings.options.filter(first)) this.#addOption(this.gui, option);
    const more = this.gui.addFolder('More options').close();
    for (const option of settings.options.filter((each) => !first(each))) this.#addOption(more, option);
    if (window.innerWidth < 900) this.gui.close();
  }

  #addControls(folder, controls) {
    const { link, recording } = this.app;
    for (const each of controls) {
      const { actuator, name, joint, coordinate, control } = each, def = recording.joints[joint].coordinates[coordinate];
      const [lo, hi] = controlRange(each, def);
      this.#add(folder, `control_${actuator}`, `${name}${controlUnit(each, def)}`, control, [lo, hi, (hi - lo) / 400],
        (value) => link.sendLatest(`control_${actuator}`, { do: 'control', actuator, value }));
    }
    const zero = () => controls.forEach(({ actuator }) => link.send({ do: 'control', actuator, value: 0 }));
    if (controls.length > 1) folder.add({ zero }, 'zero').name('All to 0');
  }

  #addMotors(folder, motors) {
    const { link, recording } = this.app;
    for (const { joint, coordinate, target, max_force } of motors) {
      const { name, coordinates } = recording.joints[joint], def = coordinates[coordinate], unit = def.angle ? 'rad' : 'm';
      const [lo, hi] = motorRange(def, target), id = `${joint}_${coordinate}`;
      this.#add(folder, `motor_${id}`, `${name}, ${unit}${def.motor === 'velocity' ? '/s' : ''}`, target, [lo, hi, (hi - lo) / 400],
        (value) => link.sendLatest(`motor_${id}`, { do: 'motor', joint, coordinate, target: value }));
      if (max_force === null) continue;
      this.#add(folder, `limit_${id}`, `${name}: at most, ${def.angle ? 'N·m' : 'N'}`, max_force, [0, 2 * max_force || 1],
        (value) => link.sendLatest(`limit_${id}`, { do: 'motor', joint, coordinate, max_force: value }));
    }
  }

  #addOption(folder, { name, value, unit, doc, choices }) {
    const send = (now) => { if (String(now) !== 'NaN') this.app.link.send({ do: 'option', name, value: String(now) }); };
    const controller = this.#add(folder, name, unit ? `${name}, ${unit}` : name, choices.length ? value : +value, choices.length ? [choices] : [], () => {});
    controller.onChange(choices.length ? send : () => {});
    if (!choices.length) controller.onFinishChange(send);
    controller.domElement.title = doc;
  }
}
