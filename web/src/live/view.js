// SPDX-License-Identifier: Apache-2.0
// The picture of one scene and its panels.
import { byId, theme } from '../shared/elements.js';
import { listenToKeys, makePanel, SHOWN } from '../run/actions.js';
import { Bodies, planOf } from '../run/bodies.js';
import { Contacts } from '../run/contacts.js';
import { Joints } from '../run/joints.js';
import { Overlay } from '../run/overlay.js';
import { usualLargest } from '../run/recording.js';
import { Selection } from '../run/selection.js';
import { Stage } from '../run/stage.js';
import { explain, showWhy } from '../run/why.js';
import { Hand } from './hand.js';
import { Newcomer } from './newcomer.js';
import { Panel } from './panel.js';
import { LivePlots } from './plots.js';
import { LiveRecording } from './recording.js';
import { LiveTrails } from './trails.js';

const STEADY = 2;  // a scale stays while the largest force is within this factor of it

export class View {
  /** `before`: the view of the same world with other bodies. */
  constructor(app, renderer, before) {
    const { scene, settings, frame, player } = app;
    Object.assign(this, { scene, link: app.link, player, ending: new AbortController() });
    const recording = this.recording = new LiveRecording(scene, settings, frame);
    this.stage = new Stage(renderer, scene);
    this.bodies = new Bodies(recording, this.stage, planOf(recording, this.stage.size));
    this.contacts = new Contacts(recording, this.stage, this.bodies);
    this.joints = new Joints(recording, this.stage, this.bodies);
    this.selection = new Selection(recording, this.stage, { bodies: this.bodies, joints: this.joints, contacts: this.contacts });
    this.overlay = new Overlay(recording, this.stage, this.contacts, this.joints);
    this.shown = { ...SHOWN, cones: recording.inSpace, by: this.bodies.levels.length > 1 && !recording.inSpace ? 'level' : 'body', shadows: recording.inSpace && recording.bodies.length <= 400 };
    this.usual = { ...this.shown };
    // A link may say what is shown: #cones&forces=0&by=speed
    const link = new URLSearchParams(location.hash.slice(1));
    for (const option of Object.keys(SHOWN)) if (link.has(option)) this.shown[option] = option === 'by' ? link.get('by') : link.get(option) !== '0';
    this.trails = new LiveTrails(recording, this.stage, this.bodies);
    if (before) Object.assign(this.shown, before.shown);
    this.plots = before?.plots.goOn(recording) ?? new LivePlots(recording);
    this.hand = new Hand(this, before?.hand);
    this.hand.setRigid(this.hand.rigid);
    this.gui = makePanel(this);
    this.panel = new Panel(this);
    this.newcomer = new Newcomer(this, before?.newcomer.wanted);
    this.stage.beforeDrawing.push(() => this.#place());
    this.timeActions = this.#timeActions();
    listenToKeys(this);
    this.selection.onChange(() => { this.followed = undefined; this.refresh(); });
    this.#listenToPointer();
    this.watch = new ResizeObserver(() => this.#fitCanvas());
    this.watch.observe(byId('screen'));
    this.#fitCanvas();
    if (before) this.stage.lookAs(before.stage); else this.stage.fit();
    this.readColors();
    this.settle(settings);
    this.take(frame);
    const name = before?.recording.bodies[before.selection.body]?.name;
    if (name !== undefined) this.selection.choose({ body: recording.bodies.findIndex((body) => body.name === name) });
  }

  /** Gives the canvas and the panels to another scene. */
  end() {
    this.ending.abort();
    this.watch.disconnect();
    this.stage.dispose();
    this.gui.destroy();
    this.panel.gui?.destroy();
    this.newcomer.gui.destroy();
    byId('help').querySelector('tbody').replaceChildren();
  }

  #timeActions() {
    const { player } = this;
    return [
      [' ', 'run or pause', () => player.play(!player.playing), 'space'],
      ['ArrowLeft', 'one step back', () => player.step(-1), '←'], ['ArrowRight', 'one step forward', () => player.step(1), '→'],
      ['Home', 'to the start', () => player.reset()], ['R', 'read the file again', () => player.reload()],
      ['i', 'pull by a spring or a rigid hold', () => this.hand.setRigid(!this.hand.rigid)],
      ['a', 'another body, at the pointer', () => this.newcomer.add(this.hand.place())], ['Delete', 'remove the selected body', () => this.newcomer.remove()],
    ];
  }

  take(frame) {
    this.recording.take(frame);
    this.trails.take(frame.time);
    this.plots.take(frame);
    this.#scale();
    this.refresh();
  }

  settle(settings) {
    this.recording.settle(settings);
    this.panel.show(settings);
    this.refresh();
  }

  // Arrows keep their scale while it fits.
  #scale() {
    const { contacts, joints, recording } = this, [x, y, z] = recording.contacts.force;
    const fit = (old, now) => (now > STEADY * old || STEADY * now < old ? now : old);
    contacts.usual = fit(contacts.usual, usualLargest(Array.from(x, (fx, i) => Math.hypot(fx, y[i], z[i]))));
    const reactions = recording.joints.map((_, joint) => recording.reaction(joint, 0));
    joints.usual = fit(joints.usual, usualLargest(reactions.map(({ force }) => force.length())));
    joints.usualTorque = fit(joints.usualTorque, usualLargest(reactions.map(({ torque }) => torque.length())));
    this.bodies.fastest = Math.max(this.bodies.fastest ?? 1e-9, ...recording.bodies.map((_, i) => recording.speed(i, 0)));
  }

  /** Words of a link for what is shown otherwise than at first. */
  shownChanges() {
    const changed = Object.keys(SHOWN).filter((option) => this.shown[option] !== this.usual[option]);
    return Object.fromEntries(changed.map((option) => [option, option === 'by' ? this.shown.by : Number(this.shown[option])]));
  }

  set(option, value) {
    this.shown[option] = value;
    this.gui.controllersRecursive().forEach((controller) => controller.updateDisplay());
    this.refresh();
  }

  readColors() {
    this.colors = Object.fromEntries(['edge', 'ground', 'ground-line'].map((name) => [name, theme(name)]));
    for (const part of [this.stage, this.contacts, this.joints]) part.readColors();
    this.refresh();
  }

  refresh() {
    const { shown, stage, recording, selection } = this;
    if (shown.shadows !== this.shadows) stage.setShadows(this.shadows = shown.shadows);
    this.overlay.showColors(shown.by, this.bodies);
    selection.follow(0);
    this.told = false;
    stage.invalidate();
    this.law = `Law: ${recording.data.law}, ${recording.data.law_words}.`;
  }

  #place() {
    const { selection, shown, recording } = this, { time } = recording.frame;
    this.bodies.update(time);
    if (shown.follow && selection.body >= 0) this.#follow(selection.body);
    this.bodies.paint({ ...shown, selected: selection.body, colors: this.colors }, 0);
    this.contacts.update(0, { ...shown, selected: selection.contact });
    this.joints.update(0, time, { ...shown, selected: selection.joint });
    this.trails.update(shown.trails, selection.body);
    this.hand.draw();
    this.overlay.update(shown);
  }

  // The camera moves as the body has since the picture before.
  #follow(index) {
    const now = this.bodies.parts[index].group.position;
    if (this.followed?.index === index) this.stage.shift(now.clone().sub(this.followed.at));
    this.followed = { index, at: now.clone() };
  }

  draw(now) {
    if (this.stage.dirty) this.stage.draw();
    if (!this.told && !(now - this.toldAt < 100)) {
      [this.told, this.toldAt] = [true, now];
      showWhy(byId('why_rows'), explain(this.recording, this.selection, 0, this.joints), this.law);
    }
    this.plots.draw(now);
  }

  #fitCanvas() {
    const { clientWidth, clientHeight } = byId('screen');
    if (clientWidth && clientHeight) this.stage.resize(clientWidth, clientHeight);
  }

  #listenToPointer() {
    const canvas = byId('view'), { signal } = this.ending;
    let down;
    const under = (event) => this.selection.under(event.offsetX, event.offsetY, 0, this.shown);
    const listen = (name, act) => canvas.addEventListener(name, act, { signal });
    listen('pointerdown', (event) => { down = { x: event.offsetX, y: event.offsetY }; });
    listen('pointerup', (event) => {
      // A press that moved has pulled a body or turned the camera.
      if (down && Math.hypot(event.offsetX - down.x, event.offsetY - down.y) < 4) this.selection.choose(under(event) ?? {});
      down = undefined;
    });
    listen('pointermove', (event) => {
      const found = event.buttons ? undefined : under(event);
      this.overlay.name(found && this.selection.words(found, 0), event.offsetX, event.offsetY);
    });
    listen('pointerleave', () => this.overlay.name(undefined));
    listen('dblclick', () => this.stage.fit());
  }
}
