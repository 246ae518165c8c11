// SPDX-License-Identifier: Apache-2.0
// The page of a recording. `window.perpend` is the page's state, for tests and consoles.
import uPlotStyle from 'uplot/dist/uPlot.min.css';
import { addStyle, byId, make, onThemeChange, theme } from '../shared/elements.js';
import pageStyle from '../shared/page.css';
import { listenToKeys, makePanel, showHelp, SHOWN } from './actions.js';
import { Bodies, planOf } from './bodies.js';
import { Contacts } from './contacts.js';
import { Joints } from './joints.js';
import { Overlay } from './overlay.js';
import { Player, SPEEDS } from './player.js';
import { Plots } from './plots.js';
import { Recording } from './recording.js';
import body from './run.html';
import style from './run.css';
import { render } from './render.js';
import { Selection } from './selection.js';
import { makeRenderer, Stage } from './stage.js';
import { makeStills } from './stills.js';
import { Trails } from './trails.js';
import { explain, showWhy } from './why.js';
import { showWords } from './words.js';

class App {
  constructor(recording) {
    this.recording = recording;
    this.player = new Player(recording);
    const { data } = recording, span = recording.end - recording.start;
    this.digits = span >= 1000 ? 1 : span < 1 ? 4 : 2;
    this.plots = new Plots(recording, this.player, Math.max(data.view.hi[0] - data.view.lo[0], data.view.hi[1] - data.view.lo[1]));
  }

  clock(time) {
    return time.toFixed(this.digits);
  }

  /** The picture and its controls; nothing of them works without a renderer. */
  start(renderer) {
    const { recording } = this, { data } = recording;
    this.stage = new Stage(renderer, data);
    this.bodies = new Bodies(recording, this.stage, planOf(recording, this.stage.size));
    this.contacts = new Contacts(recording, this.stage, this.bodies);
    this.joints = new Joints(recording, this.stage, this.bodies);
    this.trails = new Trails(recording, this.stage, this.bodies);
    this.selection = new Selection(recording, this.stage, { bodies: this.bodies, joints: this.joints, contacts: this.contacts });
    this.overlay = new Overlay(recording, this.stage, this.contacts, this.joints);
    this.shown = { ...SHOWN, by: this.bodies.levels.length > 1 && !recording.inSpace ? 'level' : 'body', shadows: recording.inSpace && recording.bodies.length <= 400 };
    this.#readColors();
    this.panel = makePanel(this);
    this.stage.beforeDrawing.push(() => this.#place(this.time ?? this.player.time));
    listenToKeys(this);
    this.#listen();
    this.refresh();
    requestAnimationFrame((now) => this.#loop(now));
  }

  set(option, value) {
    this.shown[option] = value;
    this.panel.controllersRecursive().forEach((controller) => controller.updateDisplay());
    this.refresh();
  }

  /** Draws all again after an option, the selection or the theme has changed. */
  refresh() {
    const { shown, stage } = this;
    if (shown.shadows !== this.shadows) stage.setShadows(this.shadows = shown.shadows);
    this.overlay.showColors(shown.by, this.bodies);
    this.#tellMoment();
    stage.invalidate();
  }

  #readColors() {
    this.colors = Object.fromEntries(['edge', 'ground', 'ground-line'].map((name) => [name, theme(name)]));
  }

  #place(time) {
    const { selection, shown, player } = this, frame = this.recording.frameAt(time);
    this.bodies.update(time);
    if (shown.follow && selection.body >= 0) this.#follow(selection.body);
    this.bodies.paint({ ...shown, selected: selection.body, colors: this.colors }, frame);
    this.contacts.update(frame, { ...shown, selected: selection.contact });
    this.joints.update(frame, time, { ...shown, selected: selection.joint });
    this.trails.update(frame, shown.trails, selection.body);
    if (time === player.time) this.overlay.update(shown);
  }

  // The camera moves as the body has since the picture before.
  #follow(index) {
    const now = this.bodies.parts[index].group.position;
    if (this.followed?.index === index) this.stage.shift(now.clone().sub(this.followed.at));
    this.followed = { index, at: now.clone() };
  }

  /** A picture of another moment, for a still. */
  drawAt(time) {
    this.time = time === this.player.time ? undefined : time;
    const { follow } = this.shown;
    this.shown.follow = false;
    this.stage.draw();
    this.shown.follow = follow;
    this.time = undefined;
  }

  #tellMoment() {
    const { player, selection, recording } = this, frame = player.frame;
    selection.follow(frame);
    byId('scrub').value = frame;
    byId('clock').textContent = `${this.clock(player.time)} s of ${this.clock(recording.end)} s`;
    byId('play').textContent = player.playing ? 'Pause' : 'Play';
    byId('speed').value = player.speed;
    const answer = explain(recording, selection, frame, this.joints);
    showWhy(byId('why_rows'), answer, `Law: ${recording.data.law}, ${recording.data.law_words}.`);
  }

  #listen() {
    const { player, stage, selection, recording } = this;
    player.onChange(() => this.refresh());
    selection.onChange(() => { this.followed = undefined; this.plots.offer(selection); this.refresh(); });
    byId('play').addEventListener('click', () => player.play(!player.playing));
    byId('back').addEventListener('click', () => player.step(-1));
    byId('forward').addEventListener('click', () => player.step(1));
    byId('fit').addEventListener('click', () => stage.fit());
    byId('keys').addEventListener('click', showHelp);
    byId('speed').append(...SPEEDS.map((speed) => make('option', { value: speed }, `${speed} ×`)));
    byId('speed').addEventListener('change', (event) => player.setSpeed(+event.target.value));
    byId('scrub').max = recording.frames.count - 1;
    byId('scrub').addEventListener('input', (event) => player.seekFrame(+event.target.value));
    new ResizeObserver(() => this.#fitCanvas()).observe(byId('screen'));
    this.#fitCanvas();
    stage.fit();
    this.#listenToPointer();
    onThemeChange(() => {
      this.#readColors();
      stage.readColors();
      this.contacts.readColors();
      this.joints.readColors();
      this.refresh();
    });
  }

  #fitCanvas() {
    const { clientWidth, clientHeight } = byId('screen');
    if (clientWidth && clientHeight) this.stage.resize(clientWidth, clientHeight);
  }

  #listenToPointer() {
    const canvas = byId('view');
    let down;
    const under = (event) => this.selection.under(event.offsetX, event.offsetY, this.player.frame, this.shown);
    canvas.addEventListener('pointerdown', (event) => { down = { x: event.offsetX, y: event.offsetY }; });
    canvas.addEventListener('pointerup', (event) => {
      // A press that moved has turned the camera.
      if (down && Math.hypot(event.offsetX - down.x, event.offsetY - down.y) < 5) this.selection.choose(under(event) ?? {});
      down = undefined;
    });
    canvas.addEventListener('pointermove', (event) => {
      const found = event.buttons ? undefined : under(event);
      this.overlay.name(found && this.selection.words(found, this.player.frame), event.offsetX, event.offsetY);
    });
    canvas.addEventListener('pointerleave', () => this.overlay.name(undefined));
    canvas.addEventListener('dblclick', () => this.stage.fit());
  }

  #loop(now) {
    this.player.tick(now);
    if (this.stage.dirty) this.stage.draw();
    requestAnimationFrame((later) => this.#loop(later));
  }

  /** A link may name a moment and what is shown: #t=2.5&cones&select=box_0 */
  followLink(link) {
    for (const option of Object.keys(SHOWN)) if (link.has(option)) this.set(option, option === 'by' ? link.get('by') : link.get(option) !== '0');
    const index = this.recording.bodies.findIndex(({ name }) => name === link.get('select'));
    if (index >= 0) this.selection.choose({ body: index });
    if (link.has('t')) this.player.seek(+link.get('t'));
    else this.player.play(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  }
}

async function main() {
  addStyle(uPlotStyle, pageStyle, style);
  document.body.insertAdjacentHTML('afterbegin', body);
  const data = JSON.parse(byId('data').textContent);
  showWords(data);
  const app = window.perpend = new App(await Recording.of(data));
  const renderer = makeRenderer(byId('view'));
  if (!renderer) {
    byId('stage').replaceChildren(make('p', { className: 'missing', role: 'alert' }, 'This browser has no WebGL 2, so bodies cannot be drawn here. Tables and plots below hold all the same; frames.svg in the same folder has still pictures.'));
    byId('side').hidden = true;
    return;
  }
  app.start(renderer);
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.has('render')) { render(app, link); return; }
  makeStills(byId('stills'), app);
  app.followLink(link);
}

main();
