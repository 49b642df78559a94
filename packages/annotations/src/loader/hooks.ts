import { readFileSync } from 'node:fs';
import { getCompileCacheDir, type LoadHookSync, type ResolveHookSync } from 'node:module';
import { fileURLToPath } from 'node:url';
import { suggestExistingFile } from './missing-module.ts';
import { assertModule } from './package-type.ts';
import { helpersParent, transformModule } from './transform.ts';

const helpers = '@oxc-project/runtime/';
const source = /\.m?ts$/;
/** The folder of all packages in a checkout of Writ. */
const packages = new URL('../../../', import.meta.url).pathname;

/** Helper imports in transformed code are resolved from `@writ/compiler`, so a project need not install the helpers. */
export const resolve: ResolveHookSync = (specifier, context, nextResolve) => {
  if (specifier.startsWith(helpers)) return nextResolve(specifier, { ...context, parentURL: helpersParent });
  try {
    return nextResolve(specifier, context);
  } catch (error) {
    throw suggestExistingFile(error, specifier, context.parentURL);
  }
};

/**
 * Transforms every `.ts` and `.mts` file outside node_modules, even if Node could strip its types: the transformation
 * is six times as fast, and adding the first decorator to a file does not change how the rest of it is compiled.
 * CommonJS files are left to Node; an ES module that the package's `type` declares as CommonJS is rejected. Node's
 * compile cache contains what Node has stripped, so with this cache, Writ's own sources in a checkout are left to Node
 * as well: a command starts in three quarters of the time.
 */
export const load: LoadHookSync = (url, context, nextLoad) => {
  if (!url.startsWith('file:')) return nextLoad(url, context);
  const { pathname } = new URL(url);
  if (!source.test(pathname) || pathname.includes('/node_modules/')) return nextLoad(url, context);
  if (isOwnSource(pathname) && getCompileCacheDir() !== undefined) return nextLoad(url, context);
  const file = fileURLToPath(url);
  if (context.format?.startsWith('commonjs')) {
    assertModule(file);
    return nextLoad(url, context);
  }
  return {
    format: 'module',
    shortCircuit: true,
    source: transformModule(url, file, readFileSync(file, 'utf8')),
  };
};

/** Whether a file belongs to a package of Writ in a checkout. Only the service contains decorators. */
function isOwnSource(pathname: string): boolean {
  if (!pathname.startsWith(packages)) return false;
  const [name, folder] = pathname.slice(packages.length).split('/');
  return folder === 'src' && name !== 'service';
}
