/** @module Bundler plug-ins that add declared types to the code, where metadata is not enough. */
export {
  esbuildPlugin,
  rollupPlugin,
  type EsbuildBuild,
  type EsbuildModule,
  type EsbuildPlugin,
  type RollupPlugin,
} from './source/bundler-plugins.ts';
