import { expect, it, onTestFinished } from 'vitest';
import { Machine, type ConsoleOutput } from './machine.ts';

function start(script: string): Machine {
  const machine = new Machine(['sh', '-c', script], []);
  onTestFinished(async () => {
    machine.kill();
    await machine.ended;
  });
  return machine;
}

async function read(machine: Machine, after = 0): Promise<ConsoleOutput[]> {
  const parts: ConsoleOutput[] = [];
  for await (const part of machine.follow(after, AbortSignal.timeout(30_000))) parts.push(part);
  return parts;
}

const textOf = (parts: readonly ConsoleOutput[]): string => parts.map(({ text }) => text).join('');

it('a reader of the console continues after the last part that it has received', async () => {
  const machine = start('printf one; read line; printf two');
  for await (const { text } of machine.follow(0, AbortSignal.timeout(30_000))) {
    if (text === 'one') machine.write('\n');
  }
  const parts = await read(machine);
  expect(parts).toEqual([
    { number: 1, text: 'one' },
    { number: 2, text: 'two' },
  ]);
  expect(await read(machine, 1)).toEqual([{ number: 2, text: 'two' }]);
  expect(await read(machine, 9)).toEqual([]);
});

it('a late reader of the console receives the last half mebibyte of output', async () => {
  const machine = start('head -c 2000000 /dev/zero | tr "\\0" x; printf end');
  await machine.ended;
  const parts = await read(machine);
  expect(parts[0]!.number).toBeGreaterThan(1);
  expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => parts[0]!.number + index));
  const text = textOf(parts);
  expect(text).toMatch(/xend$/);
  expect(text.length).toBeLessThanOrEqual(512 * 1024);
  expect(textOf(await read(machine, 1))).toBe(text);
});

it('a reader of the console can disconnect while another one continues', async () => {
  const machine = start('printf one; read line; printf two');
  const leave = new AbortController();
  const left = machine.follow(0, leave.signal);
  const rest = read(machine);
  await left.next();
  const next = left.next();
  leave.abort();
  expect(await next).toEqual({ done: true, value: undefined });
  machine.write('\n');
  expect(textOf(await rest)).toBe('onetwo');
});
