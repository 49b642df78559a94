import { renderText } from '@writ/diagnostics';
import { describe, expect, it } from 'vitest';
import { createLayout } from '../../test/layout.ts';
import { loadControllers } from '../load.ts';

async function load(
  files: Readonly<Record<string, string>>,
): Promise<{ types: unknown[]; findings: string }> {
  const directory = createLayout(files);
  const { matcher, diagnostics, source } = await loadControllers({ directory, prefixes: ['app'] });
  return {
    types: matcher.routes.map(({ bindings }) => (bindings.at(-1) as { type: unknown }).type),
    findings: renderText(diagnostics, { source }).replaceAll(`${directory}/`, ''),
  };
}

const page = (parameters: string, imports: string): Readonly<Record<string, string>> => ({
  'app/index.ts': `import { Controller } from '@writ/controllers';\n${imports}\nexport class Default extends Controller { GET(${parameters}) {} }`,
});
const note = { kind: 'object', fields: { title: String, color: { Red: 'red' } } };

const types: Readonly<Record<string, string>> = {
  'types/note.ts':
    "import type { Titled } from './titled.ts';\nimport { Color } from './color.ts';\nexport interface Note extends Titled { color: Color }\nexport type { Titled as Renamed } from './titled.ts';\nexport type { Size };\ntype Size = 1 | 2;",
  'types/titled.ts':
    "export * from './note.ts';\nexport interface Titled { title: string }\nexport default interface Whole { title: string }",
  'types/color.ts': "export enum Color { Red = 'red' }",
  'types/all.ts':
    "export * from './note.ts';\nexport type * from './titled.ts';\nexport * as notes from './note.ts';",
  'package.json': '{ "type": "module", "imports": { "#types": "./types/all.ts" } }',
};
describe('an imported type', () => {
  it.each<[string, string, unknown]>([
    ['note: Note', "import type { Note } from '../types/note.ts';", note],
    ['note: N', "import { type Note as N } from '../types/note.ts';", note],
    ['note: Note', "import type { Note } from '../types/all.ts';", note],
    ['note: Note', "import type { Note } from '#types';", note],
    ['note: all.Note', "import type * as all from '../types/all.ts';", note],
    ["note: import('../types/all.ts').Note", '', note],
    ['note: Note', "import type { Note } from '../types/note.js';", note],
    ['note: Note', "import type { Note } from '../types/note';", note],
    ['note: W', "import type W from '../types/titled.ts';", { kind: 'object', fields: { title: String } }],
    [
      'note: Renamed',
      "import type { Renamed } from '../types/note.ts';",
      { kind: 'object', fields: { title: String } },
    ],
    ['size: Size | 3', "import type { Size } from '../types/all.ts';", { kind: 'oneOf', values: [1, 2, 3] }],
    ['color: Color', "import type { Color } from '../types/color.ts';", { Red: 'red' }],
    [
      "note: Pick<Note, 'title'>",
      "import type { Note } from '../types/note.ts';",
      { kind: 'object', fields: { title: String } },
    ],
  ])('is found for (%s) with %s', async (parameters, imports, type) => {
    const { types: found, findings } = await load({ ...types, ...page(parameters, imports) });
    expect(findings).toBe('');
    expect(found).toEqual([type]);
  });

  it('that is unsupported is reported at its declaration', async () => {
    const { findings } = await load({
      'types.ts': 'export interface Note {\n  tags: WeakSet<string>;\n}',
      ...page('note: Note', "import type { Note } from '../types.ts';"),
    });
    expect(findings).toContain(
      'types.ts:2:9: error W3401 type-unknown: Default.GET: the type WeakSet<string> is not supported',
    );
  });

  it.each<[string, string, string]>([
    ['note: Note', "import type { Note } from 'zod';", 'the type Note was not found in zod'],
    [
      'note: Note',
      "import type { Note } from '../types/nowhere.ts';",
      'the type Note was not found in ../types/nowhere.ts',
    ],
    [
      'note: None',
      "import type { None } from '../types/all.ts';",
      'the type None was not found in ../types/all.ts',
    ],
    ['note: all.None', "import type * as all from '../types/all.ts';", 'the type all.None is not supported'],
  ])('is reported for (%s) with %s: %s', async (parameters, imports, message) => {
    const { findings } = await load({ ...types, ...page(parameters, imports) });
    expect(findings).toContain('app/index.ts:3:');
    expect(findings).toContain(message);
  });
});
