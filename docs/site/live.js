// SPDX-License-Identifier: Apache-2.0
// Links of the gallery to the page with the engine open it in place, one at a time: nothing of it is
// loaded before. Without scripts they are links.
'use strict';

function close() {
  document.querySelectorAll('figure.live').forEach((figure) => figure.remove());
  document.querySelectorAll('a.live[aria-expanded]').forEach((link) => link.removeAttribute('aria-expanded'));
}

function open(link) {
  const figure = document.createElement('figure'), bar = document.createElement('figcaption');
  const button = document.createElement('button'), frame = document.createElement('iframe');
  figure.className = 'live';
  bar.textContent = 'Drag a part to pull it. ';
  button.textContent = 'Close';
  button.addEventListener('click', close);
  frame.title = link.dataset.scene;
  frame.src = link.href;
  bar.append(button);
  figure.append(bar, frame);
  link.parentElement.after(figure);
  link.setAttribute('aria-expanded', 'true');
  figure.scrollIntoView({ block: 'nearest' });
}

document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a.live');
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const was = link.hasAttribute('aria-expanded');
  close();
  if (!was) open(link);
});
