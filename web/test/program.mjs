// SPDX-License-Identifier: Apache-2.0
// A running `perpend view`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export class Program {
  /** Starts it and waits for its address. */
  static async start(file, ...words) {
    const program = new Program(spawn(file, ['view', ...words], { stdio: ['ignore', 'pipe', 'pipe'] }));
    await program.#listen(words);
    return program;
  }

  constructor(process) {
    this.process = process;
    this.told = '';
  }

  #listen(words) {
    return new Promise((resolve, reject) => {
      this.process.stdout.on('data', (bytes) => {
        this.told += bytes;
        this.address ??= this.told.match(/http:\/\/127\.0\.0\.1:(\d+)\//)?.[0];
        if (this.address) resolve();
      });
      this.process.stderr.on('data', (bytes) => { this.told += bytes; });
      this.process.on('exit', () => reject(new Error(`perpend view ${words.join(' ')}: ${this.told}`)));
    });
  }

  get port() {
    return new URL(this.address).port;
  }

  async stop() {
    this.process.removeAllListeners('exit');
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, 'exit');
    this.process.kill('SIGTERM');
    await gone;
  }
}
