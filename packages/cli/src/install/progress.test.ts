import { describe, expect, it } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { createProgressPrinter } from './progress.ts';

type Unnumbered<E> = E extends unknown ? Omit<E, 'number' | 'time'> : never;

const events: Unnumbered<InstallEvent>[] = [
  { type: 'start', id: 'install', title: 'Install to /disk.img', stage: 'install', weight: 0 },
  { type: 'start', id: 'download', parent: 'install', title: 'Download', stage: 'download', weight: 2 },
  { type: 'log', id: 'download', source: 'stdout', text: 'chatter' },
  { type: 'log', id: 'download', source: 'writ', text: 'waiting for another installation' },
  {
    type: 'progress',
    id: 'download',
    fraction: 0.5,
    total: 0.25,
    bytes: { done: 5 * 1024 * 1024, total: 10 * 1024 * 1024 },
  },
  { type: 'finish', id: 'download', outcome: 'done', milliseconds: 5 },
  { type: 'start', id: 'users', parent: 'install', title: 'Create ada', stage: 'users', weight: 2 },
  {
    type: 'failure',
    id: 'users',
    message: 'useradd exited with status 9',
    command: ['useradd', 'ada'],
    exitStatus: 9,
    tail: ['user exists'],
    next: 'Remove the cause.',
  },
  { type: 'finish', id: 'users', outcome: 'failed', milliseconds: 5 },
  { type: 'finish', id: 'install', outcome: 'failed', milliseconds: 10 },
];

function printed(screen: { isTTY?: boolean; columns?: number }, shown = events): string {
  let text = '';
  let clock = 0;
  const print = createProgressPrinter(
    { ...screen, write: (part: string) => (text += part) },
    () => (clock += 1000),
  );
  shown.forEach((event, index) => print({ number: index + 1, time: '', ...event } as InstallEvent));
  return text;
}

it('the progress display writes a plain line for every step if the output is not a terminal', () => {
  expect(printed({})).toBe(
    [
      'Install to /disk.img',
      '  0% Download',
      '     waiting for another installation',
      ' 25% Create ada',
      'failed: useradd exited with status 9',
      '  command: useradd ada',
      '  | user exists',
      '  next: Remove the cause.',
      '',
    ].join('\n'),
  );
});

it('the progress display overwrites one line on a terminal, within its width', () => {
  const text = printed({ isTTY: true, columns: 30 });
  expect(text).toContain('\r\u001B[K 25% Download  5 of 10 MiB');
  expect(text).toContain('\r\u001B[Kfailed: useradd exited with status 9\n');
  for (const line of text.replaceAll('\r\u001B[K', '\n').split('\n')) {
    if (line.includes('%')) expect(line.length).toBeLessThan(30);
  }
});

describe('steps that run at the same time', () => {
  const start = (id: string, title: string): Unnumbered<InstallEvent> => ({
    type: 'start',
    id,
    parent: 'install',
    title,
    stage: 'system',
    weight: 2,
  });
  const parallel: Unnumbered<InstallEvent>[] = [
    { type: 'start', id: 'install', title: 'Install to /disk.img', stage: 'install', weight: 0 },
    start('locale', 'Generate the locale'),
    start('keyring', 'Create the keyring'),
    { type: 'log', id: 'locale', source: 'writ', text: 'a warning' },
    { type: 'progress', id: 'locale', fraction: 0.5, total: 0.25 },
    { type: 'finish', id: 'keyring', outcome: 'done', milliseconds: 5 },
    { type: 'log', id: 'locale', source: 'writ', text: 'another warning' },
  ];

  it('are counted on a terminal, where the line shows one that is still running', () => {
    expect(printed({ isTTY: true }, parallel).split('\r\u001B[K').slice(1)).toEqual([
      '  0% Generate the locale',
      '  0% (and 1 more) Create the keyring',
      '     Generate the locale: a warning\n',
      ' 25% (and 1 more) Generate the locale',
      ' 25% Generate the locale',
      '     another warning\n',
    ]);
  });

  it('are named before their messages', () => {
    expect(printed({}, parallel)).toBe(
      [
        'Install to /disk.img',
        '  0% Generate the locale',
        '  0% Create the keyring',
        '     Generate the locale: a warning',
        '     another warning',
        '',
      ].join('\n'),
    );
  });
});
