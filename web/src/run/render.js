// SPDX-License-Identifier: Apache-2.0
// Pictures of moments as text, for `perpend render`: #render=24&size=1280x720&type=image/png&from=0&to=1

/** Draws them one after the other into an element `pictures`, a data address per line. */
export function render(app, link) {
  const count = +link.get('render'), [width, height] = link.get('size').split('x').map(Number);
  const from = +link.get('from'), to = +link.get('to'), { domElement } = app.stage.renderer, lines = [];
  // Pixels of the picture are those that marks are measured in.
  Object.assign(domElement.style, { position: 'fixed', width: `${width}px`, height: `${height}px` });
  app.stage.pixelRatio = 1;
  app.stage.resize(width, height);
  app.stage.fit();
  app.followLink(link);
  for (let i = 0; i < count; ++i) {
    app.player.seek(count > 1 ? from + ((to - from) * i) / (count - 1) : to);
    app.stage.draw();
    lines.push(domElement.toDataURL(link.get('type'), 0.95));
  }
  const pictures = document.createElement('pre');
  pictures.id = 'pictures';
  pictures.textContent = lines.join('\n');
  document.body.replaceChildren(pictures);
}
