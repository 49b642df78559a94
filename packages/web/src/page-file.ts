import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the page. */
export interface PageFile {
  /** The value of Content-Type. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Compressed copies by content coding. */
  readonly copies: Readonly<Partial<Record<ContentCoding, Uint8Array>>>;
  /** Whether the name contains a hash of the content, so that it can be cached indefinitely. */
  readonly immutable: boolean;
}

/** A content coding of the compressed copies. */
export type ContentCoding = 'br' | 'gzip';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The folder of the files that scripts/build.ts writes. */
const folder = fileURLToPath(new URL('../public/dist/', import.meta.url));

// Requests never reach the file system: only the files that existed when this module was loaded are served.
const files: ReadonlyMap<string, PageFile> = new Map(
  existsSync(folder) ? readdirSync(folder).flatMap(readPageFile) : [],
);

function readPageFile(name: string): [string, PageFile][] {
  const type = types[extname(name)];
  if (type === undefined) return [];
  const [br, gzip] = ['.br', '.gz'].map((extension) => readCopy(`${folder}${name}${extension}`));
  const copies = { ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) };
  const bytes = readFileSync(`${folder}${name}`);
  return [[name, { type, bytes, copies, immutable: name !== 'index.html' }]];
}

function readCopy(file: string): Uint8Array | undefined {
  return existsSync(file) ? readFileSync(file) : undefined;
}

/** The file with this name; undefined if the page has none. */
export function pageFile(name: string): PageFile | undefined {
  return files.get(name);
}

/** The path under which the service serves the file whose name without its hash is `name`; undefined if it has none. */
export function assetPath(name: string): string | undefined {
  const [stem, extension] = name.split('.');
  const hashed = new RegExp(`^${stem}-[\\w-]{8}\\.${extension}$`);
  const found = [...files.keys()].find((each) => hashed.test(each));
  return found === undefined ? undefined : `/assets/${found}`;
}

/**
 * The first of `br` and `gzip` that an Accept-Encoding header accepts and in which the file exists; otherwise
 * undefined.
 */
export function acceptedCoding(
  accepted: string | undefined,
  { copies }: PageFile,
): ContentCoding | undefined {
  const codings = new Set(
    (accepted ?? '')
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
      .map((each) => each.replace(/\s*;.*/, '')),
  );
  return (['br', 'gzip'] as const).find((coding) => codings.has(coding) && copies[coding] !== undefined);
}
