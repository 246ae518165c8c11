// SPDX-License-Identifier: Apache-2.0
// The engine in a worker of the page: it takes what a socket would take and gives what it would give.
// Behind Emscripten's script (PerpendEngine). First comes { engine } with the module's bytes, then
// { open }, commands as texts, and 'seen' for each frame.
'use strict';
let engine, timer, waiting = [], isSeen = true;

function callWithTexts(name, texts, ...rest) {
  const places = texts.map((text) => {
    const size = engine.lengthBytesUTF8(text) + 1, place = engine._malloc(size);
    engine.stringToUTF8(text, place, size);
    return place;
  });
  engine[name](...places, ...rest);
  places.forEach((place) => engine._free(place));
}

function bytes(size) {
  const from = engine._perpend_bytes();
  return engine.HEAPU8.slice(from, from + size);
}

function tell() {
  for (let size; (size = engine._perpend_take_text()) > 0;) postMessage(new TextDecoder().decode(bytes(size)));
  const size = isSeen ? engine._perpend_take_frame() : 0;
  if (!size) return;
  isSeen = false;
  const { buffer } = bytes(size);
  postMessage(buffer, [buffer]);
}

function turn() {
  clearTimeout(timer);
  const wait = engine._perpend_turn();
  tell();
  if (wait >= 0) timer = setTimeout(() => guarded(turn), wait);
}

function open({ file, text, parameters = {}, running }) {
  engine._perpend_forget_parameters();
  for (const [name, value] of Object.entries(parameters)) callWithTexts('_perpend_set_parameter', [name], value);
  callWithTexts('_perpend_open', [file, text], running ? 1 : 0);
}

function take(message) {
  if (message === 'seen') {
    isSeen = true;
    tell();
    return;
  }
  if (message.open) open(message.open);
  else callWithTexts('_perpend_command', [message]);
  turn();
}

// What the engine cannot go on after, such as too little memory.
function guarded(act) {
  try {
    act();
  } catch (error) {
    clearTimeout(timer);
    postMessage(JSON.stringify({ kind: 'stopped', why: String(error?.message ?? error) }));
  }
}

onmessage = ({ data }) => {
  if (!data.engine) {
    if (engine) guarded(() => take(data));
    else waiting.push(data);
    return;
  }
  PerpendEngine({ wasmBinary: data.engine }).then((loaded) => {
    engine = loaded;
    for (const message of waiting.splice(0)) guarded(() => take(message));
  }, (error) => postMessage(JSON.stringify({ kind: 'stopped', why: String(error) })));
};
