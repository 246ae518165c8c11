// SPDX-License-Identifier: Apache-2.0
// Why the chosen contact or joint does what it does: what its law demands, and what holds.
import { make } from '../shared/elements.js';
import { short } from '../shared/numbers.js';
import { countSets, OPEN, setOf, SETS, SLIDE, STICK } from './contact_sets.js';

// Largest part of the force of a contact, and speed (m/s), that counts as rounding; where there is no force, part of the
// largest force around, and N.
const ROUNDING = 1e-5, NOTHING = 1e-10, NO_FORCE = 1e-12;
const degrees = (radians) => (radians * 180) / Math.PI;

function largestForce(recording, [first, last]) {
  let most = 0;
  for (let contact = first; contact < last; ++contact) most = Math.max(most, recording.contactVector('force', contact).length());
  return most;
}

/** Rows [demand, what holds, whether it does] of a contact of a frame. */
export function contactRows(recording, contact, frame) {
  const { contacts, data } = recording, set = SETS[setOf(recording, contact)].name, status = contacts.status[contact], mu = contacts.mu[contact];
  const normal = recording.contactVector('normal', contact), force = recording.contactVector('force', contact);
  const slip = recording.contactVector('slip', contact), speed = slip.length();
  const push = force.dot(normal), friction = force.clone().addScaledVector(normal, -push), pull = friction.length();
  const small = Math.max(ROUNDING * push, NOTHING * largestForce(recording, recording.contactRange(frame)), NO_FORCE), bound = mu * push;
  const rows = [['the surfaces do not overlap', `gap ${short(contacts.gap[contact])} m where the step starts`, undefined],
    ['it only pushes: fₙ ≥ 0', `fₙ = ${short(push)} N`, push >= -small]];
  if (status === OPEN) return [...rows, ['open: no force', `${short(force.length())} N`, force.length() <= small]];
  if (set === 'press') return [...rows, ['no friction', `${short(pull)} N`, pull <= small]];
  const share = bound > 0 ? ` (${short(100 * pull / bound, 3)} %)` : '';
  // Laws other than the exact cone have bounds of their own.
  const exact = data.law === 'cone' || (!recording.inSpace && /^(box|polyhedral)/.test(data.law));
  rows.push([`within the cone: |fₜ| ≤ µ fₙ, µ = ${short(mu)}`, `${short(pull)} N of ${short(bound)} N${share}`, exact ? pull <= bound + small : undefined]);
  if (status === STICK) rows.push(['stick: the surfaces do not slide', `${short(speed)} m/s`, speed <= ROUNDING]);
  if (status === SLIDE) rows.push(...slideRows(friction, slip, pull, bound, small, exact));
  return rows;
}

function slideRows(friction, slip, pull, bound, small, exact) {
  const rows = [['slip: friction at its bound, |fₜ| = µ fₙ', `${short(pull - bound, 2)} N off`, exact ? Math.abs(pull - bound) <= small : undefined]];
  if (pull > small && slip.length() > ROUNDING) {
    const angle = degrees(friction.angleTo(slip.clone().negate()));
    rows.push(['slip: friction opposes the slip', `${short(angle, 2)}° off at ${short(slip.length())} m/s`, exact ? angle < 0.1 : undefined]);
  }
  return rows;
}

const KEEPS = {
  pin: 'the anchors coincide', revolute: 'the anchors coincide, the axes stay aligned', prismatic: 'a slides along the axis without rotating',
  distance: 'the anchors keep their distance', weld: 'nothing moves', spherical: 'the anchors coincide', rolling: 'a rolls without slipping',
  strut: 'nothing: a force along its line', universal: 'the anchors coincide, the axes stay normal to each other',
  cylindrical: 'a slides along and rotates about the axis', point_on_line: 'the anchor stays on the line', point_on_plane: 'the anchor stays on the plane',
  planar: 'a stays on the plane', screw: 'a advances as it rotates',
};
const MEET = new Set(['pin', 'revolute', 'weld', 'spherical', 'universal']);

function coordinateRows(recording, index, k, frame) {
  const joint = recording.joints[index], def = joint.coordinates[k], unit = def.angle ? 'rad' : 'm', rows = [];
  const value = recording.coordinate(index, k, frame), name = `${def.angle ? 'angle' : 'displacement'}${joint.coordinates.length > 1 ? ` ${k}` : ''}`;
  const near = ROUNDING * Math.max(1, Math.abs(value));
  const side = def.lo !== null && value <= def.lo + near ? ', at its lower limit' : def.hi !== null && value >= def.hi - near ? ', at its upper limit' : '';
  const limits = def.lo !== null || def.hi !== null;
  rows.push([limits ? `${name} within ${def.lo ?? '−∞'} … ${def.hi ?? '∞'} ${unit}` : `${name} is free`, `${short(value)} ${unit}${side}`,
    limits ? value >= (def.lo ?? -Infinity) - 1e-3 && value <= (def.hi ?? Infinity) + 1e-3 : undefined]);
  const force = def.angle ? 'N·m' : 'N', along = (what) => recording.forceAlong(index, k, what, frame);
  const pull = (what, most) => (along(what) === undefined ? (most === null ? 'any force' : `up to ${short(most)} ${force}`)
    : `${short(along(what))} ${force}${most === null ? '' : ` of ${short(most)}${Math.abs(along(what)) >= most * (1 - ROUNDING) ? ', at its limit' : ''}`}`);
  if (def.motor === 'position') rows.push([`motor: to ${short(def.target)} ${unit}, ${short(value - def.target)} ${unit} off`, pull('motor', def.max_force), undefined]);
  if (def.motor === 'velocity') rows.push([`motor: at ${short(def.target)} ${unit}/s`, pull('motor', def.max_force), undefined]);
  if (limits && along('limit')) rows.push(['the limit pushes', `${short(along('limit'))} ${force}`, undefined]);
  if (def.stiffness || def.damping) rows.push([`spring ${short(def.stiffness)} ${force}/${unit}, damper ${short(def.damping)} ${force}·s/${unit}`, along('spring') === undefined ? '' : `${short(along('spring'))} ${force}`, undefined]);
  if (def.friction) rows.push(['dry friction', pull('friction', def.friction), undefined]);
  return rows;
}

/** The same of a joint; `place` are its anchors at the moment shown. */
export function jointRows(recording, index, frame, place) {
  if (recording.isBroken(index, frame)) return [['broken', 'it keeps nothing and exerts nothing', undefined]];
  const joint = recording.joints[index], { force, torque } = recording.reaction(index, frame), rows = [];
  const gap = Math.hypot(place.a.x - place.b.x, place.a.y - place.b.y, recording.inSpace ? place.a.z - place.b.z : 0);
  const holds = joint.kind === 'distance' ? `${short(gap - joint.length, 2)} m off` : MEET.has(joint.kind) ? `${short(gap, 2)} m apart` : '';
  rows.push([`${joint.rows} row${joint.rows === 1 ? '' : 's'}: ${KEEPS[joint.kind] ?? 'as its type says'}`, holds, undefined]);
  rows.push([`force on ${recording.bodyName(joint.a)}`, `${short(force.length())} N`, undefined]);
  if (torque.length() > 0) rows.push([`torque on ${recording.bodyName(joint.a)}`, `${short(torque.length())} N·m`, undefined]);
  joint.coordinates.forEach((_, k) => rows.push(...coordinateRows(recording, index, k, frame)));
  if (joint.note) rows.push(['redundancy', joint.note, undefined]);
  return rows;
}

function bodyRows(recording, index, frame) {
  const body = recording.bodies[index], p = recording.position(index, frame), rows = [];
  const axes = recording.inSpace ? ['x', 'y', 'z'] : ['x', 'y'];
  rows.push(['centre of mass', `${axes.map((axis) => short(p[axis])).join(', ')} m`, undefined], ['speed', `${short(recording.speed(index, frame))} m/s`, undefined]);
  if (body.moved) rows.push(['mass', `${short(body.mass)} kg`, undefined]);
  if (recording.data.bodies.some(({ level }) => level !== body.level)) rows.push(['level', String(body.level), undefined]);
  const { contacts } = recording, [first, last] = recording.contactRange(frame);
  const own = Array.from({ length: last - first }, (_, i) => first + i).filter((c) => contacts.a[c] === index || contacts.b[c] === index);
  rows.push(['contacts', countSets(recording, own), undefined]);
  return rows;
}

/** Title and rows of what is selected at a frame; nothing where nothing is. */
export function explain(recording, selection, frame, joints) {
  const { body, joint, contact, pair } = selection, { a, b } = recording.contacts;
  if (contact >= 0) {
    const { name, set } = SETS[setOf(recording, contact)];
    return { title: `${recording.bodyName(a[contact])} · ${recording.bodyName(b[contact])}`, kind: name, set, rows: contactRows(recording, contact, frame) };
  }
  if (pair) return { title: `${recording.bodyName(pair.a)} · ${recording.bodyName(pair.b)}`, kind: 'apart', rows: [['no contact point', 'farther apart than one step', undefined]] };
  if (joint >= 0) return { title: recording.joints[joint].name, kind: recording.joints[joint].kind, rows: jointRows(recording, joint, frame, joints.place(joint, recording.frames.time[frame])) };
  if (body >= 0) return { title: recording.bodies[body].name, kind: 'body', rows: bodyRows(recording, body, frame) };
  return undefined;
}

export function showWhy(element, answer, law) {
  if (!answer) {
    element.replaceChildren(make('p', { className: 'note', textContent: 'Click a body, a joint or a contact point, or choose with the keys . , ; for bodies, J and C for joints and contacts.' }));
    return;
  }
  const rows = answer.rows.map(([demand, holds, ok]) => make('tr', { className: ok === false ? 'bad' : ok ? 'ok' : '' },
    make('td', {}, demand), make('td', {}, holds, ok === undefined ? '' : ok ? ' ✓' : ' ✗')));
  element.replaceChildren(make('h3', {}, answer.title, ' ', make('span', { className: `tag ${answer.kind}` }, answer.set ? `${answer.kind}, in ${answer.set}` : answer.kind)),
    make('table', {}, make('tbody', {}, ...rows)),
    ...(answer.set ? [make('p', { className: 'note', textContent: law })] : []));
}
