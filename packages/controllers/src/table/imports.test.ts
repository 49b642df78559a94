import { describe, expect, it } from 'vitest';
import { createImports } from './imports.ts';
import type { Reference } from './references.ts';

describe('the imports of a built table', () => {
  it.each([
    ['/p/a#b/index.ts', './a%23b/index.ts'],
    ['/p/a%41/index.ts', './a%2541/index.ts'],
    ['/p/a?b.ts', './a%3Fb.ts'],
    ['/p/a\\b\n.ts', './a%5Cb%0A.ts'],
    ['/q/[id]/é.ts', '../q/[id]/é.ts'],
  ])('refer to the file %j by a URL', (file, expected) => {
    const value = {};
    const imports = createImports(new Map<unknown, Reference>([[value, { file, path: ['Note'] }]]));
    expect(imports.nameOf(value)).toBe('Note');
    expect(imports.statements('/p/table.ts')).toEqual([`import { Note } from "${expected}";`]);
  });

  it.each(['class', 'await', 'default', 'NaN', 'a"b'])('rename the export %s', (name) => {
    const value = {};
    const imports = createImports(new Map<unknown, Reference>([[value, { file: '/p/a.ts', path: [name] }]]));
    const local = imports.nameOf(value);
    expect(local).toBe(name === 'NaN' ? 'NaN2' : 'value');
    const exported = name === 'a"b' ? String.raw`"a\"b"` : name;
    expect(imports.statements('/p/t.ts')).toEqual([`import { ${exported} as ${local} } from "./a.ts";`]);
  });
});
