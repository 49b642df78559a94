import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { InstallEvent } from '../event.ts';
import { temporaryFolder } from '../testing.ts';
import { createRecorder } from './event-recorder.ts';

const time = '2026-11-21T12:00:00.000Z';
const logEvent = (number: number, text: string): InstallEvent => ({
  type: 'log',
  number,
  time,
  id: 'packages',
  source: 'stdout',
  text,
});
const progress: InstallEvent = {
  type: 'progress',
  number: 9,
  time,
  id: 'packages',
  fraction: 0.5,
  total: 0.2,
};

async function linesOf(folder: string, name: string): Promise<string[]> {
  return (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1);
}

describe('a recorder of events', () => {
  it('writes the events that preceded the opening of its files, and every later event immediately', async () => {
    const folder = await temporaryFolder();
    const { sink, open, close } = createRecorder();
    sink(logEvent(1, ' first'));
    await open(folder);
    expect(await linesOf(folder, 'events.jsonl')).toEqual([JSON.stringify(logEvent(1, ' first'))]);
    sink(logEvent(2, 'two\nlines'));
    sink(progress);
    expect((await linesOf(folder, 'events.jsonl')).map((line) => JSON.parse(line) as unknown)).toEqual([
      logEvent(1, ' first'),
      logEvent(2, 'two\nlines'),
      progress,
    ]);
    expect(await linesOf(folder, 'log')).toEqual([`${time} packages: first`, `${time} packages: two lines`]);
    close();
  });

  it('appends to the file of an earlier run, and removes its incomplete last line', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'events.jsonl'), '{"number":1}\n{"numb');
    await writeFile(join(folder, 'log'), 'half');
    const { sink, open, close } = createRecorder();
    await open(folder);
    sink(logEvent(2, 'again'));
    close();
    expect(await linesOf(folder, 'events.jsonl')).toEqual([
      '{"number":1}',
      JSON.stringify(logEvent(2, 'again')),
    ]);
    expect(await linesOf(folder, 'log')).toEqual([`${time} packages: again`]);
  });

  it('ignores events after it is closed', async () => {
    const folder = await temporaryFolder();
    const { sink, open, close } = createRecorder();
    await open(folder);
    close();
    close();
    sink(logEvent(1, 'late'));
    expect(await linesOf(folder, 'events.jsonl')).toEqual([]);
  });
});
