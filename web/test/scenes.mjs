// SPDX-License-Identifier: Apache-2.0
// Scenes whose pages the tests look at.

const RED = '#ff0000', GREY = '#808080';

/** A red ball at rest behind a wall, where nothing pulls. */
export const wall = {
  format: 1, name: 'wall', gravity: [0, 0, 0],
  bodies: [
    { name: 'near_wall', kind: 'spatial_fixed', color: GREY, position: [0, -1, 0], shapes: [{ box: { size: [6, 0.2, 6] } }] },
    { name: 'ball', kind: 'spatial', color: RED, position: [0, 0, 0], shapes: [{ sphere: { radius: 0.5 } }] },
  ],
  simulation: { dt: 0.01, duration: 0.1 },
};

/** A ball over a ground of many triangles, whose page has them packed. */
export const hills = {
  format: 1, name: 'hills',
  bodies: [
    { name: 'ground', kind: 'spatial_fixed', shapes: [{ height_field: { spacing: [0.1, 0.1], heights: Array.from({ length: 31 }, (_, i) => Array.from({ length: 31 }, (_, k) => 0.25 * ((i + 2 * k) % 4))) } }] },
    { name: 'ball', kind: 'spatial', position: [1.5, 1.5, 2], shapes: [{ sphere: { radius: 0.2 } }] },
  ],
  simulation: { dt: 0.01, duration: 0.1 },
};

/** A box that stays on a slope and one that slides, in space. */
export const slope = {
  format: 1, name: 'slope', description: 'One sticks, one slips.', gravity: [3, 0, -9.81],
  materials: [{ name: 'default', mu: 0.5 }, { name: 'ice', mu: 0.1 }],
  bodies: [
    { name: 'ground', kind: 'spatial_fixed', shapes: [{ half_space: {} }] },
    { name: 'stays', kind: 'spatial', position: [0, 0, 0.1], mass: 1, shapes: [{ box: { size: [0.4, 0.4, 0.2] } }] },
    { name: 'slides', kind: 'spatial', position: [0, 1, 0.1], mass: 2, material: 'ice', shapes: [{ box: { size: [0.4, 0.4, 0.2] } }] },
  ],
  simulation: { dt: 0.005, duration: 0.5 },
  expect: [
    { body: 'stays', quantity: 'displacement', value: 0, tolerance: 1e-9, why: 'tan of the slope is below mu' },
    { body: 'stays', quantity: 'x', value: 1, tolerance: 1e-9, why: 'it does not come as far' },
  ],
};

/** A crank with a motor and limits, and a rod on another level. */
export const crank = {
  format: 1, name: 'crank',
  bodies: [
    { name: 'crank', mass: 1, inertia: 0.1, level: 1, shapes: [{ box: { size: [1, 0.1] }, position: [0.5, 0] }] },
    { name: 'rod', position: [1, 0], mass: 1, inertia: 0.1, level: 2, shapes: [{ box: { size: [1, 0.1] }, position: [0.5, 0] }] },
  ],
  joints: [
    { name: 'foot', kind: 'pin', a: 'crank', anchor: [0, 0], coordinates: [{ coordinate: 0, motor: { kind: 'velocity', target: 2, max_force: 100 } }] },
    { name: 'knee', kind: 'pin', a: 'rod', b: 'crank', anchor: [1, 0] },
  ],
  simulation: { dt: 0.005, duration: 1 },
};

/** A sledge that a force pushes, a wheel with a servo, and a control without effect. */
export const driven = {
  format: 1, name: 'driven', gravity: [0, 0],
  bodies: [
    { name: 'sledge', mass: 2, inertia: 0.03, shapes: [{ box: { size: [0.4, 0.2] } }] },
    { name: 'wheel', position: [0, 0.6], mass: 1, inertia: 0.02, shapes: [{ disc: { radius: 0.2 } }] },
  ],
  joints: [
    { name: 'rail', kind: 'prismatic', a: 'sledge', anchor: [0, 0], axis: [1, 0], coordinates: [{ coordinate: 0, limits: [-1, 1], damping: 2 }] },
    { name: 'hub', kind: 'pin', a: 'wheel', anchor: [0, 0.6], coordinates: [{ coordinate: 0, motor: { kind: 'velocity', target: 0, max_force: 50 } }] },
  ],
  actuators: [
    { name: 'push', kind: 'force', joint: 'rail', gain: 4, control_range: [-1, 1] },
    { name: 'turn', kind: 'target', joint: 'hub', control: 1 },
    { name: 'rest', kind: 'none' },
  ],
  simulation: { dt: 0.005, duration: 1 },
};

/** A ball falls into a rope, which breaks. */
export const rope = {
  format: 1, name: 'rope',
  bodies: [{ name: 'ball', mass: 1, position: [0, -0.9], shapes: [{ disc: { radius: 0.05 } }] }],
  joints: [{ name: 'rope', kind: 'strut', a: 'ball', anchor: [0, -0.9], anchor_b: [0, 0], coordinates: [{ limits: [null, 1] }], break_force: 15 }],
  simulation: { dt: 0.005, duration: 0.4 },
};

/** A press comes down on a box. */
export const press = {
  format: 1, name: 'press',
  bodies: [
    { name: 'ground', kind: 'fixed', shapes: [{ half_plane: {} }] },
    { name: 'box', position: [0, 0.1], mass: 1, shapes: [{ box: { size: [0.2, 0.2] } }] },
    { name: 'press', kind: 'kinematic', position: [0, 0.2505], motion: { velocity: [0, -1, 0] }, shapes: [{ box: { size: [0.3, 0.1] } }] },
  ],
  simulation: { dt: 0.005, duration: 1 },
};

/** In a row in space: what tips over an edge, what presses without friction, what sticks and what slips. */
export const sets = {
  format: 1, name: 'sets', gravity: [3, 0, -9.81],
  materials: [{ name: 'default', mu: 0.5 }, { name: 'ice', mu: 0.1 }, { name: 'none', mu: 0 }],
  bodies: [
    { name: 'ground', kind: 'spatial_fixed', shapes: [{ half_space: {} }] },
    ...[['tips', 'default', -0.5], ['presses', 'none', 0], ['sticks', 'default', 0], ['slips', 'ice', 0]].map(([name, material, turn], i) => ({
      name, material, kind: 'spatial', position: [0, i, 0.1], omega: [0, turn, 0], mass: 1, shapes: [{ box: { size: [0.4, 0.4, 0.2] } }],
    })),
  ],
  simulation: { dt: 0.005, duration: 0.1 },
};

// A square plate of 24 x 24 cells, bent; its page has it packed.
const BOWL = {
  vertices: Array.from({ length: 25 * 25 }, (_, n) => [n % 25, Math.floor(n / 25)].map((k) => 0.05 * (k - 12))).map(([x, y]) => [x, y, x * x + y * y - 0.2]),
  triangles: Array.from({ length: 24 * 24 }, (_, n) => 25 * Math.floor(n / 24) + n % 24).flatMap((n) => [[n, n + 1, n + 26], [n, n + 26, n + 25]]),
};

// Half a cube of 2 cm with a side twice and turned, and triangles without area.
const CORNER = {
  vertices: [[0, 0, 0], [0.02, 0, 0], [0.02, 0.02, 0], [0, 0.02, 0], [0, 0, 0.02], [0.02, 0, 0.02], [0, 0.02, 0.02], [0.01, 0, 0]],
  triangles: [[0, 2, 1], [0, 3, 2], [0, 1, 2], [0, 2, 3], [0, 1, 5], [0, 5, 4], [0, 4, 6], [0, 6, 3], [0, 7, 1], [4, 4, 4]],
};

/** In a row at rest in space: a ball drawn as a red box beside it and two meshes, a bowl without shapes, a ball, a wall. */
export const dressed = {
  format: 1, name: 'dressed', gravity: [0, 0, 0],
  bodies: [
    { name: 'both', kind: 'spatial', color: '#0000ff', position: [0, 0, 0], shapes: [{ sphere: { radius: 0.3 } }],
      visuals: [{ box: { size: [0.6, 0.6, 0.6] }, position: [0, 0, 1], color: RED }, { mesh: CORNER, position: [0, -0.5, 0] }, { mesh: CORNER, position: [0, -0.5, 0.2], color: RED }] },
    { name: 'bare', kind: 'spatial', color: '#008000', position: [1.5, 0, 0], mass: 1, inertia: [1, 1, 1], visuals: [{ mesh: BOWL }] },
    { name: 'plain', kind: 'spatial', color: GREY, position: [3, 0, 0], shapes: [{ sphere: { radius: 0.3 } }] },
    { name: 'wall', kind: 'spatial_fixed', color: GREY, position: [0, 2, 0], shapes: [{ box: { size: [1, 0.1, 1] } }], visuals: [{ box: { size: [1, 0.1, 1] }, color: '#00ffff' }] },
  ],
  simulation: { dt: 0.01, duration: 0.1 },
};
