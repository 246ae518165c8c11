// SPDX-License-Identifier: Apache-2.0
// Arrays of numbers as the program packs them (src/io/page/packed.hpp).

const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/** Numbers of base64 alone. */
export const floats = (text) => new Float32Array(bytesOf(text).buffer);

/** Bytes that were deflated. */
export function inflate(text) {
  return new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();
}

/** Numbers whose bytes were sorted by significance and deflated. */
export async function unpack(text, Type = Float32Array) {
  const planes = new Uint8Array(await inflate(text));
  const size = Type.BYTES_PER_ELEMENT, count = planes.length / size;
  const bytes = new Uint8Array(planes.length);
  for (let k = 0; k < size; ++k)
    for (let i = 0; i < count; ++i) bytes[i * size + k] = planes[k * count + i];
  return new Type(bytes.buffer);
}

/** An object of packed arrays, arrays of them included. */
export async function unpackAll(object, types = {}) {
  const unpacked = await Promise.all(Object.entries(object).map(async ([name, value]) =>
    [name, Array.isArray(value) ? await Promise.all(value.map((text) => unpack(text))) : await unpack(value, types[name])]));
  return Object.fromEntries(unpacked);
}
