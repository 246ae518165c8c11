// SPDX-License-Identifier: Apache-2.0
// npm's packages stand in the build folder, which PERPEND_NODE_MODULES names, or beside this file.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const web = path.dirname(fileURLToPath(import.meta.url));
export const modules = path.resolve(process.env.PERPEND_NODE_MODULES ?? path.join(web, 'node_modules'));
export const load = createRequire(path.join(modules, 'here.js'));
