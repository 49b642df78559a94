/**
 * Resolves the imports between the sources of the packages without the file system, because Node spends a quarter of a
 * command's start on them: for each import, it looks for links, for the file and for the package.json of its package.
 */
const { pathToFileURL } = require('node:url');
const { resolve } = require('node:path');

/** The folder of the packages, whose sources contain no links. */
const packages = `${pathToFileURL(resolve(__dirname, '../../packages')).href}/`;

/** Whether a URL is a module in the folder `src` of a package. */
function isSource(url) {
  if (!url?.startsWith(packages) || !url.endsWith('.ts')) return false;
  return url.startsWith('src/', url.indexOf('/', packages.length) + 1);
}

/** Creates a resolve hook, which leaves all other imports to the next hook. */
function createResolve() {
  /** The resolved entries of the packages, which are the same for all sources. */
  const entries = new Map();
  return (specifier, context, nextResolve) => {
    const { parentURL } = context;
    const next = withoutFrames(nextResolve);
    if (!isSource(parentURL)) return next(specifier, context);
    if (specifier.endsWith('.ts') && /^\.\.?\//.test(specifier))
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    if (!specifier.startsWith('@writ/')) return next(specifier, context);
    const entry = entries.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    entries.set(specifier, entry);
    return entry;
  };
}

/** Removes the frames of this file from the errors of a hook, because commands print the frames in a user's files. */
function withoutFrames(next) {
  return (...args) => {
    try {
      return next(...args);
    } catch (error) {
      const lines = error.stack.split('\n').filter((line) => !line.includes(__filename));
      error.stack = lines.join('\n');
      throw error;
    }
  };
}

module.exports = { createResolve };
