/** @module Bundler plug-ins that add the declared types of parameters and fields to the bundled code. */
export {
  esbuildPlugin,
  rollupPlugin,
  type EsbuildBuild,
  type EsbuildModule,
  type EsbuildPlugin,
  type RollupPlugin,
} from './source/bundler-plugins.ts';
