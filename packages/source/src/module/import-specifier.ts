import { dirname, relative, sep } from 'node:path';

/** How the module `from` imports `file`; both are absolute. */
export function importSpecifier(file: string, from: string): string {
  // A specifier is read as a URL: "#" would end its path, "%41" be another name.
  const steps = relative(dirname(from), file).split(sep);
  const path = steps.map((step) => step.replaceAll(/[%#?\\\s]/g, encodeURIComponent)).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
