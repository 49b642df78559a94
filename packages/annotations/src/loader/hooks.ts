import { readFileSync } from 'node:fs';
import type { LoadHookSync, ResolveHookSync } from 'node:module';
import { fileURLToPath } from 'node:url';
import { suggestExistingFile } from './missing-module.ts';
import { assertModule } from './package-type.ts';
import { transform } from './transform.ts';

const helpers = '@oxc-project/runtime/';
const source = /\.m?ts$/;

/** The helpers that transformed code imports are found from here: the user's project need not have them. */
export const resolve: ResolveHookSync = (specifier, context, nextResolve) => {
  if (specifier.startsWith(helpers))
    return nextResolve(specifier, { ...context, parentURL: import.meta.url });
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    throw suggestExistingFile(error, specifier, context.parentURL);
  }
};

/**
 * Every `.ts` and `.mts` outside node_modules is transformed, also one that Node could strip itself: that takes
 * a sixth of the time here, and a file does not change its meaning when it gets its first decorator.
 * CommonJS stays with Node, unless it is an ES module in a package of the wrong type.
 */
export const load: LoadHookSync = (url, context, nextLoad) => {
  if (!url.startsWith('file:')) return nextLoad(url, context);
  const { pathname } = new URL(url);
  if (!source.test(pathname) || pathname.includes('/node_modules/')) return nextLoad(url, context);
  const file = fileURLToPath(url);
  if (context.format?.startsWith('commonjs')) {
    assertModule(file);
    return nextLoad(url, context);
  }
  return { format: 'module', shortCircuit: true, source: transform(url, file, readFileSync(file, 'utf8')) };
};
