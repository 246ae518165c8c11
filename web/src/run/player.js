// SPDX-License-Identifier: Apache-2.0
// The moment shown, and how it moves on.

export const SPEEDS = [0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100, 1000];

export class Player {
  constructor(recording) {
    this.recording = recording;
    this.time = recording.start;
    this.playing = false;
    // A whole run should not take longer to watch than half a minute, nor be over at once.
    const { start, end } = recording, span = end - start;
    const wanted = span > 30 ? span / 30 : span < 0.5 ? span / 2 : 1, far = (s) => Math.abs(Math.log(s / wanted));
    this.speed = SPEEDS.reduce((best, s) => (far(s) < far(best) ? s : best), 1);
    this.listeners = [];
  }

  get frame() {
    return this.recording.frameAt(this.time);
  }

  onChange(act) {
    this.listeners.push(act);
  }

  #tell() {
    for (const act of this.listeners) act();
  }

  /** Shows time t and pauses. */
  seek(t) {
    const { start, end } = this.recording;
    this.time = Math.min(end, Math.max(start, Number.isFinite(t) ? t : start));
    this.playing = false;
    this.#tell();
  }

  seekFrame(frame) {
    const { time, count } = this.recording.frames;
    this.seek(time[Math.min(count - 1, Math.max(0, frame))]);
  }

  step(by) {
    this.seekFrame(this.frame + by);
  }

  play(on = true) {
    const { start, end, frames } = this.recording;
    this.playing = on && frames.count > 1;
    if (this.playing && this.time >= end) this.time = start;
    this.last = undefined;
    this.#tell();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.#tell();
  }

  faster(by) {
    const at = SPEEDS.findIndex((s) => s >= this.speed - 1e-12);
    this.setSpeed(SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, at + by))]);
  }

  /** Moves on with the clock of the screen (ms). */
  tick(now) {
    if (!this.playing) return;
    const { end } = this.recording;
    if (this.last !== undefined) {
      this.time = Math.min(end, this.time + Math.min(0.1, (now - this.last) / 1000) * this.speed);
      if (this.time >= end) this.playing = false;
    }
    this.last = now;
    this.#tell();
  }
}
