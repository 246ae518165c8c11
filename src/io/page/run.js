// SPDX-License-Identifier: Apache-2.0
'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const element = (id) => document.getElementById(id);

  // ---- Numbers ----
  const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const floats = (text) => new Float32Array(bytes(text).buffer);
  const words = (text) => new Uint32Array(bytes(text).buffer);

  const frames = {
    count: data.frames.count,
    time: floats(data.frames.time),
    poses: floats(data.frames.poses),
    contactOffset: words(data.frames.contact_offset),
    contacts: floats(data.frames.contacts),
    contactStatus: bytes(data.frames.contact_status),
  };
  const slots = data.bodies.filter((body) => body.slot !== undefined).length;
  const start = frames.time[0], end = frames.time[frames.count - 1];
  const STICK = 1;

  // Force that the longest arrow stands for: few contacts of an impact are above it.
  const forceScale = (() => {
    const sizes = [];
    for (let i = 0; i < frames.contacts.length; i += 4)
      sizes.push(Math.hypot(frames.contacts[i + 2], frames.contacts[i + 3]));
    sizes.sort((a, b) => a - b);
    return sizes.length ? sizes[Math.floor(0.98 * (sizes.length - 1))] || 1 : 1;
  })();

  const reading = { colors: {} };  // of the theme, from the style sheet
  function readColors() {
    const style = getComputedStyle(document.documentElement);
    for (const name of ['card', 'ink', 'soft', 'line', 'grid', 'accent', 'solid', 'hatch', 'edge',
                        'series-1', 'series-2', 'stick', 'slide'])
      reading.colors[name] = style.getPropertyValue('--' + name).trim();
  }
  readColors();

  // ---- Poses ----
  // Index of the last frame at or before time t.
  function frameAt(t) {
    let low = 0, high = frames.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (frames.time[middle] <= t) low = middle; else high = middle - 1;
    }
    return low;
  }

  // Between two frames a body moves on a straight line.
  function poseOf(body, t, k) {
    if (body.slot === undefined) return body.pose;
    const a = 3 * (k * slots + body.slot);
    const next = Math.min(k + 1, frames.count - 1), b = 3 * (next * slots + body.slot);
    const span = frames.time[next] - frames.time[k];
    const w = span > 0 ? Math.min(1, Math.max(0, (t - frames.time[k]) / span)) : 0;
    return [0, 1, 2].map((i) => (1 - w) * frames.poses[a + i] + w * frames.poses[b + i]);
  }

  // ---- Drawing ----
  function fitCamera(width, height) {
    const [x0, y0, x1, y1] = data.view;
    const scale = Math.min(width / (x1 - x0), height / (y1 - y0));
    return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, scale };
  }

  function niceStep(target) {
    const power = 10 ** Math.floor(Math.log10(target));
    return [1, 2, 5, 10].find((m) => m * power >= target) * power;
  }

  function hatch(ctx, ratio) {
    const tile = document.createElement('canvas');
    tile.width = tile.height = 8 * ratio;
    const t = tile.getContext('2d');
    t.fillStyle = reading.colors.solid;
    t.fillRect(0, 0, tile.width, tile.height);
    t.strokeStyle = reading.colors.hatch;
    t.lineWidth = ratio;
    for (const shift of [-1, 0, 1]) {
      t.moveTo((shift * 8 - 1) * ratio, 9 * ratio);
      t.lineTo((shift * 8 + 9) * ratio, -ratio);
    }
    t.stroke();
    return ctx.createPattern(tile, 'repeat');
  }

  function drawGrid(ctx, camera, width, height, labelled) {
    const step = niceStep(70 / camera.scale);
    const left = camera.x - width / 2 / camera.scale, bottom = camera.y - height / 2 / camera.scale;
    ctx.strokeStyle = reading.colors.grid;
    ctx.lineWidth = 1;
    ctx.beginPath();
    for (let x = Math.ceil(left / step) * step; (x - left) * camera.scale < width; x += step) {
      const px = Math.round((x - left) * camera.scale) + 0.5;
      ctx.moveTo(px, 0);
      ctx.lineTo(px, height);
    }
    for (let y = Math.ceil(bottom / step) * step; (y - bottom) * camera.scale < height; y += step) {
      const py = Math.round(height - (y - bottom) * camera.scale) + 0.5;
      ctx.moveTo(0, py);
      ctx.lineTo(width, py);
    }
    ctx.stroke();
    if (!labelled) return;
    const text = `grid ${+step.toPrecision(1)} m`;
    ctx.font = '12px system-ui, sans-serif';
    const wide = ctx.measureText(text).width;
    ctx.fillStyle = reading.colors.card;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(width - wide - 18, 6, wide + 12, 20);
    ctx.globalAlpha = 1;
    ctx.fillStyle = reading.colors.soft;
    ctx.fillText(text, width - wide - 12, 20);
  }

  // Outline of a shape in its own frame; `mark` is the radius that shows the rotation.
  const outline = {
    disc(p, s) { p.arc(0, 0, s.r, 0, 2 * Math.PI); },
    ellipse(p, s) { p.ellipse(0, 0, s.a, s.b, 0, 0, 2 * Math.PI); },
    polygon(p, s) { s.points.forEach(([x, y], i) => (i ? p.lineTo(x, y) : p.moveTo(x, y))); p.closePath(); },
    capsule(p, s) {
      if (s.r === 0) { p.moveTo(-s.half, 0); p.lineTo(s.half, 0); return; }
      p.arc(s.half, 0, s.r, -Math.PI / 2, Math.PI / 2);
      p.arc(-s.half, 0, s.r, Math.PI / 2, 3 * Math.PI / 2);
      p.closePath();
    },
  };
  const mark = { disc: (s) => s.r, ellipse: (s) => s.a };

  function drawHalfPlane(ctx, shape, brush) {
    const [nx, ny] = shape.normal, reach = brush.reach;
    const path = new Path2D();
    path.moveTo(-ny * reach, nx * reach);
    path.lineTo(ny * reach, -nx * reach);
    const solid = new Path2D(path);
    solid.lineTo((ny - nx) * reach, (-nx - ny) * reach);
    solid.lineTo((-ny - nx) * reach, (nx - ny) * reach);
    ctx.fillStyle = brush.hatch;
    ctx.fill(solid);
    ctx.lineWidth = 1.5 * brush.line;
    ctx.stroke(path);
  }

  function drawBody(ctx, body, pose, brush) {
    ctx.save();
    ctx.translate(pose[0], pose[1]);
    ctx.rotate(pose[2]);
    ctx.strokeStyle = reading.colors.edge;
    if (!body.shapes.length) {
      ctx.beginPath();
      ctx.arc(0, 0, 3.5 * brush.line, 0, 2 * Math.PI);
      ctx.fillStyle = body.color;
      ctx.fill();
    }
    for (const shape of body.shapes) {
      ctx.save();
      ctx.translate(shape.at[0], shape.at[1]);
      ctx.rotate(shape.at[2]);
      if (shape.kind === 'half_plane') {
        drawHalfPlane(ctx, shape, brush);
      } else {
        const path = new Path2D();
        outline[shape.kind](path, shape);
        if (mark[shape.kind]) { path.moveTo(0, 0); path.lineTo(mark[shape.kind](shape), 0); }
        ctx.fillStyle = body.color;
        ctx.fill(path);
        ctx.lineWidth = brush.line;
        ctx.stroke(path);
      }
      ctx.restore();
    }
    ctx.restore();
  }

  const WORLD = [0, 0, 0];
  function jointEnd(body, local, t, k) {
    const [x, y, angle] = body < 0 ? WORLD : poseOf(data.bodies[body], t, k);
    const c = Math.cos(angle), s = Math.sin(angle);
    return [x + c * local[0] - s * local[1], y + s * local[0] + c * local[1]];
  }

  function drawJoints(ctx, t, k, brush) {
    ctx.strokeStyle = reading.colors.ink;
    ctx.lineWidth = 1.5 * brush.line;
    for (const joint of data.joints) {
      const a = jointEnd(joint.a, joint.pa, t, k);
      ctx.beginPath();
      if (joint.link) {
        ctx.moveTo(...a);
        ctx.lineTo(...jointEnd(joint.b, joint.pb, t, k));
      } else {
        ctx.arc(a[0], a[1], 3 * brush.line, 0, 2 * Math.PI);
      }
      ctx.stroke();
    }
  }

  function drawForces(ctx, k, brush) {
    const longest = 70 * brush.line / forceScale;
    for (const status of [0, 1, 2]) {
      ctx.beginPath();
      for (let c = frames.contactOffset[k]; c < frames.contactOffset[k + 1]; ++c) {
        if (frames.contactStatus[c] !== status) continue;
        const [x, y, fx, fy] = frames.contacts.subarray(4 * c, 4 * c + 4);
        const size = Math.hypot(fx, fy), cap = Math.min(1, 1.5 * forceScale / size);
        // Both bodies feel it: the line is centred on the contact point.
        ctx.moveTo(x - fx * cap * longest / 2, y - fy * cap * longest / 2);
        ctx.lineTo(x + fx * cap * longest / 2, y + fy * cap * longest / 2);
      }
      ctx.strokeStyle = reading.colors[status === STICK ? 'stick' : 'slide'];
      ctx.lineWidth = 2.5 * brush.line;
      ctx.lineCap = 'round';
      ctx.stroke();
    }
  }

  function draw(canvas, t, options) {
    const ratio = window.devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !height) return;
    const w = Math.round(width * ratio), h = Math.round(height * ratio);
    if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
    const ctx = canvas.getContext('2d'), k = frameAt(t);
    const camera = options.camera || fitCamera(width, height);
    const pattern = hatch(ctx, ratio);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.fillStyle = reading.colors.card;
    ctx.fillRect(0, 0, width, height);
    drawGrid(ctx, camera, width, height, options.labelled);
    const s = camera.scale * ratio;
    ctx.setTransform(s, 0, 0, -s, (width / 2) * ratio - camera.x * s, (height / 2) * ratio + camera.y * s);
    // Hatching keeps its size on the screen whatever the zoom.
    pattern.setTransform(new DOMMatrix([1 / s, 0, 0, -1 / s, camera.x, camera.y]));
    const reach = 4 * (width + height) / camera.scale + Math.hypot(camera.x, camera.y);
    const brush = { hatch: pattern, line: 1 / camera.scale, reach };
    for (const body of data.bodies) drawBody(ctx, body, poseOf(body, t, k), brush);
    drawJoints(ctx, t, k, brush);
    if (options.forces) drawForces(ctx, k, brush);
  }

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
      for (const chart of charts) moveCursor(chart);
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
      const after = middle(), camera = ownCamera();
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

  function fit() { state.camera = null; state.dirty = true; }
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

  // ---- Plots ----
  const charts = [];
  const plots = {}, others = {};
  for (const [name, text] of Object.entries(data.plots)) plots[name] = floats(text);
  for (const [name, text] of Object.entries(data.other || {})) others[name] = floats(text);

  function moveCursor(chart) {
    const { left, right } = chart.chartArea;
    const x = chart.scales.x.getPixelForValue(state.time);
    chart.cursor.style.transform = `translateX(${Math.min(right, Math.max(left, x))}px)`;
  }

  const superscript = (n) => String(n).replace('-', '⁻').replace(/\d/g, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]);
  function logTick(value) {
    const power = Math.log10(value);
    return Math.abs(power - Math.round(power)) < 1e-9 ? '10' + superscript(Math.round(power)) : '';
  }

  function series(source, name, label, color, options = {}) {
    const points = Array.from(source[name], (y, i) => ({ x: source.time[i], y: options.log && !(y > 0) ? null : y }));
    return { label, data: points, borderColor: () => reading.colors[color], backgroundColor: () => reading.colors[color], borderWidth: options.thin ? 1 : 1.6,
             borderDash: options.dash || [], pointRadius: points.length < 3 ? 3 : 0, pointHitRadius: 6, spanGaps: false };
  }

  function addPlot(title, unit, datasets, options = {}) {
    const figure = document.createElement('figure'), caption = document.createElement('figcaption');
    const holder = document.createElement('div'), surface = document.createElement('canvas'), cursor = document.createElement('i');
    const name = document.createElement('b');
    name.textContent = title;
    caption.append(name, unit ? `, ${unit}` : '');
    holder.className = 'plot';
    surface.setAttribute('role', 'img');
    surface.setAttribute('aria-label', `${title} over time`);
    cursor.style.cssText = 'position:absolute;left:0;top:0;bottom:26px;width:1px;background:var(--soft);opacity:.7;pointer-events:none';
    holder.append(surface, cursor);
    figure.append(caption, holder);
    document.querySelector('#plots > div').append(figure);
    const grid = { color: () => reading.colors.grid, borderColor: () => reading.colors.line };
    const ticks = { color: () => reading.colors.soft, font: { size: 11 } };
    const chart = new Chart(surface, {
      type: 'line',
      data: { datasets },
      plugins: [{ id: 'cursor', afterLayout: () => { state.dirty = true; } }],
      options: {
        animation: false, parsing: false, normalized: true, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'index', intersect: false },
        onClick: (event, _, c) => setTime(c.scales.x.getValueForPixel(event.x), true),
                scales: {
          x: { type: 'linear', min: start, max: end, grid, ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16, callback: (v) => `${+v.toPrecision(6)} s` } },
          y: options.log
            ? { type: 'logarithmic', grid, ticks: { ...ticks, callback: logTick } }
            : { type: 'linear', beginAtZero: options.zero !== false, grid, ticks: { ...ticks, maxTicksLimit: 6, precision: options.whole ? 0 : undefined } },
        },
        plugins: {
          legend: { display: datasets.length > 1, align: 'start', labels: { boxWidth: 14, boxHeight: 2, color: () => reading.colors.soft } },
          tooltip: { callbacks: { title: (items) => `${(+items[0].parsed.x).toPrecision(6)} s`, label: (item) => `${item.dataset.label}: ${(+item.parsed.y).toPrecision(4)}` } },
        },
      },
    });
    chart.cursor = cursor;
    charts.push(chart);
  }

  function makePlots() {
    Chart.defaults.font.family = 'system-ui, sans-serif';
    const one = 'series-1', two = 'series-2';
    const some = (values) => values.some((v) => v > 0);
    if (data.other) {
      addPlot('Infeasibility, both runs', 'deepest overlap in m, logarithmic', [
        series(plots, 'penetration', data.label, one, { log: true }), series(others, 'penetration', data.other_label, two, { log: true })], { log: true });
      addPlot(`Infeasibility, ${data.other_label}`, 'm', [series(others, 'penetration', data.other_label, two)]);
      addPlot(`Infeasibility, ${data.label}`, 'm', [series(plots, 'penetration', data.label, one)]);
    } else {
      addPlot('Infeasibility', 'deepest overlap in m', [series(plots, 'penetration', 'penetration', one)]);
    }
    if (some(plots.joint_gap)) addPlot('Joint error', 'worst position error in m', [series(plots, 'joint_gap', 'joint gap', one)]);
    addPlot('Contacts', 'active points', [series(plots, 'contacts', 'contacts', one)], { whole: true });
    addPlot('Time per step', 'ms of wall time', [
      series(plots, 'solve_ms', 'solve', one), series(plots, 'total_ms', 'whole step', two, { thin: true })]);
    addPlot('Energy', 'kinetic + potential in J', [series(plots, 'energy', 'energy', one)], { zero: false });
    addPlot('Residual', 'relative, logarithmic', [
      series(plots, 'residual', 'residual', one, { log: true }), series(plots, 'bound', 'bound', two, { log: true, thin: true, dash: [5, 4] })], { log: true });
  }

  // ---- Start ----
  fillWords();
  const stills = makeStills();
  const drawStills = () => { for (const drawStill of stills) drawStill(); };
  listenControls();
  listenPointer();
  resize();
  makePlots();
  drawStills();
  window.addEventListener('resize', () => { resize(); drawStills(); });
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    readColors();
    for (const chart of charts) chart.update();
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
