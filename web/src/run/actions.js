// SPDX-License-Identifier: Apache-2.0
// Everything a user can do, each with a key: the list that the keyboard, the panel and the help
// are made of.
import GUI from 'lil-gui';
import { Vector3 } from 'three';
import { byId, make, saveFile } from '../shared/elements.js';

export const SHOWN = {
  points: true, forces: true, cones: false, open: false, network: false, joints: true, reactions: false, torques: false,
  trails: false, transparentWalls: false, visuals: true, edges: true, shadows: false, follow: false, by: 'body',
};

// [option, key, words]
const OPTIONS = [
  ['points', 'p', 'contact points'], ['forces', 'c', 'contact forces'], ['cones', 'k', 'friction cones'], ['open', 'o', 'open contacts'],
  ['network', 'n', 'force network'], ['joints', 'm', 'joints'], ['reactions', 'r', 'joint forces'], ['torques', 'y', 'joint torques'],
  ['trails', 't', 'trails'], ['transparentWalls', 'w', 'transparent walls'], ['visuals', 'x', 'visuals'], ['edges', 'e', 'edges'],
  ['shadows', 'h', 'shadows'], ['follow', 'l', 'camera follows'],
];
const TURN = Math.PI / 24, ZOOM = 1.2;

const timeActions = ({ player }) => [
  [' ', 'play or pause', () => player.play(!player.playing), 'space'],
  ['ArrowLeft', 'one frame back', () => player.step(-1), '←'], ['ArrowRight', 'one frame forward', () => player.step(1), '→'],
  ['Home', 'to the start', () => player.seekFrame(0)], ['End', 'to the end', () => player.seekFrame(Infinity)],
];

function actions(app) {
  const { player, stage, selection, plots } = app, orbit = (around, over) => () => stage.orbit(around, over);
  const { vertical, toward } = stage.frame, level = toward.clone().addScaledVector(vertical, -toward.dot(vertical));
  const front = app.recording.inSpace && level.lengthSq() > 1e-6 ? level.normalize() : new Vector3(0, 0, 1);
  const side = vertical.clone().cross(front), above = vertical.clone().addScaledVector(front, 1e-3).normalize();
  return [
    ...(app.timeActions ?? timeActions(app)),
    ['[', 'slower', () => player.faster(-1)], [']', 'faster', () => player.faster(1)],
    ['f', 'whole scene', () => stage.fit()], ['1', 'from the front', () => stage.look(front)], ['2', 'from the side', () => stage.look(side)],
    ['3', 'from above', () => stage.look(above)], ['+', 'nearer', () => stage.zoom(ZOOM)], ['-', 'farther', () => stage.zoom(1 / ZOOM)],
    ['Shift+ArrowLeft', 'turn left', orbit(-TURN, 0), 'shift ←'], ['Shift+ArrowRight', 'turn right', orbit(TURN, 0), 'shift →'],
    ['Shift+ArrowUp', 'turn up', orbit(0, TURN), 'shift ↑'], ['Shift+ArrowDown', 'turn down', orbit(0, -TURN), 'shift ↓'],
    ['.', 'next body', () => selection.next(1)], [',', 'body before', () => selection.next(-1)],
    ['J', 'next joint', () => selection.nextJoint(1)], ['C', 'next contact', () => selection.nextContact(player.frame, 1, app.shown)],
    ['Escape', 'nothing selected', () => selection.clear(), 'esc'],
    ...OPTIONS.map(([option, key, words]) => [key, words, () => app.set(option, !app.shown[option])]),
    ['b', 'colours by body, level, speed', () => app.set('by', { body: 'level', level: 'speed', speed: 'body' }[app.shown.by])],
    ...(plots.offer ? [['g', 'plot what is selected', () => { plots.offer(selection); plots.addChosen(); }]] : []),
    ['v', 'save all as CSV', () => plots.saveAll()], ['s', 'save the picture', () => savePicture(app)],
    ['?', 'keys', showHelp],
  ];
}

function savePicture({ stage, recording, player }) {
  stage.draw();
  stage.renderer.domElement.toBlob((blob) => saveFile(`${recording.data.scene.replace(/\W+/g, '_')}_${player.time.toFixed(3)}s.png`, blob));
}

/** The keys, from the first one on. */
export function showHelp() {
  byId('help').showModal();
  byId('help').scrollTop = 0;
}

function keyOf(event) {
  const shifted = event.shiftKey && event.key.startsWith('Arrow');
  return shifted ? `Shift+${event.key}` : event.key;
}

export function listenToKeys(app) {
  const list = actions(app), byKey = new Map(list.map(([key, , act]) => [key, act]));
  byKey.set('=', byKey.get('+'));
  byId('help').querySelector('tbody').append(...list.map(([key, words, , shown]) => make('tr', {}, make('td', {}, make('kbd', {}, shown ?? key)), make('td', {}, words))));
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('help').open) return;
    const own = event.target.closest('select, input:not([type=checkbox]), button, dialog, .lil-gui');
    const act = byKey.get(keyOf(event));
    // A control keeps the keys it needs itself; the time line moves by frames already.
    if (!act || (own && (own.matches('button') ? event.key === ' ' : event.key.length > 1 ? event.key !== 'Escape' : event.key === ' ' || own.matches('select')))) return;
    event.preventDefault();
    act();
  }, { signal: app.ending?.signal });
}

/** The panel of what is shown. */
export function makePanel(app) {
  const panel = new GUI({ container: byId('panel'), title: 'Shown', width: undefined });
  const { recording } = app, contacts = recording.mayTouch, joints = recording.joints.length > 0, visuals = recording.bodies.some((body) => body.visuals?.length);
  const hidden = new Set([...(contacts ? [] : ['points', 'forces', 'cones', 'open', 'network']), ...(joints ? [] : ['joints', 'reactions', 'torques']), ...(visuals ? [] : ['visuals'])]);
  for (const [option, key, words] of OPTIONS) {
    const controller = panel.add(app.shown, option).name(`${words} (${key})`).onChange(() => app.refresh());
    if (hidden.has(option)) controller.hide();
  }
  panel.add(app.shown, 'by', ['body', 'level', 'speed']).name('colours by (b)').onChange(() => app.refresh());
  if (window.innerWidth < 900) panel.close();
  return panel;
}
