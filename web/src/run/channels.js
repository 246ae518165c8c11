// SPDX-License-Identifier: Apache-2.0
// What can be plotted of a body or a joint over the frames of the recording.
import { Vector3 } from 'three';
import { ALONG } from './recording.js';

const overFrames = (recording, value) => Float64Array.from({ length: recording.frames.count }, (_, frame) => value(frame));

function bodyChannels(recording, index) {
  const axes = recording.inSpace ? ['x', 'y', 'z'] : ['x', 'y'];
  const spin = recording.inSpace ? ['wx', 'wy', 'wz'] : ['omega'];
  const body = recording.bodies[index], p = new Vector3();
  const channels = axes.map((axis) => ({ name: axis, unit: 'm', value: (frame) => recording.position(index, frame, p)[axis] }));
  if (!recording.inSpace && body.slot !== undefined)
    channels.push({ name: 'angle', unit: 'rad', value: (frame) => recording.frames.poses[3 * (frame * recording.slots + body.slot) + 2] });
  channels.push({ name: 'speed', unit: 'm/s', value: (frame) => recording.speed(index, frame) });
  axes.forEach((axis, i) => channels.push({ name: `v${axis}`, unit: 'm/s', value: (frame) => recording.velocity(index, frame)[i] }));
  spin.forEach((name, i) => channels.push({ name, unit: 'rad/s', value: (frame) => recording.velocity(index, frame)[axes.length + i] }));
  channels.push({ name: 'contact force', unit: 'N', value: (frame) => contactForce(recording, index, frame) });
  return channels;
}

// The sum over all contacts, which cancels what they only squeeze.
function contactForce(recording, index, frame) {
  const { a, b } = recording.contacts, [first, last] = recording.contactRange(frame), sum = new Vector3(), force = new Vector3();
  for (let c = first; c < last; ++c) {
    if (b[c] === index) sum.add(recording.contactVector('force', c, force));
    if (a[c] === index) sum.sub(recording.contactVector('force', c, force));
  }
  return sum.length();
}

const level = (value, label) => (value === null ? [] : [{ label, value: () => value, color: 'soft', dash: [4, 4] }]);

function coordinateChannels(recording, index, k) {
  const joint = recording.joints[index], def = joint.coordinates[k], unit = def.angle ? 'rad' : 'm';
  const number = joint.coordinates.length > 1 ? ` ${k}` : '';
  const limits = [...level(def.lo, 'lower limit'), ...level(def.hi, 'upper limit'), ...level(def.motor === 'position' ? def.target : null, 'motor target')];
  const value = (frame) => recording.coordinate(index, k, frame), { time } = recording.frames;
  // Between frames: the mean over what the frame before it has left.
  const rate = (frame) => (frame ? (value(frame) - value(frame - 1)) / (time[frame] - time[frame - 1]) : NaN);
  const name = `${def.angle ? 'angle' : 'displacement'}${number}`, motor = def.motor !== 'none';
  return [{ name, unit, motor, value, marks: limits },
    ...forceChannels(recording, index, k, def.angle, number),
    { name: `rate of ${name}`, unit: `${unit}/s`, motor, value: rate, marks: level(def.motor === 'velocity' ? def.target : null, 'motor target') }];
}

// Of what acts at all along the coordinate.
function forceChannels(recording, index, k, angle, number) {
  const { count } = recording.frames, { max_force: most } = recording.joints[index].coordinates[k];
  return ALONG.flatMap((name) => {
    const value = (frame) => recording.forceAlong(index, k, name, frame) ?? NaN;
    const acts = recording.frames.forces && Array.from({ length: count }, (_, frame) => value(frame)).some((v) => Math.abs(v) > 0);
    const marks = name === 'motor' && most !== null ? [...level(most, 'its limit'), ...level(-most, 'its limit')] : [];
    return acts ? [{ name: `${name} ${angle ? 'torque' : 'force'}${number}`, unit: angle ? 'N·m' : 'N', motor: name === 'motor', value, marks }] : [];
  });
}

function jointChannels(recording, index) {
  const axes = recording.inSpace ? ['x', 'y', 'z'] : ['x', 'y'], turns = recording.inSpace ? axes : ['z'];
  const size = (name) => (frame) => recording.reaction(index, frame)[name].length();
  return [{ name: 'reaction force', unit: 'N', value: size('force') },
    ...axes.map((axis) => ({ name: `force ${axis}`, unit: 'N', value: (frame) => recording.reaction(index, frame).force[axis] })),
    { name: 'reaction torque', unit: 'N·m', value: size('torque') },
    ...(recording.inSpace ? turns.map((axis) => ({ name: `torque ${axis}`, unit: 'N·m', value: (frame) => recording.reaction(index, frame).torque[axis] })) : []),
    ...recording.joints[index].coordinates.flatMap((_, k) => coordinateChannels(recording, index, k))];
}

/** Bodies that move and joints, each { name, channels() }. */
export function objects(recording) {
  const bodies = recording.bodies.flatMap((body, i) => (body.slot !== undefined && (body.moved || !recording.inSpace)
    ? [{ key: `body ${i}`, name: body.name, channels: () => bodyChannels(recording, i) }] : []));
  const joints = recording.joints.map((joint, i) => ({ key: `joint ${i}`, name: joint.name, channels: () => jointChannels(recording, i) }));
  return { bodies, joints };
}

/** Lines of a channel for a plot. */
export function linesOf(recording, channel) {
  const x = recording.frames.time, line = (each) => ({ label: each.label ?? channel.name, unit: channel.unit, x, y: overFrames(recording, each.value), color: each.color ?? 'series-1', dash: each.dash });
  return [line(channel), ...(channel.marks ?? []).map(line)];
}
