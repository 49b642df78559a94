import { dirname, relative, sep } from 'node:path';

/** Returns the specifier with which the module `from` imports `file`; both are absolute paths. */
export function importSpecifier(file: string, from: string): string {
  // A specifier is parsed as a URL: "#" would end its path, and "%41" would be decoded.
  const steps = relative(dirname(from), file).split(sep);
  const path = steps.map((step) => step.replaceAll(/[%#?\\\s]/g, encodeURIComponent)).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
