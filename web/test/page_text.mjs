// SPDX-License-Identifier: Apache-2.0
// All that a page shows, as lines of text: what is written, what the picture is made of, the lines of plots.
// Each of these functions runs in the page.

/** Written words and the values of controls, with the colours of what has a name. */
export function wordsOf() {
  const lines = [];
  const shown = (element) => element.checkVisibility?.() ?? true;
  const costs = [...document.querySelectorAll('figure')].filter((figure) => figure.querySelector('b')?.textContent === 'Cost of a step');
  const isTime = (element) => costs.some((figure) => figure.contains(element)) || element.closest('#table td:nth-child(13)') || element.closest('tr')?.cells[0].textContent === 'wall time';
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('script, style, .u-legend') || !shown(element) || isTime(element)) continue;
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent.trim()).filter(Boolean).join(' ');
    const control = element.matches('input, select') ? ` = ${element.type === 'checkbox' ? element.checked : element.value}` : '';
    const title = element.title ? ` [${element.title}]` : '';
    const name = element.id ? `#${element.id}` : element.tagName.toLowerCase();
    const style = element.getAttribute('style') ? ` (${element.getAttribute('style').replace(/\d+\.\d+/g, (n) => String(+(+n).toPrecision(5)))})` : '';
    if (element.id === 'axes') lines.push(element.innerHTML.replace(/-?\d+\.\d+/g, (n) => String(+(+n).toFixed(2))));
    if (!own && !control && !title && !element.id && !(style && element.tagName === 'I')) continue;
    const { color, backgroundColor, fontWeight } = getComputedStyle(element);
    lines.push(`${name}${element.className && typeof element.className === 'string' ? `.${element.className.replaceAll(' ', '.')}` : ''}${control}${title}${element.tagName === 'I' ? style : ''} ${own} ${element.id || own ? `{${color} on ${backgroundColor} ${fontWeight}}` : ''}`.trim());
  }
  return lines;
}

/** Camera, light and every part that is drawn, with its place, geometry and material. */
export function pictureOf() {
  const { stage } = window.perpend.view ?? window.perpend, lines = [];
  const number = (x) => (Math.abs(x) < 1e-6 ? '0' : String(+x.toPrecision(5)));
  const numbers = (list) => Array.from(list, number).join(' ');
  stage.draw();
  const { camera, controls, scene } = stage;
  lines.push(`camera at ${numbers(camera.position.toArray())} to ${numbers(controls.target.toArray())} up ${numbers(camera.up.toArray())} field ${camera.fov} aspect ${number(camera.aspect)} near ${number(camera.near)} far ${number(camera.far)}`);
  lines.push(`background ${scene.background.getHexString()} shadows ${stage.renderer.shadowMap.enabled}`);
  const geometryOf = (geometry) => {
    const { array, count } = geometry.attributes.position, sums = [0, 0, 0];
    geometry.computeBoundingBox();
    for (let i = 0; i < 3 * count; ++i) sums[i % 3] += array[i] * (1 + Math.floor(i / 3) % 7);
    return `${geometry.type} ${count} from ${numbers(geometry.boundingBox.min.toArray())} to ${numbers(geometry.boundingBox.max.toArray())} sums ${numbers(sums)}`;
  };
  const materialOf = (m) => `${m.type} ${m.color?.getHexString()} glow ${m.emissive?.getHexString()} opacity ${number(m.opacity)} ${m.transparent ? 'transparent' : 'solid'} depth ${m.depthTest} ${m.depthWrite} side ${m.side}`;
  const listed = new Set();
  // What lies behind bodies is drawn twice, from one list.
  const instances = (mesh) => {
    if (listed.has(mesh.instanceMatrix)) return;
    listed.add(mesh.instanceMatrix);
    for (let i = 0; i < mesh.count; ++i) {
      const m = mesh.instanceMatrix.array.slice(16 * i, 16 * i + 16), [r, g, b] = mesh.instanceColor.array.slice(3 * i, 3 * i + 3);
      lines.push(`  at ${numbers(m.slice(12, 15))} along ${numbers(m.slice(4, 7))} wide ${number(Math.hypot(...m.slice(0, 3)))} ${number(Math.hypot(...m.slice(8, 11)))} colour ${numbers([r, g, b])}`);
    }
  };
  const walk = (part, depth) => {
    if (!part.visible) return;
    const { elements } = part.matrixWorld, kind = part.type;
    if (part.isLight) lines.push(`${kind} ${part.color.getHexString()} ${number(part.intensity)} at ${numbers(part.position.toArray())} casts ${part.castShadow}`);
    if (part.geometry) {
      lines.push(`${kind} order ${part.renderOrder} casts ${part.castShadow} at ${numbers(elements.slice(12, 15))} turned ${numbers(elements.slice(0, 3))} ${numbers(elements.slice(4, 7))}`);
      lines.push(` ${geometryOf(part.geometry)}`, ` ${materialOf(part.material)}`);
      if (part.isInstancedMesh) instances(part);
    }
    for (const child of part.children) walk(child, depth + 1);
  };
  walk(scene, 0);
  return lines;
}

/** Titles, lines and values of the plots. */
export function plotsOf() {
  const { plots } = window.perpend.view ?? window.perpend;
  const number = (x) => (x === null || x === undefined ? '-' : typeof x === 'number' ? String(+x.toPrecision(5)) : x);
  const list = (plots.plots ?? Object.values(plots)).filter((each) => each?.figure);
  return list.flatMap((each) => {
    const lines = [`plot ${each.figure.querySelector('figcaption').textContent}`];
    if (lines[0].includes('Time of a step')) return lines;
    const { series, axes, scales } = each.plot;
    lines.push(` axes ${axes.map((axis) => axis.label).join(' | ')} ${Object.entries(scales).map(([name, { distr, min, max }]) => `${name} ${distr} ${number(min)} ${number(max)}`).join(', ')}`);
    series.forEach(({ label, stroke, width, dash }, i) => lines.push(` ${typeof label === 'string' ? label : label?.textContent} ${typeof stroke === 'function' ? stroke(each.plot, i) : stroke} ${width} ${dash ?? ''}: ${Array.from((each.data ?? each.plot.data)[i] ?? []).slice(0, 12).map(number).join(' ')}`));
    for (const line of each.lines ?? []) lines.push(` line ${line.label} ${line.color} ${line.width ?? ''} ${line.dash ?? ''} ${line.hidden?.() ? 'hidden' : ''}: ${Array.from(line.x).slice(0, 12).map(number).join(' ')} / ${Array.from(line.y).slice(0, 12).map(number).join(' ')}`);
    return lines;
  });
}

/** What the page tells of each body, joint and contact of the frame, and what lies under the middle of each body. */
export function toldOf() {
  const app = window.perpend, { selection, recording, bodies, stage, player } = app, lines = [];
  const why = (what) => {
    selection.choose(what);
    lines.push(`${JSON.stringify(what)}: ${document.getElementById('why_rows').innerText.replaceAll('\n', ' | ')}`);
  };
  recording.bodies.forEach((_, body) => why({ body }));
  recording.joints.forEach((_, joint) => why({ joint }));
  const [first, last] = recording.contactRange(player.frame);
  for (let contact = first; contact < last; ++contact) why({ contact });
  selection.clear();
  for (const { group } of bodies.parts) {
    const { x, y } = stage.project(group.position), found = selection.under(x, y, player.frame, app.shown);
    lines.push(`at ${Math.round(x)} ${Math.round(y)}: ${found ? selection.words(found, player.frame) : 'nothing'}`);
  }
  return lines;
}

/** What keys change. */
export function stateOf() {
  const app = window.perpend.view ?? window.perpend, { stage, shown, selection, player } = app;
  const number = (x) => (Math.abs(x) < 1e-6 ? '0' : String(+x.toPrecision(5)));
  return `frame ${player.frame} time ${number(player.time ?? 0)} ${player.playing ? 'plays' : 'stands'} speed ${player.speed} body ${selection.body} joint ${selection.joint} contact ${selection.contact} camera ${stage.camera.position.toArray().map(number).join(' ')} ${Object.entries(shown).filter(([, value]) => value !== false).map(([name, value]) => (value === true ? name : value)).join(' ')}`;
}
