// SPDX-License-Identifier: Apache-2.0
// The engine itself, compiled to WebAssembly, in a worker of this page.
import { Link } from '../live/link.js';
import { inflate } from '../shared/unpack.js';

export class EngineLink extends Link {
  /** `packed`: { engine, worker }, the module in base64 and the script that runs it. */
  constructor(on, packed) {
    super(on);
    this.packed = packed;
  }

  /** A scene of its text: { file, text, parameters, running }. */
  open(scene) {
    if (!this.worker) this.#start();
    this.worker.postMessage({ open: scene });
  }

  send(command) {
    this.worker?.postMessage(JSON.stringify(command));
  }

  receive(data) {
    super.receive(data);
    if (typeof data !== 'string') this.worker?.postMessage('seen');
  }

  #start() {
    const { worker: script, engine } = this.packed;
    const worker = this.worker = new Worker(URL.createObjectURL(new Blob([script], { type: 'text/javascript' })));
    worker.onmessage = ({ data }) => { if (worker === this.worker) this.receive(data); };
    worker.onerror = ({ message }) => this.stop(message);
    inflate(engine).then((bytes) => {
      worker.postMessage({ engine: bytes }, [bytes]);
      this.on.state(true);
    });
  }

  /** The next scene starts another worker. */
  stop(why) {
    this.worker?.terminate();
    this.worker = undefined;
    this.on.stopped(why);
  }
}
