export { buildMirror } from './build/build.ts';
export { isPinned, pinKey } from './build/pinned-key.ts';
export { newerMirror, type NewerMirror } from './build/newer-mirror.ts';
export type { BuildOptions, Mirror, SetName } from './mirror.ts';
export { withRedirectLoop, truncated, withDate, endless, withoutFiles, throttled } from './serve/faults.ts';
export { serveMirror, type MirrorServer, type ServeOptions, type FaultInjector } from './serve/serve.ts';
export { missingTools } from './tools.ts';
