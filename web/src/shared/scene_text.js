// SPDX-License-Identifier: Apache-2.0
// Scene files are JSON with comments (docs/formats/scene.md).

/** What a scene file says; throws where it is no JSON. */
export const readScene = (text) => JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (found) => (found[0] === '"' ? found : ' ')));
