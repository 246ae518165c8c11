// SPDX-License-Identifier: Apache-2.0
// The numbers of a run and how its bodies are drawn.
'use strict';
const picture = (() => {
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
  // A contact has its point and the force on b: 2 numbers each in the plane, 3 in space.
  const lines = data.space ? 3 : 2;
  const contactAt = (c) => {
    const at = 2 * lines * c;
    return [frames.contacts.subarray(at, at + lines), frames.contacts.subarray(at + lines, at + 2 * lines)];
  };

  // Force that the longest arrow stands for: few contacts of an impact are above it.
  const forceScale = (() => {
    const sizes = [];
    for (let c = 0; c < frames.contactStatus.length; ++c) sizes.push(Math.hypot(...contactAt(c)[1]));
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

  // Scenes with bodies in space have poses of 7 numbers, others of 3.
  const space = data.space && makeSpace(data.space, () => reading.colors);
  const width = space ? 7 : 3;

  // Between two frames a body moves on a straight line.
  function poseOf(body, t, k) {
    if (body.slot === undefined) return body.pose;
    const next = Math.min(k + 1, frames.count - 1), span = frames.time[next] - frames.time[k];
    const w = span > 0 ? Math.min(1, Math.max(0, (t - frames.time[k]) / span)) : 0;
    const at = (frame) => {
      const first = width * (frame * slots + body.slot);
      return Array.from(frames.poses.subarray(first, first + width));
    };
    const a = at(k), b = at(next);
    return space ? space.between(a, b, w) : a.map((x, i) => (1 - w) * x + w * b[i]);
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

  function drawGrid(ctx, camera, width, height) {
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
    return step;
  }

  function drawLabel(ctx, step, width) {
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

  // A bar of a round length, where there is no grid.
  function drawScale(ctx, step, length, width, height) {
    const right = width - 14, y = height - 16;
    ctx.strokeStyle = ctx.fillStyle = reading.colors.soft;
    ctx.lineWidth = 1.5;
    ctx.strokeRect(right - length, y, length, 0);
    const text = `${+step.toPrecision(1)} m`;
    ctx.fillText(text, right - length / 2 - ctx.measureText(text).width / 2, y - 6);
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
        // A shape thinner than its outline is all outline.
        const thin = shape.kind === 'capsule' && 2 * shape.r < brush.line;
        ctx.strokeStyle = thin ? body.color : reading.colors.edge;
        ctx.lineWidth = thin ? 4 * brush.line : brush.line;
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

  // A line and a dot at the contact point, with a halo, so that they are seen on any colour.
  function drawForces(ctx, k, brush) {
    const longest = 90 * brush.line / forceScale;
    for (const status of [0, 1, 2]) {
      const rods = new Path2D(), dots = new Path2D();
      for (let c = frames.contactOffset[k]; c < frames.contactOffset[k + 1]; ++c) {
        if (frames.contactStatus[c] !== status) continue;
        const [point, force] = contactAt(c), size = Math.hypot(...force);
        if (size === 0) continue;
        const cap = Math.min(1, 1.5 * forceScale / size);
        // Both bodies feel it: the line is centred on the contact point.
        const at = (share) => {
          const p = Array.from(point, (x, i) => x + share * force[i] * cap * longest);
          return space ? space.project(p) : p;
        };
        rods.moveTo(...at(-0.5));
        rods.lineTo(...at(0.5));
        const [x, y] = at(0), r = 3 * brush.line;
        dots.moveTo(x + r, y);
        dots.arc(x, y, r, 0, 2 * Math.PI);
      }
      ctx.lineCap = 'round';
      ctx.strokeStyle = reading.colors.card;
      ctx.lineWidth = 6 * brush.line;
      ctx.stroke(rods);
      ctx.lineWidth = 3 * brush.line;
      ctx.stroke(dots);
      ctx.strokeStyle = ctx.fillStyle = reading.colors[status === STICK ? 'stick' : 'slide'];
      ctx.stroke(rods);
      ctx.fill(dots);
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
    const step = space ? niceStep(70 / camera.scale) : drawGrid(ctx, camera, width, height);
    const s = camera.scale * ratio;
    ctx.setTransform(s, 0, 0, -s, (width / 2) * ratio - camera.x * s, (height / 2) * ratio + camera.y * s);
    // Hatching keeps its size on the screen whatever the zoom.
    pattern.setTransform(new DOMMatrix([1 / s, 0, 0, -1 / s, camera.x, camera.y]));
    const reach = 4 * (width + height) / camera.scale + Math.hypot(camera.x, camera.y);
    const [left, bottom, right, top] = data.view, field = Math.max(right - left, top - bottom);
    const brush = { hatch: pattern, line: 1 / camera.scale, reach, field };
    if (space) {
      space.draw(ctx, data.bodies, data.joints, (i) => poseOf(data.bodies[i], t, k), brush);
    } else {
      for (const body of data.bodies) drawBody(ctx, body, poseOf(body, t, k), brush);
      drawJoints(ctx, t, k, brush);
    }
    if (options.forces) drawForces(ctx, k, brush);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (options.labelled && space) {
      space.drawAxes(ctx, height);
      drawScale(ctx, step, step * camera.scale, width, height);
    } else if (options.labelled) {
      drawLabel(ctx, step, width);
    }
  }

  return { data, space, element, floats, frames, start, end, reading, readColors, frameAt, fitCamera, draw };
})();
