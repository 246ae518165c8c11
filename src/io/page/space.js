// SPDX-License-Identifier: Apache-2.0
// Bodies in space: parallel projection to the picture plane (m, y up, around the middle of the
// motion), far ones first. Convex solids are their silhouette and the edges towards the eye.
'use strict';
function makeSpace(data, colors) {
  const RING = 48;
  const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
  const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
  const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  const unit = (a) => scale(a, 1 / Math.hypot(...a));

  // ---- Poses: [x, y, z, w, i, j, k] ----
  function turn(pose, v) {
    const q = [pose[4], pose[5], pose[6]], t = scale(cross(q, v), 2);
    return add(add(v, scale(t, pose[3])), cross(q, t));
  }
  const turnBack = (pose, v) => turn([0, 0, 0, pose[3], -pose[4], -pose[5], -pose[6]], v);
  const place = (pose, p) => add([pose[0], pose[1], pose[2]], turn(pose, p));
  function compose(outer, inner) {
    const [, , , a, b, c, d] = outer, [, , , e, f, g, h] = inner;
    return [...place(outer, inner.slice(0, 3)), a * e - b * f - c * g - d * h, a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f, a * h + b * g - c * f + d * e];
  }
  // Between two frames: positions on a line, quaternions along the shorter chord.
  function between(a, b, w) {
    const side = a[3] * b[3] + a[4] * b[4] + a[5] * b[5] + a[6] * b[6] < 0 ? -1 : 1;
    const pose = a.map((x, i) => (1 - w) * x + w * (i < 3 ? 1 : side) * b[i]);
    const size = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
    for (let i = 3; i < 7; ++i) pose[i] /= size;
    return pose;
  }

  // ---- View ----
  const view = { yaw: data.yaw, pitch: data.pitch };
  const level = sub([1, 0, 0], scale(data.up, data.up[0]));
  const side = Math.hypot(...level) > 1e-6 ? unit(level) : [0, 1, 0], front = cross(side, data.up);
  function look() {
    const c = Math.cos(view.yaw), s = Math.sin(view.yaw), lift = view.pitch;
    view.toward = add(scale(add(scale(front, c), scale(side, s)), Math.cos(lift)), scale(data.up, Math.sin(lift)));
    view.right = sub(scale(side, c), scale(front, s));
    view.up = cross(view.toward, view.right);
  }
  look();
  function rotate(yaw, pitch) {
    view.yaw += yaw;
    view.pitch = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, view.pitch + pitch));
    look();
  }
  function reset() { view.yaw = data.yaw; view.pitch = data.pitch; look(); }
  function project(p) {
    const r = sub(p, data.center);
    return [dot(view.right, r), dot(view.up, r)];
  }
  const depth = (p) => dot(view.toward, p);

  // ---- Solids ----
  const circle = (r, z, count, first, span) => Array.from({ length: count + 1 }, (_, i) => {
    const angle = first + (span * i) / count;
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  });
  const whole = (r, z) => circle(r, z, RING, 0, 2 * Math.PI);
  // A disc of the picture plane around a point of the axis z.
  function disc(pose, r, z) {
    const [x, y] = project(place(pose, [0, 0, z]));
    return whole(r, 0).map((p) => [x + p[0], y + p[1]]);
  }
  const eyeOf = (pose) => turnBack(pose, view.toward);
  // The half of a circle about the axis z that looks towards the eye.
  function half(pose, r, z) {
    const eye = eyeOf(pose);
    return circle(r, z, RING / 2, Math.atan2(eye[1], eye[0]) - Math.PI / 2, Math.PI).map((p) => project(place(pose, p)));
  }
  const on = (pose) => (p) => project(place(pose, p));
  const corners = (h) => Array.from({ length: 8 }, (_, i) => [i & 1 ? h[0] : -h[0], i & 2 ? h[1] : -h[1], i & 4 ? h[2] : -h[2]]);
  const outline = {
    sphere: (s, pose) => disc(pose, s.r, 0),
    box: (s, pose) => hull(corners(s.half).map(on(pose))),
    cylinder: (s, pose) => hull(whole(s.r, -s.half).concat(whole(s.r, s.half)).map(on(pose))),
    capsule: (s, pose) => hull(disc(pose, s.r, -s.half).concat(disc(pose, s.r, s.half))),
    flat: (s, pose) => s.points.map(on(pose)),
  };
  // Faces and lines towards the eye: [points, light or none].
  const faces = {
    sphere: (s, pose) => [[half(pose, s.r, 0)]],
    capsule: (s, pose) => [[half(pose, s.r, -s.half)], [half(pose, s.r, s.half)]],
    flat: () => [],
    cylinder(s, pose) {
      const z = eyeOf(pose)[2] > 0 ? s.half : -s.half, cap = whole(s.r, z).map(on(pose));
      return [[cap, lightOf(turn(pose, [0, 0, Math.sign(z)]))], [[on(pose)([0, 0, z]), cap[0]]]];
    },
    box(s, pose) {
      const eye = eyeOf(pose);
      return [0, 1, 2].filter((k) => Math.abs(eye[k]) > 1e-9).map((k) => {
        const [i, j] = [(k + 1) % 3, (k + 2) % 3], sign = Math.sign(eye[k]), normal = [0, 0, 0];
        normal[k] = sign;
        const points = [[1, 1], [-1, 1], [-1, -1], [1, -1], [1, 1]].map(([a, b]) => {
          const p = [0, 0, 0];
          p[k] = sign * s.half[k]; p[i] = a * s.half[i]; p[j] = b * s.half[j];
          return on(pose)(p);
        });
        return [points, lightOf(turn(pose, normal))];
      });
    },
  };
  // The lamp stands above the left shoulder: 0 faces away, 1 faces it.
  function lightOf(normal) {
    const lamp = unit(add(add(scale(view.toward, 0.6), scale(view.up, 0.7)), scale(view.right, -0.35)));
    return Math.max(0, dot(normal, lamp));
  }

  // Monotone chain.
  function hull(points) {
    points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    const chain = [];
    const area = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const run = (list, base) => {
      for (const p of list) {
        while (chain.length >= base + 2 && area(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
        chain.push(p);
      }
    };
    run(points, 0);
    run(points.slice(0, -1).reverse(), chain.length - 1);
    return chain;
  }

  // ---- Drawing ----
  function trace(ctx, points) {
    ctx.beginPath();
    points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  }

  // A square of grid lines of its plane around the scene, where the eye is above it.
  function drawHalfSpace(ctx, pose, brush) {
    const normal = turn(pose, [0, 0, 1]);
    if (dot(normal, view.toward) < 0.02) return;
    const middle = sub(data.center, scale(normal, dot(normal, sub(data.center, pose))));
    const half = brush.field / 2, cells = 8;
    ctx.strokeStyle = colors().line;
    ctx.lineWidth = brush.line;
    for (const [along, across] of [[[1, 0, 0], [0, 1, 0]], [[0, 1, 0], [1, 0, 0]]])
      for (let i = -cells; i <= cells; ++i) {
        const start = add(middle, turn(pose, scale(across, (i * half) / cells)));
        const reach = turn(pose, scale(along, half));
        trace(ctx, [project(sub(start, reach)), project(add(start, reach))]);
        ctx.stroke();
      }
  }

  function drawSolid(ctx, body, shape, pose, brush) {
    trace(ctx, outline[shape.kind](shape, pose));
    ctx.closePath();
    ctx.fillStyle = body.color;
    ctx.fill();
    ctx.strokeStyle = colors().edge;
    ctx.lineWidth = brush.line;
    ctx.stroke();
    for (const [points, light] of faces[shape.kind](shape, pose)) {
      trace(ctx, points);
      if (light !== undefined) {
        ctx.fillStyle = light > 0.5 ? `rgba(255,255,255,${0.5 * (light - 0.5)})` : `rgba(0,0,0,${0.6 * (0.5 - light)})`;
        ctx.fill();
      }
      ctx.stroke();
    }
  }

  // A body without shapes: rods from its centre to its joints.
  function drawBones(ctx, body, pose, brush) {
    const [x, y] = project(pose);
    ctx.strokeStyle = ctx.fillStyle = body.color;
    ctx.lineWidth = 4 * brush.line;
    ctx.lineCap = 'round';
    for (const p of body.bones) { trace(ctx, [[x, y], on(pose)(p)]); ctx.stroke(); }
    ctx.beginPath();
    ctx.arc(x, y, 4.5 * brush.line, 0, 2 * Math.PI);
    ctx.fill();
  }

  function drawJoint(ctx, joint, a, b, axis, brush) {
    ctx.strokeStyle = colors().ink;
    ctx.lineWidth = 1.5 * brush.line;
    const [x, y] = project(a);
    if (joint.link) {
      trace(ctx, [[x, y], project(b)]);
      ctx.stroke();
      return;
    }
    if (!joint.round) {
      const reach = scale(axis, 9 * brush.line);
      trace(ctx, [project(sub(a, reach)), project(add(a, reach))]);
      ctx.stroke();
    }
    ctx.beginPath();
    ctx.arc(x, y, 2.5 * brush.line, 0, 2 * Math.PI);
    ctx.fillStyle = colors().card;
    ctx.fill();
    ctx.stroke();
  }

  const WORLD = [0, 0, 0, 1, 0, 0, 0];
  // poseOf(body index): its pose at the time to draw.
  function draw(ctx, bodies, joints, poseOf, brush) {
    const layers = [];
    bodies.forEach((body, i) => {
      // What moves freely lies on or in what does not, and stays in sight.
      const pose = poseOf(i), rank = body.backdrop ? -1 : 0;
      for (const shape of body.shapes) {
        const at = compose(pose, shape.at);
        if (shape.kind === 'half_space') layers.push([-2, 0, () => drawHalfSpace(ctx, at, brush)]);
        else layers.push([rank, depth(at), () => drawSolid(ctx, body, shape, at, brush)]);
      }
      if (!body.shapes.length) layers.push([rank, depth(pose), () => drawBones(ctx, body, pose, brush)]);
    });
    layers.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
    for (const [, , paint] of layers) paint();
    // Joints lie within their bodies: they are drawn over all.
    for (const joint of joints) {
      const pa = joint.a < 0 ? WORLD : poseOf(joint.a), pb = joint.b < 0 ? WORLD : poseOf(joint.b);
      drawJoint(ctx, joint, place(pa, joint.pa), place(pb, joint.pb), turn(pb, joint.axis), brush);
    }
  }

  // The axes of the world in a corner, in pixels.
  function drawAxes(ctx, height) {
    const [x, y] = [38, height - 38];
    ctx.font = '12px system-ui, sans-serif';
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach((axis, i) => {
      const dx = 24 * dot(view.right, axis), dy = -24 * dot(view.up, axis);
      ctx.strokeStyle = ctx.fillStyle = colors().soft;
      ctx.lineWidth = 1.5;
      trace(ctx, [[x, y], [x + dx, y + dy]]);
      ctx.stroke();
      ctx.fillText('xyz'[i], x + 1.3 * dx - 3, y + 1.3 * dy + 4);
    });
  }

  return { rotate, reset, between, project, draw, drawAxes };
}
