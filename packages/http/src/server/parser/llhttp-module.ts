import { createRequire } from 'node:module';

/** SHA-256 of the bytes. */
export const LLHTTP_SHA256 = '2434215e1f7fa0163f22ce895ddbeb83984fa0aa51e123164e053213e5aca028';

/**
 * The bytes of llhttp, the HTTP parser of Node, which the npm package undici contains as WebAssembly. `npm run pack`
 * replaces this module by one that reads them from a file of the published package.
 */
export function readLlhttp(): Uint8Array<ArrayBuffer> {
  return createRequire(import.meta.url)('undici/lib/llhttp/llhttp_simd-wasm.js') as Buffer<ArrayBuffer>;
}
