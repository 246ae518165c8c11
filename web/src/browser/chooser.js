// SPDX-License-Identifier: Apache-2.0
// Which scene runs in a page that has the engine in it: one of its own, or a file of the user's.
import { byId, make } from '../shared/elements.js';
import { readScene } from '../shared/scene_text.js';
import { wordsOf } from '../live/address.js';

const FIRST = 'double_action_jack';

/** The numbers of a link that the scene has parameters for. */
function parametersOf(words, text) {
  let known = {};
  try {
    known = readScene(text).parameters ?? {};
  } catch { /* the engine says what is wrong with it */ }
  return Object.fromEntries(Object.keys(known).filter((name) => words.has(name)).map((name) => [name, Number(words.get(name))]));
}

export class Chooser {
  constructor(app, scenes) {
    Object.assign(this, { app, scenes });
    const list = byId('scenes');
    list.append(...scenes.map(({ name, description }) => make('option', { value: name, title: description }, name)));
    byId('chooser').hidden = false;
    list.addEventListener('change', () => { location.hash = `scene=${list.value}`; });
    byId('file').addEventListener('change', ({ target }) => this.#read(target.files[0]));
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#read(event.dataTransfer.files[0]);
    });
    window.addEventListener('hashchange', () => this.openLinked());
    this.openLinked();
  }

  /** What the link asks for. */
  openLinked() {
    const words = wordsOf(location.hash), name = words.get('scene') ?? (this.scenes.find((each) => each.name === FIRST) ?? this.scenes[0]).name;
    const scene = this.scenes.find((each) => each.name === name);
    if (!scene) {
      this.app.refuse(`There is no scene ${name} in this page.`);
      return;
    }
    byId('scenes').value = name;
    this.#open(`${name}.json`, scene.text, words);
  }

  #open(file, text, words) {
    this.name = file.replace(/\.json$/, '');
    this.parameters = parametersOf(words, text);
    this.app.words = words;
    this.app.link.open({ file, text, parameters: this.parameters, running: !words.has('paused') });
  }

  async #read(file) {
    if (!file) return;
    byId('scenes').value = '';
    this.#open(file.name, await file.text(), new URLSearchParams());
  }
}
