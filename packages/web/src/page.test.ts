import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { acceptedCoding, assetPath, pageFile, type PageFile } from './index.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const dist = `${folder}public/dist`;
const names = globSync('*.{html,css,js,svg,woff2}', { cwd: dist }).toSorted();
const modules = globSync('{page,editor}/**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.ts'] }).map(
  (name) => [name, readFileSync(`${folder}${name}`, 'utf8')] as const,
);

/** The largest compressed size of the page without the editor and the terminal, which are loaded afterwards. */
const BUDGET = 200_000;

function readPageFile(name: string): PageFile {
  const file = pageFile(name);
  if (file === undefined) throw new Error(`the page has no file ${name}`);
  return file;
}

const textOf = (name: string): string => Buffer.from(readPageFile(name).bytes).toString();
/** The names of the files to which a file refers. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\/assets\/|["'`]\.\/)([\w-]+\.\w+)/g)].map(([, name]) => name!);
const styleSheet = (): string => textOf(names.find((name) => name.endsWith('.css'))!);

describe('the files of the page', () => {
  it('include only what the page needs, each with its media type', () => {
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(readPageFile(name).type).toMatch(/^(text|image|font)\//);
    expect(pageFile('index.html')?.type).toBe('text/html; charset=utf-8');
    for (const name of ['', '.', '../package.json', 'constructor', 'none.js', 'index.html/', 'stamp.txt']) {
      expect(pageFile(name)).toBeUndefined();
    }
  });

  it('can be cached forever if their names contain a hash of their content', () => {
    for (const name of names) {
      const { immutable } = readPageFile(name);
      expect([name, immutable]).toEqual([name, name !== 'index.html']);
      if (immutable) expect(name).toMatch(/-[\w-]{8}\.\w+$/);
    }
  });

  it('refer only to existing files of the same origin', () => {
    const html = textOf('index.html');
    const referring = [html, styleSheet(), ...names.filter((name) => name.endsWith('.js')).map(textOf)];
    const named = new Set(referring.flatMap(namesIn));
    expect(named.size).toBeGreaterThan(5);
    for (const name of named) expect(names).toContain(name);
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|https?:|javascript:/);
    expect(styleSheet()).not.toMatch(/url\((?!'\/assets\/)|@import/);
  });

  it('are found by their names without the hash', () => {
    for (const name of ['page.css', 'reference.css', 'icon.svg']) {
      const path = assetPath(name);
      expect(pageFile(path?.replace('/assets/', '') ?? '')?.bytes.length).toBeGreaterThan(0);
    }
    for (const name of ['none.css', 'page', 'index.html', '.*.css']) expect(assetPath(name)).toBeUndefined();
  });

  it('have compressed copies with the same content, for clients that accept them', () => {
    for (const name of names.filter((each) => !each.endsWith('.woff2'))) {
      const { bytes, copies } = readPageFile(name);
      expect(brotliDecompressSync(copies.br!)).toEqual(Buffer.from(bytes));
      expect(gunzipSync(copies.gzip!)).toEqual(Buffer.from(bytes));
    }
  });

  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR;q=0.2', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', undefined],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('are sent for Accept-Encoding %j with the coding %s', (header, coding) => {
    expect(acceptedCoding(header, readPageFile('index.html'))).toBe(coding);
  });

  it(`have at most ${BUDGET} compressed bytes without the editor and the terminal`, () => {
    const loaded = new Set(['index.html']);
    // The loop also visits names that it adds to the set: the files that each file loads immediately.
    for (const name of loaded) {
      const text = textOf(name).replaceAll(/\bimport\(\s*[`"'][^)]*\)/g, '');
      for (const found of /\.(?:html|css|js)$/.test(name) ? namesIn(text) : []) loaded.add(found);
    }
    const sizes = [...loaded]
      .map((name) => readPageFile(name))
      .map(({ bytes, copies }) => (copies.br ?? bytes).length);
    expect(loaded.size).toBeGreaterThan(4);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BUDGET);
    for (const later of ['schema-editor-', 'terminal-']) {
      expect([...loaded].filter((name) => name.startsWith(later))).toEqual([]);
      expect(names.filter((name) => name.startsWith(later))).toHaveLength(1);
    }
  });
});

describe('the modules of the page', () => {
  it('comply with a strict content security policy', () => {
    expect(modules.length).toBeGreaterThan(20);
    for (const [name, code] of modules) {
      expect([name, code]).toEqual([
        name,
        expect.not.stringMatching(/innerHTML|outerHTML|insertAdjacentHTML|eval\(|document\.write|https?:/),
      ]);
    }
  });
});
