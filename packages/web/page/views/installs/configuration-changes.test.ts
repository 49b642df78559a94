import { expect, it } from 'vitest';
import { describeChange, describePointer } from './configuration-changes.ts';

it('describeChange marks the lines that differ', () => {
  expect(describeChange({ pointer: '/packages', before: ['git'], after: ['git', 'a,b'] })).toEqual([
    { kind: 'same', line: '[' },
    { kind: 'same', line: '  "git"' },
    { kind: 'added', line: '  "a,b"' },
    { kind: 'same', line: ']' },
  ]);
  expect(describeChange({ pointer: '/ntp', after: false })).toEqual([{ kind: 'added', line: 'false' }]);
  expect(describeChange({ pointer: '/x', before: { a: null } })).toEqual([
    { kind: 'removed', line: '{' },
    { kind: 'removed', line: '  "a": null' },
    { kind: 'removed', line: '}' },
  ]);
});

it('describePointer lists the keys of a pointer', () => {
  expect(['', '/timezone', '/x-writ/a~1b/0'].map(describePointer)).toEqual([
    '',
    'timezone',
    'x-writ › a/b › 0',
  ]);
});
