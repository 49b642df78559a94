import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProcess, succeeded, type ProcessRequest } from './run-process.ts';
import { createRedactor } from './redact.ts';
import { temporaryFolder } from '../run/testing.ts';

const usual = {
  environment: { PATH: process.env['PATH'] ?? '' },
  limit: 120_000,
  redactor: createRedactor(['canary-secret']),
} satisfies Partial<ProcessRequest>;

const shell = (script: string, ...args: string[]): string[] => ['sh', '-c', script, 'sh', ...args];

/**
 * True if a process is running. A zombie does not count, because a killed process is a zombie until its
 * parent waits for it.
 */
async function runs(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && !/\) [ZX] /.test(stat);
}

describe('runProcess', () => {
  it('returns the exit status and the redacted last lines of a process', async () => {
    const seen: string[] = [];
    const end = await runProcess({
      ...usual,
      argv: shell('echo "password canary-secret"; echo oh >&2; exit 7'),
      onLine: (line, source) => seen.push(`${source} ${line}`),
    });
    expect(end).toMatchObject({ end: 'exit', status: 7 });
    expect(end.tail.toSorted()).toEqual(['oh', 'password [redacted]']);
    expect(seen.toSorted()).toEqual(['stderr oh', 'stdout password [redacted]']);
    expect(succeeded(end)).toBe(false);
  });

  it('returns only the last twenty lines of a process', async () => {
    const { tail } = await runProcess({ ...usual, argv: shell('seq 1 100') });
    expect(tail).toEqual(Array.from({ length: 20 }, (_, index) => String(index + 81)));
  });

  it('passes the input to the process, by default an empty one', async () => {
    const given = await runProcess({
      ...usual,
      argv: ['cat'],
      capture: true,
      input: () => 'canary-secret\n',
    });
    expect(given.stdout).toBe('canary-secret\n');
    expect(await runProcess({ ...usual, argv: ['cat'], capture: true })).toMatchObject({
      status: 0,
      stdout: '',
    });
  });

  it('accepts a process that exits without reading its input', async () => {
    const end = await runProcess({ ...usual, argv: ['true'], input: () => 'x'.repeat(1_000_000) });
    expect(succeeded(end)).toBe(true);
  });

  it('starts a process with only the passed environment and without a terminal', async () => {
    const { stdout } = await runProcess({
      ...usual,
      argv: shell('env; (: < /dev/tty) 2>/dev/null && echo terminal'),
      capture: true,
    });
    expect(stdout).not.toMatch(/^(HOME|USER|npm_|NODE_)|terminal/m);
  });

  it('reports not-started for a program that does not exist', async () => {
    const end = await runProcess({ ...usual, argv: ['no-such-program-at-all'] });
    expect(end).toMatchObject({ end: 'not-started' });
    expect(end.reason).toContain('ENOENT');
  });

  it('returns the signal that killed the process', async () => {
    expect(await runProcess({ ...usual, argv: shell('kill -9 $$') })).toMatchObject({
      end: 'signal',
      signal: 'SIGKILL',
    });
  });
});

/** Time limit in milliseconds, long enough for a shell to start and write a file on a busy machine. */
const START_LIMIT = 5_000;

describe('a time or output limit of runProcess', () => {
  it('ends a process that waits, and its children', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'pid');
    const end = await runProcess({
      ...usual,
      argv: shell('sleep 1000 & echo $! > "$1"; wait', file),
      limit: START_LIMIT,
    });
    expect(end.end).toBe('limit');
    expect(await runs((await readFile(file, 'utf8')).trim())).toBe(false);
  });

  it('kills a process that ignores SIGTERM', async () => {
    const end = await runProcess({
      ...usual,
      argv: shell('trap "" TERM INT; while :; do sleep 1; done'),
      limit: 200,
    });
    expect(end.end).toBe('limit');
  });

  it('ends a process when the consumer of its output stops', async () => {
    let taken = 0;
    const end = await runProcess({
      ...usual,
      argv: ['yes'],
      onChunk: (chunk) => (taken += chunk.length) < 1_000_000,
    });
    expect(end.end).toBe('output');
    // Chunks no longer arrive after the consumer has stopped.
    expect(taken).toBeLessThan(1_100_000);
  });

  it('ends a process when its captured output is too large', async () => {
    const end = await runProcess({ ...usual, argv: ['yes'], capture: true });
    expect(end.end).toBe('output');
    expect(end.stdout.length).toBeLessThanOrEqual(64 * 1024 * 1024);
  });

  it('does not wait for a process outside the process group that still has the output open', async () => {
    const folder = await temporaryFolder();
    const file = join(folder, 'pid');
    const end = await runProcess({
      ...usual,
      argv: shell('setsid sleep 600 & echo $! > "$1"; exec sleep 600', file),
      limit: START_LIMIT,
    });
    expect(end.end).toBe('limit');
    process.kill(Number(await readFile(file, 'utf8')), 'SIGKILL');
  });
});

describe('the abort signal of runProcess', () => {
  it('ends the process', async () => {
    const stop = new AbortController();
    const running = runProcess({
      ...usual,
      argv: shell('echo ready; sleep 1000'),
      signal: stop.signal,
      onLine: () => stop.abort(),
    });
    expect((await running).end).toBe('abort');
  });

  it('prevents the start of the process if it is already aborted', async () => {
    const end = await runProcess({ ...usual, argv: ['no-such-program-at-all'], signal: AbortSignal.abort() });
    expect(end.end).toBe('abort');
  });
});
