import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { InstallEvent } from '@writ/installer';
import { createEventWriter } from './event-file.ts';

const event = (text: string): InstallEvent => ({
  type: 'log',
  id: 'install',
  source: 'writ',
  number: 1,
  time: '2026-11-20T12:00:00.000Z',
  text,
});

describe('the event file', () => {
  let folder = '';
  let file = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'writ-events-'));
    file = join(folder, 'events.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('contains each event immediately, and no earlier content', () => {
    writeFileSync(file, 'a long output of an earlier run '.repeat(20));
    const write = createEventWriter(file, []);
    write(event('one'));
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(event('one'))}\n`);
    write(event('two'));
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(3);
  });

  it('is not truncated before the first event: it may be an image that must be preserved', () => {
    writeFileSync(file, 'an image');
    createEventWriter(file, []);
    expect(readFileSync(file, 'utf8')).toBe('an image');
  });

  it('must not be an input file, by any path', () => {
    writeFileSync(file, '{}');
    const other = join(folder, 'config.json');
    symlinkSync(file, other);
    expect(() => createEventWriter(file, ['standard input', other])).toThrow(
      /--events: .* is also an input of this command/,
    );
    expect(readFileSync(file, 'utf8')).toBe('{}');
  });

  it('is rejected if it is a pipe without a reader', () => {
    execFileSync('mkfifo', [file]);
    expect(() => createEventWriter(file, [])).toThrow(
      /--events: .* cannot be written: the pipe has no reader/,
    );
  });

  it('may be a pipe, which receives more than its capacity and is abandoned when the reader stops', () => {
    execFileSync('mkfifo', [file]);
    const reader = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const write = createEventWriter(file, [], 50);
    for (let index = 0; index < 100; index += 1) write(event('x'.repeat(2000)));
    expect(stderr.mock.calls).toEqual([
      [`writ: events are no longer written to ${file}: the pipe has no reader\n`],
    ]);
    stderr.mockRestore();
    // All events except the last event are complete.
    const lines = readFileSync(reader, 'utf8').split('\n').slice(0, -1);
    closeSync(reader);
    expect(lines.length).toBeGreaterThan(10);
    expect(lines.length).toBeLessThan(100);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ type: 'log' });
  });
});
