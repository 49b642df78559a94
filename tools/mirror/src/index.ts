export { buildMirror } from './build/build.ts';
export { isPinned, pinKey } from './build/pinned-key.ts';
export { newerMirror, type NewerMirror } from './build/newer.ts';
export type { BuildOptions, Mirror, SetName } from './mirror.ts';
export { circling, cut, dated, endless, lacking, slow } from './serve/faults.ts';
export { serveMirror, type MirrorServer, type ServeOptions, type Tamper } from './serve/serve.ts';
export { missingTools } from './tools.ts';
