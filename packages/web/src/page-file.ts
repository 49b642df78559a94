import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page. */
export interface PageFile {
  /** Content-Type. */
  readonly type: string;
  readonly text: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const folder = new URL('../public/', import.meta.url);
/** The scripts, which are bundled during setup. */
const bundles = new URL('dist/', folder);

// Requests never reach the file system: they select from the files that existed when the service started.
const files: ReadonlyMap<string, PageFile> = new Map([
  ...filesOf(folder),
  ...(existsSync(bundles) ? filesOf(bundles) : []),
]);

function filesOf(from: URL): [string, PageFile][] {
  return readdirSync(fileURLToPath(from)).flatMap((name) => {
    const type = types[extname(name)];
    return type === undefined ? [] : [[name, { type, text: readFileSync(new URL(name, from), 'utf8') }]];
  });
}

/** The file with this name; undefined if the page has none. */
export function pageFile(name: string): PageFile | undefined {
  return files.get(name);
}
