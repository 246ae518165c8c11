// SPDX-License-Identifier: Apache-2.0
// Time in a live world: what is asked of it, and what it last said.

export const SPEEDS = [0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export class Remote {
  constructor(link) {
    Object.assign(this, { link, playing: false, speed: 1, time: 0, frame: 0 });
  }

  play(on) {
    this.link.send({ do: on ? 'run' : 'pause' });
  }

  step(count) {
    this.link.send({ do: 'step', count });
  }

  reset() {
    this.link.send({ do: 'reset' });
  }

  reload() {
    this.link.send({ do: 'reload' });
  }

  setSpeed(factor) {
    this.link.send({ do: 'speed', factor });
  }

  faster(by) {
    const at = SPEEDS.findIndex((s) => s >= this.speed - 1e-12);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, (at < 0 ? SPEEDS.length - 1 : at) + by))]);
  }
}
