// SPDX-License-Identifier: Apache-2.0
// Controls, words and still frames of the page.
'use strict';
(() => {
  const { data, space, element, frames, start, end, readColors, frameAt, fitCamera, draw } = picture;

  // ---- Stage ----
  const canvas = element('view'), scrub = element('scrub');
  const state = { time: start, playing: false, speed: 1, camera: null, last: 0, dirty: true };
  const viewRatio = (() => {
    const [x0, y0, x1, y1] = data.view;
    return Math.min(2.6, Math.max(0.75, (x1 - x0) / (y1 - y0)));
  })();

  function resize() {
    const width = canvas.clientWidth || canvas.parentElement.clientWidth;
    canvas.style.height = Math.round(Math.min(width / viewRatio, Math.max(260, window.innerHeight * 0.68))) + 'px';
    state.dirty = true;
  }

  function setTime(t, pause) {
    state.time = Math.min(end, Math.max(start, t));
    if (pause) setPlaying(false);
    state.dirty = true;
  }

  function setPlaying(on) {
    state.playing = on && frames.count > 1;
    if (state.playing && state.time >= end) state.time = start;
    element('play').textContent = state.playing ? 'Pause' : 'Play';
    state.last = 0;
  }

  function stepFrame(by) {
    const k = frameAt(state.time + 1e-9);
    setTime(frames.time[Math.min(frames.count - 1, Math.max(0, k + by))], true);
  }

  const digits = end - start >= 1000 ? 1 : end - start < 1 ? 4 : 2;
  function loop(now) {
    if (state.playing) {
      const elapsed = state.last ? Math.min(0.1, (now - state.last) / 1000) : 0;
      state.time = Math.min(end, state.time + elapsed * state.speed);
      state.last = now;
      state.dirty = true;
      if (state.time >= end) setPlaying(false);
    }
    if (state.dirty) {
      state.dirty = false;
      draw(canvas, state.time, { camera: state.camera, forces: element('forces').checked, labelled: true });
      scrub.value = frameAt(state.time);
      element('clock').textContent = `${state.time.toFixed(digits)} s of ${end.toFixed(digits)} s`;
      plots.moveCursors(state.time);
    }
    requestAnimationFrame(loop);
  }

  function ownCamera() {
    state.camera = state.camera || fitCamera(canvas.clientWidth, canvas.clientHeight);
    return state.camera;
  }

  function zoom(factor, px, py) {
    const camera = ownCamera(), scale = Math.min(1e7, Math.max(1e-4, camera.scale * factor));
    const dx = px - canvas.clientWidth / 2, dy = canvas.clientHeight / 2 - py;
    camera.x += dx / camera.scale - dx / scale;
    camera.y += dy / camera.scale - dy / scale;
    camera.scale = scale;
    state.dirty = true;
  }

  function listenPointer() {
    const down = new Map();
    const middle = () => {
      const points = [...down.values()];
      const [a, b] = [points[0], points[points.length - 1]];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, apart: Math.hypot(a.x - b.x, a.y - b.y) };
    };
    const at = (event) => ({ x: event.offsetX, y: event.offsetY });
    canvas.addEventListener('pointerdown', (event) => { canvas.setPointerCapture(event.pointerId); down.set(event.pointerId, at(event)); });
    canvas.addEventListener('pointermove', (event) => {
      if (!down.has(event.pointerId)) return;
      const before = middle();
      down.set(event.pointerId, at(event));
      const after = middle();
      // In space one finger or button turns the scene; two, or with shift, move it.
      if (space && down.size === 1 && !event.shiftKey) {
        space.rotate((before.x - after.x) * 0.01, (after.y - before.y) * 0.01);
        state.dirty = true;
        return;
      }
      const camera = ownCamera();
      camera.x -= (after.x - before.x) / camera.scale;
      camera.y += (after.y - before.y) / camera.scale;
      if (before.apart > 0 && after.apart > 0) zoom(after.apart / before.apart, after.x, after.y);
      state.dirty = true;
    });
    for (const name of ['pointerup', 'pointercancel']) canvas.addEventListener(name, (event) => down.delete(event.pointerId));
    canvas.addEventListener('wheel', (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY);
    }, { passive: false });
    canvas.addEventListener('dblclick', fit);
  }

  function fit() {
    state.camera = null;
    if (space) space.reset();
    state.dirty = true;
  }
  function showForces() { element('legend').hidden = !element('forces').checked; state.dirty = true; }

  function listenControls() {
    const speeds = [0.01, 0.1, 0.25, 0.5, 1, 2, 5, 10, 100, 1000];
    // A whole run should not take longer to watch than half a minute, nor be over at once.
    const wanted = end - start > 30 ? (end - start) / 30 : end - start < 0.5 ? (end - start) / 2 : 1;
    state.speed = speeds.reduce((best, s) => (Math.abs(Math.log(s / wanted)) < Math.abs(Math.log(best / wanted)) ? s : best), 1);
    for (const s of speeds) element('speed').add(new Option(s + ' ×', s, false, s === state.speed));
    element('speed').addEventListener('change', (event) => { state.speed = +event.target.value; });
    element('play').addEventListener('click', () => setPlaying(!state.playing));
    element('back').addEventListener('click', () => stepFrame(-1));
    element('forward').addEventListener('click', () => stepFrame(1));
    element('fit').addEventListener('click', fit);
    element('forces').addEventListener('change', showForces);
    scrub.max = frames.count - 1;
    scrub.addEventListener('input', () => setTime(frames.time[+scrub.value], true));
    document.addEventListener('keydown', (event) => {
      if (event.target.matches('select, input') || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = { ' ': () => setPlaying(!state.playing), ArrowLeft: () => stepFrame(-1), ArrowRight: () => stepFrame(1),
                    Home: () => setTime(start, true), End: () => setTime(end, true), f: fit,
                    c: () => { element('forces').checked = !element('forces').checked; showForces(); } }[event.key];
      if (!act || (event.key === ' ' && event.target.matches('button'))) return;
      event.preventDefault();
      act();
    });
  }

  // ---- Words ----
  function cell(row, text) { row.insertCell().textContent = text; }
  function fillWords() {
    element('scene').textContent = data.scene;
    element('description').textContent = data.description;
    const summary = new Map(data.summary);
    const chip = (text, kind) => {
      const span = document.createElement('span');
      span.textContent = text;
      if (kind) span.className = kind;
      element('chips').append(span);
    };
    chip(summary.get('status'), summary.get('status') === 'ok' ? 'ok' : 'bad');
    for (const name of ['law', 'solver', 'dt', 'steps']) chip(`${name} ${summary.get(name)}`);
    const body = document.querySelector('#summary tbody');
    const other = data.other_summary && new Map(data.other_summary);
    if (other) {
      document.querySelector('main').className = 'two-runs';
      const row = body.insertRow();
      row.className = 'head';
      for (const text of ['', data.label, data.other_label]) cell(row, text);
    }
    for (const [name, value] of data.summary.concat(data.notes)) {
      const row = body.insertRow();
      cell(row, name);
      cell(row, value);
      if (other) cell(row, other.get(name) || '');
    }
    const { count, rows } = data.frames;
    element('thinned').textContent = count < rows
      ? `The animation shows ${count} of ${rows} recorded states to keep this file small; the recording has all of them.` : '';
    if (data.log) {
      const note = document.createElement('p');
      note.className = 'note';
      note.textContent = data.log;
      element('summary').append(note);
    }
  }

  function makeStills() {
    const box = document.querySelector('#stills > div');
    const count = Math.min(data.stills, frames.count);
    if (!count) element('stills').remove();
    return Array.from({ length: count }, (_, i) => {
      const t = frames.time[frameAt(start + (end - start) * (count > 1 ? i / (count - 1) : 0) + 1e-9)];
      const button = document.createElement('button'), picture = document.createElement('canvas'), caption = document.createElement('span');
      picture.style.aspectRatio = String(viewRatio);
      caption.textContent = `t = ${t.toFixed(digits)} s`;
      button.title = 'Show this frame';
      button.append(picture, caption);
      button.addEventListener('click', () => { setTime(t, true); element('stage').scrollIntoView({ block: 'nearest' }); });
      box.append(button);
      return () => draw(picture, t, {});
    });
  }

  // ---- Start ----
  if (space)
    element('fit').title = 'Whole scene (f); wheel or pinch zooms, drag turns, shift and drag moves';
  fillWords();
  const stills = makeStills();
  const drawStills = () => { for (const drawStill of stills) drawStill(); };
  listenControls();
  listenPointer();
  resize();
  const plots = makePlots((t) => setTime(t, true), () => { state.dirty = true; });
  drawStills();
  window.addEventListener('resize', () => { resize(); drawStills(); });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    readColors();
    plots.update();
    drawStills();
    state.dirty = true;
  });
  // A link may name a moment and the forces: #t=2.5&forces
  const link = new URLSearchParams(location.hash.slice(1));
  if (link.has('forces')) { element('forces').checked = true; showForces(); }
  if (link.has('t')) setTime(+link.get('t') || start, true);
  else setPlaying(!window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  requestAnimationFrame(loop);
})();
