import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageFile } from './index.ts';

const folder = new URL('../public/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
// The page's modules are plain JavaScript for the browser; their types are named where they are used.
const load = (name: string): Promise<any> => import(new URL(name, folder).href);

describe('files of the page', () => {
  it('has each with its type, and nothing else', () => {
    expect(pageFile('index.html')).toEqual({ type: 'text/html; charset=utf-8', text: read('index.html') });
    expect(pageFile('page.js')?.type).toMatch(/^text\/javascript/);
    for (const name of ['', '.', '../package.json', 'constructor', 'none.js', 'index.html/']) {
      expect(pageFile(name)).toBeUndefined();
    }
  });

  it('loads nothing from elsewhere, and runs nothing that a strict policy forbids', () => {
    const html = read('index.html');
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|https?:|javascript:/);
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
      expect([name, read(name)]).toEqual([
        name,
        expect.not.stringMatching(/innerHTML|outerHTML|insertAdjacentHTML|eval\(|document\.write|https?:/),
      ]);
    }
    expect(read('page.css')).not.toMatch(/url\(|@import/);
  });

  it('refers only to files and ids that it has', () => {
    const html = read('index.html');
    for (const [, name] of html.matchAll(/"\/assets\/([^"]+)"/g)) expect(pageFile(name!)).toBeDefined();
    const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id));
    for (const [, list] of html.matchAll(/\s(?:for|aria-labelledby|aria-describedby)="([^"]+)"/g)) {
      for (const id of list!.split(' ')) expect(ids).toContain(id);
    }
    for (const name of readdirSync(folder).filter((each) => each.endsWith('.js'))) {
      const script = read(name);
      for (const [, id] of script.matchAll(/byId\('([^']+)'\)/g)) expect(ids).toContain(id);
      for (const [, file] of script.matchAll(/from '\.\/([^']+)'/g)) expect(pageFile(file!)).toBeDefined();
    }
  });

  it('gives every control a name', () => {
    const html = read('index.html');
    const labels = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id));
    for (const [tag] of html.matchAll(/<(?:textarea|select|input)\b[^>]*>/g)) {
      const id = /\sid="([^"]+)"/.exec(tag)?.[1];
      if (!tag.includes(' hidden')) expect(labels).toContain(id);
    }
  });
});

describe('event reader', () => {
  const events = [
    { id: '1', type: 'log', data: '{"text":"a"}' },
    { id: '2', type: 'message', data: 'two\nlines' },
  ];
  const wire =
    'id: 1\nevent: log\ndata: {"text":"a"}\n\n: heartbeat\n\nid: 2\r\ndata: two\r\ndata:lines\r\n\r\nid: 3\ndata: cut';

  it('reads events however they are cut into pieces', async () => {
    const { eventReader } = await load('event-stream.js');
    expect(eventReader()(wire)).toEqual(events);
    const pieceByPiece = eventReader();
    expect([...wire].flatMap((piece) => pieceByPiece(piece))).toEqual(events);
  });
});

describe('members of a text', () => {
  it('replaces the value where it stands and leaves the rest to the letter', async () => {
    const { withMember } = await load('member.js');
    const text =
      '{\n  "a": "mirror-region\\": {}",\n  "b": {"mirror-region": 1},\n  "mirror-region": { "x": ["}"] } ,\n  "c": [1,]\n}\n';
    expect(withMember(text, 'mirror-region', { D: { u: true } })).toBe(
      text.replace('{ "x": ["}"] }', '{\n    "D": {\n      "u": true\n    }\n  }'),
    );
  });

  it.each([
    ['{"m": 1}', '{"m": 2}'],
    ['{"m": "a" , "b": 1}', '{"m": 2 , "b": 1}'],
    ['{"m":\n[1,\n2]\n}', '{"m":\n2\n}'],
    ['{"b": 1}', '{\n  "m": 2,"b": 1}'],
    ['{}', '{\n  "m": 2\n}'],
    ['{ "m": ', '{ "m": 2'],
    ['{"b": "open\n, "m": 1}', '{"b": "open\n, "m": 2}'],
    ['nothing', 'nothing'],
    ['', ''],
  ])('turns %j into %j', async (text, expected) => {
    const { withMember } = await load('member.js');
    expect(withMember(text, 'm', 2)).toBe(expected);
  });
});
