import { createRequire } from 'node:module';

/** SHA-256 of the WebAssembly module. */
export const LLHTTP_SHA256 = '2434215e1f7fa0163f22ce895ddbeb83984fa0aa51e123164e053213e5aca028';

/**
 * Returns the bytes of llhttp, Node's HTTP parser, which the npm package undici contains as WebAssembly. `npm run pack`
 * replaces this module with one that reads the bytes from a file in the published package.
 */
export function readLlhttp(): Uint8Array<ArrayBuffer> {
  return createRequire(import.meta.url)('undici/lib/llhttp/llhttp_simd-wasm.js') as Buffer<ArrayBuffer>;
}
