// SPDX-License-Identifier: Apache-2.0
// The socket to the program that runs the world; it comes back after the program was started again.
const PROTOCOL = 'perpend-1';
const WAITS = [250, 500, 1000, 2000];  // ms before another try

export class Link {
  /** `on`: message({kind}), frame(buffer), state(connected). */
  constructor(on) {
    this.on = on;
    this.tries = 0;
    this.waiting = new Map();
    this.#connect();
  }

  #connect() {
    this.socket = new WebSocket(`ws://${location.host}/`, PROTOCOL);
    this.socket.binaryType = 'arraybuffer';
    this.socket.addEventListener('open', () => { this.tries = 0; this.on.state(true); });
    this.socket.addEventListener('message', ({ data }) => (typeof data === 'string' ? this.on.message(JSON.parse(data)) : this.on.frame(data)));
    this.socket.addEventListener('close', () => this.#retry());
  }

  #retry() {
    this.on.state(false);
    this.waiting.clear();
    setTimeout(() => this.#connect(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
  }

  get connected() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(command) {
    if (this.connected) this.socket.send(JSON.stringify(command));
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
