import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isArchinstall, isCredentials } from './archinstall.ts';
import { exampleNames, readExample } from './examples.ts';

const fixtures = fileURLToPath(new URL('../../../convert/src/fixtures/', import.meta.url));
const read = (name: string): string => readFileSync(`${fixtures}${name}`, 'utf8');

describe('archinstall files', () => {
  it('of every version are recognized by their keys', () => {
    const names = globSync('*.json', { cwd: fixtures, exclude: ['*.creds.json'] });
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) expect([name, isArchinstall(read(name))]).toEqual([name, true]);
    for (const name of exampleNames) expect(isArchinstall(readExample(name).full)).toBe(false);
    expect(isArchinstall('{ "version": ')).toBe(false);
  });

  it('count as credentials only if all their keys are keys of credentials', () => {
    const names = globSync('*.creds.json', { cwd: fixtures });
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect([name, isCredentials(read(name))]).toEqual([name, true]);
    for (const text of ['{}', '', readExample('server').full]) expect(isCredentials(text)).toBe(false);
  });
});
