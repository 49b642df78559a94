import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/fakes.ts';
import { isHost, readHost } from './host.ts';

it('the name of a host is derived from the first valid machine id, which it does not reveal', () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const id = '0123456789abcdef0123456789abcdef';
  const files = [join(folder, 'missing'), write('first', 'uninitialized\n'), write('second', `${id}\n`)];
  const host = readHost(files)!;
  expect(host).toMatch(/^host-[0-9a-f]{12}$/);
  expect(isHost(host)).toBe(true);
  expect(id).not.toContain(host.slice(5));
  expect(readHost(files)).toBe(host);
  expect(readHost([write('other', id.replace('0', 'f'))])).not.toBe(host);
  expect(readHost(files.slice(0, 2))).toBeUndefined();
});

it.each(['a', 'rack3.example', `${'a'.repeat(64)}`])('%s is the name of a host', (name) => {
  expect(isHost(name)).toBe(true);
});

it.each(['', '-a', 'a b', 'a/b', 'ä', 'a'.repeat(65)])('"%s" is not the name of a host', (name) => {
  expect(isHost(name)).toBe(false);
});
