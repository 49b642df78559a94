/**
 * @module Runs decorated TypeScript without a build: `node --import @writ/annotations/register app.ts`.
 * Reads no tsconfig. Worker threads inherit it, since they inherit `--import`.
 */
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { load, resolve } from './loader/hooks.ts';

// Locations in findings and stack traces refer to the sources.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
registerHooks({ resolve, load });
