// SPDX-License-Identifier: Apache-2.0
// The page of a live world. `window.perpend` is the page's state, for tests and consoles.
import uPlotStyle from 'uplot/dist/uPlot.min.css';
import { addStyle, byId, make, onThemeChange } from '../shared/elements.js';
import { short } from '../shared/numbers.js';
import pageStyle from '../shared/page.css';
import runStyle from '../run/run.css';
import { showHelp } from '../run/actions.js';
import { makeRenderer } from '../run/stage.js';
import body from './live.html';
import style from './live.css';
import { Chooser } from '../browser/chooser.js';
import { EngineLink } from '../browser/engine_link.js';
import { changesOf, commandsOf, strangeOf, wordsOf } from './address.js';
import { SocketLink } from './link.js';
import { readFrame } from './recording.js';
import { Remote, SPEEDS } from './remote.js';
import { View } from './view.js';

const TOLD = 4000;  // ms for which a refusal or the message of a step stays, whatever comes meanwhile

class App {
  constructor() {
    const packed = JSON.parse(byId('data').textContent);  // null: the engine is a program
    const on = {
      message: (message) => this.#hear(message),
      frame: (buffer) => this.#take(readFrame(buffer)),
      state: (connected) => this.#tellConnection(connected),
      stopped: (why) => this.#notify(`The engine stopped: ${why}. Choose a scene to start it again.`),
    };
    this.words = wordsOf(location.hash);
    this.link = packed ? new EngineLink(on, packed) : new SocketLink(on);
    this.player = new Remote(this.link);
    this.connected = false;
    this.refusals = [];
    this.told = [];  // those of the last seconds
    this.#listen();
    if (packed) this.chooser = new Chooser(this, packed.scenes);
    requestAnimationFrame((now) => this.#loop(now));
  }

  #hear(message) {
    if (message.kind === 'scene') this.#showScene(message);
    if (message.kind === 'faults') this.#showFaults(message.faults);
    if (message.kind === 'settings') this.#settle(message);
    if (message.kind === 'refused') this.refuse(message.why);
    if (message.kind === 'stopped') this.link.stop(message.why);
  }

  #showScene(scene) {
    this.scene = scene;
    this.settings = this.frame = undefined;  // those of the scene before
    if (!scene.goes_on) this.#forget();
    byId('faults').hidden = true;
    byId('scene').textContent = scene.scene;
    byId('description').textContent = scene.description;
    document.title = `${scene.scene} · Perpend`;
  }

  // What was set in another scene, and what was wrong there.
  #forget() {
    this.original = undefined;
    this.told = [];
    this.#notify('');
  }

  #showFaults(faults) {
    this.#forget();
    this.scene = this.settings = this.frame = undefined;
    byId('faults').hidden = false;
    byId('faults').querySelector('pre').textContent = faults.join('\n');
    document.querySelector('main').hidden = true;
  }

  // A link is asked for once; reading the file again takes what the file says.
  #askWords(settings) {
    this.original = settings;
    const words = this.words;
    this.words = undefined;
    if (!words) return;
    const strange = strangeOf(words, settings, this.chooser?.parameters);
    if (strange.length) this.refuse(`The link sets ${strange.join(', ')}, which is not there.`);
    for (const command of commandsOf(words, settings)) this.link.send(command);
  }

  #settle(settings) {
    this.settings = settings;
    if (!this.original) this.#askWords(settings);
    this.player.playing = settings.running;
    this.player.speed = settings.speed;
    this.#notify(settings.notice || this.#refusedNow());
    byId('play').textContent = settings.running ? 'Pause' : 'Run';
    byId('speed').value = settings.speed;
    const chip = (words) => make('span', {}, words), options = new Map(settings.options.map(({ name, value }) => [name, value]));
    byId('chips').replaceChildren(...['law', 'solver', 'dt'].map((name) => chip(`${name} ${options.get(name)}${name === 'dt' ? ' s' : ''}`)));
    if (this.view?.scene === this.scene) this.view.settle(settings);
  }

  #take(frame) {
    if (!this.scene || !this.settings) return;
    this.frame = frame;
    this.player.time = frame.time;
    if (this.view?.scene !== this.scene) this.#build();
    else this.view.take(frame);
    const rate = this.player.playing ? `${short(frame.achieved, 2)} × real time` : `step ${frame.step}`;
    byId('clock').textContent = `${frame.time.toFixed(3)} s, ${rate}`;
    byId('back').disabled = frame.back === 0;
    this.tell(frame);
  }

  /** What steps to this frame told: a message stays long enough to be read, whatever steps follow. */
  tell({ step, told, uncertified }) {
    if (told && told.step !== this.toldStep) this.toldSince = performance.now();
    this.toldStep = told?.step;
    const message = told && (told.step === step || performance.now() - this.toldSince < TOLD) && `step ${told.step}: ${told.message}`;
    const words = [message, uncertified > 0 && `${uncertified} step${uncertified === 1 ? '' : 's'} not certified`].filter(Boolean).join(' · ');
    byId('told').hidden = !words;
    byId('told').textContent = words;
  }

  #build() {
    document.querySelector('main').hidden = false;
    if (this.blind) return;
    this.renderer ??= makeRenderer(byId('view'));
    if (!this.renderer) {
      this.blind = true;
      byId('screen').replaceChildren(make('p', { className: 'missing', role: 'alert' }, 'This browser has no WebGL 2, so bodies cannot be drawn here.'));
      return;
    }
    this.view?.end();
    this.view = new View(this, this.renderer, this.scene.goes_on ? this.view : undefined);
  }

  refuse(why) {
    this.refusals.push(why);
    this.told.push({ why, at: performance.now() });
    this.#notify(this.#refusedNow());
  }

  #refusedNow() {
    this.told = this.told.filter(({ at }) => performance.now() - at < TOLD);
    return [...new Set(this.told.map(({ why }) => why))].join(' · ');
  }

  #notify(words) {
    byId('notice').hidden = !words;
    byId('notice').textContent = words;
  }

  #tellConnection(connected) {
    this.connected = connected;
    this.#notify(connected ? '' : 'The program does not answer; trying again.');
  }

  /** A link to this scene with what was set. */
  address() {
    const words = changesOf(this.settings, this.original), { chooser } = this;
    for (const [name, value] of Object.entries(chooser?.parameters ?? {})) words.set(name, value);
    const shown = this.view?.shownChanges() ?? {};
    for (const [name, value] of Object.entries(shown)) words.set(name, value);
    return `${location.href.split('#')[0]}#${chooser ? `scene=${chooser.name}&` : ''}${words}`.replace(/[#&]$/, '');
  }

  #share() {
    const address = this.address();
    history.replaceState(null, '', address);
    navigator.clipboard?.writeText(address).catch(() => {});
    byId('share').textContent = 'In the address bar';
    setTimeout(() => { byId('share').textContent = 'Link'; }, 1500);
  }

  #listen() {
    const { player } = this, click = (id, act) => byId(id).addEventListener('click', act);
    click('play', () => player.play(!player.playing));
    click('back', () => player.step(-1));
    click('forward', () => player.step(1));
    click('reset', () => player.reset());
    click('reload', () => player.reload());
    click('again', () => player.reload());
    byId('pull').addEventListener('change', ({ target }) => this.view?.hand.setRigid(target.value === 'rigid'));
    click('fit', () => this.view?.stage.fit());
    click('share', () => this.#share());
    click('keys', showHelp);
    click('csv_all', () => this.view?.plots.saveAll());
    byId('speed').append(...SPEEDS.map((speed) => make('option', { value: speed }, `${speed} ×`)));
    byId('speed').addEventListener('change', (event) => player.setSpeed(+event.target.value));
    onThemeChange(() => this.view?.readColors());
  }

  #loop(now) {
    this.view?.draw(now);
    requestAnimationFrame((later) => this.#loop(later));
  }
}

addStyle(uPlotStyle, pageStyle, runStyle, style);
document.body.insertAdjacentHTML('afterbegin', body);
window.perpend = new App();
