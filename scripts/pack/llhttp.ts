import { createHash } from 'node:crypto';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LLHTTP_SHA256, readLlhttp } from '../../packages/http/src/server/parser/llhttp-module.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The module in the published package that replaces llhttp-module.ts. */
const MODULE = `import { readFileSync } from 'node:fs';
export const LLHTTP_SHA256 = '${LLHTTP_SHA256}';
/** Reads llhttp (llhttp-license.txt), which undici (undici-license.txt) compiles to WebAssembly. */
export function readLlhttp() {
    return readFileSync(new URL('./llhttp.wasm', import.meta.url));
}
`;

/**
 * Adds llhttp, and the licence of undici, which compiles it, to the built package.
 *
 * @param dist the folder of the package
 * @throws Error if the digest of llhttp is not the expected one
 */
export function addLlhttp(dist: string): void {
  const bytes = readLlhttp();
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== LLHTTP_SHA256)
    throw new Error(`llhttp of undici has the SHA-256 ${digest}, not ${LLHTTP_SHA256}`);
  const folder = join(dist, 'src/server/parser');
  writeFileSync(join(folder, 'llhttp.wasm'), bytes);
  writeFileSync(join(folder, 'llhttp-module.js'), MODULE);
  copyFileSync(join(root, 'packages/http/node_modules/undici/LICENSE'), join(folder, 'undici-license.txt'));
}
