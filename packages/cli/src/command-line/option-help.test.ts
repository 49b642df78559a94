import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { commands, serveControllers } from '../commands/all-commands.ts';
import { explainOptions, meanings } from './option-help.ts';

const usages = [...Object.values(commands), serveControllers].map(({ usage }) => usage);
const used = new Set(usages.flatMap((usage) => usage.match(/--[a-z][a-z0-9-]*/g) ?? []));

it('every option of every command is explained, and nothing else', () => {
  expect(Object.keys(meanings).toSorted()).toEqual([...used].toSorted());
});

it.each([...used])('docs/command.md explains %s', (option) => {
  expect(readFileSync(new URL('../../../../docs/command.md', import.meta.url), 'utf8')).toContain(
    `\`${option}`,
  );
});

it('explains the options of a usage in its order', () => {
  expect(explainOptions('X [--strict] [--format text|json] [--strict]')).toBe(
    `  --strict  ${meanings['--strict']}\n  --format  ${meanings['--format']}\n`,
  );
});
