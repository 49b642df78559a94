/** @module Plug-ins that write the types which a source declares into bundled code, where metadata is not enough. */
export {
  esbuildPlugin,
  rollupPlugin,
  type EsbuildBuild,
  type EsbuildModule,
  type EsbuildPlugin,
  type RollupPlugin,
} from './source/bundler-plugins.ts';
