import { expect, it } from 'vitest';
import { NEWEST_FORMAT } from '../sqlite/migrations.ts';
import { POSTGRES_MIGRATIONS } from './migrations.ts';

/** Statements after which processes of the earlier format can fail. */
const CONTRACTIONS =
  /\b(?:drop|rename|truncate table|delete from|set not null|alter column|add constraint|add check)\b/i;
const COLUMN_WITHOUT_DEFAULT = /\badd column (?![^;]*\bdefault\b)[^;]*\bnot null\b/i;

it('migrations are in order, and the last one has the newest format', () => {
  const formats = POSTGRES_MIGRATIONS.map(({ format }) => format);
  expect(formats).toEqual(formats.toSorted((a, b) => a - b));
  expect(formats.at(-1)).toBe(NEWEST_FORMAT);
});

it('migrations that are not contractions only add to the tables', () => {
  for (const { format, statements, isContraction } of POSTGRES_MIGRATIONS) {
    if (isContraction === true) continue;
    expect.soft(statements, `format ${format}`).not.toMatch(CONTRACTIONS);
    expect.soft(statements, `format ${format}`).not.toMatch(COLUMN_WITHOUT_DEFAULT);
  }
});
