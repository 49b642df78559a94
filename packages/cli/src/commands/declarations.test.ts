import { expect, it } from 'vitest';
import type { OptionDeclaration } from '../command-line/declaration.ts';
import { allCommands } from './all-commands.ts';
import { serverCommandNames } from './server-command-names.ts';
import { serverCommands } from './server-commands.ts';

const commands = { ...allCommands.commands, '': allCommands.defaultCommand! };
const declared = await Promise.all(
  Object.entries(commands).map(async ([name, { declare }]) => ({ name, ...(await declare()) })),
);
const options = declared.flatMap((command) =>
  Object.entries(command.options).map(([name, option]) => ({ command: command.name, name, option })),
);

it('each option is declared once and shared between commands', () => {
  const byText = new Map<string, Set<OptionDeclaration>>();
  for (const { name, option } of options) {
    for (const text of [`${name} ${option.description}`, `${option.description} ${option.value}`])
      byText.set(text, (byText.get(text) ?? new Set()).add(option));
  }
  expect([...byText].filter(([, same]) => same.size > 1).map(([text]) => text)).toEqual([]);
});

/** Types of the properties, which the compiler does not check for constants declared `as const`. */
const KEYS: Readonly<Record<keyof OptionDeclaration, string>> = {
  description: 'string',
  details: 'string',
  value: 'string',
  choices: 'object',
  short: 'string',
  repeatable: 'boolean',
  default: 'string',
  otherwise: 'string',
  variable: 'string',
  alone: 'boolean',
};

it.each(options)('writ $command --$name is declared with known properties', ({ name, option }) => {
  expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
  expect(Object.keys(option).filter((key) => !Object.hasOwn(KEYS, key))).toEqual([]);
  expect(option.description).toMatch(/^[a-z].*[^.]$/);
  if (option.details !== undefined) expect(option.details).toMatch(/^[A-Z].*\.$/);
  if (option.choices !== undefined && option.default !== undefined)
    expect(option.choices).toContain(option.default);
  expect(option.default === undefined || option.otherwise === undefined).toBe(true);
});

it.each(declared)(
  'writ $name declares each option letter once, and refers only to existing subjects',
  (command) => {
    const letters = Object.values(command.options).flatMap(({ short }) => short ?? []);
    expect(new Set([...letters, 'h']).size).toBe(letters.length + 1);
    const names = new Set([...command.operands.map(({ name }) => name), ...Object.keys(command.options)]);
    expect((command.subject ?? []).filter((name) => !names.has(name))).toEqual([]);
  },
);

it('the single executable lists all commands that it does not include', () => {
  expect([...serverCommandNames]).toEqual(Object.keys(serverCommands));
});
