// SPDX-License-Identifier: Apache-2.0
// The way to the world of the page: a socket to the program that runs it, or the engine in a worker
// (browser/engine_link.js). Both take and give the same messages (docs/view.md).
const PROTOCOL = 'perpend-1';
const WAITS = [250, 500, 1000, 2000];  // ms before another try

export class Link {
  /** `on`: message({kind}), frame(buffer), state(connected). */
  constructor(on) {
    this.on = on;
    this.waiting = new Map();
  }

  receive(data) {
    if (typeof data === 'string') this.on.message(JSON.parse(data));
    else this.on.frame(data);
  }

  /** Of many commands of one name within a frame of the screen the last one is sent. */
  sendLatest(name, command) {
    if (!this.waiting.size) requestAnimationFrame(() => this.flush());
    this.waiting.set(name, command);
  }

  flush() {
    for (const command of this.waiting.values()) this.send(command);
    this.waiting.clear();
  }
}

/** Comes back after the program was started again. */
export class SocketLink extends Link {
  constructor(on) {
    super(on);
    this.tries = 0;
    this.#connect();
  }

  #connect() {
    this.socket = new WebSocket(`ws://${location.host}/`, PROTOCOL);
    this.socket.binaryType = 'arraybuffer';
    this.socket.addEventListener('open', () => { this.tries = 0; this.on.state(true); });
    this.socket.addEventListener('message', ({ data }) => this.receive(data));
    this.socket.addEventListener('close', () => this.#retry());
  }

  #retry() {
    this.on.state(false);
    this.waiting.clear();
    setTimeout(() => this.#connect(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
  }

  send(command) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }
}
