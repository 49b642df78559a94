import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { pageFile } from './index.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(`${folder}public/${name}`, 'utf8');
const modules = globSync('page/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }).map(
  (name) => [name, readFileSync(`${folder}${name}`, 'utf8')] as const,
);

describe('files of the page', () => {
  it("returns only the page's files, each with its type", () => {
    expect(pageFile('index.html')).toEqual({ type: 'text/html; charset=utf-8', text: read('index.html') });
    expect(pageFile('page.js')?.type).toMatch(/^text\/javascript/);
    for (const name of ['', '.', '../package.json', 'constructor', 'none.js', 'index.html/']) {
      expect(pageFile(name)).toBeUndefined();
    }
  });

  it('loads files only from its own origin and complies with a strict content policy', () => {
    const html = read('index.html');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|https?:|javascript:/);
    expect(modules.length).toBeGreaterThan(0);
    for (const [name, code] of modules) {
      expect([name, code]).toEqual([
        name,
        expect.not.stringMatching(/innerHTML|outerHTML|insertAdjacentHTML|eval\(|document\.write|https?:/),
      ]);
    }
    expect(read('page.css')).not.toMatch(/url\(|@import/);
  });

  it('refers only to existing files and ids', () => {
    const html = read('index.html');
    for (const [, name] of html.matchAll(/"\/assets\/([^"]+)"/g)) expect(pageFile(name!)).toBeDefined();
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    for (const [, list] of html.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"/g)) {
      for (const id of list!.split(' ')) expect(ids).toContain(id);
    }
    const used = modules.flatMap(([, code]) => [...code.matchAll(/byId\('([^']+)'/g)].map(([, id]) => id));
    expect(used.length).toBeGreaterThan(0);
    for (const id of used) expect(ids).toContain(id);
  });

  it('is bundled into a script that imports the editor script at run time', () => {
    const script = pageFile('page.js')!.text;
    const imported = [...script.matchAll(/\b(?:from|import)\s*\(?\s*["'`]([^"'`]+)["'`]/g)].map(
      ([, name]) => name,
    );
    expect(imported).toEqual(['./schema-editor.js']);
    expect(pageFile('schema-editor.js')?.text).toContain('createSurface');
    expect(globSync('*.js', { cwd: `${folder}public/dist` }).toSorted()).toEqual([
      'page.js',
      'schema-editor.js',
    ]);
  });

  it('has a label for every control', () => {
    const html = read('index.html');
    const labels = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id));
    for (const [tag] of html.matchAll(/<(?:textarea|select|input)\b[^>]*>/g)) {
      const id = /\sid="([^"]+)"/.exec(tag)?.[1];
      if (!tag.includes(' hidden')) expect(labels).toContain(id);
    }
  });
});
