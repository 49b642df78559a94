import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Spool } from './spool.ts';
import { temporaryFolder } from './testing.ts';

it('a spool continues with the next number, and drops an incomplete event', () => {
  const folder = temporaryFolder();
  const first = Spool.open(folder, 1);
  first.add({ type: 'start' });
  first.add({ type: 'log' });
  first.close();
  const file = join(folder, 'events-1.jsonl');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  appendFileSync(file, '{"type":"log","numb');
  const second = Spool.open(folder, 1);
  expect(second.last).toBe(2);
  second.add({ type: 'finish' });
  expect(second.after(1).map(({ number, type }) => [number, type])).toEqual([
    [2, 'log'],
    [3, 'finish'],
  ]);
  expect(second.after(0)).toHaveLength(3);
  second.close();
  expect(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.slice(0, 15)),
  ).toEqual(['{"type":"start"', '{"type":"log","', '{"type":"finish', '']);
});

it('a batch contains at most 500 events and 256 KiB, and long texts are cut', () => {
  const spool = Spool.open(temporaryFolder(), 1);
  for (let index = 0; index < 600; index += 1) spool.add({ type: 'log' });
  expect(spool.after(0)).toHaveLength(500);
  expect(spool.after(500).map(({ number }) => number)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 501),
  );
  for (let index = 0; index < 10; index += 1) spool.add({ type: 'log', text: 'ü'.repeat(20_000) } as never);
  spool.add({ type: 'log', text: 'ü'.repeat(2 ** 20) } as never);
  expect(spool.after(600)).toHaveLength(6);
  const [last] = spool.after(610);
  expect(last?.number).toBe(611);
  expect(Buffer.byteLength(last!.data)).toBeLessThan(64 * 1024);
  spool.close();
});

it('the spool of a new run replaces that of an old one', () => {
  const folder = temporaryFolder();
  Spool.open(folder, 1).close();
  Spool.open(folder, 2).close();
  expect(existsSync(join(folder, 'events-1.jsonl'))).toBe(false);
});
