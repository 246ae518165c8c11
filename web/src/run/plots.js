// SPDX-License-Identifier: Apache-2.0
// Plots over time: those of every run, and those of bodies and joints that are chosen.
import { byId, make, onThemeChange, saveFile } from '../shared/elements.js';
import { short } from '../shared/numbers.js';
import { csvOf, NOISE, Plot } from '../shared/plot.js';
import { linesOf, objects } from './channels.js';

// Of lengths against the size of the scene: what is smaller is rounding in every body's position.
const ROUNDING = 1e-12;

const largest = (values) => values.reduce((most, v) => (Number.isFinite(v) ? Math.max(most, Math.abs(v)) : most), 0);

export class Plots {
  constructor(recording, player, size) {
    Object.assign(this, { recording, player, size, plots: [], left: [] });
    this.place = byId('plots').querySelector('.grid');
    this.objects = objects(recording);
    this.#addOfRun();
    this.#addMotors();
    this.#addChooser();
    byId('plots_left').textContent = this.left.length ? `Zero or rounding throughout, so not drawn: ${this.left.join(', ')}.` : '';
    byId('csv_all').addEventListener('click', () => this.saveAll());
    player.onChange(() => this.moveTo(player.time));
    onThemeChange(() => this.plots.forEach((plot) => plot.repaint()));
  }

  #line(source, name, label, color, more = {}) {
    return { label, x: source.time, y: source[name], color, ...more };
  }

  #add(title, unit, lines, { floor = NOISE, ...options } = {}) {
    const most = Math.max(...lines.map((line) => largest(line.y)));
    if (most <= floor) { this.left.push(most > 0 ? `${title.toLowerCase()} (${short(most, 2)} ${unit})` : title.toLowerCase()); return undefined; }
    const plot = new Plot(this.place, { title, unit, lines, onSeek: (t) => this.player.seek(t), ...options });
    plot.moveTo(this.player.time);
    this.plots.push(plot);
    return plot;
  }

  #addOfRun() {
    const { plots, other, data } = this.recording, floor = ROUNDING * this.size;
    const both = (name, options) => [this.#line(plots, name, other ? data.label : name.replace('_', ' '), 'series-1', options),
      ...(other ? [this.#line(other, name, data.other_label, 'series-2', options)] : [])];
    this.#add('Penetration', 'm', both('penetration'), other ? { floor, log: true, least: 1e-9 } : { floor });
    this.#add('Joint error', 'm', both('joint_gap'), { floor });
    this.#add('Contacts', 'active points', both('contacts'));
    this.#add('Energy', 'J', [this.#line(plots, 'energy', 'kinetic + potential', 'series-1')]);
    this.#add('Time of a step', 'ms', [this.#line(plots, 'total_ms', 'whole step', 'series-2', { thin: true }), this.#line(plots, 'solve_ms', 'solver', 'series-1')]);
    this.#add('Residual', 'relative', [this.#line(plots, 'residual', 'residual', 'series-1'), this.#line(plots, 'bound', 'bound', 'series-2', { dash: [5, 4] })], { log: true });
    this.#add('Work of the solver', 'of a row', [this.#line(plots, 'pivots', 'index set changes', 'series-1'), this.#line(plots, 'factorisations', 'factorisations', 'series-2', { thin: true })]);
  }

  #addMotors() {
    for (const joint of this.objects.joints.slice(0, 50))
      for (const channel of joint.channels()) if (channel.motor) this.addChannel(joint, channel);
  }

  addChannel(object, channel) {
    const title = `${object.name}: ${channel.name}`, lines = linesOf(this.recording, channel);
    const plot = this.#add(title, channel.unit, lines, { floor: -1, onRemove: (gone) => { this.plots = this.plots.filter((p) => p !== gone); } });
    return plot;
  }

  #addChooser() {
    const object = byId('plot_object'), channel = byId('plot_channel');
    for (const [label, list] of [['Bodies', this.objects.bodies], ['Joints', this.objects.joints]])
      if (list.length) object.append(make('optgroup', { label }, ...list.map(({ key, name }) => make('option', { value: key }, name))));
    const fill = () => {
      const chosen = this.#chosen();
      channel.replaceChildren(...(chosen ? chosen.channels().map(({ name, unit }) => make('option', { value: name }, `${name}, ${unit}`)) : []));
    };
    object.addEventListener('change', fill);
    fill();
    byId('plot_add').addEventListener('click', () => this.addChosen());
    byId('plot_chooser').hidden = !object.options.length;
  }

  #chosen() {
    return [...this.objects.bodies, ...this.objects.joints].find(({ key }) => key === byId('plot_object').value);
  }

  /** Sets the chooser to what is selected. */
  offer({ body, joint }) {
    const key = joint >= 0 ? `joint ${joint}` : body >= 0 ? `body ${body}` : '';
    if (!key || ![...byId('plot_object').options].some((option) => option.value === key)) return;
    byId('plot_object').value = key;
    byId('plot_object').dispatchEvent(new Event('change'));
  }

  addChosen() {
    const object = this.#chosen(), channel = object?.channels().find(({ name }) => name === byId('plot_channel').value);
    if (channel) this.addChannel(object, channel)?.figure.scrollIntoView({ block: 'nearest' });
  }

  moveTo(time) {
    for (const plot of this.plots) plot.moveTo(time);
  }

  /** Every channel of every body and joint over the frames. */
  saveAll() {
    const { recording } = this, header = ['time [s]'], columns = [recording.frames.time];
    for (const object of [...this.objects.bodies, ...this.objects.joints])
      for (const channel of object.channels()) {
        header.push(`${object.name}.${channel.name} [${channel.unit}]`);
        columns.push(linesOf(recording, { ...channel, marks: [] })[0].y);
      }
    saveFile(`${recording.data.scene.replace(/\W+/g, '_')}.csv`, csvOf(header, columns));
  }
}
