// SPDX-License-Identifier: Apache-2.0
// Short words for making parts of a document.

export const byId = (id) => document.getElementById(id);

/** An element with properties and children; strings become text. */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties))
    if (name in element) element[name] = value; else element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export function addStyle(...texts) {
  document.head.append(make('style', { textContent: texts.join('\n') }));
}

/** Colours of the theme, read again when it changes. */
export const theme = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

export function onThemeChange(act) {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', act);
}

/** Offers text or a blob as a file. */
export function saveFile(name, content, type = 'text/csv') {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = make('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
