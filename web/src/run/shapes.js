// SPDX-License-Identifier: Apache-2.0
// Geometry of shapes. Shapes of the plane are as thick as `plan.thickness`, their front at z = 0
// of their level's front; `plan.size` is the size of the picture (m).
import {
  BoxGeometry, BufferGeometry, CapsuleGeometry, ConeGeometry, CylinderGeometry, EdgesGeometry, ExtrudeGeometry,
  Float32BufferAttribute, PlaneGeometry, Shape, SphereGeometry,
} from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

const SEGMENTS = 48;
const EDGE_ANGLE = 30;  // degrees between faces that meet in an edge
const LARGE = 1e4;      // radius of a mesh whose corners are compared
const REACH = 20;       // sizes of the picture that a half-plane reaches

const outlines = {
  disc: (path, { r }) => path.absarc(0, 0, r, 0, 2 * Math.PI),
  ellipse: (path, { a, b }) => path.absellipse(0, 0, a, b, 0, 2 * Math.PI),
  polygon: (path, { points }) => points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y))),
  slot(path, { half, r }, plan) {
    const radius = Math.max(r, 0.004 * plan.size);  // a line, too, is seen
    path.absarc(half, 0, radius, -Math.PI / 2, Math.PI / 2);
    path.absarc(-half, 0, radius, Math.PI / 2, 1.5 * Math.PI);
  },
  half_plane(path, { normal: [nx, ny] }, plan) {
    const far = REACH * plan.size;
    const corner = (along, down) => [(-ny * along - nx * down) * far, (nx * along - ny * down) * far];
    [[1, 0], [1, 1], [-1, 1], [-1, 0]].map(([u, v]) => corner(u, v)).forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  },
};

function extruded(shape, plan) {
  const outline = new Shape();
  outlines[shape.kind](outline, shape, plan);
  const geometry = new ExtrudeGeometry(outline, { depth: plan.thickness, bevelEnabled: false, curveSegments: SEGMENTS });
  return geometry.translate(0, 0, -plan.thickness);
}

// Every triangle has corners of its own, so faces are flat.
function faceted({ points, faces }) {
  const corners = [];
  for (const face of faces)
    for (let k = 2; k < face.length; ++k) corners.push(face[0], face[k - 1], face[k]);
  const positions = new Float32Array(3 * corners.length);
  corners.forEach((corner, i) => positions.set(points[corner], 3 * i));
  const geometry = new BufferGeometry().setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

// Normals go on smoothly but over edges. toCreasedNormals() takes corners within 0.01 for one, so it gets a large copy.
function smoothed(shape) {
  const geometry = faceted(shape), large = geometry.clone();
  large.computeBoundingSphere();
  const scale = LARGE / (large.boundingSphere.radius || 1);
  const { normal } = toCreasedNormals(large.scale(scale, scale, scale), (EDGE_ANGLE * Math.PI) / 180).attributes;
  return geometry.setAttribute('normal', normal);
}

const solids = {
  sphere: ({ r }) => new SphereGeometry(r, SEGMENTS, SEGMENTS / 2),
  box: ({ half: [x, y, z] }) => new BoxGeometry(2 * x, 2 * y, 2 * z),
  cylinder: ({ r, half }) => new CylinderGeometry(r, r, 2 * half, SEGMENTS).rotateX(Math.PI / 2),
  capsule: ({ r, half }) => new CapsuleGeometry(r, 2 * half, 12, SEGMENTS).rotateX(Math.PI / 2),
  cone: ({ r, half }) => new ConeGeometry(r, 2 * half, SEGMENTS).rotateX(Math.PI / 2),
  ellipsoid: ({ half: [x, y, z] }) => new SphereGeometry(1, SEGMENTS, SEGMENTS / 2).scale(x, y, z),
  half_space: (_, plan) => new PlaneGeometry(2.4 * plan.size, 2.4 * plan.size),
  hull: faceted,
  mesh: faceted,
  smooth_mesh: smoothed,
};

function linesOf(loops) {
  const points = [];
  for (const loop of loops)
    for (let i = 1; i < loop.length; ++i) points.push(...loop[i - 1], ...loop[i]);
  return new BufferGeometry().setAttribute('position', new Float32BufferAttribute(points, 3));
}

const ring = (at) => Array.from({ length: SEGMENTS + 1 }, (_, i) => at(Math.cos((i * 2 * Math.PI) / SEGMENTS), Math.sin((i * 2 * Math.PI) / SEGMENTS)));

// Lines that show how round solids are turned.
const marks = {
  sphere: ({ r }) => linesOf([ring((c, s) => [r * c, r * s, 0]), ring((c, s) => [r * c, 0, r * s])]),
  capsule: ({ r, half }) => linesOf([ring((c, s) => [r * c, r * s, half]), ring((c, s) => [r * c, r * s, -half]), [[r, 0, -half], [r, 0, half]]]),
  cone: ({ r, half }) => linesOf([[[r, 0, -half], [0, 0, half]]]),
  ellipsoid: ({ half: [x, y, z] }) => linesOf([ring((c, s) => [x * c, y * s, 0]), ring((c, s) => [x * c, 0, z * s]), ring((c, s) => [0, y * c, z * s])]),
  disc: ({ r }) => linesOf([[[0, 0, 0], [r, 0, 0]]]),
  ellipse: ({ a }) => linesOf([[[0, 0, 0], [a, 0, 0]]]),
  half_space(_, { size }) {
    const half = 1.2 * size, cells = 24, lines = [];
    for (let i = 0; i <= cells; ++i) {
      const at = -half + (2 * half * i) / cells;
      lines.push([[at, -half, 0], [at, half, 0]], [[-half, at, 0], [half, at, 0]]);
    }
    return linesOf(lines);
  },
};
const HAS_EDGES = new Set(['box', 'cone', 'cylinder', 'disc', 'ellipse', 'polygon', 'slot', 'half_plane', 'hull', 'mesh']);

const isSame = (triples, others) => triples.length === others.length && triples.every((one, i) => {
  const other = others[i];
  return one[0] === other[0] && one[1] === other[1] && one[2] === other[2];
});

// Of a mesh the first one like it, as its text would be long.
function keyOf(shape, cache) {
  const { at, color, ...own } = shape, { kind, points, faces } = own;
  if (!['mesh', 'smooth_mesh'].includes(kind)) return JSON.stringify(own);
  return [...cache.keys()].find((key) => key.kind === kind && isSame(key.points, points) && isSame(key.faces, faces)) ?? shape;
}

/** { surface, lines } of a shape, shared by all that are alike. */
export function shapeGeometry(shape, plan, cache) {
  const key = keyOf(shape, cache);
  if (!cache.has(key)) {
    const surface = outlines[shape.kind] ? extruded(shape, plan) : solids[shape.kind](shape, plan);
    const lines = [];
    if (HAS_EDGES.has(shape.kind)) lines.push(new EdgesGeometry(surface, EDGE_ANGLE));
    if (marks[shape.kind]) lines.push(marks[shape.kind](shape, plan));
    cache.set(key, { surface, lines });
  }
  return cache.get(key);
}

/** Smallest width of a shape (m), nothing for half-planes. */
export function width(shape) {
  if (['half_plane', 'half_space', 'mesh'].includes(shape.kind)) return undefined;
  if (shape.kind === 'ellipse') return 2 * Math.min(shape.a, shape.b);
  if (['box', 'ellipsoid'].includes(shape.kind)) return 2 * Math.min(...shape.half);
  if (!shape.points) return 2 * shape.r;
  const spans = shape.points[0].map((_, i) => i).map((i) => shape.points.map((p) => p[i])).map((values) => Math.max(...values) - Math.min(...values));
  return Math.min(...spans);
}
