// SPDX-License-Identifier: Apache-2.0
// Still frames under the time line, drawn while the page has nothing else to do.
import { make } from '../shared/elements.js';

const WIDTH = 220;  // pixels

export function makeStills(place, app) {
  const { recording, player, stage } = app, { start, end, frames } = recording;
  const count = Math.min(recording.data.stills, frames.count);
  place.hidden = !count;
  const stills = Array.from({ length: count }, (_, i) => {
    const time = frames.time[recording.frameAt(start + ((end - start) * i) / Math.max(1, count - 1))];
    const canvas = make('canvas', { width: 1, height: 1 });
    place.append(make('button', { title: 'Show this moment', onclick: () => player.seek(time) }, canvas, make('span', {}, `${app.clock(time)} s`)));
    return { time, canvas };
  });
  const later = window.requestIdleCallback ?? ((act) => setTimeout(act, 200));
  const draw = (i) => {
    if (i >= stills.length) return;
    const { time, canvas } = stills[i], source = stage.renderer.domElement;
    app.drawAt(time);
    canvas.width = WIDTH * (window.devicePixelRatio || 1);
    canvas.height = (canvas.width * source.height) / source.width;
    canvas.getContext('2d').drawImage(source, 0, 0, canvas.width, canvas.height);
    app.drawAt(player.time);
    later(() => draw(i + 1));
  };
  later(() => draw(0));
}
