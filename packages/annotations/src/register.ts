/**
 * @module Runs decorated TypeScript without a build: `node --import @writ/annotations/register app.ts`. The hook does
 * not read `tsconfig.json`. Worker threads inherit it, because they inherit `--import`.
 */
import { registerHooks, setSourceMapsSupport } from 'node:module';
import { load, resolve } from './loader/hooks.ts';

// Locations in findings and stack traces refer to the sources.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
registerHooks({ resolve, load });
